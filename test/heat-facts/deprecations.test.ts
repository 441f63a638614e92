import { join } from 'node:path'
import type { Node } from '../../src/document/node.ts'
import { mapOf, nameOf, seqOf, textOf, valueOf } from '../../src/document/read.ts'
import {
  declinedAttribute,
  declinedProperty,
  declinedType,
  goneType,
  movedPropertiesOf,
  renamedType,
} from '../../src/heat/deprecations.ts'
import {
  declinedAttributes,
  declinedProperties,
  declinedTypes,
  goneProperties,
  movedProperties,
  placeholderTypes,
  removedResourceTypes,
  renamedTypes,
} from '../../src/heat/facts/facts.ts'
import { successorTypes } from '../../src/heat/native-types.ts'
import { documentOf } from '../document/documents.ts'
import { fixtureCases } from '../transforms/fixture-cases.ts'

const transforms = join(__dirname, '../../transforms')

interface Resource {
  readonly type: string
  readonly properties: Node | undefined
}

/** The resources of one file of a fixture, in order. */
function resourcesOf(text: string): readonly Resource[] {
  const document = documentOf(text)
  const resources = mapOf(valueOf(mapOf(document.root), 'resources'))
  return (resources?.entries ?? []).map(({ value }) => ({
    type: textOf(valueOf(mapOf(value), 'type')) ?? '',
    properties: valueOf(mapOf(value), 'properties'),
  }))
}

/** Every path of the keys below a node: `fixed_ips[].subnet`. */
function paths(node: Node | undefined): readonly string[] {
  const below = (inner: Node | undefined) => paths(inner).map((path) => (path[0] === '[' ? path : `.${path}`))
  const items = seqOf(node)?.items.flatMap((item) => below(item).map((path) => `[]${path}`)) ?? []
  const keys = (mapOf(node)?.entries ?? []).flatMap((one) => [
    nameOf(one) ?? '',
    ...below(one.value).map((path) => `${nameOf(one)}${path}`),
  ])
  return [...items, ...keys]
}

/** Each resource of a changed case before and after it. */
function changes(id: string): readonly (readonly [Resource, Resource])[] {
  return fixtureCases(transforms, id).flatMap(({ input, expected }) => {
    const after = resourcesOf(expected ?? input.toString())
    return resourcesOf(input.toString()).flatMap((before, at): (readonly [Resource, Resource])[] => {
      const other = after[at]
      return other === undefined ? [] : [[before, other]]
    })
  })
}

/** The text that the findings of a transform point at, from there to the end of the line. */
function reported(id: string, code: string): readonly string[] {
  return fixtureCases(transforms, id).flatMap(({ input, findings }) => {
    const lines = input.toString().split('\n')
    return findings
      .filter((one) => one.code === code)
      .map(({ line, column }) => lines[line - 1]?.slice(column - 1) ?? '')
  })
}

/** `[type, member]` for every row of a table by type. */
function rows(table: Readonly<Record<string, object>>): readonly (readonly [string, string])[] {
  return Object.entries(table).flatMap(([type, own]) => Object.keys(own).map((name) => [type, name] as const))
}

describe('every row of the deprecations occurs in a fixture', () => {
  const types = changes('hot/modernize-types')
  const properties = changes('hot/modernize-properties')
  const gone = reported('hot/modernize-types', 'removed-resource-type')

  it.each(Object.entries(renamedTypes))('type %s', (name, { to }) => {
    const start = name.endsWith('*') ? name.slice(0, -1) : undefined
    const shown = types.filter(([before]) =>
      start === undefined ? before.type === name : before.type.startsWith(`${start}::`),
    )
    const expected = (type: string) => (start === undefined ? to : type.replace(start, to.slice(0, -1)))
    expect(shown.filter(([before, after]) => after.type === expected(before.type))).not.toEqual([])
  })

  it.each(movedProperties.map((move) => [`${move.type} ${move.from}`, move] as const))('%s', (_, move) => {
    const { type, from, to } = move
    // `tasks[].policies` becomes all that stood in it.
    const target = to.replace('[0]', '[]').replace(/\[\]$/, '')
    const shown = properties.filter(
      ([before, after]) =>
        before.type === type &&
        paths(before.properties).includes(from) &&
        !paths(after.properties).includes(from) &&
        paths(after.properties).includes(target),
    )
    expect(shown).not.toEqual([])
  })

  it.each(Object.keys(placeholderTypes).filter((name) => !successorTypes.has(name)))(
    'placeholder %s',
    (name) => {
      expect(gone).toContain(`${name}}`)
    },
  )

  it.each(Object.keys(removedResourceTypes).filter((name) => renamedType(name) === undefined))(
    'removed %s',
    (name) => {
      expect(gone).toContain(`${name}}`)
    },
  )

  const router = 'OS::Neutron::RouterGateway'

  const left = Object.keys(declinedTypes).filter((name) => name !== router && !successorTypes.has(name))

  it.each(left)('declined %s', (name) => {
    expect(reported('hot/modernize-types', 'deprecated-name')).toContain(`${name}}`)
  })

  it(`leaves ${router} to the transform of gateways`, () => {
    expect(reported('hot/modernize-types', 'deprecated-name')).not.toContain(`${router}}`)
    expect(reported('hot/modernize-router-gateways', 'router-gateway')).not.toEqual([])
  })

  it.each([...rows(declinedProperties), ...rows(goneProperties)])('declined %s %s', (type, name) => {
    const locations = reported('hot/modernize-properties', 'deprecated-name')
    expect(locations.filter((location) => location.startsWith(`${name}:`))).not.toEqual([])
    const shown = properties.filter(([{ type: own, properties: inside }]) => {
      return own === type && paths(inside).includes(name)
    })
    expect(shown).not.toEqual([])
  })

  it.each(rows(declinedAttributes))('declined %s %s', (_, name) => {
    const locations = ['deprecated-name', 'deprecated-attribute'].flatMap((code) =>
      reported('hot/modernize-attributes', code),
    )
    expect(locations.filter((location) => location.includes(`, ${name}`))).not.toEqual([])
  })
})

