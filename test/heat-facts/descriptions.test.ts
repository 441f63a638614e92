import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aboutAttribute, aboutProperty, aboutType, aboutUpdatePolicy } from '../../src/heat/descriptions.ts'
import type { TypeDescription } from '../../src/heat/facts/descriptions.ts'
import {
  type PropertySchema,
  type ResourceTypeSchema,
  resourceTypeNames,
  resourceTypeSchema,
} from '../../src/heat/facts/resource-types.ts'

const folder = join(__dirname, '../../src/heat/facts')
const lines = readFileSync(join(folder, 'descriptions.jsonl'), 'utf8').trimEnd().split('\n')
const types = lines.slice(1).map((line) => JSON.parse(line) as TypeDescription)

/** All paths that descriptions may have. */
function pathsIn(schemas: ResourceTypeSchema['properties'] = {}, around = ''): readonly string[] {
  const within = ({ schema, items }: PropertySchema, path: string): readonly string[] => [
    ...pathsIn(schema, `${path}.`),
    ...(items === undefined ? [] : [`${path}[]`, ...within(items, `${path}[]`)]),
  ]
  return Object.entries(schemas).flatMap(([name, one]) => [
    `${around}${name}`,
    ...within(one, `${around}${name}`),
  ])
}

describe('the descriptions of resource types', () => {
  it('are a head that names its source and its licence, and a line of compact JSON for each type, by name', () => {
    for (const line of lines) expect(line).toBe(JSON.stringify(JSON.parse(line)))
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      source: expect.stringMatching(/^OpenStack Heat 19.*Apache-2\.0/),
    })
    const names = types.map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    expect(names.filter((name) => !resourceTypeNames().includes(name))).toEqual([])
  })

  it('are of what the schemas have, and say something', () => {
    const strange = types.flatMap(
      ({ name, about = [], properties = {}, updatePolicy = {}, attributes = {} }) => {
        const schema = resourceTypeSchema(name)
        const known = [
          ...pathsIn(schema?.properties).map((path) => `property ${path}`),
          ...pathsIn(schema?.updatePolicy).map((path) => `policy ${path}`),
          ...Object.keys(schema?.attributes ?? {}).map((one) => `attribute ${one}`),
        ]
        const said = [
          ...Object.entries(properties).map(([path, text]) => [`property ${path}`, text] as const),
          ...Object.entries(updatePolicy).map(([path, text]) => [`policy ${path}`, text] as const),
          ...Object.entries(attributes).map(([one, text]) => [`attribute ${one}`, text] as const),
          ...about.map((text) => [known[0] ?? 'property', text] as const),
        ]
        const set = new Set(known)
        return said.filter(([what, text]) => (known.length > 0 && !set.has(what)) || text.trim() === '')
      },
    )
    expect(strange).toEqual([])
    const count = (all: readonly object[]) => all.reduce((sum, one) => sum + Object.keys(one).length, 0)
    expect(count(types.map(({ properties = {} }) => properties))).toBeGreaterThan(1400)
    expect(count(types.map(({ attributes = {} }) => attributes))).toBeGreaterThan(350)
    expect(types.filter(({ about }) => about !== undefined).length).toBeGreaterThan(170)
  })
})

it('what Heat says is found by any name of a type', () => {
  expect(aboutType('OS::Quantum::Net')[0]).toBe('A resource for managing Neutron net.')
  expect(aboutType('OS::Quantum::Net')).toEqual(aboutType('OS::Neutron::Net'))
  expect(aboutProperty('OS::Nova::Server', 'networks[].port')).toMatch(/^ID of an existing port/)
  expect(aboutAttribute('OS::Nova::Server', 'console_urls')).toMatch(/^URLs of server/)
  expect(aboutUpdatePolicy('OS::Heat::ResourceGroup', 'rolling_update.pause_time')).toMatch(/seconds/)
  expect(aboutProperty('OS::Nova::Server', 'constructor')).toBeUndefined()
  expect(aboutType('Own::Thing')).toEqual([])
})
