import { hotshift } from '../cli/hotshift.ts'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const good = 'heat_template_version: rocky\nresources: {a: {type: OS::Heat::None}}\n'
const bad = 'heat_template_version: rocky\nresources: {a: {type: OS::Heat::None, depends_on: b}}\n'
const odd = 'heat_template_version: rocky\nresources: {a: {type: OS::No::Such}}\n'

describe('hotshift check', () => {
  it('ends with 0 when all is well', () => {
    const tree = temporaryTree({ 'a.yaml': good, 'b.env': 'parameters: {p: 3}\n', 'c.txt': 'x\n' })
    const { status, stdout, stderr } = hotshift(['check'], tree.root)
    expect([status, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(
      /^3 files in [\d.]+ s\n {2}changed {4}0\n {2}unchanged {2}2\n {2}skipped {4}1 {2}1 not a template\n/,
    )
  })

  it('ends with 1 when Heat would refuse something, and says where', () => {
    const tree = temporaryTree({ 'a.yaml': bad, 'b.yaml': odd })
    const { status, stderr } = hotshift(['check'], tree.root)
    expect(status).toBe(1)
    expect(stderr).toContain(
      '  a.yaml:2:51  error    unknown-reference  there is no resource "b" in this template\n' +
        '                        Declare the parameter or resource, or correct the name. See HOT specification, Resources section, Resource dependencies.\n',
    )
    expect(stderr).toContain(
      '  b.yaml:2:23  warning  unknown-resource-type  Heat has no resource type OS::No::Such\n',
    )
    expect(stderr).not.toContain('dry run')
    expect(hotshift(['check', 'b.yaml'], tree.root).status).toBe(0)
  })

  it('holds templates against another version', () => {
    const text = 'heat_template_version: pike\noutputs: {a: {value: {make_url: {host: a}}}}\n'
    const tree = temporaryTree({ 'a.yaml': text })
    expect(hotshift(['check'], tree.root).status).toBe(0)
    const { status, stdout } = hotshift(['check', '--to', 'ocata', '--format', 'json'], tree.root)
    expect(status).toBe(1)
    expect(JSON.parse(stdout).files[0].findings).toMatchObject([
      { code: 'version-too-old', severity: 'error', path: 'a.yaml', line: 2, column: 22 },
    ])
  })

  it('ends with 1 for what cannot be read', () => {
    const tree = temporaryTree({ 'a.yaml': 'heat_template_version: rocky\nresources: {\n' })
    expect(hotshift(['check'], tree.root).status).toBe(1)
  })

  it('writes SARIF', () => {
    const tree = temporaryTree({ 'a.yaml': bad })
    const log = JSON.parse(hotshift(['check', '--format', 'sarif'], tree.root).stdout)
    expect(log.runs[0].results[0]).toMatchObject({ ruleId: 'unknown-reference', level: 'error' })
  })

  it('refuses what is no version', () => {
    const { status, stderr } = hotshift(['check', '--to', 'oldest'], temporaryTree().root)
    expect(status).toBe(64)
    expect(stderr).toContain('--to oldest: no such version\n  check takes a date, a release or latest\n')
  })
})
