/** The schemas of resource types are those of Heat 19, apart from what later releases changed. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import {
  type AttributeSchema,
  type PropertySchema,
  type ResourceTypeSchema,
  resourceTypeNames,
  resourceTypeSchema,
  type Support,
} from '../../src/heat/facts/resource-types.ts'
import { python } from './installed.ts'
import { isFactsRelease } from './release.ts'

/** Whether something got its status after Heat 19; years (`2014.1`) came before the numbers. */
function isNewer(support: Support | undefined): boolean {
  const major = Number.parseInt(support?.version ?? '0', 10)
  return major > 19 && major < 2000
}

type Members = Readonly<Record<string, AttributeSchema | PropertySchema>>

/** What two versions of a type say otherwise, as `<type> <part> <member>`. */
function differences(ours: ResourceTypeSchema, theirs: ResourceTypeSchema): readonly string[] {
  const differing = (part: string, a: Members = {}, b: Members = {}) =>
    [...new Set([...Object.keys(a), ...Object.keys(b)])]
      .filter((name) => !isNewer(a[name]?.support) && !isSame(a[name], b[name]))
      .map((name) => `${ours.name} ${part} ${name}`)
  return [
    ...(isSame(ours.support, theirs.support) ? [] : [`${ours.name} support`]),
    ...(ours.snapshotDeletion === theirs.snapshotDeletion ? [] : [`${ours.name} snapshotDeletion`]),
    ...differing('attribute', ours.attributes, theirs.attributes),
    ...differing('property', ours.properties, theirs.properties),
    ...differing('update policy', ours.updatePolicy, theirs.updatePolicy),
  ]
}

/** Whether two values are the same data, whatever the order of keys. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}

/** What later releases changed in members that they had already: more values, more constraints, more keys. */
const changedLater = [
  'OS::Designate::RecordSet property type',
  'OS::Neutron::RBACPolicy property object_type',
  'OS::Neutron::SecurityGroup property rules',
  'OS::Nova::Server property block_device_mapping_v2',
  'OS::Nova::Server property networks',
  'OS::Octavia::FlavorProfile property flavor_data',
  'OS::Octavia::Listener property loadbalancer',
  'OS::Octavia::LoadBalancer property availability_zone',
  'OS::Trove::Instance property databases',
  'OS::Trove::Instance property users',
]

const withHeat = isFactsRelease('comparing the schemas of resource types') ? describe : describe.skip
withHeat('the schemas of resource types', () => {
  it('are those of Heat 19, apart from what later releases changed', () => {
    const { stdout, stderr } = spawnSync(python, [join(__dirname, 'resource_types.py')], {
      input: resourceTypeNames().join('\n'),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    expect(stderr).toBe('')
    const recorded = stdout
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ResourceTypeSchema]))
    expect(recorded.length).toBeGreaterThan(190)
    const found = recorded.flatMap((theirs) => {
      const ours = resourceTypeSchema(theirs.name)
      // Types of which nothing is made any more have lost their schemas later.
      return ours === undefined || ours.placeholder || isNewer(ours.support) ? [] : differences(ours, theirs)
    })
    expect(found.sort()).toEqual(changedLater)
  })
})
