/** What can be asked of templates with capabilities. */
import {
  type Capabilities,
  capabilitiesOf,
  mappingsOf,
  resourceTypeKey,
  type Sources,
  type SourceTree,
} from './model.ts'
import { resolveCapabilities } from './resolve.ts'

/** The templates that offer a wanted value for every key, sorted by path. */
export function findCapable(templates: Iterable<SourceTree>, wanted: Capabilities): readonly string[] {
  const found: string[] = []
  for (const template of templates) {
    const offered = capabilitiesOf(template)
    const fits = [...wanted].every(
      ([key, values]) => offered.get(key)?.some((one) => values.includes(one)) === true,
    )
    if (fits) found.push(template.path)
  }
  return found.sort()
}

export interface CapabilitySummary {
  /** Every key with all values that templates offer, sorted. */
  readonly capabilities: ReadonlyMap<string, readonly string[]>
  /** Every type with the templates that can stand for it, sorted. */
  readonly types: ReadonlyMap<string, readonly string[]>
  /** Types for which the environments choose a template out of a list. */
  readonly chosen: ReadonlyMap<string, string>
  /** Types that the environments leave open, with their candidates. */
  readonly open: ReadonlyMap<string, readonly string[]>
}

/** @param more requirements that count after those of the environments */
export function summaryOf(sources: Sources, more: Capabilities = new Map()): CapabilitySummary {
  const capabilities = new Map<string, Set<string>>()
  const types = new Map<string, Set<string>>()
  for (const template of sources.templates.values()) {
    for (const [key, values] of capabilitiesOf(template)) {
      for (const value of values) {
        if (key === resourceTypeKey) addTo(types, value, template.path)
        else addTo(capabilities, key, value)
      }
    }
  }
  const { choices, overridden } = resolveCapabilities(sources, more)
  const decided = new Set([...choices.map(({ of }) => of), ...overridden])
  const open = mappingsOf(sources).filter((one) => one.isList && !decided.has(one))
  return {
    capabilities: sorted(capabilities),
    types: sorted(types),
    chosen: new Map(choices.map(({ of, chosen }) => [of.name, chosen.target])),
    open: new Map(open.map(({ name, targets }) => [name, targets.map(({ target }) => target)])),
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}

function sorted(sets: ReadonlyMap<string, ReadonlySet<string>>): Map<string, readonly string[]> {
  const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
    one < other ? -1 : 1
  return new Map([...sets].sort(byName).map(([key, values]) => [key, [...values].sort()]))
}
