import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const template = `heat_template_version: 2018-08-31
parameters:
  mode: {type: string, default: 0644}
conditions:
  never: {equals: [a, b]}
resources:
  r: {type: OS::Heat::Value, properties: {value: {get_param: mode}}}
`
const files = { 'a.yaml': template, 'old/b.yaml': template }

/** What check says of the templates, a line for each finding, and its exit code. */
async function checked(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const tree = temporaryTree({ ...files, ...more })
  const { stdout, status } = await inProcess(['check', '--format', 'concise', ...args], tree.root)
  const lines = stdout.split('\n').filter((line) => line !== '')
  return { status, found: lines.map((line) => line.replace(/:\d+:\d+: (\w+) ([\w-]+) .*$/, ' $1 $2')) }
}

const all = [
  'a.yaml warning misread-value',
  'a.yaml info unused-declaration',
  'old/b.yaml warning misread-value',
  'old/b.yaml info unused-declaration',
]

describe('findings of check', () => {
  it('count as much as they are said to', async () => {
    expect(await checked([])).toEqual({ status: 0, found: all })
    const { status, found } = await checked(['--severity', 'misread-value=error,unused-declaration=off'])
    expect(status).toBe(1)
    expect(found).toEqual(['a.yaml error misread-value', 'old/b.yaml error misread-value'])
  })

  it('are those that are asked for', async () => {
    expect((await checked(['--only', 'unused-declaration'])).found).toEqual([all[1], all[3]])
    expect((await checked(['--except', 'unused-declaration'])).found).toEqual([all[0], all[2]])
  })

  it('have settings in a configuration, also for some files', async () => {
    const configuration = `commands:
  check:
    severity: [unused-declaration=off]
overrides:
  - files: [old/**]
    severity: [misread-value=info]
`
    expect((await checked([], { 'hotshift.config.yaml': configuration })).found).toEqual([
      'a.yaml warning misread-value',
      'old/b.yaml info misread-value',
    ])
  })

  it('have settings in a configuration as a mapping, in which off is a boolean of YAML', async () => {
    const configuration = `commands:
  check:
    severity: {unused-declaration: off, misread-value: error}
overrides:
  - files: [old/**]
    severity: {misread-value: info}
`
    expect((await checked([], { 'hotshift.config.yaml': configuration })).found).toEqual([
      'a.yaml error misread-value',
      'old/b.yaml info misread-value',
    ])
  })

  it.each([
    ['{misread-value: [a, {b: c}]}', '2:41: a string, or a list of strings, is expected here'],
    ['{misread-value: true}', '--severity misread-value=true: write a code and a level'],
  ])('are refused as %s', async (severity, message) => {
    const tree = temporaryTree({
      ...files,
      'hotshift.config.yaml': `commands:\n  check: {severity: ${severity}}\n`,
    })
    const { stderr, status } = await inProcess(['check'], tree.root)
    expect([status, stderr]).toEqual([64, expect.stringContaining(message)])
  })

  it('are counted where a setting leaves them out', async () => {
    const tree = temporaryTree(files)
    const { stdout } = await inProcess(['check', '--except', 'misread-value', '--format', 'json'], tree.root)
    const [first] = JSON.parse(stdout).files
    expect(first.ignored).toMatchObject([{ code: 'misread-value', ignoredBy: { kind: 'setting' } }])
  })

  it('are not silenced where a file cannot be read', async () => {
    const broken = { 'c.yaml': 'heat_template_version: 2018-08-31\nresources: [\n' }
    const { status, found } = await checked(['--severity', 'yaml-syntax=off'], broken)
    expect(status).not.toBe(0)
    expect(found).toContain('c.yaml error yaml-syntax')
  })

  it.each([
    [['--severity', 'misread-valeu=off'], 'there is no finding misread-valeu', 'did you mean misread-value'],
    [['--severity', 'misread-value=loud'], 'write a code and a level', 'the levels are'],
    [['--severity', 'misread-value'], 'write a code and a level', 'for example'],
    [['--only', 'misread-valeu'], 'there is no finding misread-valeu', 'did you mean misread-value'],
    [['--only', 'R-90526'], 'choose requirements of a --profile', 'R-90526'],
  ])('%j is a mistake that is named', async (args, ...words) => {
    const { status, stderr } = await inProcess(['check', ...args], temporaryTree(files).root)
    expect(status).toBe(64)
    for (const word of words) expect(stderr).toContain(word)
  })
})
