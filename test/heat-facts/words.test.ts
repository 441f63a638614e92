import { cfnDialect, hasWord, isCfnFunction, wordsOf } from '../../src/heat/dialects.ts'
import { customConstraints } from '../../src/heat/facts/facts.ts'

describe('the words of HOT', () => {
  it('grow with the version', () => {
    expect([...wordsOf('2016-04-08', 'sections')].sort()).toEqual([
      'description',
      'heat_template_version',
      'outputs',
      'parameter_groups',
      'parameters',
      'resources',
    ])
    expect(hasWord('2016-10-14', 'sections', 'conditions')).toBe(true)
    expect(hasWord('2016-04-08', 'resourceKeys', 'condition')).toBe(false)
    expect(hasWord('2016-10-14', 'resourceKeys', 'condition')).toBe(true)
    expect(hasWord('2017-09-01', 'parameterKeys', 'tags')).toBe(false)
    expect(hasWord('2018-03-02', 'parameterKeys', 'tags')).toBe(true)
    expect(hasWord('2016-04-08', 'deletionPolicies', 'retain')).toBe(false)
    expect(hasWord('2016-04-08', 'deletionPolicies', 'Retain')).toBe(true)
    expect(hasWord('2021-04-16', 'sections', 'valueOf')).toBe(false)
  })

  it('have OS::region as a reserved name, not as a pseudo parameter', () => {
    expect([...wordsOf('2018-08-31', 'pseudoParameters')].sort()).toEqual([
      'OS::project_id',
      'OS::stack_id',
      'OS::stack_name',
    ])
    expect([...wordsOf('2018-08-31', 'reservedParameters')]).toEqual(['OS::region'])
  })
})

describe("Heat's CloudFormation dialects", () => {
  it('differ in conditions', () => {
    expect(isCfnFunction('AWSTemplateFormatVersion', 'Fn::If', 'anywhere')).toBe(true)
    expect(isCfnFunction('HeatTemplateFormatVersion', 'Fn::If', 'anywhere')).toBe(false)
    expect(isCfnFunction('AWSTemplateFormatVersion', 'Fn::Equals', 'anywhere')).toBe(false)
    expect(isCfnFunction('AWSTemplateFormatVersion', 'Fn::Equals', 'conditions')).toBe(true)
    expect(isCfnFunction('HeatTemplateFormatVersion', 'Fn::Equals', 'conditions')).toBe(false)
    expect(cfnDialect('AWSTemplateFormatVersion').sections).toContain('Conditions')
    expect(cfnDialect('HeatTemplateFormatVersion').sections).not.toContain('Conditions')
  })

  it('do not have the functions that only AWS has', () => {
    for (const name of ['Fn::Sub', 'Fn::ImportValue', 'Fn::Cidr', 'Fn::Transform', 'Condition']) {
      expect(isCfnFunction('AWSTemplateFormatVersion', name, 'anywhere')).toBe(false)
    }
  })

  it('know the keys of a resource that Heat reads', () => {
    expect(cfnDialect('AWSTemplateFormatVersion').resourceKeys).toEqual([
      'Condition',
      'DeletionPolicy',
      'DependsOn',
      'Description',
      'Metadata',
      'Properties',
      'Type',
      'UpdatePolicy',
    ])
  })
})

describe('custom constraints', () => {
  it('are those of the entry points and of newer properties', () => {
    for (const name of ['nova.keypair', 'nova.flavor', 'glance.image', 'neutron.network', 'net_cidr']) {
      expect(customConstraints).toContain(name)
    }
    expect(customConstraints).toContain('octavia.availabilityzone')
    expect(customConstraints).not.toContain('test_constr')
  })
})
