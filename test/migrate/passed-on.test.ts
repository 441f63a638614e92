/** Callers of a converted template pass the parameters that take the place of what only AWS has. */
import { check, type Outcome, rewrite } from '../../src/index.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const importing = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  W: {Type: 'OS::Heat::Value', Properties: {value: {'Fn::ImportValue': net}}}
`
const hotParent = `heat_template_version: 2018-08-31
resources:
  a: {type: child.yaml}
`

type Texts = Readonly<Record<string, string>>

function migrated(texts: Texts, accept: readonly string[]): ReadonlyMap<string, Outcome> {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  return new Map(rewrite(files, { chain: 'migrate', accept }).map((one) => [one.path, one]))
}

const codesOf = (outcome: Outcome | undefined) =>
  outcome?.findings.map(({ code, line, column }) => `${code} ${line}:${column}`)

describe('a parameter that a nested template gets', () => {
  it('is passed on by a caller in HOT, which declares it too, and check finds nothing', () => {
    const made = migrated({ 'child.yaml': importing, 'parent.yaml': hotParent }, ['import-value'])
    const parent = made.get('parent.yaml')
    expect(parent?.after).toBe(`heat_template_version: 2018-08-31
parameters:
  Net:
    type: string
    description: Value that another stack exports as net
resources:
  a: {type: child.yaml, properties: {Net: {get_param: Net}}}
`)
    expect(codesOf(parent)).toEqual(['meaning-accepted 1:1', 'new-parameter 3:13'])
    expect(parent?.transforms).toEqual([{ id: 'cfn/imports-to-parameters', changes: 1, gives: 'value' }])
    expect(parent?.group).toBe(made.get('child.yaml')?.group)
    const results = [...made.values()].map(({ path, after = '' }) => ({ path, text: after }))
    expect(check(results).flatMap(({ findings }) => findings)).toEqual([])
  })

  it('blocks the template where a caller cannot be read, and no other caller changes', () => {
    const broken = hotParent.replace('{type: child.yaml}', '{type: child.yaml')
    const made = migrated({ 'child.yaml': importing, 'parent.yaml': hotParent, 'broken.yaml': broken }, [
      'import-value',
    ])
    expect(made.get('child.yaml')).toMatchObject({
      status: 'blocked',
      reason:
        'the template needs the parameter "Net" now: broken.yaml names this template but cannot be read: this "{" is never closed',
    })
    expect(made.get('parent.yaml')?.status).toBe('unchanged')
  })

  it('is passed on through all that call one another, what was CloudFormation included', () => {
    const called = (child: string) => `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  ${child}:
    Type: AWS::CloudFormation::Stack
    Properties:
      TemplateURL: ${child}.yaml
`
    const secret = importing.replace(
      "{'Fn::ImportValue': net}",
      "{'Fn::Sub': '{{resolve:secretsmanager:key}}'}",
    )
    const made = migrated({ 'top.yaml': called('mid'), 'mid.yaml': called('child'), 'child.yaml': secret }, [
      'dynamic-reference',
    ])
    const passing = (child: string) => `heat_template_version: 2018-08-31
parameters:
  Key:
    type: string
    description: Value of the dynamic reference secretsmanager:key
    hidden: true
resources:
  ${child}:
    type: AWS::CloudFormation::Stack
    properties:
      TemplateURL: ${child}.yaml
      Parameters:
        Key: {get_param: Key}
`
    expect(made.get('top.yaml')?.after).toBe(passing('mid'))
    expect(made.get('mid.yaml')?.after).toBe(passing('child'))
    expect([...made.values()].map(({ proof }) => proof)).toEqual(['equal', 'equal', 'equal'])
  })

  it('is taken from what the caller has for the same', () => {
    const region = importing.replace("{'Fn::ImportValue': net}", '!Sub "${AWS::Region}-x"')
    const both = `${region}  C: {Type: child.yaml}\n`
    const made = migrated({ 'child.yaml': region, 'parent.yaml': both }, [])
    expect(made.get('parent.yaml')?.after).toContain(
      '  C: {type: child.yaml, properties: {region: {get_param: region}}}\n',
    )
    expect(made.get('parent.yaml')?.after?.match(/ region:$/gm)).toHaveLength(1)
  })

  it('is said of a caller that cannot pass it', () => {
    const shared = `heat_template_version: 2018-08-31
