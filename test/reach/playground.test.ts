import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answer } from '../../src/apps/playground/core.ts'
import EXAMPLES from '../../src/apps/playground/examples.json' with { type: 'json' }
import type { CommandName, SourceText } from '../../src/apps/playground/protocol.ts'
import { dataOf } from '../../src/heat/values/data.ts'
import '../../src/run/node-machine.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

const ROOT = join(import.meta.dirname, '../..')

afterEach(removeTemporaryTrees)

const AWS_SERVER = `heat_template_version: 2018-08-31
resources:
  disk:
    type: AWS::EC2::Volume
    properties: {Size: '5', AvailabilityZone: nova}
`

const examples: readonly (readonly [string, CommandName, readonly SourceText[]])[] = [
  ...EXAMPLES.map(({ title, command, names }) => {
    const files = names.map((path) => ({
      path,
      text: readFileSync(join(ROOT, 'docs/examples', path), 'utf8'),
    }))
    return [title, command as CommandName, files] as const
  }),
  ['native types', 'nativize', [{ path: 'aws.yaml', text: AWS_SERVER }]],
  [
    'references to a file with another name',
    'migrate',
    [
      {
        path: 'caller.yaml',
        text: 'heat_template_version: 2018-08-31\nresources:\n  a: {type: callee.json}\n',
      },
      {
        path: 'callee.json',
        text: '{"HeatTemplateFormatVersion": "2012-12-12", "Resources": {"a": {"Type": "OS::Heat::None"}}}\n',
      },
    ],
  ],
]

/** What stands below a folder after a command has written. */
async function written(
  command: CommandName,
  files: readonly SourceText[],
  options = '',
): Promise<Readonly<Record<string, string>>> {
  const tree = temporaryTree(Object.fromEntries(files.map(({ path, text }) => [path, text])))
  const to = command === 'upgrade' ? ['--to', '2018-08-31'] : []
  const paths = files.map(({ path }) => path)
  const given = [...to, ...options.split(' ').filter((word) => word !== '')]
  const { status } = await inProcess(
    [command, ...paths, ...given, '--write', '--quiet', '--allow-dirty'],
    tree.root,
  )
  // Done, or blocked.
  expect([0, 3]).toContain(status)
  return Object.fromEntries(tree.list().map((path) => [path, tree.read(path)]))
}

/** The same, of the playground's answer. */
function answered(
  command: CommandName,
  files: readonly SourceText[],
  options = '',
): Readonly<Record<string, string>> {
  const after = new Map(files.map(({ path, text }) => [path, text]))
  for (const one of answer({ number: 1, command, options, files }).files) {
    if (one.after === undefined) continue
    after.delete(one.path)
    after.set(one.name, one.after)
  }
  return Object.fromEntries(after)
}

