import type { Transform } from './transform.ts'

/** Transforms of the family `hot` that write what Heat itself translates; only on request. */
export function isTranslating(id: string): boolean {
  return id.startsWith('hot/modernize-')
}

/**
 * The transforms of `upgrade`, in the order of the registry: the family `hot`, and those of `cfn` that
 * rewrite functions which HOT once had too.
 */
export function upgradePreset(
  registry: ReadonlyMap<string, Transform>,
  extent: 'version-only' | 'modernize',
): readonly string[] {
  return [...registry.values()]
    .filter((transform) => {
      if (isTranslating(transform.id)) return extent === 'modernize'
      return (
        transform.id.startsWith('hot/') || (transform.id.startsWith('cfn/') && transform.appliesTo('hot'))
      )
    })
    .map(({ id }) => id)
}

/** The transforms of `migrate`, in the order of the registry: all of the family `cfn`, or for `cfn-yaml` the first only. */
export function migratePreset(
  target: 'hot' | 'oldest' | 'cfn-yaml',
  registry: ReadonlyMap<string, Transform>,
): readonly string[] {
  if (target === 'cfn-yaml') return ['cfn/json-to-yaml']
  return [...registry.keys()].filter((id) => id.startsWith('cfn/'))
}
