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
