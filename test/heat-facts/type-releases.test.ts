/** What Heat's types were in each release, against what is known of them now. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { typeHistory } from '../../src/heat/facts/type-releases.ts'
import { resourceTypeFacts } from '../../src/heat/resource-types.ts'

const names = readFileSync(join(import.meta.dirname, '../../src/heat/facts/resource-types.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => /^\{"name":"([^"]+)"/.exec(line)?.[1] ?? '')

it('is known of every type that Heat has', () => {
  expect(names.filter((name) => typeHistory(name) === undefined)).toEqual([])
  expect(typeHistory('Our::Type')).toBeUndefined()
})

it('names properties and attributes that a type has still, unless it says when they went', () => {
  const absent = names.flatMap((name) => {
    const { removed, placeholder, properties = {}, attributes = {} } = typeHistory(name) ?? {}
    if (removed !== undefined || placeholder !== undefined) return []
    const schema = resourceTypeFacts(name)?.schema
    const of = (members: typeof properties, now: Readonly<Record<string, unknown>> | undefined) =>
      Object.entries(members).flatMap(([member, one]) =>
        (one.removed === undefined) === (now !== undefined && Object.hasOwn(now, member))
          ? []
          : [`${name}.${member}`],
      )
    return [...of(properties, schema?.properties), ...of(attributes, schema?.attributes)]
  })
  expect(absent).toEqual([])
})

it('knows the last schema of what was removed', () => {
  const pool = typeHistory('OS::Neutron::LBaaS::Pool')
  expect([pool?.removed, pool?.placeholder]).toEqual(['22.0.0', 'since removed'])
  expect(pool?.properties?.lb_algorithm?.schema).toMatchObject({ required: true, updateAllowed: true })
})
