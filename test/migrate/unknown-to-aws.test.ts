/** What nobody has of types that only AWS knows, with the name that may be meant. */
import { rewrite } from '../../src/index.ts'

const template = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Endpoint:
    Type: AWS::EC2::VPCEndpoint
    Properties: {VpcId: vpc-1, PolicyDocment: {}, Qqqqqqqq: 1}
Outputs:
  A: {Value: !GetAtt Endpoint.DnsEntrie}
  B: {Value: !GetAtt Endpoint.Qqqqqqqq}
`

it('is named with what is like it', () => {
  const [outcome] = rewrite([{ path: 'a.yaml', text: template }], { chain: 'migrate' })
  const said = outcome?.findings.filter(({ code }) => code === 'unknown-to-aws').map(({ message }) => message)
  expect(said).toEqual([
    'AWS::EC2::VPCEndpoint has no property "PolicyDocment"; did you mean "PolicyDocument"?',
    'AWS::EC2::VPCEndpoint has no property "Qqqqqqqq"',
    '"Endpoint" (AWS::EC2::VPCEndpoint) has no attribute "DnsEntrie"; did you mean "DnsEntries"?',
    '"Endpoint" (AWS::EC2::VPCEndpoint) has no attribute "Qqqqqqqq"',
  ])
})

it('is named with what is like it where it is a key of a parameter, too', () => {
  const text = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  A: {Type: String, Defautl: x}
  B: {type: string, defualt: x}
  C: {Type: String, Qqqqqqqq: x}
Resources: {}
`
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain: 'migrate' })
  expect(
    outcome?.findings.filter(({ code }) => code === 'unknown-key').map(({ message }) => message),
  ).toEqual([
    'a parameter has no key "Defautl"; did you mean "Default"?',
    'a parameter has no key "defualt"; did you mean "default"?',
    'a parameter has no key "Qqqqqqqq"',
  ])
})
