/** Rules of security groups that Heat opens: check warns of them, a conversion asks, and neither says it twice. */

import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template = (rule: string) =>
  `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  g:
    Type: AWS::EC2::SecurityGroup
    Properties:
      GroupDescription: d
      SecurityGroupIngress: [${rule}]
`

async function codes(rule: string, ...command: readonly string[]): Promise<readonly string[]> {
  const { root } = temporaryTree({ 'a.yaml': template(rule) })
  const { stdout } = await inProcess([...command, 'a.yaml', '--format', 'concise'], root)
  return [...stdout.matchAll(/^a\.yaml:\d+:\d+: \w+ (\S+)/gm)].map(([, code = '']) => code)
}

it.each([
  ['of all protocols', "{IpProtocol: '-1', CidrIp: 192.0.2.0/24}", ['ignored-source']],
  ['with one port alone', '{IpProtocol: tcp, FromPort: 80, CidrIp: 192.0.2.0/24}', []],
  ['with ports', "{IpProtocol: '-1', FromPort: -1, ToPort: -1, CidrIp: 192.0.2.0/24}", []],
  ['that admits everybody anyway', "{IpProtocol: '-1', CidrIp: 0.0.0.0/0}", []],
])('check looks at a rule %s', async (_, rule, expected) => {
  expect(await codes(rule, 'check')).toEqual(expected)
})

it('migrate asks for leave, and does not warn of the same', async () => {
  const rule = "{IpProtocol: '-1', CidrIp: 192.0.2.0/24}"
  expect(await codes(rule, 'migrate')).toEqual(['open-to-any-source'])
  expect(await codes(rule, 'migrate', '--accept', 'open-to-any-source')).toEqual(['open-to-any-source'])
})
