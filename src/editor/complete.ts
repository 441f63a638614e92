/** What may be written at an offset. */

import { stringOf } from '../document/read.ts'
import { environmentSections } from '../heat/candidate.ts'
import { customConstraints } from '../heat/facts/facts.ts'
import { branchesOnCondition, functionRow, keysRead } from '../heat/functions/table.ts'
import { namesTemplate } from '../heat/resource-types.ts'
import { hotName } from '../heat/sections.ts'
import { hasFunction } from '../heat/versions.ts'
import {
  type Completion,
  functionItems,
  functionValues,
  holderOf,
  isOfHot,
  keyItems,
  names,
  namesIn,
  plain,
  propertyItem,
  types,
  versions,
  words,
  wordsIn,
} from './completion-items.ts'
import { type Place, placeAt, type TreeMemory } from './cursor.ts'
import { inEnvironment } from './environment-items.ts'
import { asMarkdown } from './hover.ts'
import { pathOf, type Step } from './paths.ts'
import { definitionAt, keysAt, locatedAt, schemaOfResource, valuesOf } from './schemas.ts'
import { partItems } from './snippets.ts'
import { alone, type Surroundings } from './surroundings.ts'
import { lineAround } from './tolerant.ts'

interface Completions {
  readonly items: readonly Completion[]
  /** Where the word begins that they replace. */
  readonly start: number
}

