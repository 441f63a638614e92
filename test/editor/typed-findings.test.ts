/**
 * Findings elsewhere in a template are there at every keystroke, and none appears that is not true. With
 * `TYPED=<folder> npm test -- test/editor/typed-findings` in templates there: in each, one resource is typed and some
 * lines are typed anew.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument } from '../../src/document/document.ts'
import { mapOf, valueOf } from '../../src/document/read.ts'
import { type Outcome, retyped, type Session, typed, typedLines } from './typing.ts'

/** Every so many keystrokes are enough for each run of the tests. */
const FEW = 5

const template = `heat_template_version: 2016-10-14
parameters:
  flavor: {type: string}
  unused: {type: string}
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: {get_param: nett}, colour: red}
  port_of_two:
    type: OS::Neutron::Port
    properties:
      network_id: net
      fixed_ips:
        - subnet: {get_resource: subnett}
  server:
    type: OS::Nova::Server
    properties:
      flavor:
        get_param: flavor
      image: "cirros, #1"
      networks: [{port: {get_resource: port}},
        {port: {get_attr: [port_of_two,
          nowhere]}}]
      user_data:
        str_replace:
          template: "it's $who"
          params:
            $who: 'o''clock'
            $whom: {get_param: missing}
  last:
    type: OS::Heat::RandomString
    properties: {sequence: digits}
outputs:
  first:
    description: what is first
    value: {get_attr: [port, nothing]}
  all: {value: {get_param: nobody}}
`

/** Every line that says something, from its first letter on, typed anew. */
function linesOf(text: string): readonly Session[] {
  return [...text.matchAll(/^ *(\S.*)$/gm)].map((line) => {
    const end = line.index + line[0].length
    return retyped(text, end - (line[1] ?? '').length, end)
  })
}

function blockOf(text: string, name: string): Session {
  const start = text.indexOf(`  ${name}:\n`)
  const next = /\n {0,2}\w/.exec(text.slice(start + 1))
  return typedLines(text, start, next === null ? text.length : start + next.index + 2)
}

async function all(sessions: readonly Session[], each: number): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const session of sessions) outcomes.push(await typed(session, each))
  return {
    broken: outcomes.reduce((sum, one) => sum + one.broken, 0),
    expected: outcomes.reduce((sum, one) => sum + one.expected, 0),
    lost: outcomes.flatMap(({ lost }) => lost),
    untrue: outcomes.flatMap(({ untrue }) => untrue),
  }
}

describe('findings elsewhere', () => {
  it('stay while a resource is typed, and none is made up', async () => {
    const { broken, expected, lost, untrue } = await all(
      [blockOf(template, 'port_of_two'), blockOf(template, 'server')],
      FEW,
    )
    expect(broken).toBeGreaterThan(40)
    expect(expected).toBeGreaterThan(250)
    expect(lost).toEqual([])
    expect(untrue).toEqual([])
  })

  it('stay while lines are deleted and typed anew, and none is made up', async () => {
    const { broken, expected, lost, untrue } = await all(
      linesOf(template.replace(/\n {2}server[\s\S]*?(?=\n {2}last)/, '')),
      FEW,
    )
    expect(broken).toBeGreaterThan(40)
    expect(expected).toBeGreaterThan(250)
    expect(lost).toEqual([])
    expect(untrue).toEqual([])
  })

  const folder = process.env.TYPED
  const isAsked = folder === undefined ? it.skip : it
  isAsked(
    'stay in the templates of a folder',
    async () => {
      const { broken, expected, lost, untrue } = await all(sessionsIn(folder ?? ''), 1)
      process.stderr.write(`${broken} texts that cannot be read, ${expected} findings, ${lost.length} lost\n`)
      expect(lost).toEqual([])
      expect(untrue).toEqual([])
    },
    600_000,
  )
})

/** From each template of a moderate size: its second resource, and every ninth line. */
function sessionsIn(folder: string): readonly Session[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n')
      const reading = text.length < 8000 ? readDocument(text) : undefined
      const root = reading !== undefined && 'document' in reading ? mapOf(reading.document.root) : undefined
      const resources = mapOf(valueOf(root, 'resources'))
      const [, second, third] = resources?.entries ?? []
      if (resources?.style !== 'block' || second === undefined || third === undefined) return []
      const lineOf = (offset = 0) => text.lastIndexOf('\n', offset - 1) + 1
      return [
        typedLines(text, lineOf(second.key.start), lineOf(third.key.start)),
        ...linesOf(text).filter((_, index) => index % 9 === 4),
      ]
    })
}
