import { looksLikeTemplate } from '../../src/heat/candidate.ts'

describe('looksLikeTemplate', () => {
  it.each([
    ['HOT', 'heat_template_version: 2018-08-31\n'],
    ['HOT behind a long comment', `${'# words\n'.repeat(1000)}heat_template_version: rocky\n`],
    ['CFN in JSON', '{ "AWSTemplateFormatVersion": "2010-09-09", "Resources": {} }'],
    ['CFN of Heat', "HeatTemplateFormatVersion: '2012-12-12'\n"],
    ['CFN without a version', '{"Resources":{"B":{"Type":"AWS::S3::Bucket"}}}'],
    ['CFN without a version, in YAML', "\uFEFFResources:\n  B:\n    Type: 'AWS::S3::Bucket'\n"],
    ['CFN with a transform', 'Transform: AWS::Serverless-2016-10-31\n'],
    ['resources without a version', "'resources' :\n  a:\n    type: OS::Nova::Server\n"],
    ['resources in flow', '{description: x, resources: {a: {type: OS::Heat::None}}}'],
    ['an environment', 'resource_registry:\n  A: b.yaml\n'],
    ['a dull environment', 'parameters:\n  key: value\n'],
    ['a dull environment in JSON', '{\r\n\t"parameters" : {} }'],
    [
      'a dull environment behind all that may precede it',
      '\uFEFF%YAML 1.1\n---\n# c\r\n\n   parameters:\n     a: 1\n',
    ],
    ['one in JSON with comments', '// a\n/* b\n * c */ { "parameters": {} }'],
    ['one with an indented root', '  event_sinks: []\n'],
    ['HOT with an escape in its key', '"\\x68eat_template_version": 2018-08-31\n'],
    ['CFN with an escape in its key', '{"Aws": "\\u0041", "\\u0041WSTemplateFormatVersion" : "2010-09-09"}'],
  ])('%s', (_, text) => {
    expect(looksLikeTemplate(text)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t\n'],
    ['a comment', '# parameters:\n'],
    ['package.json', '{ "name": "x", "parameters": {}, "resources": ["a"] }'],
    ['Kubernetes', 'apiVersion: v1\nkind: Pod\nspec:\n  resources:\n    limits: {cpu: 1}\n  type: x\n'],
    ['Ansible', '- hosts: all\n  tasks:\n    - name: "{{ x }}"\n      parameters: {}\n'],
    ['a workflow', 'on: push\njobs:\n  resources:\n    steps: []\n'],
    ['tsconfig', '{ "compilerOptions": { "types": ["node"] } }'],
    ['code', 'std::vector<Resources> x;\n'],
    ['words that only begin alike', 'parameters_of_mine: 1\n'],
    ['an unclosed comment', '/* parameters:'],
    ['escapes in strings', '{ "name": "caf\\u00e9 \\x41", "more": ["\\u0041"] }'],
    ['an escape without a string', 'printf \\x41\n'],
  ])('not %s', (_, text) => {
    expect(looksLikeTemplate(text)).toBe(false)
  })

  it('takes time in proportion to the length of blank beginnings, and to the number of escapes', () => {
    expect(looksLikeTemplate(`${'\n'.repeat(2_000_000)}parameters:\n`)).toBe(true)
    expect(looksLikeTemplate(`"${'\\x41'.repeat(500_000)}" "${'\\x41" '.repeat(300_000)}`)).toBe(false)
  })
})
