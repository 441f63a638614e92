/** What a service accepted under an older API, and Heat without a property (`facts/removed-features.json`). */

import removed from './facts/removed-features.json' with { type: 'json' }

/** A property that is no longer accepted, or one without which the resource is no longer accepted. */
type ServiceFeature = {
  readonly type: string
  /** The first release that rejects it. */
  readonly since: string
  /** Of Nova; where Heat itself rejects it, the schemas of the release of a cloud say it. */
  readonly api?: string
  /** What to do, as the end of a sentence. */
  readonly write: string
} & (
  | { readonly property: string; readonly needs?: never }
  | { readonly needs: string; readonly property?: never }
)

export const serviceFeatures = removed.rows as readonly ServiceFeature[]

/** Whether some releases of Heat take a resource without a property that newer ones require. */
export function isNewlyRequired(type: string, property: string): boolean {
  return serviceFeatures.some((one) => one.type === type && one.needs === property && one.api === undefined)
}

/** Whether more is to be said of a property than that it is deprecated. */
export function isRemovedFeature(type: string, property: string): boolean {
  return removedProperties.has(`${type} ${property}`)
}

const removedProperties: ReadonlySet<string> = new Set(
  serviceFeatures.map(({ type, property }) => `${type} ${property}`),
)
