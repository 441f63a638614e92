import { requirementFinding } from '../../src/engine/findings/finding.ts'
import { followRenames } from '../../src/engine/names/follow-renames.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { engineFor } from './run-text.ts'

type Files = Readonly<Record<string, string>>

/** Runs all files as one run and gives the outcomes by path. */
function runAll(files: Files, unread: Files = {}): Readonly<Record<string, FileOutcome>> {
  const engine = engineFor()
  const outcomes = Object.entries(files).map(([path, text]) => engine.run({ path, bytes: Buffer.from(text) }))
  const followed = followRenames(outcomes, (path) => files[path] ?? unread[path])
  return Object.fromEntries(followed.map((outcome) => [outcome.path, outcome]))
}

const child = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}'
const blockedChild = '{"AWSTemplateFormatVersion": "2010-09-09", "Transform": "a", "Resources": {}}'

const parent = (type: string) => `heat_template_version: 2018-08-31
resources:
  # the child
  child: {type: ${type}}   # made of JSON
`

describe('references to a file that gets a new name', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['type', 'parent.yaml', parent('child.template'), parent('child.yaml')],
    ['type with quotes', 'parent.yaml', parent('"child.template"'), parent('"child.yaml"')],
    ['type in the same folder', 'parent.yaml', parent('./child.template'), parent('./child.yaml')],
    ['type in a folder above', 'sub/parent.yaml', parent('../child.template'), parent('../child.yaml')],
    [
      'type by a detour',
      'a/b/parent.yaml',
      parent('../../a/../child.template'),
      parent('../../a/../child.yaml'),
    ],
    [
      'get_file',
      'parent.yaml',
      'heat_template_version: 2018-08-31\noutputs: {a: {value: {get_file: child.template}}}\n',
      'heat_template_version: 2018-08-31\noutputs: {a: {value: {get_file: child.yaml}}}\n',
    ],
    [
      'TemplateURL',
      'parent.yaml',
      "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  A:\n    Type: AWS::CloudFormation::Stack\n    Properties:\n      TemplateURL: child.template\n",
      'heat_template_version: 2018-08-31\nresources:\n  A:\n    type: AWS::CloudFormation::Stack\n    properties:\n      TemplateURL: child.yaml\n',
    ],
    [
      'resource_registry',
      'env/live.yaml',
      'resource_registry:\n  My::Child: ../child.template\n  resources:\n    a:\n      Other: ../child.template # here\n',
      'resource_registry:\n  My::Child: ../child.yaml\n  resources:\n    a:\n      Other: ../child.yaml # here\n',
    ],
    [
      'a list of types',
      'parent.yaml',
      'heat_template_version: 2018-08-31\nresources:\n  chain:\n    type: OS::Heat::ResourceChain\n    properties:\n      # in turn\n      resources: [OS::Heat::None, ./child.template]\n      concurrent: true\n',
      'heat_template_version: 2018-08-31\nresources:\n  chain:\n    type: OS::Heat::ResourceChain\n    properties:\n      # in turn\n      resources: [OS::Heat::None, ./child.yaml]\n      concurrent: true\n',
    ],
    [
      'the type of the members of a group',
      'parent.yaml',
      'heat_template_version: 2018-08-31\nresources:\n  group:\n    type: OS::Heat::ResourceGroup\n    properties: {count: 2, resource_def: {type: child.template, properties: {}}}\n',
      'heat_template_version: 2018-08-31\nresources:\n  group:\n    type: OS::Heat::ResourceGroup\n    properties: {count: 2, resource_def: {type: child.yaml, properties: {}}}\n',
    ],
    [
      'an environment as JSON',
      'env.json',
      '{"resource_registry": {"My::Child": "child.template"}}\n',
      '{"resource_registry": {"My::Child": "child.yaml"}}\n',
    ],
  ]
  it.each(cases)('%s follows', (_, path, before, after) => {
    const outcomes = runAll({ 'child.template': child, [path]: before })
    const proof = /^env/.test(path) ? 'none' : 'equal'
    expect(outcomes[path]).toMatchObject({ status: 'changed', before, after, proof })
    expect(outcomes['child.template']).toMatchObject({ status: 'changed', newPath: 'child.yaml' })
  })

  const others: readonly (readonly [string, string, string])[] = [
    ['another file of that name', 'sub/parent.yaml', parent('child.template')],
    ['a longer name', 'parent.yaml', parent('grandchild.template')],
    ['a property', 'parent.yaml', parent('OS::Heat::Value, properties: {value: child.template}')],
    ['a comment', 'parent.yaml', `${parent('OS::Heat::None')}# see child.template\n`],
    ['a URL', 'parent.yaml', parent('http://example.org/child.template')],
  ]
  it.each(others)('%s does not', (_, path, before) => {
    const outcomes = runAll({ 'child.template': child, [path]: before })
    expect(outcomes[path]).toMatchObject({ status: 'unchanged' })
    expect(outcomes['child.template']).toMatchObject({ newPath: 'child.yaml' })
  })

  it('follow a name with blanks and other letters', () => {
    const outcomes = runAll({
      'große vorlage.template': child,
      'parent.yaml': parent('große vorlage.template'),
    })
    expect(outcomes['parent.yaml']?.after).toBe(parent('große vorlage.yaml'))
  })

  it('are counted as changes of the transform that renames', () => {
    const outcomes = runAll({ 'child.template': child, 'parent.yaml': parent('child.template') })
    expect(outcomes['parent.yaml']?.transforms).toEqual([
      { id: 'cfn/json-to-yaml', changes: 1, gives: 'name' },
    ])
  })
})

