/** Attributes of AWS that are lists: their items are strings. */
import { rewrite } from '../../src/index.ts'

const migrated = (value: string) => {
  const text = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Zone: {Type: AWS::Route53::HostedZone, Properties: {Name: example.org}}
Outputs:
  Out: {Value: ${value}}
`
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain: 'migrate' })
  return { proof: outcome?.proof, out: /Out: \{value: (.*)\}/.exec(outcome?.after ?? '')?.[1] }
}

it.each([
  ["!Join [',', !GetAtt Zone.NameServers]", "{list_join: [',', {get_attr: [Zone, NameServers]}]}"],
  ['!Select [0, !GetAtt Zone.NameServers]', '{get_attr: [Zone, NameServers, 0]}'],
])('%s is proved', (value, out) => {
  expect(migrated(value)).toEqual({ proof: 'equal', out })
})
