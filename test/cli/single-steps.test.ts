import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const joined = `AWSTemplateFormatVersion: 2010-09-09
Parameters:
  a: {Type: String}
Resources:
  s:
    Type: OS::Heat::Value
    Properties:
      value: {"Fn::Join": ["", ["http://", {Ref: a}, "/x"]]}
`

describe('single steps of a translation', () => {
  it.each([
    ['cfn/join-to-str-replace', 'list_join is no function under AWSTemplateFormatVersion'],
    ['cfn/ref-to-get', 'get_param is no function under AWSTemplateFormatVersion'],
    ['cfn/resources', '1 other error'],
    ['cfn/parameters', '2 other errors'],
  ])('%s alone is refused where Heat refuses its result', async (id, why) => {
    const tree = temporaryTree({ 'a.yaml': joined })
    const { status, stderr } = await inProcess(['run', '-t', id, 'a.yaml', '--write'], tree.root)
    expect(status).toBe(3)
    expect(stderr).toContain(`lone-step  Heat refuses what ${id} makes of it alone: ${why}`)
    expect(stderr).toContain('Run hotshift migrate')
    expect(tree.read('a.yaml')).toBe(joined)
  })

  it('is refused where it would not read functions in their short form', async () => {
    const text = joined.replace(/value: .*/, 'value: !Join ["", [a, b]]')
    const tree = temporaryTree({ 'a.yaml': text })
    const { status, stderr } = await inProcess(['run', '-t', 'cfn/join-to-str-replace', 'a.yaml'], tree.root)
    expect(status).toBe(3)
    expect(stderr).toMatch(
      /8:20 +error +lone-step +!Join is in its short form, which only cfn\/expand-short-tags reads/,
    )
    expect(stderr).toContain('or name cfn/expand-short-tags with -t before this one')
    const other = await inProcess(['run', '-t', 'cfn/ref-to-get', 'a.yaml'], tree.root)
    expect([other.status, other.stderr]).toEqual([0, expect.not.stringContaining('lone-step')])
  })

  it.each([
    ['that stay in the language of CloudFormation', 'cfn/expand-short-tags', '!Join ["", [a, !Ref a]]'],
    ['beside data that looks like a function of HOT', 'cfn/expand-short-tags', '[!Ref a, {list_join: [1]}]'],
  ])('deploy %s', async (_, id, value) => {
    const text = joined.replace(/value: .*/, `value: ${value}`)
    const { status, stderr, stdout } = await inProcess(
      ['run', '-t', id, 'a.yaml'],
      temporaryTree({ 'a.yaml': text }).root,
    )
    expect(stdout).toContain('Ref: a')
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('not deployable')])
  })

  it('deploy where all of them were made', async () => {
    const ids = 'cfn/parameters,cfn/resources,cfn/join-to-str-replace,cfn/ref-to-get,cfn/hot-version'
    const { status, stderr } = await inProcess(
      ['run', '-t', ids, 'a.yaml'],
      temporaryTree({ 'a.yaml': joined }).root,
    )
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('not deployable')])
  })
})
