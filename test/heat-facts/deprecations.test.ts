import { join } from 'node:path'
import {
  declinedAttribute,
  declinedProperty,
  movedPropertiesOf,
  renamedType,
} from '../../src/heat/deprecations.ts'
import {
  declinedAttributes,
  declinedProperties,
  goneProperties,
  insteadOfTypes,
  movedProperties,
  renamedTypes,
} from '../../src/heat/facts/facts.ts'
import { deadType, deprecatedType, insteadOfType, neverType } from '../../src/heat/instead.ts'
import { successorTypes } from '../../src/heat/native-types.ts'
import { resourceTypeFacts, resourceTypeNames } from '../../src/heat/resource-types.ts'
import type { Node } from '../../src/text/document/node.ts'
import { listOf, mapOf, nameOf, stringOf, valueOf } from '../../src/text/document/read.ts'
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
    type: stringOf(valueOf(mapOf(value), 'type')) ?? '',
    properties: valueOf(mapOf(value), 'properties'),
  }))
}

/** Every path of the keys below a node: `fixed_ips[].subnet`. */
function paths(node: Node | undefined): readonly string[] {
  const below = (inner: Node | undefined) => paths(inner).map((path) => (path[0] === '[' ? path : `.${path}`))
  const items = listOf(node)?.items.flatMap((item) => below(item).map((path) => `[]${path}`)) ?? []
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

  const fates = Object.entries(insteadOfTypes).filter(
    ([name]) => renamedType(name) === undefined && !successorTypes.has(name),
  )
  const dead = fates.flatMap(([name]) => (deadType(name) === undefined ? [] : [name]))

  it.each(dead)('dead %s', (name) => {
    expect(gone).toContain(`${name}}`)
  })

  const router = 'OS::Neutron::RouterGateway'
  const left = fates.flatMap(([name]) =>
    deprecatedType(name) === undefined || name === router ? [] : [name],
  )

  it.each(left)('deprecated %s', (name) => {
    expect(reported('hot/modernize-types', 'deprecated-resource-type')).toContain(`${name}}`)
  })

  it(`leaves ${router} to the transform of gateways`, () => {
    expect(reported('hot/modernize-types', 'deprecated-resource-type')).not.toContain(`${router}}`)
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

describe('deadType', () => {
  it('says since when and why, and what to write', () => {
    expect(deadType('OS::Heat::CWLiteAlarm')).toBe(
      'was removed in Zed 19.0.0; write OS::Aodh::GnocchiAggregationByResourcesAlarm',
    )
    expect(deadType('OS::Neutron::LBaaS::Pool')).toBe(
      'cannot be created as of Train: Neutron has no LBaaS v2; write OS::Octavia::Pool (`hotshift upgrade --modernize --accept neutron-lbaas`)',
    )
    expect(deadType('OS::Sahara::Job')).toBe(
      'is an empty placeholder in Heat as of 2024.2 23.0.0: Sahara was retired; servers and software deployments of your own, or a cluster of Magnum',
    )
    expect(deadType('OS::Ceilometer::Alarm')).toBe(
      'cannot be created as of Queens: Aodh rejects threshold alarms; write OS::Aodh::GnocchiAggregationByResourcesAlarm or OS::Aodh::PrometheusAlarm',
    )
  })

  it('follows what came instead', () => {
    expect(deadType('HEAT::HA::Restarter')).toMatch(
      /^was removed in Grizzly 2013\.1; OS::Heat::HARestarter took its place, which is an empty placeholder in Heat as of Queens 10\.0\.0; /,
    )
  })

  it('says nothing of types that work, under whatever name', () => {
    for (const type of ['OS::Neutron::Net', 'OS::Marconi::Queue', 'OS::Nova::FloatingIP', 'toString'])
      expect(deadType(type)).toBeUndefined()
  })
})

describe('deprecatedType', () => {
  it('says what Heat says, and what to write', () => {
    expect(deprecatedType('OS::Nova::FloatingIP')).toBe(
      'is hidden in Heat since 11.0.0; write OS::Neutron::FloatingIP (`hotshift upgrade --modernize --accept nova-floating-ip`)',
    )
    expect(deprecatedType('OS::Neutron::PortChain')).toBe('is unsupported in Heat since 8.0.0')
  })

  it('says nothing of types that are dead, or have another name', () => {
    for (const type of ['OS::Aodh::Alarm', 'OS::Heat::SoftwareDeployments', 'OS::Nova::Server'])
      expect(deprecatedType(type)).toBeUndefined()
  })
})

describe('the table of what to write instead', () => {
  const rows = Object.entries(insteadOfTypes)

  it('says of every type that it never was in Heat, was removed, or is in it', () => {
    const wrong = rows.filter(
      ([name, { removedIn, absentBecause }]) =>
        (resourceTypeFacts(name) === undefined) !==
          (removedIn !== undefined || absentBecause !== undefined) && renamedType(name) === undefined,
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  it('knows as placeholders those that the registry has as such', () => {
    const empty = rows.flatMap(([name, { emptySince }]) => (emptySince === undefined ? [] : [name]))
    const placeholders = resourceTypeNames().filter(
      (name) => resourceTypeFacts(name)?.placeholder === true && name !== 'OS::Heat::None',
    )
    expect(placeholders.filter((name) => !empty.includes(name))).toEqual([])
    expect(neverType('OS::Docker::Container')).toBe(
      ': Heat dropped the plug-in heat_docker; write OS::Zun::Container',
    )
  })

  it('sends to types that Heat has, or says what became of them', () => {
    const targets = rows.flatMap(([, { to = [] }]) => to)
    const unknown = targets.filter(
      (type) => resourceTypeFacts(type) === undefined && insteadOfType(type) === undefined,
    )
    expect(unknown).toEqual(['OS::ContrailV2::NetworkPolicy'])
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
    expect(declinedProperty('OS::Neutron::FlowClassifier', 'l7_parameters')).toBe(
      'is deprecated; No value is supported',
    )
    expect(declinedAttribute('OS::Zaqar::Queue', 'queue_id')).toBe(
      'is deprecated since Mitaka 6.0.0; use get_resource',
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
    expect(declinedProperty('OS::Nova::Server', 'flavor')).toBeUndefined()
    expect(declinedProperty('constructor', 'name')).toBeUndefined()
    expect(declinedAttribute('OS::Nova::Server', 'toString')).toBeUndefined()
  })
})
