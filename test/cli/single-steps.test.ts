import { rewrite } from '../../src/index.ts'
import { transforms } from '../../transforms/registry.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
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

const inShortForm = `AWSTemplateFormatVersion: 2010-09-09
Parameters:
  a: {Type: String}
  s: {Type: String, Default: '{{resolve:ssm:a:1}}'}
Conditions:
  c: !Equals [!Ref a, x]
Mappings:
  m: {x: {y: 1}}
Resources:
  v:
    Type: AWS::EC2::Volume
    Properties:
      Size: !FindInMap [m, !Ref a, y]
      AvailabilityZone: !Select [0, !GetAZs '']
      Iops: !If [c, 1, !Ref AWS::NoValue]
  w:
    Type: OS::Heat::Value
    Properties:
      value: [!Sub '\${a}', !Base64 a, !ImportValue a, {Ref: AWS::AccountId}, !Join ['', [a]]]
Outputs:
  o: {Value: !GetAtt w.value, Condition: c}
`

/** What finds nothing to do in that template, whatever its form. */
const idle: readonly string[] = [
  'json-to-yaml',
  'join-to-block',
  'drop-aws-sections',
  'drop-update-policies',
  'drop-list-patterns',
  'ssm-to-parameters',
  'interface-to-groups',
  'inline-region',
  'split-to-str-split',
  'replace-to-str-replace',
  'fold-member-list',
  'resource-facade',
].map((name) => `cfn/${name}`)

describe('single steps of a translation', () => {
  it.each([
    ['cfn/join-to-str-replace', 'list_join is not a function in AWSTemplateFormatVersion'],
    ['cfn/ref-to-get', 'get_param is not a function in AWSTemplateFormatVersion'],
    ['cfn/resources', '1 other error'],
    ['cfn/parameters', '2 other errors'],
  ])('%s alone is refused where Heat refuses its result', async (id, why) => {
    const tree = temporaryTree({ 'a.yaml': joined })
    const { status, stderr } = await inProcess(['run', '-t', id, 'a.yaml', '--write'], tree.root)
    expect(status).toBe(3)
    expect(stderr).toContain(`lone-step  Heat rejects the result of ${id} alone: ${why}`)
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

  it('is refused so where it leaves arguments that it does not take to others', async () => {
    const tree = temporaryTree({ 'a.yaml': joined.replace(/value: .*/, "value: !Ref 'AWS::Region'") })
    const { status, stderr } = await inProcess(
      ['run', '-t', 'cfn/inline-region', '--from', 'heat', 'a.yaml'],
      tree.root,
    )
    expect([status, stderr]).toEqual([
      3,
      expect.stringMatching(/8:19 +error +lone-step +!Ref is in its short form/),
    ])
  })

  it.each(
    [...transforms.keys()].filter((id) => {
      const { keeps, staysCfn } = transforms.get(id) ?? {}
      return id.startsWith('cfn/') && keeps?.startsWith('meaning') === true && staysCfn !== true
    }),
  )('%s leaves functions in their short form only where it has nothing to do with them', async (id) => {
    const withTransform = inShortForm.replace('Parameters', 'Transform: AWS::LanguageExtensions\nParameters')
    const text = id === 'cfn/compute-extensions' ? withTransform : inShortForm
    const tree = temporaryTree({ 'a.yaml': text })
    const { status } = await inProcess(['run', '-t', id, 'a.yaml', '--write'], tree.root)
    const isChanged = tree.read('a.yaml') !== text
    expect([isChanged, status]).toEqual(
      id === 'cfn/expand-short-tags' ? [true, 0] : [false, idle.includes(id) ? 0 : 3],
    )
  })

  it('see what a transform of AWS expands in its short form', async () => {
    const text = joined
      .replace('Parameters', 'Transform: AWS::LanguageExtensions\nParameters')
      .replace(/value: .*/, 'value: !Length [a, b]')
    const tree = temporaryTree({ 'a.yaml': text })
    const { status, stderr } = await inProcess(['run', '-t', 'cfn/drop-aws-sections', 'a.yaml'], tree.root)
    expect([status, stderr]).toEqual([
      3,
      expect.stringContaining('the transform AWS::LanguageExtensions expands Fn::Length'),
    ])
  })

  it('are refused in the library, too', () => {
    const [outcome] = rewrite([{ path: 'a.yaml', text: joined }], { chain: ['cfn/ref-to-get'] })
    expect([outcome?.status, outcome?.findings.map(({ code }) => code)]).toEqual(['blocked', ['lone-step']])
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
