/** A list of which Heat takes no item is one finding, where the property stands. */
import { check, rewrite } from '../../src/index.ts'

const tagged = (tags: string) => `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Port:
    Type: AWS::EC2::NetworkInterface
    Properties:
      SubnetId: s
      Tags: ${tags}
`
const errorsIn = (text: string) =>
  check([{ path: 'a.yaml', text }])[0]?.findings.flatMap(({ severity, code, line, column, message }) =>
    severity === 'error' ? [`${code} ${line}:${column} ${message}`] : [],
  )

it('is found once, whatever the number of items', () => {
  expect(errorsIn(tagged('[{Key: a, Value: b}, {Key: c, Value: d}]'))).toEqual([
    'unknown-property 7:7 Heat does not support items of the property "Tags" of AWS::EC2::NetworkInterface',
  ])
  expect(errorsIn(tagged('[]'))).toEqual([])
})

it('is one of the properties that migrate removes on request', () => {
  const text = tagged('[{Key: a, Value: b}, {Key: c, Value: !Ref AWS::StackName}]')
  const migrated = (accept: readonly string[]) =>
    rewrite([{ path: 'a.yaml', text }], { chain: 'migrate', accept })[0]
  expect(migrated([])?.undeployable).toEqual({
    why: '1 property',
    isNew: true,
    accepting: 'aws-only-property',
  })
  expect(migrated([])?.findings.map(({ code }) => code)).toEqual(['aws-only-property'])
  expect(migrated(['aws-only-property'])?.undeployable).toBeUndefined()
})
