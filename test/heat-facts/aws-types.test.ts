import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  awsAttributeKind,
  awsAttributes,
  awsTypeFacts,
  awsTypeNames,
  hasAwsProperty,
} from '../../src/heat/aws-types.ts'

const lines = readFileSync(join(__dirname, '../../src/heat/facts/aws-types.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')

describe('the facts about types of AWS', () => {
  it('are a head that names its source, and a line of compact JSON for each type, by name', () => {
    for (const line of lines) expect(line).toBe(JSON.stringify(JSON.parse(line)))
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ source: expect.stringContaining('aws-service-spec') })
    expect(awsTypeNames()).toHaveLength(lines.length - 1)
    expect(awsTypeNames()).toEqual([...awsTypeNames()].sort())
    expect(lines.length).toBeGreaterThan(1500)
  })

  it('know kinds and names only', () => {
    const kinds = new Set<string>()
    for (const name of awsTypeNames()) {
      const facts = awsTypeFacts(name)
      for (const kind of facts?.attributes.values() ?? []) kinds.add(kind)
      for (const { kind } of facts?.properties.values() ?? []) kinds.add(kind)
    }
    expect([...kinds].sort()).toEqual(['boolean', 'list', 'map', 'number', 'string', 'union'])
  })
})

describe('awsAttributeKind', () => {
  it.each([
    ['AWS::EC2::VPCEndpoint', 'DnsEntries', 'list'],
    ['AWS::RDS::DBCluster', 'Endpoint.Address', 'string'],
    ['AWS::EC2::VPCEndpoint', 'Entries', undefined],
    ['AWS::CloudFormation::Stack', 'Outputs', undefined],
    ['Custom::Mill', 'Arn', undefined],
    ['AWS::Nothing::AtAll', 'Arn', undefined],
  ])('%s %s', (type, attribute, kind) => {
    expect(awsAttributeKind(type, attribute)).toBe(kind)
  })

  it('is said of no type with attributes of its author', () => {
    expect(awsAttributes('AWS::CloudFormation::CustomResource')).toBeUndefined()
    expect(awsAttributes('toString')).toBeUndefined()
  })
})

describe('hasAwsProperty', () => {
  it.each([
    ['AWS::EC2::Instance', 'EbsOptimized', true],
    ['AWS::EC2::Instance', 'BlockDeviceMappings.Ebs.Encrypted', true],
    ['AWS::EC2::Instance', 'BlockDeviceMappings.Ebs.Encripted', false],
    ['AWS::EC2::Instance', '', false],
    ['AWS::EC2::Instanz', 'EbsOptimized', false],
  ])('%s %s: %s', (type, path, has) => {
    expect(hasAwsProperty(type, path)).toBe(has)
  })
})