describe('renamedType', () => {
  it('knows single types and prefixes', () => {
    expect(renamedType('OS::Metering::Alarm')).toEqual({ to: 'OS::Aodh::Alarm', since: '7.0.0' })
    expect(renamedType('OS::Quantum::Net')).toEqual({ to: 'OS::Neutron::Net', since: '2013.2' })
  })

  it('knows no name of a type that Heat does not have', () => {
    expect(renamedType('OS::QuantumLeap')).toBeUndefined()
    expect(renamedType('OS::Neutron::Net')).toBeUndefined()
    expect(renamedType('constructor')).toBeUndefined()
  })
})

describe('goneType', () => {
  it('tells the release, and what came instead', () => {
    expect(goneType('OS::Heat::CWLiteAlarm')).toBe(
      'was removed in Zed 19.0.0; its successor is OS::Aodh::GnocchiAggregationByResourcesAlarm',
    )
    expect(goneType('OS::Heat::HARestarter')).toBe(
      'is only a placeholder since Queens 10.0.0; it has no successor',
    )
  })

  it('follows what came instead', () => {
    expect(goneType('HEAT::HA::Restarter')).toBe(
      'was removed in Grizzly 2013.1; its successor is OS::Heat::HARestarter, which is only a placeholder since Queens 10.0.0',
    )
  })

  it('says nothing of types that work, under whatever name', () => {
    expect(goneType('OS::Neutron::Net')).toBeUndefined()
    expect(goneType('OS::Marconi::Queue')).toBeUndefined()
    expect(goneType('toString')).toBeUndefined()
  })
})

describe('movedPropertiesOf', () => {
  it('sees through the aliases of types', () => {
    expect(movedPropertiesOf('OS::Quantum::Subnet')).toEqual([
      { type: 'OS::Neutron::Subnet', from: 'network_id', to: 'network', since: '2014.2' },
    ])
    expect(movedPropertiesOf('My::Subnet')).toEqual([])
  })
})

describe('what Heat declines', () => {
  it('is told as the end of a sentence', () => {
    expect(declinedType('OS::Ceilometer::Alarm')).toBe(
      'is deprecated since Queens 10.0.0. Threshold alarms need the Ceilometer API, removed in Queens; use the Gnocchi aggregation alarm',
    )
    expect(declinedProperty('OS::Neutron::FlowClassifier', 'l7_parameters')).toBe(
      'is deprecated. No value is supported',
    )
    expect(declinedAttribute('OS::Zaqar::Queue', 'queue_id')).toBe(
      'is deprecated since Mitaka 6.0.0. Use get_resource',
    )
  })

  it('tells of properties that are gone', () => {
    expect(declinedProperty('OS::Nova::ServerGroup', 'rule')).toBe(
      'was removed in Yoga 18.0.0; its successor is rules',
    )
    expect(declinedProperty('OS::Swift::Container', 'DeletionPolicy')).toBe(
      'was removed in Havana 2013.2; its successor is the key deletion_policy of the resource',
    )
  })

  it('is nothing for all else', () => {
    expect(declinedType('OS::Nova::Server')).toBeUndefined()
    expect(declinedProperty('OS::Nova::Server', 'flavor')).toBeUndefined()
    expect(declinedProperty('constructor', 'name')).toBeUndefined()
    expect(declinedAttribute('OS::Nova::Server', 'toString')).toBeUndefined()
  })
})
