/** What completion offers in an environment. */
import { environmentSections } from '../../heat/candidate.ts'
import { mergeStrategies } from '../../heat/merge-strategies.ts'
import { isKnownResourceType, isTemplateReference } from '../../heat/resource-types.ts'
import { typeReferences } from '../../stack/references.ts'
import { type LocatedType, parametersOf } from '../../stack/type-of.ts'
import {
  type Completion,
  holderOf,
  keyItems,
  namesIn,
  plain,
  propertyItem,
  templateItems,
} from './completion-items.ts'
import type { Cursor } from './cursor.ts'
import { pathOf } from './paths.ts'
import { valuesOf } from './schemas.ts'
import { type Neighbour, readersOf, type Surroundings } from './surroundings.ts'

export function inEnvironment(cursor: Cursor, around: Surroundings): readonly Completion[] {
  const { isKey, steps } = cursor
  const path = pathOf(steps)
  const [section, name] = path
  const there = namesIn(holderOf(steps))
  const isOpen = (label: string) => !there.has(label)
  if (isKey) {
    if (path.length === 1) return keyItems(environmentSections.filter(isOpen))
    if (path.length !== 2) return []
    switch (section) {
      case 'parameters':
      case 'parameter_defaults':
        return [...declared(section, around)].flatMap(([label, one]) =>
          isOpen(label) ? [propertyItem(label, one)] : [],
        )
      case 'parameter_merge_strategies':
        return keyItems([...declared(section, around).keys()].filter(isOpen))
      case 'resource_registry':
        return typesNamed(around).filter(isOpen).map(asKey)
      default:
        return []
    }
  }
  switch (section) {
    case 'parameters':
    case 'parameter_defaults':
      return path.length === 2 ? plain(valuesOf(declared(section, around).get(String(name))?.schema)) : []
    case 'parameter_merge_strategies':
      return path.length < 3 ? plain(mergeStrategies) : []
    case 'resource_registry':
      return templateItems(cursor, around)
    default:
      return []
  }
}

/** The parameters that a section gives values. */
function declared(section: unknown, around: Surroundings): ReadonlyMap<string, LocatedType<Neighbour>> {
  const found = new Map<string, LocatedType<Neighbour>>()
  for (const template of readersOf(section, around))
    for (const [name, one] of parametersOf(template)) if (!found.has(name)) found.set(name, one)
  return found
}

/** Types that the templates name and Heat does not have. */
function typesNamed(around: Surroundings): readonly string[] {
  const all = around.templates().flatMap(({ root }) => typeReferences(root).map(({ name }) => name))
  return [...new Set(all)].filter((name) => !isKnownResourceType(name) && !isTemplateReference(name))
}

function asKey(label: string): Completion {
  return { label, kind: 'type', rank: 0, insert: `"${label}": ` }
}
