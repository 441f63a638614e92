/** What environments say besides values is part of what is deployed. */

import type { Key, Value } from '../../src/heat/values/value.ts'
import { compareTemplates } from '../../src/meaning/compare.ts'
import { sideOf } from './pairs.ts'

const template = (type: string) => `heat_template_version: 2018-08-31\nresources: {a: {type: ${type}}}\n`
const environment = (sections: Readonly<Record<string, Value>>) => ({
  parameters: new Map<string, Value>(),
  defaults: new Map<string, Value>(),
  sections: new Map(Object.entries(sections)),
})
const side = (type: string, sections: Readonly<Record<string, Value>>) => ({
  ...sideOf(template(type)),
  environment: environment(sections),
})

describe.each(['resource_registry', 'parameter_merge_strategies', 'encrypted_param_names', 'event_sinks'])(
  '%s',
  (name) => {
    it('is compared as data', () => {
      const data = (value: string): Value => new Map<Key, Value>([['a', [value]]])
      const same = compareTemplates(side('A::B', { [name]: data('x') }), side('A::B', { [name]: data('x') }))
      const other = compareTemplates(side('A::B', { [name]: data('x') }), side('A::B', { [name]: data('y') }))
      expect(same.verdict).toBe('equal')
      expect(other.differences.map(({ path }) => path)).toEqual([`environment.${name}.a[0]`])
    })
  },
)

it('a type that the registry maps is not what Heat translates', () => {
  const options = { names: 'as Heat translates' } as const
  const [old, newer] = ['OS::Quantum::FloatingIPAssociation', 'OS::Neutron::FloatingIPAssociation']
  const registry = { resource_registry: new Map<Key, Value>([[old, 'mine.yaml']]) }
  expect(compareTemplates(side(old, {}), side(newer, {}), options).verdict).toBe('equal')
  expect(compareTemplates(side(old, registry), side(newer, registry), options).verdict).toBe('differs')
})