resources:
  a: {type: child.yaml, properties: &p {}}
  b: {type: child.yaml, properties: *p}
`
    const made = migrated({ 'child.yaml': importing, 'parent.yaml': shared }, ['import-value'])
    const parent = made.get('parent.yaml')
    expect(parent?.status).toBe('unchanged')
    expect(codesOf(parent)).toEqual(['nested-parameter 3:13', 'nested-parameter 4:13'])
    expect(parent?.findings[1]?.message).toBe(
      'child.yaml now requires the parameter "Net", which "b" does not pass',
    )
  })

  it('keeps the template as it is where a caller is blocked: all of them change or none', () => {
    const blocked = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  a: {Type: child.yaml}
  b: {Type: 'OS::Heat::Value', Properties: {value: {Ref: nowhere}}}
`
    const made = migrated({ 'child.yaml': importing, 'parent.yaml': blocked }, ['import-value'])
    expect([...made.values()].map(({ status }) => status)).toEqual(['blocked', 'blocked'])
    expect(codesOf(made.get('child.yaml'))).toContain('change-incomplete 1:1')
  })

  it('is passed on by callers that name it by a type of a registry, in other directories, too', () => {
    const environment =
      'resource_registry:\n  My::Type: ../nested/child.yaml\n  "Your::*": ../nested/child.yaml\n'
    const made = migrated(
      {
        'nested/child.yaml': importing,
        'environments/all.yaml': environment,
        'top/plain.yaml': hotParent.replace('child.yaml', 'My::Type'),
        'top/wild.yaml': hotParent.replace('child.yaml', 'Your::Type'),
      },
      ['import-value'],
    )
    expect(made.get('top/plain.yaml')?.after).toContain(
      '  a: {type: My::Type, properties: {Net: {get_param: Net}}}\n',
    )
    expect(codesOf(made.get('top/plain.yaml'))).toEqual(['meaning-accepted 1:1', 'new-parameter 3:13'])
    expect(made.get('top/wild.yaml')?.status).toBe('unchanged')
    expect(codesOf(made.get('top/wild.yaml'))).toEqual(['nested-parameter 3:13'])
    expect(made.get('environments/all.yaml')).toMatchObject({ status: 'unchanged', findings: [] })
  })

  it('changes no caller where it has a default, or was required before', () => {
    const region = importing.replace("{'Fn::ImportValue': net}", '!Ref AWS::Partition')
    const needed = importing.replace('Resources:', 'Parameters: {Size: {Type: String}}\nResources:')
    for (const child of [region, needed]) {
      const made = migrated(
        { 'child.yaml': child.replace("{'Fn::ImportValue': net}", 'x'), 'parent.yaml': hotParent },
        [],
      )
      expect(made.get('child.yaml')?.status).toBe('changed')
      expect(made.get('parent.yaml')).toMatchObject({ status: 'unchanged', findings: [] })
    }
  })
})

it('the command line reads the files of a run together where one names another', async () => {
  const { root } = temporaryTree({ 'child.yaml': importing, 'parent.yaml': hotParent })
  const { stdout, stderr } = await inProcess(['migrate', '.', '--accept', 'import-value'], root)
  expect(stdout).toContain('+  a: {type: child.yaml, properties: {Net: {get_param: Net}}}\n')
  expect(stderr).toContain('"a" now passes "Net", which child.yaml requires')
})

it('the command line reads callers by a type of a registry together with it', async () => {
  const { root } = temporaryTree({
    'nested/child.yaml': importing,
    'environment.yaml': 'resource_registry: {My::Type: nested/child.yaml}\n',
    'top/parent.yaml': hotParent.replace('child.yaml', 'My::Type'),
  })
  const { stdout } = await inProcess(['migrate', '.', '--accept', 'import-value'], root)
  expect(stdout).toContain('+  a: {type: My::Type, properties: {Net: {get_param: Net}}}\n')
})

it('one patch converts a template and has its callers pass what it needs', async () => {
  const { root, read } = temporaryTree({ 'child.yaml': importing, 'parent.yaml': hotParent })
  const { status } = await inProcess(
    ['migrate', '.', '--accept', 'import-value', '--patches', 'series'],
    root,
  )
  expect(status).toBe(0)
  expect(read('series/0001-convert-cloudformation-to-hot.patch').match(/^diff --git .*$/gm)).toHaveLength(2)
})
