import {
  isKnownResourceType,
  isTemplateReference,
  removedResourceType,
  resourceTypeFacts,
  resourceTypeNames,
} from '../../src/heat/resource-types.ts'

describe('isKnownResourceType', () => {
  it.each([
    'AWS::EC2::Instance',
    'AWS::RDS::DBInstance', // a template in Heat's default environment
    'OS::Nova::Server',
    'OS::Heat::None',
    'OS::Ceilometer::Alarm', // an alias
    'OS::Quantum::Net', // by OS::Quantum*
  ])('%s', (name) => {
    expect(isKnownResourceType(name)).toBe(true)
  })

  it.each([
    'AWS::Lambda::Function',
    'Custom::Thing',
    'OS::TripleO::Server',
    'OS::Quantum::Nothing',
    'OS::Nova::*',
    'my_server.yaml',
    'toString',
    '',
  ])('not %j', (name) => {
    expect(isKnownResourceType(name)).toBe(false)
    expect(resourceTypeFacts(name)).toBeUndefined()
  })
})

// Checked by hand against the resource classes of python3-heat.
describe('resourceTypeFacts', () => {
  it('says what a type has', () => {
    const facts = resourceTypeFacts('OS::Nova::KeyPair')
    expect(facts).toMatchObject({
      name: 'OS::Nova::KeyPair',
      status: 'supported',
      since: '2014.1',
      reference: 'id',
    })
    expect([...(facts?.attributes ?? [])]).toEqual([
      ['private_key', 'string'],
      ['public_key', 'string'],
    ])
    expect([...(facts?.properties ?? [])]).toEqual([
      ['name', { type: 'string', required: true, implemented: true, status: 'supported' }],
      ['public_key', { type: 'string', required: false, implemented: true, status: 'supported' }],
      ['save_private_key', { type: 'boolean', required: false, implemented: true, status: 'supported' }],
      ['type', { type: 'string', required: false, implemented: true, status: 'supported' }],
      ['user', { type: 'string', required: false, implemented: true, status: 'supported' }],
    ])
  })

  it('marks what Heat knows and refuses', () => {
    const { properties } = resourceTypeFacts('AWS::EC2::Instance') ?? {}
    expect(properties?.get('ImageId')).toMatchObject({ type: 'string', required: true, implemented: true })
    expect(properties?.get('KernelId')).toMatchObject({ implemented: false })
    expect(properties?.get('BlockDeviceMappings')).toMatchObject({ type: 'list' })
  })

  it('keeps colons and dots in names', () => {
    expect(resourceTypeFacts('OS::Neutron::Port')?.properties.has('binding:vnic_type')).toBe(true)
    expect(resourceTypeFacts('AWS::RDS::DBInstance')?.attributes.has('Endpoint.Address')).toBe(true)
  })

  it('knows what a reference gives and where a path in get_attr is special', () => {
    expect(resourceTypeFacts('AWS::CloudFormation::WaitConditionHandle')?.reference).toBe('url')
    expect(resourceTypeFacts('AWS::CloudFormation::Stack')?.reference).toBe('arn')
    expect(resourceTypeFacts('AWS::EC2::EIP')?.reference).toBe('address')
    expect(resourceTypeFacts('OS::Heat::RandomString')?.reference).toBe('value')
    expect(resourceTypeFacts('OS::Heat::ResourceGroup')?.attributePaths).toBe('ResourceGroup')
    expect(resourceTypeFacts('OS::Nova::Server')?.attributePaths).toBeUndefined()
  })

  it('knows decline and placeholders', () => {
    expect(resourceTypeFacts('OS::Neutron::Pool')).toMatchObject({ status: 'hidden', placeholder: true })
    expect(resourceTypeFacts('OS::Heat::HARestarter')).toMatchObject({ placeholder: true })
    expect(resourceTypeFacts('AWS::EC2::EIP')?.properties.get('Domain')?.status).toBe('deprecated')
  })

  it('goes through aliases', () => {
    expect(resourceTypeFacts('OS::Quantum::Port')?.name).toBe('OS::Neutron::Port')
    expect(resourceTypeFacts('OS::Metering::Alarm')?.name).toBe('OS::Aodh::Alarm')
  })

  it('unpacks every row into types that exist', () => {
    const types = new Set<string>()
    for (const name of resourceTypeNames()) {
      const facts = resourceTypeFacts(name)
      for (const [word, { type }] of facts?.properties ?? []) {
        expect(word).toMatch(/^[\w:-]+$/)
        types.add(type)
      }
      for (const type of facts?.attributes.values() ?? []) types.add(type)
    }
    expect([...types].sort()).toEqual([
      'any',
      'boolean',
      'integer',
      'list',
      'map',
      'number',
      'string',
      'unknown',
    ])
    expect(resourceTypeNames()).toHaveLength(203)
  })
})

describe('types outside the registry', () => {
  it('may have been in it once', () => {
    expect(removedResourceType('OS::Marconi::Queue')).toEqual({
      removedIn: 'Juno 2014.2',
      replacement: 'OS::Zaqar::Queue',
    })
    expect(removedResourceType('OS::Quantum::Net')).toBeUndefined()
    expect(removedResourceType('OS::Nova::Server')).toBeUndefined()
  })

  it('may be templates', () => {
    expect(isTemplateReference('nested/server.yaml')).toBe(true)
    expect(isTemplateReference('http://example.com/server.template')).toBe(true)
    expect(isTemplateReference('server.yml')).toBe(false)
    expect(isTemplateReference('OS::Nova::Server')).toBe(false)
  })
})
