/** Rules: each with its codes, asked through a view of the template. */
import { checkTemplate } from '../../src/rules/check-template.ts'
import { rule } from '../../src/rules/rule.ts'
import { heatRules } from '../../src/rules/rules.ts'
import { hotWords } from '../../src/rules/vocabulary.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'

/** As somebody new would write one. */
const serverNetworks = rule({
  codes: {
    'acme/server-without-networks': {
      title: 'A server without networks',
      severity: 'info',
      behaves: ['accepted by Heat'],
      help: 'Give it networks.',
      why: 'Nova attaches the server to the only network that the project has, and fails where it has several.',
      example: { command: 'check a.yaml', before: '', after: '' },
    },
  },
  source: 'Template Guide, OS::Nova::Server',
  asks: 'resource',
  types: ['OS::Nova::Server'],
  find({ name, type, typeAt, isComputed, isExternal, property }, report) {
    if (isComputed || isExternal || property('networks') !== undefined) return
    report('acme/server-without-networks', typeAt, `"${name}" (${type}) has no networks`, { item: name })
  },
})

function rootOf(text: string): Mapping {
  const reading = readDocument(text, 'yaml')
  if (!('document' in reading) || reading.document.root?.kind !== 'map') throw new Error('no template')
  return reading.document.root
}

const server = (properties: string) =>
  `heat_template_version: 2018-08-31\nresources: {s: {type: OS::Nova::Server, properties: ${properties}}}\n`

const found = (text: string) =>
  checkTemplate(rootOf(text), hotWords('2018-08-31', undefined), {
    text,
    rules: [...heatRules, serverNetworks],
  })
    .map(({ code, message, item }) => ({ code: String(code), message, item }))
    .filter(({ code }) => code in serverNetworks.codes)

describe('a rule', () => {
  it('finds what it is asked about', () => {
    expect(found(server('{flavor: a, image: b}'))).toEqual([
      { code: 'acme/server-without-networks', message: '"s" (OS::Nova::Server) has no networks', item: 's' },
    ])
  })

  it.each([
    ['has them', server('{flavor: a, image: b, networks: [{network: n}]}')],
    ['gets its properties by a function', server('{get_file: x.json}')],
    [
      'exists already',
      'heat_template_version: 2018-08-31\nresources: {s: {type: OS::Nova::Server, external_id: x}}\n',
    ],
    ['has another type', 'heat_template_version: 2018-08-31\nresources: {s: {type: OS::Heat::None}}\n'],
  ])('finds nothing where the resource %s', (_title, text) => {
    expect(found(text)).toEqual([])
  })

  it('reads properties through aliases and merge keys', () => {
    const text = `heat_template_version: 2018-08-31
resources:
  a: {type: OS::Nova::Server, properties: &p {flavor: a, image: b, networks: [{network: n}]}}
  b: {type: OS::Nova::Server, properties: {<<: *p, name: b}}
  c: {type: OS::Nova::Server, properties: *p}
`
    expect(found(text)).toEqual([])
  })

  it('repairs what it finds, unless the finding says how', () => {
    const named = rule({
      source: 'here',
      asks: 'resource',
      codes: { 'acme/name': { title: 'A', severity: 'info', help: 'B', why: 'C' } },
      repair: (_view, { at }) => ('key' in at ? { do: 'remove', entry: at } : undefined),
      find({ entry, typeAt }, report) {
        report('acme/name', entry, 'first')
        report('acme/name', typeAt, 'second', { repair: { of: 'a', names: ['b'] } })
      },
    })
    const root = rootOf('heat_template_version: 2018-08-31\nresources: {a: {type: OS::Heat::None}}\n')
    const problems = checkTemplate(root, hotWords('2018-08-31', undefined), { rules: [named] })
    expect(problems.map(({ message, repair }) => [message, repair && Object.keys(repair)])).toEqual([
      ['first', ['do', 'entry']],
      ['second', ['of', 'names']],
    ])
  })

  it('is one of those whose codes are different', () => {
    const codes = heatRules.flatMap((one) => Object.keys(one.codes))
    expect(new Set(codes).size).toBe(codes.length)
  })
})
