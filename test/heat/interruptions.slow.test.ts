/** The calls of Heat's handlers behind the facts about interruptions, recorded anew. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { resourceTypeNames, resourceTypeSchema } from '../../src/heat/facts/resource-types.ts'
import { interruptionFacts } from '../../src/meaning/impact/interruptions.ts'
import { hasHeat, python } from './installed.ts'

const withHeat = hasHeat ? describe : describe.skip

/** What handlers ask of clients for each changed property, by type. */
function callsOf(types: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> {
  const { stdout } = spawnSync(python, [join(__dirname, 'update_matrix.py'), ...types], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const calls = new Map(types.map((type) => [type, new Map<string, Set<string>>()]))
  for (const line of stdout.trimEnd().split('\n').slice(0, -1)) {
    const one = JSON.parse(line) as { readonly name: string; readonly calls: readonly string[] }
    const [type = '', property = ''] = one.name.split(' ')
    const own = calls.get(type)
    const known = own?.get(property) ?? new Set()
    for (const call of one.calls) known.add(call)
    own?.set(property, known)
  }
  return calls
}

/** What mocks do not come to: another property decides, or interfaces that only a cloud lists. */
const beyondMocks = new Set([
  'openstack.nova.server.Server user_data',
  'openstack.nova.server.Server networks',
])

withHeat('what interrupts', () => {
  const typeOf = new Map(resourceTypeNames().map((name) => [resourceTypeSchema(name)?.class, name]))
  const type = (of: string) => typeOf.get(of) ?? `no type of class ${of}`
  let called: ReturnType<typeof callsOf>
  // Heat takes seconds to start, so it is asked once.
  beforeAll(() => {
    called = callsOf(Object.keys(interruptionFacts).map(type))
  })

  it.each(Object.entries(interruptionFacts))('%s: is what the handler calls', (name, properties) => {
    const calls = called.get(type(name))
    const missing = Object.entries(properties).filter(
      ([property, { call }]) =>
        !beyondMocks.has(`${name} ${property}`) &&
        ![...(calls?.get(property) ?? [])].some((one) => one.endsWith(call)),
    )
    expect(missing.map(([property]) => property)).toEqual([])
  })
})
