/** What an update in place interrupts. */

import { resourceTypeNames, resourceTypeSchema } from '../../src/heat/facts/resource-types.ts'
import { interruptionFacts } from '../../src/meaning/impact/interruptions.ts'
import { interruptionIn, noEffects, withEffects } from '../../src/meaning/impact/model.ts'
import { impactBetween, withResources } from './impact-of.ts'

const between = (type: string, before: string, after: string) =>
  impactBetween(withResources(`r ${type} ${before}`), withResources(`r ${type} ${after}`))

const server = (rest: string) => `{flavor: f, image: i, networks: [{network: n}]${rest}}`

it.each([
  ['OS::Nova::Server', server(''), server('').replace('flavor: f', 'flavor: g'), 'restart'],
  ['OS::Nova::Server', server(''), server('').replace('image: i', 'image: j'), 'rebuild'],
  ['OS::Nova::Server', server(''), server('').replace('network: n', 'network: m'), 'detach'],
  ['OS::Nova::Server', server(''), server(', name: other'), undefined],
  [
    'OS::Nova::Server',
    server(', user_data_update_policy: REBUILD, user_data: a'),
    server(', user_data_update_policy: REBUILD, user_data: b'),
    'rebuild',
  ],
  [
    'OS::Nova::Server',
    server(', user_data_update_policy: IGNORE, user_data: a'),
    server(', user_data_update_policy: IGNORE, user_data: b'),
    undefined,
  ],
  [
    'OS::Nova::Server',
    server(', image_update_policy: REPLACE'),
    server(', image_update_policy: REPLACE').replace('image: i', 'image: j'),
    undefined,
  ],
  ['OS::Cinder::Volume', '{size: 1}', '{size: 2}', 'detach'],
  ['OS::Cinder::Volume', '{size: 1, backup_id: a}', '{size: 1, backup_id: b}', 'data-loss'],
  ['OS::Neutron::Net', '{name: a}', '{name: b}', undefined],
])('%s %s -> %s', (type, before, after, expected) => {
  const impact = between(type, before, after)
  expect(impact.resources.map(interruptionIn)).toEqual([expected])
  expect(withEffects(noEffects, impact).interrupt).toBe(expected === undefined ? 0 : 1)
})

it('says what is lost with a resource that goes, unless it is kept', () => {
  const volume = (rest: string) =>
    withResources(`v OS::Cinder::Volume {size: 1}`, 'k OS::Heat::Value {value: a}').replace(
      '{size: 1}}',
      `{size: 1}${rest}}`,
    )
  const none = withResources('k OS::Heat::Value {value: a}')
  expect(impactBetween(volume(''), none).resources.map(({ lost }) => lost)).toEqual(['its data'])
  expect(impactBetween(volume(', deletion_policy: Retain'), none).resources.map(({ lost }) => lost)).toEqual([
    undefined,
  ])
})

it('has facts for properties only that Heat updates in place', () => {
  const classes = new Map(
    resourceTypeNames().map((name) => [resourceTypeSchema(name)?.class, resourceTypeSchema(name)]),
  )
  const wrong = Object.entries(interruptionFacts).flatMap(([name, properties]) =>
    Object.keys(properties)
      .filter((one) => classes.get(name)?.properties?.[one]?.updateAllowed !== true)
      .map((one) => `${name} ${one}`),
  )
  expect(wrong).toEqual([])
})
