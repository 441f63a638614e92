/** What can be asked of templates with capabilities. */
import {
  type Capabilities,
  capabilitiesOf,
  registryChoices,
  resourceTypeKey,
  type Sources,
  type SourceTree,
} from './model.ts'

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
  /** Types that the environments leave open, with their candidates. */
  readonly open: ReadonlyMap<string, readonly string[]>
}

export function summaryOf({ templates, environments }: Sources): CapabilitySummary {
  const capabilities = new Map<string, Set<string>>()
  const types = new Map<string, Set<string>>()
  for (const template of templates.values()) {
    for (const [key, values] of capabilitiesOf(template)) {
      for (const value of values) {
        if (key === resourceTypeKey) addTo(types, value, template.path)
        else addTo(capabilities, key, value)
      }
    }
  }
  const open = environments.flatMap(registryChoices).filter(({ isList }) => isList)
  const candidates = open.map(({ type, candidates: some }) => [type, some.map(({ name }) => name)] as const)
  return { capabilities: sorted(capabilities), types: sorted(types), open: new Map(candidates) }
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
