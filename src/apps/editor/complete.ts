/** What may be written at an offset. */

import { environmentSections } from '../../heat/candidate.ts'
import { customConstraints } from '../../heat/facts/facts.ts'
import { branchesOnCondition, functionRow, keysRead } from '../../heat/functions/table.ts'
import { membersOf } from '../../heat/group-types.ts'
import { hotName } from '../../heat/sections.ts'
import { hasFunction } from '../../heat/versions.ts'
import { parameterSchema } from '../../stack/parameter-schemas.ts'
import { type Defined, definitionAt, keysAt, schemaAt } from '../../stack/type-of.ts'
import { attributeAt, attributesAt, type KnownAttribute } from './attributes.ts'
import {
  type Completion,
  fileItems,
  functionItems,
  functionValues,
  holderOf,
  inUsualOrder,
  isOfHot,
  keyItems,
  names,
  namesIn,
  plain,
  propertyItem,
  templateItems,
  types,
  versions,
  words,
  wordsIn,
} from './completion-items.ts'
import { type Cursor, cursorAt, type TreeMemory } from './cursor.ts'
import { inEnvironment } from './environment-items.ts'
import { fittingFirst } from './fitting.ts'
import { asMarkdown, attributeDescription } from './hover.ts'
import { pathOf, type Step } from './paths.ts'
import { typedDocument, valuesOf } from './schemas.ts'
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
  if (!endsWithKey.test(before)) return completionsOfWord(text, offset, around, memory)
  const { items } = completionsOfWord(
    `${text.slice(0, offset)} ${text.slice(offset)}`,
    offset + 1,
    around,
    memory,
  )
  return { items: items.map(behindBlank), start: offset }
}