describe('files that change together', () => {
  it('carry the same group, whoever names whom', () => {
    const outcomes = runAll({
      'child.template': child,
      'middle.template':
        '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"C": {"Type": "child.template"}}}',
      'parent.yaml': parent('middle.template'),
      'alone.template': child,
    })
    const groups = Object.values(outcomes).map(({ path, group }) => [path, group])
    const [[, group]] = groups as [[string, string]]
    expect(group).toBeDefined()
    expect(groups).toEqual([
      ['child.template', group],
      ['middle.template', group],
      ['parent.yaml', group],
      ['alone.template', undefined],
    ])
    expect(outcomes['middle.template']?.after).toContain('type: child.yaml')
  })

  it('may name one another', () => {
    const naming = (other: string) =>
      `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"A": {"Type": "${other}"}}}`
    const outcomes = runAll({ 'a.template': naming('b.template'), 'b.template': naming('a.template') })
    expect(outcomes['a.template']?.after).toContain('type: b.yaml')
    expect(outcomes['b.template']?.after).toContain('type: a.yaml')
  })
})

describe('a new name that cannot be followed', () => {
  const blockedParent =
    "AWSTemplateFormatVersion: '2010-09-09'\nTransform: a\nResources:\n  A: {Type: child.template}\n"

  it('is taken back when the file that refers to it is blocked', () => {
    const outcomes = runAll({ 'child.template': child, 'parent.yaml': blockedParent })
    expect(outcomes['child.template']).toMatchObject({
      status: 'blocked',
      reason: '"parent.yaml" refers to this file and cannot be changed along with it',
    })
    expect(outcomes['child.template']?.findings.map(({ code }) => code)).toEqual(['reference-not-followed'])
    expect(outcomes['child.template']?.newPath).toBeUndefined()
    expect(outcomes['child.template']?.after).toBeUndefined()
    expect(outcomes['parent.yaml']?.status).toBe('blocked')
  })

  it('has repaired nothing then', () => {
    const [renamed, stuck] = Object.entries({ 'child.template': child, 'parent.yaml': blockedParent }).map(
      ([path, text]) => engineFor().run({ path, bytes: Buffer.from(text) }),
    ) as [FileOutcome, FileOutcome]
    const facts = { keyword: 'MUST', repair: 'safe', isRepaired: true } as const
    const repaired = requirementFinding('R-92635', 'has another name', facts, undefined, {
      help: 'Repaired.',
    })
    const findings = [{ ...repaired, line: 1, column: 1 }]
    const [outcome] = followRenames([{ ...renamed, findings }, stuck], () => undefined)
    expect(outcome?.findings).toMatchObject([
      {
        code: 'R-92635',
        severity: 'error',
        help: 'It is not repaired: the change of this file is not made.',
        requirement: { keyword: 'MUST', repair: 'safe' },
      },
      { code: 'reference-not-followed' },
    ])
    expect(outcome?.findings[0]?.requirement).not.toHaveProperty('isRepaired')
  })

  it('is taken back when the file cannot be read', () => {
    const outcomes = runAll({
      'child.template': child,
      'parent.yaml': "AWSTemplateFormatVersion: '2010-09-09'\nResources: {A: {Type: 'child.template'}\n",
    })
    expect(outcomes['child.template']?.status).toBe('blocked')
  })

  it('takes others back that would have followed', () => {
    const outcomes = runAll({
      'child.template': child,
      'middle.template':
        '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"C": {"Type": "child.template"}}}',
      'parent.yaml': blockedParent.replace('child.template', 'middle.template'),
      'other.yaml': parent('child.template'),
    })
    expect(outcomes['middle.template']?.status).toBe('blocked')
    // The blocked one still refers to the old name of its child.
    expect(outcomes['child.template']?.status).toBe('blocked')
    expect(outcomes['other.yaml']).toMatchObject({ status: 'unchanged' })
  })

  it('does not matter when the file itself is blocked', () => {
    const outcomes = runAll({ 'child.template': blockedChild, 'parent.yaml': parent('child.template') })
    expect(outcomes['parent.yaml']).toMatchObject({ status: 'unchanged' })
  })

  it('is followed in files that no transform is for, read when they are needed', () => {
    const engine = engineFor()
    const renamed = engine.run({ path: 'child.template', bytes: Buffer.from(child) })
    const unread: FileOutcome = {
      path: 'env.yaml',
      kind: 'environment',
      status: 'unchanged',
      proof: 'none',
      transforms: [],
      findings: [],
    }
    const text = 'resource_registry: {A: child.template}\n'
    const [, environment] = followRenames([renamed, unread], () => text)
    expect(environment).toMatchObject({
      status: 'changed',
      before: text,
      after: 'resource_registry: {A: child.yaml}\n',
    })
    const [alone, gone] = followRenames([renamed, unread], () => undefined)
    expect([alone?.status, gone?.status]).toEqual(['changed', 'unchanged'])
  })
})
