/** A loop ends alike in JSON and in YAML with short tags. */
import { rewrite } from '../../src/index.ts'

const json = JSON.stringify({
  AWSTemplateFormatVersion: '2010-09-09',
  Transform: 'AWS::LanguageExtensions',
  Resources: {
    'Fn::ForEach::Stores': ['Id', ['A', 'B'], { 'Store${Id}': { Type: 'AWS::S3::Bucket' } }],
  },
  Outputs: {
    'Fn::ForEach::Names': [
      'Id',
      ['A', 'B'],
      { 'Store${Id}Arn': { Value: { 'Fn::GetAtt': [{ 'Fn::Sub': 'Store${Id}' }, 'Arn'] } } },
    ],
  },
})
const yaml = `AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::LanguageExtensions
Resources:
  Fn::ForEach::Stores:
    - Id
    - [A, B]
    - Store\${Id}: {Type: AWS::S3::Bucket}
Outputs:
  Fn::ForEach::Names:
    - Id
    - [A, B]
    - Store\${Id}Arn: {Value: !GetAtt [!Sub 'Store\${Id}', Arn]}
`

it('ends alike as JSON and as YAML', () => {
  const outcomes = ['a.json', 'a.yaml'].map((path) => {
    const [one] = rewrite([{ path, text: path === 'a.json' ? json : yaml }], { chain: 'migrate', to: 'auto' })
    if (one === undefined) throw new Error('no outcome')
    const { status, proof, reading } = one
    return { status, proof, reading, codes: [...new Set(one.findings.map(({ code }) => code))].sort() }
  })
  expect(outcomes[1]).toEqual(outcomes[0])
  expect(outcomes[0]).toMatchObject({ status: 'changed', proof: 'equal', reading: 'aws' })
  // Nobody asked for anything to be given up.
  expect(outcomes[0]?.codes).not.toContain('meaning-accepted')
})
