import { entrySummary, isFoldable } from '../../src/show/report/entry-summary.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { outcome } from './sample-outcomes.ts'

afterEach(removeTemporaryTrees)

const json = `{
  "AWSTemplateFormatVersion": "2010-09-09",
  "Mappings": {
    "M": {"a": {"b": "c"}}
  },
  "Resources": {
    "Web": {
      "Type": "OS::Heat::None"
    },
    "Db\\u0007": {"Type": "OS::Heat::None"}
  }
}
`
const yaml = `heat_template_version: 2018-08-31
resources:
  Web:
    type: OS::Heat::None
  New: {type: OS::Heat::None}
`

const changed = (fields: object) =>
  outcome({ path: 'a.json', newPath: 'a.yaml', status: 'changed', proof: 'equal', ...fields })

describe('entrySummary', () => {
  it('counts the lines of each entry that go and come, in the order of the result, and then what it no longer has', () => {
    expect(entrySummary(changed({ before: json, after: yaml }))).toBe(
      [
        'a.json -> a.yaml: proved equal, 8 entries rewritten',
        '  -1 +0  (above the first entry)',
        '  -1 +1  heat_template_version',
        '  -1 +1  resources',
        '  -3 +2  resources Web',
        '  -0 +1  resources New',
        '  -1 +0  Mappings',
        '  -2 +0  Mappings M',
        '  -3 +0  Resources Db\\u0007',
        '',
      ].join('\n'),
    )
  })

  it('says nothing of entries of which no line changes, and nothing that steers a terminal', () => {
    const before = `heat_template_version: 2013-05-23
resources:
  kept: {type: OS::Heat::None}
  "a\x1b[2J":
    type: OS::Heat::None
`
    const after = before.replace('2013-05-23', 'rocky').replace(/None\n$/, 'Value\n')
    expect(entrySummary(changed({ path: 'a\n.yaml', newPath: undefined, before, after }))).toBe(
      [
        'a .yaml: proved equal, 2 entries rewritten',
        '  -1 +1  heat_template_version',
        '  -1 +1  resources a\\x1b[2J',
        '',
      ].join('\n'),
    )
  })

  it('is for what is proved equal only', () => {
    expect(isFoldable(changed({ before: '' }))).toBe(true)
    expect(isFoldable(changed({}))).toBe(false)
    for (const proof of ['corresponds', 'unproved', 'none'])
      expect(isFoldable(changed({ before: '', proof }))).toBe(false)
    expect(isFoldable(changed({ before: '', status: 'blocked' }))).toBe(false)
  })
})

describe('--diff summary', () => {
  const template = 'heat_template_version: 2013-05-23\nresources: {r: {type: OS::Heat::None}}\n'

  it('shows the entries of what is proved; a patch has all of it', async () => {
    const tree = temporaryTree({ 'a.yaml': template })
    const line = ['upgrade', 'a.yaml', '--to', 'rocky', '--diff', 'summary']
    expect((await inProcess(line, tree.root)).stdout).toBe(
      'a.yaml: proved equal, 1 entry rewritten\n  -1 +1  heat_template_version\n',
    )
    expect((await inProcess([...line, '--patch', 'p.patch'], tree.root)).stdout).toBe('')
    expect(tree.read('p.patch')).toContain('\n-heat_template_version: 2013-05-23\n')
  })

  it('shows the whole diff of a file that is new', async () => {
    const given = template.replace('resources', 'parameters: {p: {type: string, default: x}}\nresources')
    const tree = temporaryTree({ 'a.yaml': given })
    expect((await inProcess(['extract-defaults', '--diff', 'summary'], tree.root)).stdout).toBe(
      [
        'diff --git a/a.env b/a.env',
        'new file mode 100644',
        '--- /dev/null',
        '+++ b/a.env',
        '@@ -0,0 +1,2 @@',
        '+parameters:',
        '+  p: x',
        'a.yaml: proved equal, 1 entry rewritten',
        '  -1 +1  parameters',
        '',
      ].join('\n'),
    )
  })

  it('is shown of a plan, too, and is refused as another word', async () => {
    const tree = temporaryTree({ 'a.yaml': template })
    await inProcess(['upgrade', '--to', 'rocky', '--plan', 'p.json'], tree.root)
    expect((await inProcess(['show', 'p.json', '--diff', 'summary'], tree.root)).stdout).toContain(
      '1 entry rewritten\n',
    )
    const { status, stderr } = await inProcess(['upgrade', '--to', 'rocky', '--diff', 'short'], tree.root)
    expect([status, stderr]).toEqual([64, expect.stringContaining('--diff short: no such way')])
  })
})
