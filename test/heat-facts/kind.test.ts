import { type Recognition, recognise } from '../../src/heat/kind.ts'
import { documentOf } from '../document/documents.ts'

/** What is recognised in a text, without the node, whose text stands for it. */
function recognition(text: string): Omit<Recognition, 'versionNode'> & { versionNode?: string } {
  const document = documentOf(text)
  const { root, syntax } = document
  const { versionNode, ...rest } = recognise(root, syntax)
  return versionNode === undefined
    ? rest
    : { ...rest, versionNode: text.slice(versionNode.start, versionNode.end) }
}

describe('recognise, by the version', () => {
  it.each([
    ['heat_template_version: 2018-08-31\n', 'hot', 'heat_template_version', '2018-08-31', '2018-08-31'],
    ["heat_template_version: 'rocky'\n", 'hot', 'heat_template_version', 'rocky', "'rocky'"],
    ['{"heat_template_version": "2013-05-23"}', 'hot', 'heat_template_version', '2013-05-23', '"2013-05-23"'],
    [
      'AWSTemplateFormatVersion: 2010-09-09\n',
      'cfn-yaml',
      'AWSTemplateFormatVersion',
      '2010-09-09',
      '2010-09-09',
    ],
    [
      '{"AWSTemplateFormatVersion": "2010-09-09"}',
      'cfn-json',
      'AWSTemplateFormatVersion',
      '2010-09-09',
      '"2010-09-09"',
    ],
    [
      'HeatTemplateFormatVersion: 2012-12-12\n',
      'heat-cfn-yaml',
      'HeatTemplateFormatVersion',
      '2012-12-12',
      '2012-12-12',
    ],
    [
      '{"HeatTemplateFormatVersion": "2012-12-12"}',
      'heat-cfn-json',
      'HeatTemplateFormatVersion',
      '2012-12-12',
      '"2012-12-12"',
    ],
  ])('%s', (text, kind, versionKey, versionText, versionNode) => {
    expect(recognition(text)).toEqual({ kind, versionKey, versionText, versionNode })
  })

  it('says why Heat would refuse it', () => {
    expect(recognition('heat_template_version: 2013-05-23a\n')).toMatchObject({
      kind: 'hot',
      versionText: '2013-05-23a',
      problem: 'unknown-version',
    })
    expect(recognition('AWSTemplateFormatVersion: 2012-12-12\n')).toMatchObject({
      kind: 'cfn-yaml',
      problem: 'unknown-version',
    })
    expect(recognition('heat_template_version: 2018\n')).toEqual({
      kind: 'hot',
      versionKey: 'heat_template_version',
      versionNode: '2018',
      problem: 'version-not-text',
    })
    expect(
      recognition('AWSTemplateFormatVersion: 2010-09-09\nHeatTemplateFormatVersion: 2012-12-12\n'),
    ).toEqual({
      kind: 'heat-cfn-yaml',
      versionKey: 'HeatTemplateFormatVersion',
      versionText: '2012-12-12',
      versionNode: '2012-12-12',
      problem: 'several-versions',
    })
  })

  it('does not count a version key that is not a string when another one is', () => {
    const text = 'heat_template_version:\nAWSTemplateFormatVersion: 2010-09-09\n'
    expect(recognition(text)).toEqual({
      kind: 'cfn-yaml',
      versionKey: 'AWSTemplateFormatVersion',
      versionText: '2010-09-09',
      versionNode: '2010-09-09',
    })
  })

  it('takes the last of two', () => {
    expect(recognition('heat_template_version: 2013-05-23\nheat_template_version: pike\n').versionText).toBe(
      'pike',
    )
  })

  it('goes through aliases', () => {
    const text = 'description: &v 2013-05-23\nheat_template_version: *v\n'
    expect(recognition(text)).toMatchObject({ kind: 'hot', versionText: '2013-05-23' })
  })
})

describe('recognise, without a version', () => {
  it.each([
    ['Resources:\n  B:\n    Type: AWS::S3::Bucket\n', 'cfn-yaml'],
    ['{"Resources": {"B": {"Type": "Custom::Thing"}}}', 'cfn-json'],
    ['Resources:\n  M:\n    Type: MongoDB::Atlas::Cluster\n', 'cfn-yaml'],
    ["Transform: AWS::LanguageExtensions\nResources:\n  'Fn::ForEach::All': [X, [a], {}]\n", 'cfn-yaml'],
    ['resources:\n  a:\n    type: OS::Nova::Server\n', 'hot-fragment'],
    ['resources:\n  a:\n    type: nested/server.yaml\n', 'hot-fragment'],
  ])('%s', (text, kind) => {
    expect(recognition(text)).toEqual({ kind, problem: 'no-version' })
  })

  it.each([
    'parameters:\n  a: 1\n',
    'parameter_defaults:\n  a: 1\nresource_registry:\n  A: b.yaml\n',
    '{"parameters": {}, "encrypted_param_names": [], "event_sinks": []}',
    'parameter_merge_strategies:\n  a: merge\n',
  ])('an environment: %s', (text) => {
    expect(recognition(text)).toEqual({ kind: 'environment' })
  })

  it('says why Heat would refuse an environment', () => {
    expect(recognition('parameters:\n')).toEqual({ kind: 'environment', problem: 'empty-section' })
    expect(recognition('parameter_defaults: {}\ndescription: x\n')).toEqual({
      kind: 'environment',
      problem: 'unknown-section',
    })
  })

  it.each([
    '',
    '# nothing\n',
    '{}',
    '[]',
    'text',
    '- heat_template_version: 2013-05-23\n',
    'nested:\n  heat_template_version: 2013-05-23\n',
    'parameters:\n  - name: a\n',
    'parameters:\n  a: 1\nsteps: []\n',
    'resources:\n  limits:\n    type: big\n',
    'resources:\n  Resources:\n    B:\n      Type: AWS::S3::Bucket\n',
    'Resources: [a]\nTransform: x\n',
  ])('nothing of ours: %j', (text) => {
    expect(recognition(text)).toEqual({ kind: 'not-a-template' })
  })
})
