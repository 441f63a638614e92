import { customConstraints } from '../../src/heat/facts/facts.ts'
import { isHeatParameterType, parameterType } from '../../src/heat/parameter-types.ts'

describe('parameterType', () => {
  it.each([
    ['String', 'string'],
    ['Number', 'number'],
    ['CommaDelimitedList', 'comma_delimited_list'],
    ['Json', 'json'],
    ['Boolean', 'boolean'],
  ])('%s is one of the five that Heat has', (cfnType, hot) => {
    expect(parameterType(cfnType)).toEqual({ hot })
    expect(isHeatParameterType(cfnType)).toBe(true)
  })

  it.each([
    ['AWS::EC2::KeyPair::KeyName', 'nova.keypair'],
    ['AWS::EC2::Image::Id', 'glance.image'],
    ['AWS::EC2::Instance::Id', 'nova.server'],
    ['AWS::EC2::VPC::Id', 'neutron.network'],
    ['AWS::EC2::Subnet::Id', 'neutron.subnet'],
    ['AWS::EC2::SecurityGroup::Id', 'neutron.security_group'],
    ['AWS::EC2::SecurityGroup::GroupName', 'neutron.security_group'],
    ['AWS::EC2::Volume::Id', 'cinder.volume'],
    ['AWS::Route53::HostedZone::Id', 'designate.zone'],
  ])('%s is a string that %s checks', (cfnType, customConstraint) => {
    expect(parameterType(cfnType)).toEqual({ hot: 'string', customConstraint })
    expect(customConstraints).toContain(customConstraint)
    expect(isHeatParameterType(cfnType)).toBe(false)
  })

  it('leaves an availability zone unchecked', () => {
    expect(parameterType('AWS::EC2::AvailabilityZone::Name')).toEqual({
      hot: 'string',
      note: 'Heat has no check for availability zones',
    })
  })

  it('gives lists no custom constraint, because Heat would ask it about the whole list', () => {
    expect(parameterType('List<String>')).toEqual({ hot: 'comma_delimited_list' })
    expect(parameterType('List<Number>')).toEqual({
      hot: 'comma_delimited_list',
      note: 'Heat does not check that the items are numbers',
    })
    expect(parameterType('List<AWS::EC2::Subnet::Id>')).toEqual({
      hot: 'comma_delimited_list',
      note: 'Heat cannot check the items of a list, so nothing checks that each AWS::EC2::Subnet::Id exists',
    })
  })

  it('cannot express a lookup in Systems Manager', () => {
    expect(parameterType('AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>')).toEqual({
      unsupported:
        'AWS looks the value up in Systems Manager when the stack is made; OpenStack has nothing to look it ' +
        'up in. Make it a plain type and give the value itself',
    })
    expect(parameterType('AWS::SSM::Parameter::Value<List<String>>')).toHaveProperty('unsupported')
    expect(parameterType('AWS::SSM::Parameter::Name')).toEqual({
      hot: 'string',
      note: 'there is no Systems Manager in OpenStack; the name is passed on as a string',
    })
  })

  it.each([
    'string',
    'List<Json>',
    'List<>',
    'AWS::EC2::Thing::Id',
    'AWS::SSM::Parameter::Value',
    'toString',
    '',
  ])('does not know %j', (cfnType) => {
    expect(parameterType(cfnType)).toBeUndefined()
  })
})