describe('the playground', () => {
  const rewrites = examples.filter(([, command]) => command !== 'check' && command !== 'diff')

  it.each(rewrites)('%s: makes what the command line writes', async (title, command, files) => {
    const result = answered(command, files)
    expect(result).toEqual(await written(command, files))
    const isChanged = files.some(({ path, text }) => result[path] !== text)
    expect([title, isChanged]).toEqual([title, title !== 'What blocks a template'])
  })

  const nested = readdirSync(join(ROOT, 'corpus/nested'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ path: name, text: readFileSync(join(ROOT, 'corpus/nested', name), 'utf8') }))

  it.each([
    ...examples.filter(([, command]) => command === 'check'),
    ['files that belong together', 'check' as const, nested] as const,
  ])('%s: finds what the command line finds', async (_, command, files) => {
    const tree = temporaryTree(Object.fromEntries(files.map(({ path, text }) => [path, text])))
    const report = JSON.parse((await inProcess([command, '--format', 'json'], tree.root)).stdout)
    const found = answer({ number: 1, command, files }).files.flatMap(({ path, remarks }) =>
      remarks.map(({ code, severity, line, column, message }) => ({
        path,
        code,
        severity,
        line,
        column,
        message,
      })),
    )
    expect(found.length).toBeGreaterThan(3)
    expect(report.files.flatMap(ofReport)).toEqual(found)
  })

  it.each([
    ['migrate', '--partial --accept availability-zones', 'blocked.yaml'],
    ['migrate', '--native', 'web-server.json'],
    ['migrate', '--from=aws', 'volume.yaml'],
    ['upgrade', '--modernize', 'server.yaml'],
    ['nativize', '--accept external-network', 'disk.yaml'],
  ] as const)('%s %s: writes what the command line writes', async (command, options, path) => {
    const files = [{ path, text: readFileSync(join(ROOT, 'docs/examples', path), 'utf8') }]
    const after = answered(command, files, options)
    expect(after).toEqual(await written(command, files, options))
    expect(after[path]).not.toBe(files[0]?.text)
  })

  it.each([
    [
      'migrate',
      '--modernize',
      '--modernize is no option of migrate here: --accept, --from, --native, --partial',
    ],
    ['check', '--fix', 'check has no options here'],
    ['migrate', '--accept stak-id', '--accept stak-id: no such finding allows it; did you mean stack-id?'],
    ['upgrade', '--accept', '--accept needs the code of a finding'],
    ['migrate', '--from gcp', '--from takes auto, heat, aws'],
  ] as const)('%s %s: says what it does not know', (command, options, problem) => {
    const files = [{ path: 'a.yaml', text: AWS_SERVER }]
    expect(answer({ number: 1, command, options, files })).toEqual({ number: 1, files: [], problem })
  })

  it('says of an update what the command line says', async () => {
    const [, , files = []] = examples.find(([, command]) => command === 'diff') ?? []
    const tree = temporaryTree(Object.fromEntries(files.map(({ path, text }) => [path, text])))
    const said = (await inProcess(['diff', 'live.yaml', 'new.yaml'], tree.root)).stdout
    const { comparison } = answer({ number: 1, command: 'diff', files, compared: ['live.yaml', 'new.yaml'] })
    expect(comparison?.effect).toBe(said)
    expect(comparison?.verdict).toContain('The meaning differs.')
  })

  it('shows a stack as the command line does', async () => {
    const files = [
      {
        path: 'web.yaml',
        text: `heat_template_version: 2018-08-31
parameters: {size: {type: string}}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1.5, name: {get_param: size}, metadata: {on: '0644', none: null}}}
  tie: {type: OS::Cinder::VolumeAttachment, properties: {volume_id: {get_resource: disk}, instance_uuid: [a, true]}}
`,
      },
      { path: 'web.env', text: 'parameters: {size: large}\n' },
    ]
    const tree = temporaryTree(Object.fromEntries(files.map(({ path, text }) => [path, text])))
    const told = async (command: string) =>
      (await inProcess([command, 'web.yaml', '-e', 'web.env', '--no-color'], tree.root)).stdout
    const shown = (command: 'render' | 'graph') =>
      answer({ number: 1, command, files, stack: ['web.yaml', 'web.env'] }).stack ?? ''
    expect(shown('graph')).toBe(await told('graph'))
    const render = (await inProcess(['render', 'web.yaml', '-e', 'web.env'], tree.root)).stdout
    expect(dataIn(shown('render'))).toEqual(dataIn(render))
    expect(shown('render')).toContain('name: large\n')
    expect(answer({ number: 1, command: 'render', files: [], stack: ['a.yaml'] }).problem).toBe(
      'open a template',
    )
  })

  it('says the verdict of the proof, and what blocks', () => {
    const files = [{ path: 'aws.yaml', text: AWS_SERVER }]
    const [native] = answer({ number: 1, command: 'nativize', files }).files
    expect(native?.proof).toContain('Proved to correspond')
    const [, , blocked = []] = examples.find(([title]) => title === 'What blocks a template') ?? []
    const [file] = answer({ number: 1, command: 'migrate', files: blocked }).files
    expect([file?.status, file?.remarks[0]?.severity, file?.remarks[0]?.help]).toEqual([
      'blocked',
      'error',
      expect.stringMatching(/./),
    ])
  })

  it('has a problem where there is no such version', () => {
    const files = [{ path: 'a.yaml', text: AWS_SERVER }]
    expect(answer({ number: 7, command: 'upgrade', to: 'yesterday', files })).toEqual({
      number: 7,
      files: [],
      problem: expect.stringContaining('yesterday'),
    })
    expect(answer({ number: 8, command: 'diff', files }).problem).toContain('choose two templates')
  })
})

function dataIn(text: string): unknown {
  const reading = readDocument(text)
  return 'document' in reading && reading.document.root !== undefined
    ? dataOf(reading.document.root)
    : undefined
}

interface ReportedFile {
  readonly path: string
  readonly findings: readonly Record<'code' | 'severity' | 'message' | 'line' | 'column', unknown>[]
}

const ofReport = ({ path, findings }: ReportedFile) =>
  findings.map(({ code, severity, line, column, message }) => ({
    path,
    code,
    severity,
    line,
    column,
    message,
  }))