/** @param memory what was read of the same document before, for speed alone */
export function completionsAt(
  text: string,
  offset: number,
  around: Surroundings = alone,
  memory: TreeMemory = {},
): Completions {
  const line = lineAround(text, offset)
  const before = text.slice(line.start, offset)
  const word = /[\w:.$/-]*$/.exec(before)?.[0] ?? ''
  // A dash of a list, and a colon behind a key, are no part of a word.
  const start = offset - word.replace(/^-(?=$)/, '').length
  const found = placeAt({ text, start, offset, lineEnd: line.end }, memory)
  if (found === undefined) return { items: [], start }
  const items = offered(found, around)
  return { items: /["']/.test(text.charAt(start - 1)) ? items.flatMap(quoted) : items, start }
}

/** Within quotes a word stands for itself, and nothing can follow it. */
function quoted({ snippet: _snippet, insert: _insert, ...item }: Completion): readonly Completion[] {
  return item.kind === 'snippet' || item.kind === 'function' ? [] : [item]
}

function offered(place: Place, around: Surroundings): readonly Completion[] {
  const { kind, isKey, steps } = place
  if (kind === 'environment') return inEnvironment(place, around)
  if (kind === 'blueprint') return []
  if (!isKey) return values(place, steps, around)
  // What stands alone behind a dash or below a key may become a value as well.
  const isLone = (holderOf(steps)?.entries.length ?? 0) === 1
  return [...keys(place, around), ...(isLone ? values(place, steps.slice(0, -1), around, 'below') : [])]
}

function keys(place: Place, around: Surroundings): readonly Completion[] {
  const { steps } = place
  const path = pathOf(steps)
  const section = sectionOf(path)
  const owner = steps.at(-2)
  if (path.length === 1) return sections(place)
  if (owner?.kind === 'entry' && hasCalls(path) && isCalled(place, owner.name))
    return argumentKeys(place, owner.name)
  if (path.length === 2)
    return isOfHot(place.kind) && owner?.kind === 'entry' ? partItems(section, place.version) : []
  switch (section) {
    case 'parameters':
      if (path.length === 3) return words(place, 'parameterKeys')
      return path[2] === 'constraints' && path.length === 5 ? words(place, 'constraints') : []
    case 'outputs':
      return path.length === 3 ? words(place, 'outputKeys') : functionsAt(place)
    case 'conditions':
      return functionsAt(place)
    case 'resources':
      return resourceKeys(place, around)
    default:
      return []
  }
}

/** Of a file that is not known yet those of environments, too. */
function sections(place: Place): readonly Completion[] {
  if (place.kind !== 'not-a-template') return words(place, 'sections')
  const there = namesIn(place.root)
  const others = environmentSections.filter((one) => one !== 'parameters' && !there.has(one))
  return [
    ...words(place, 'sections').map((one) =>
      one.label === 'heat_template_version' ? { ...one, rank: -1 } : one,
    ),
    ...keyItems(others, 10),
  ]
}

function sectionOf(path: readonly (string | number)[]): string {
  return String(path[0]).toLowerCase()
}

function resourceKeys(place: Place, around: Surroundings): readonly Completion[] {
  const { root, steps } = place
  const path = pathOf(steps)
  const at = definitionAt(root, path)
  if (at === undefined) return []
  if (at.inner.length === 1) return words(place, at.resource === undefined ? 'memberKeys' : 'resourceKeys')
  const known = propertyKeys(place, around)
  return at.inner.length > 2 && hasCalls(path) ? [...known, ...functionsAt(place)] : known
}

/** Where functions may stand, by the path from the root to what they stand in or below. */
function hasCalls(path: readonly (string | number)[]): boolean {
  switch (sectionOf(path)) {
    case 'resources':
      return path.length > 3 && /^(?:properties|metadata|update_policy)$/.test(hotName(String(path[2])))
    case 'outputs':
      return path.length > 3
    case 'conditions':
      return path.length > 2
    default:
      return false
  }
}

function isCalled({ kind, version }: Place, name: string): boolean {
  return isOfHot(kind) ? hasFunction(version, name) : functionRow(name) !== undefined
}

/** The keys of the mapping that a function takes. */
function argumentKeys({ steps, version }: Place, name: string): readonly Completion[] {
  const there = namesIn(holderOf(steps))
  return keyItems(keysRead(name, version).filter((one) => !there.has(one)))
}

/** Functions of the version, where nothing stands beside them. */
function functionsAt(place: Place): readonly Completion[] {
  if ((holderOf(place.steps)?.entries.length ?? 0) > 1) return []
  return functionItems(place, sectionOf(pathOf(place.steps)) === 'conditions')
}

function propertyKeys({ root, steps }: Place, around: Surroundings): readonly Completion[] {
  const known = keysAt(root, pathOf(steps).slice(0, -1), around)
  if (known === undefined) return []
  const there = namesIn(holderOf(steps))
  return known.flatMap(([label, located]): readonly Completion[] => {
    const { schema } = located
    if (schema.implemented === false || there.has(label)) return []
    return [propertyItem(label, located)]
  })
}

/** The nearest function around a value, and the index of the argument that the value is. */
function callAround(
  steps: readonly Step[],
): { readonly name: string; readonly index: number; readonly at: number } | undefined {
  const last = steps.at(-1)
  const at = last?.kind === 'item' ? steps.length - 2 : steps.length - 1
  const step = steps[at]
  if (step?.kind !== 'entry' || functionRow(step.name) === undefined || at < 2) return undefined
  return { name: step.name, index: last?.kind === 'item' ? last.index : 0, at }
}

function argumentsOf(
  place: Place,
  steps: readonly Step[],
  call: NonNullable<ReturnType<typeof callAround>>,
  around: Surroundings,
): readonly Completion[] {
  const { root } = place
  const { name, index, at } = call
  if (branchesOnCondition(name) && index === 0) return names(root, 'conditions', 'condition')
  const refersTo = functionRow(name)?.refersTo
  if (index === 0) {
    const pseudo = () =>
      wordsIn(place, 'pseudoParameters').map((label): Completion => ({ label, kind: 'parameter', rank: 2 }))
    switch (refersTo) {
      case 'parameter':
        return [...names(root, 'parameters', 'parameter'), ...pseudo()]
      case 'parameter or resource':
        return [
          ...names(root, 'parameters', 'parameter'),
          ...names(root, 'resources', 'resource'),
          ...pseudo(),
        ]
      case 'resource':
      case 'attribute':
        return names(root, 'resources', 'resource')
      case 'condition':
        return names(root, 'conditions', 'condition')
      case 'mapping':
        return names(root, 'mappings', 'condition')
      case 'file':
        return fileItems(around.files())
      default:
        return []
    }
  }
  const step = steps[at]
  if (refersTo !== 'attribute' || index !== 1 || step?.kind !== 'entry') return []
  const list = step.entry.value
  const resource = list.kind === 'seq' ? stringOf(list.items[0]) : undefined
  return resource === undefined ? [] : attributeItems(place, resource, around)
}

function attributeItems({ root }: Place, resource: string, around: Surroundings): readonly Completion[] {
  const known = schemaOfResource(root, resource, around)
  return Object.entries(known?.attributes ?? {}).map(([label, { type = 'string', support }]) => {
    const isDeprecated = support?.status !== undefined
    const about = known?.aboutAttribute(label)
    return {
      label,
      kind: 'attribute',
      ...(type === 'unknown' ? {} : { detail: type }),
      ...(about === undefined ? {} : { markdown: asMarkdown(about) }),
      rank: isDeprecated ? 5 : 1,
      ...(isDeprecated ? { isDeprecated: true as const } : {}),
    }
  })
}

function values(
  place: Place,
  steps: readonly Step[],
  around: Surroundings,
  where: 'behind' | 'below' = 'behind',
): readonly Completion[] {
  const { root } = place
  const path = pathOf(steps)
  const [section, owner] = [sectionOf(path), path[1]]
  const last = path.at(-1)
  const call = hasCalls(path) ? callAround(steps) : undefined
  if (call !== undefined) return argumentsOf(place, steps, call, around)
  if (path.length === 1 && last === 'heat_template_version') return versions()
  if (section === 'parameters') return parameterValues(place, path)
  const part = hotName(String(last))
  if (part === 'condition' && path.length === 3) return names(root, 'conditions', 'condition')
  if (section !== 'resources') return []
  const at = definitionAt(root, path)
  const [key] = at?.inner ?? []
  const isWhole = at?.inner.length === 1
  if (isWhole && part === 'type')
    return [...types(at, place), ...fileItems(around.files().filter(namesTemplate))]
  if (hotName(String(key)) === 'depends_on') return names(root, 'resources', 'resource', String(owner))
  if (isWhole && part === 'deletion_policy') return plain(wordsIn(place, 'deletionPolicies'))
  const allowed = plain(valuesOf(locatedAt(root, path, around)?.schema))
  return where === 'behind' && hasCalls(path) ? [...allowed, ...functionValues(place)] : allowed
}

function parameterValues(place: Place, path: readonly (string | number)[]): readonly Completion[] {
  const [part, last] = [hotName(String(path[2])), path.at(-1)]
  if (path.length === 3 && part === 'type') return plain(wordsIn(place, 'parameterTypes'))
  if (last === 'custom_constraint' || last === 'CustomConstraint') return plain(customConstraints)
  return path.length === 3 && /^(?:hidden|immutable|no_echo)$/.test(part) ? plain(['true', 'false']) : []
}

function fileItems(files: readonly string[]): readonly Completion[] {
  return files.map((label) => ({ label, kind: 'file', rank: 2 }))
}
