import type { Transform } from './transform.ts'

/** The transforms of `migrate`, in the order of the registry: all of the family `cfn`, or for `cfn-yaml` the first only. */
export function migratePreset(
  target: 'hot' | 'oldest' | 'cfn-yaml',
  registry: ReadonlyMap<string, Transform>,
): readonly string[] {
  if (target === 'cfn-yaml') return ['cfn/json-to-yaml']
  return [...registry.keys()].filter((id) => id.startsWith('cfn/'))
}
