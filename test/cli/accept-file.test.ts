/** `--accept-file`: what is accepted, with reasons. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { shell } from './hotshift.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const template = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: !ImportValue net}}
`
const accepted = 'import-value: the network team gives it\n'
const files = { 's.yaml': template, 'ok.yml': accepted }
const said = 'accepted: Heat has no Fn::ImportValue (of "net"); the reason: the network team gives it\n'

const migrated = (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  inProcess(['migrate', 's.yaml', ...args], temporaryTree({ ...files, ...more }).root)

describe('codes in a file', () => {
  it('are accepted, and the report says why', async () => {
    const { status, stderr, stdout } = await migrated({}, '--accept-file', 'ok.yml')
    expect(stderr).toContain(said)
    expect(stdout).toContain('+  Net:\n')
    expect(status).toBe(0)
  })

  it('are accepted beside those of --accept, and may be JSON', async () => {
    const { status } = await migrated(
      { 'ok.json': '{"rules-section": "asked elsewhere"}' },
      '--accept-file',
      'ok.json',
      '--accept',
      'import-value',
    )
    expect(status).toBe(0)
  })

  it('may come through a pipe, which says them once', () => {
    const { root } = temporaryTree(files)
    const { stderr, status } = shell('cat ok.yml | hotshift migrate s.yaml --accept-file /dev/stdin', root)
    expect(stderr).toContain(said)
    expect(status).toBe(0)
  })

  it('may stand in the configuration, for some files', async () => {
    const whole = { 'hotshift.config.yaml': 'acceptFile: ok.yml\n' }
    expect((await migrated(whole)).stderr).toContain(said)
    const part = (glob: string) => ({
      'hotshift.config.yaml': `overrides:\n  - files: '${glob}'\n    acceptFile: ok.yml\n`,
    })
    expect((await migrated(part('s.*'))).stderr).toContain(said)
    expect((await migrated(part('t.*'))).status).toBe(3)
  })

  it('are part of the command that accepts more', async () => {
    const rules = `${template}Rules: {R: {Assertions: [{Assert: {'Fn::Equals': [a, a]}}]}}\n`
    const { stderr } = await migrated({ 's.yaml': rules }, '--accept-file', 'ok.yml')
    expect(stderr).toContain(
      'nothing else blocks 1 file: hotshift migrate s.yaml --accept-file ok.yml --accept rules-section\n',
    )
  })

  it.each([
    ['a code without a reason', '# none\nimport-value:\n', '2:1: import-value needs a reason'],
    ['a blank reason', 'import-value: " "\n', '1:1: import-value needs a reason'],
    ['a code twice', `${accepted}${accepted}`, '2:1: import-value is given more than once'],
    ['a list', '- import-value\n', '1:1: a mapping of codes to reasons is expected here'],
    ['no code', 'import-valeu: x\n', '1:1: import-valeu: no such finding\n  did you mean import-value?\n'],
    ['a code with nothing to accept', 'yaml-tag: x\n', '1:1: yaml-tag: this finding offers no rewrite\n'],
    ['a mistake', 'import-value: "x\n', '1:15: this quoted string has no end'],
    ['nothing', '', '1:1: a mapping of codes to reasons is expected here'],
  ])('are refused as %s', async (_, text, message) => {
    const { status, stderr } = await migrated({ 'not.yml': text }, '--accept-file', 'not.yml')
    expect(stderr).toContain('--accept-file not.yml:')
    expect(stderr).toContain(message)
    expect(status).toBe(64)
  })

  it('are refused where there is no such file', async () => {
    expect((await migrated({}, '--accept-file', 'none.yml')).status).toBe(64)
  })
})