/** Right behind the colon of a key, where the blank is missing that makes it one. */
const endsWithKey = /(?:^[ -]*|[{,] *)["']?[\w.-]+["']?:$/

function behindBlank({ label, insert = label, snippet, ...item }: Completion): Completion {
  return {
    label,
    ...item,
    insert: ` ${insert}`,
    ...(snippet === undefined ? {} : { snippet: ` ${snippet}` }),
  }
}

function completionsOfWord(
  text: string,
  offset: number,
  around: Surroundings,
  memory: TreeMemory,
): Completions {
  const line = lineAround(text, offset)
  const before = text.slice(line.start, offset)
  const word = /[\w:.$/-]*$/.exec(before)?.[0] ?? ''
  // A dash of a list, and a colon behind a key, are no part of a word.
  const start = offset - word.replace(/^-(?=$)/, '').length
  const found = cursorAt({ text, start, offset, lineEnd: line.end }, memory)
  if (found === undefined) return { items: [], start }
  const items = offered(found, around)
  return { items: /["']/.test(text.charAt(start - 1)) ? items.flatMap(quoted) : items, start }
}

/** Within quotes a word stands for itself, and nothing can follow it. */
function quoted({ snippet: _snippet, insert: _insert, ...item }: Completion): readonly Completion[] {
  return item.kind === 'snippet' || item.kind === 'function' ? [] : [item]
}

function offered(cursor: Cursor, around: Surroundings): readonly Completion[] {
  const { kind, isKey, steps } = cursor
  if (kind === 'environment') return inEnvironment(cursor, around)
  if (kind === 'blueprint') return []
  if (!isKey) return values(cursor, steps, around)
  // What stands alone behind a dash or below a key may become a value as well.
  const isLone = (holderOf(steps)?.entries.length ?? 0) === 1
  return [...keys(cursor, around), ...(isLone ? values(cursor, steps.slice(0, -1), around, 'below') : [])]
}

function keys(cursor: Cursor, around: Surroundings): readonly Completion[] {
  const { steps } = cursor
  const path = pathOf(steps)
  const section = sectionOf(path)
  const owner = steps.at(-2)
  if (path.length === 1) return sections(cursor)
  if (owner?.kind === 'entry' && hasCalls(path) && isCalled(cursor, owner.name))
    return argumentKeys(cursor, owner.name)
  if (path.length === 2)
    return isOfHot(cursor.kind) && owner?.kind === 'entry' ? partItems(section, cursor.version) : []
  switch (section) {
    case 'parameters':
      return path.length === 3 ? words(cursor, 'parameterKeys') : constraintKeys(cursor, path)
    case 'outputs':
      return path.length === 3 ? words(cursor, 'outputKeys') : functionsAt(cursor)
    case 'conditions':
      return functionsAt(cursor)
    case 'resources':
      return resourceKeys(cursor, around)
    default:
      return []
  }
}

/** Of a file that is not known yet those of environments, too. */
function sections(cursor: Cursor): readonly Completion[] {
  if (cursor.kind !== 'not-a-template') return words(cursor, 'sections')
  const there = namesIn(cursor.root)
  const others = environmentSections.filter((one) => one !== 'parameters' && !there.has(one))
  return [
    ...words(cursor, 'sections').map((one) =>
      one.label === 'heat_template_version' ? { ...one, rank: -1 } : one,
    ),
    ...keyItems(others, 10),
  ]
}

/** In a list of constraints: one kind for each, what is said of it, and the limits of the kind. */
function constraintKeys(cursor: Cursor, path: readonly (string | number)[]): readonly Completion[] {
  if (path[2] !== 'constraints') return []
  const there = namesIn(holderOf(cursor.steps))
  if (path.length === 6) return keyItems((limitKeys[String(path[4])] ?? []).filter((one) => !there.has(one)))
  if (path.length !== 5) return []
  const kinds = words(cursor, 'constraints')
  const hasKind = kinds.length < wordsIn(cursor, 'constraints').length
  const about = there.has('description') ? [] : keyItems(['description'], kinds.length)
  return hasKind ? about : [...kinds, ...about]
}

/** `RANGE_KEYS` and `MODULO_KEYS` of heat/engine/hot/parameters.py. */
const limitKeys: Readonly<Record<string, readonly string[]>> = {
  range: ['min', 'max'],
  length: ['min', 'max'],
  modulo: ['step', 'offset'],
}

function sectionOf(path: readonly (string | number)[]): string {
  return String(path[0]).toLowerCase()
}

function resourceKeys(cursor: Cursor, around: Surroundings): readonly Completion[] {
  const { root, steps } = cursor
  const path = pathOf(steps)
  const at = definitionAt(typedDocument(root, around), path)
  if (at === undefined) return []
  if (at.inner.length === 1) return words(cursor, at.resource === undefined ? 'memberKeys' : 'resourceKeys')
  const known = propertyKeys(cursor, around)
  return at.inner.length > 2 && hasCalls(path) ? [...known, ...functionsAt(cursor)] : known
}

/** Where functions may stand, by the path from the root to what they stand in or below. */
function hasCalls(path: readonly (string | number)[]): boolean {
  switch (sectionOf(path)) {
    case 'resources':
      return path.length > 3 && /^(?:properties|metadata|update_policy)$/.test(hotName(String(path[2])))
    case 'outputs':
      return path.length > 3 || hotName(String(path[2])) === 'value'
    case 'conditions':
      return path.length > 1
    default:
      return false
  }
}

function isCalled({ kind, version }: Cursor, name: string): boolean {
  return isOfHot(kind) ? hasFunction(version, name) : functionRow(name) !== undefined
}

/** The keys of the mapping that a function takes. */
function argumentKeys({ steps, version }: Cursor, name: string): readonly Completion[] {
  const there = namesIn(holderOf(steps))
  return keyItems(keysRead(name, version).filter((one) => !there.has(one)))
}

/** Functions of the version, where nothing stands beside them. */
function functionsAt(cursor: Cursor): readonly Completion[] {
  if ((holderOf(cursor.steps)?.entries.length ?? 0) > 1) return []
  return functionItems(cursor, sectionOf(pathOf(cursor.steps)) === 'conditions')
}

function propertyKeys({ root, steps }: Cursor, around: Surroundings): readonly Completion[] {
  const known = keysAt(typedDocument(root, around), pathOf(steps).slice(0, -1))
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
  cursor: Cursor,
  steps: readonly Step[],
  call: NonNullable<ReturnType<typeof callAround>>,
  around: Surroundings,
): readonly Completion[] {
  const { root } = cursor
  const { name, index } = call
  if (branchesOnCondition(name) && index === 0) return names(root, 'conditions', 'condition')
  const refersTo = functionRow(name)?.refersTo
  if (index === 0) {
    const pseudo = () =>
      wordsIn(cursor, 'pseudoParameters').map((label): Completion => ({ label, kind: 'parameter', rank: 2 }))
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
        return fileItems(cursor, around)
      default:
        return []
    }
  }
  const asked = attributeAt({ ...cursor, steps, isKey: false })
  return asked === undefined ? [] : attributeItems(attributesAt(root, asked, around))
}

/** Those of the resource before those of the members of a group. */
function attributeItems(known: ReadonlyMap<string, KnownAttribute>): readonly Completion[] {
  return [...known].map(([label, attribute]) => {
    const { schema, isOfMembers } = attribute
    const isDeprecated = schema.support?.status !== undefined
    const { facts, notes } = attributeDescription(attribute)
    return {
      label,
      kind: 'attribute',
      detail: facts.join('; '),
      ...(notes.length === 0 ? {} : { markdown: notes.map(asMarkdown).join('\n\n') }),
      rank: isDeprecated ? 5 : isOfMembers ? 2 : 1,
      ...(isDeprecated ? { isDeprecated: true as const } : {}),
    }
  })
}

function values(
  cursor: Cursor,
  steps: readonly Step[],
  around: Surroundings,
  where: 'behind' | 'below' = 'behind',
): readonly Completion[] {
  const { root } = cursor
  const path = pathOf(steps)
  const [section, owner] = [sectionOf(path), path[1]]
  const last = path.at(-1)
  const call = hasCalls(path) ? callAround(steps) : undefined
  if (call !== undefined) {
    const value = { root, steps: steps.slice(0, call.at) }
    return fittingFirst(argumentsOf(cursor, steps, call, around), value, around)
  }
  if (path.length === 1 && last === 'heat_template_version') return versions()
  if (section === 'parameters') return parameterValues(cursor, path, steps)
  const part = hotName(String(last))
  if (part === 'condition' && path.length === 3) return names(root, 'conditions', 'condition')
  const functions = where === 'behind' && hasCalls(path) ? functionValues(cursor, section) : []
  if (section === 'outputs') return part === 'value' || path.length > 3 ? functions : []
  if (section === 'conditions') return functions
  if (section !== 'resources') return []
  const at = definitionAt(typedDocument(root, around), path)
  const [key] = at?.inner ?? []
  const isWhole = at?.inner.length === 1
  if (isWhole && part === 'type') return [...types(at, cursor, around), ...templateItems(cursor, around)]
  if (at !== undefined && isOfChain(at))
    return [...types({ ...at, definition: undefined }, cursor, around), ...templateItems(cursor, around)]
  if (hotName(String(key)) === 'depends_on') return names(root, 'resources', 'resource', String(owner))
  if (isWhole && part === 'deletion_policy') return plain(wordsIn(cursor, 'deletionPolicies'))
  const allowed = plain(valuesOf(schemaAt(typedDocument(root, around), path)?.schema))
  return [...allowed, ...functions]
}

function parameterValues(
  cursor: Cursor,
  path: readonly (string | number)[],
  steps: readonly Step[],
): readonly Completion[] {
  const [part, last] = [hotName(String(path[2])), path.at(-1)]
  if (path.length === 3 && part === 'default') return plain(valuesOf(parameterSchema(holderOf(steps))))
  if (path.length === 3 && part === 'type') return plain(inUsualOrder(wordsIn(cursor, 'parameterTypes')))
  if (last === 'custom_constraint' || last === 'CustomConstraint') return plain(customConstraints)
  return path.length === 3 && /^(?:hidden|immutable|no_echo)$/.test(part) ? plain(['true', 'false']) : []
}

/** Whether a path leads to one of the types that a chain makes resources of. */
function isOfChain({ type, inner }: Defined): boolean {
  const members = type === undefined ? undefined : membersOf(type)
  const [section, property, item, ...more] = inner
  return (
    members?.by === 'types' &&
    hotName(String(section)) === 'properties' &&
    property === members.property &&
    typeof item === 'number' &&
    more.length === 0
  )
}
