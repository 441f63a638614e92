/** What may be written at an offset. */

import { stringOf } from '../document/read.ts'
import { wordsOf } from '../heat/dialects.ts'
import { customConstraints } from '../heat/facts/facts.ts'
import { branchesOnCondition, functionRow } from '../heat/functions/table.ts'
import {
  type Completion,
  functionItems,
  functionValues,
  holderOf,
  names,
  namesIn,
  plain,
  types,
  versions,
  words,
} from './completion-items.ts'
import { type Place, placeAt, type TreeMemory } from './cursor.ts'
import { propertyLines } from './hover.ts'
import { pathOf, type Step } from './paths.ts'
import { factsOf, keysAt, schemaAt, typeText, valuesOf } from './schemas.ts'
import { partItems, resourceAt } from './snippets.ts'
import { lineAround } from './tolerant.ts'

interface Completions {
  readonly items: readonly Completion[]
  /** Where the word begins that they replace. */
  readonly start: number
}

/**
 * @param files names of files that may be named here, relative to the template
 * @param memory what was read of the same document before, for speed alone
 */
export function completionsAt(
  text: string,
  offset: number,
  files: () => readonly string[] = () => [],
  memory: TreeMemory = {},
): Completions {
  const line = lineAround(text, offset)
  const before = text.slice(line.start, offset)
  const word = /[\w:.$/-]*$/.exec(before)?.[0] ?? ''
  // A dash of a list, and a colon behind a key, are no part of a word.
  const start = offset - word.replace(/^-(?=$)/, '').length
  const found = placeAt({ text, start, offset, lineEnd: line.end }, memory)
  if (found === undefined) return { items: [], start }
  return { items: offered(found, files), start }
}

function offered(place: Place, files: () => readonly string[]): readonly Completion[] {
  const { root, steps, isKey, version } = place
  const path = pathOf(steps)
  const [section, , part] = path
  const call = callAround(steps)
  if (!isKey && call !== undefined) return argumentsOf(place, call, files)
  if (isKey) {
    if (path.length === 2 && steps.at(-1)?.kind === 'entry') return partItems(String(section), version)
    if (path.length === 1) return words(root, version, 'sections', path)
    if (path.length >= 3 && section === 'parameters') return parameterKeys(place, path)
    if (path.length === 3 && section === 'resources') return words(root, version, 'resourceKeys', path, steps)
    if (path.length === 3 && section === 'outputs') return words(root, version, 'outputKeys', path, steps)
    if (part === 'depends_on') return names(root, 'resources', 'resource', String(path[1]))
    return [...propertyKeys(place, path), ...functions(place, section === 'conditions')]
  }
  return values(place, path)
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
  call: NonNullable<ReturnType<typeof callAround>>,
  files: () => readonly string[],
): readonly Completion[] {
  const { root, steps, version } = place
  const { name, index, at } = call
  if (branchesOnCondition(name) && index === 0) return names(root, 'conditions', 'condition')
  const refersTo = functionRow(name)?.refersTo
  if (index === 0) {
    switch (refersTo) {
      case 'parameter':
        return [
          ...names(root, 'parameters', 'parameter'),
          ...[...wordsOf(version, 'pseudoParameters')].map(
            (label): Completion => ({ label, kind: 'parameter', rank: 2 }),
          ),
        ]
      case 'resource':
      case 'attribute':
        return names(root, 'resources', 'resource')
      case 'condition':
        return names(root, 'conditions', 'condition')
      case 'file':
        return files().map((label) => ({ label, kind: 'file', rank: 1 }))
      default:
        return []
    }
  }
  const step = steps[at]
  if (refersTo !== 'attribute' || index !== 1 || step?.kind !== 'entry') return []
  const list = step.entry.value
  const resource = list.kind === 'seq' ? stringOf(list.items[0]) : undefined
  const facts = resource === undefined ? undefined : factsOf(root, resource)
  return [...(facts?.attributes ?? [])].map(([label, type]) => {
    const isDeprecated = facts?.schema.attributes?.[label]?.support?.status !== undefined
    return {
      label,
      kind: 'attribute',
      detail: type,
      rank: isDeprecated ? 5 : 1,
      ...(isDeprecated ? { isDeprecated: true as const } : {}),
    }
  })
}

function parameterKeys(
  { root, steps, version }: Place,
  path: readonly (string | number)[],
): readonly Completion[] {
  if (path.length === 3) return words(root, version, 'parameterKeys', path, steps)
  return path[2] === 'constraints' && path.length === 5
    ? words(root, version, 'constraints', path, steps)
    : []
}

function propertyKeys({ root, steps }: Place, path: readonly (string | number)[]): readonly Completion[] {
  const schemas = keysAt(root, path.slice(0, -1))
  if (schemas === undefined) return []
  const there = namesIn(holderOf(steps))
  const isTop = path.length === 4
  return Object.entries(schemas).flatMap(([label, schema]): readonly Completion[] => {
    if (schema.implemented === false || there.has(label)) return []
    const isDeprecated = schema.support?.status !== undefined
    return [
      {
        label,
        kind: 'property',
        detail: `${typeText(schema)}${schema.required === true ? ', required' : ''}`,
        markdown: propertyLines(label, schema, isTop).join('\n\n'),
        insert: `${label}: `,
        rank: isDeprecated ? 5 : schema.required === true ? 0 : 1,
        ...(isDeprecated ? { isDeprecated: true as const } : {}),
      },
    ]
  })
}

/** Functions of the version, where values stand. */
function functions({ version, steps }: Place, isCondition: boolean): readonly Completion[] {
  // Beside another key a function is none.
  if ((holderOf(steps)?.entries.length ?? 0) > 1 || steps.length < 3)
    return isCondition && steps.length === 3 ? functionItems(version, true) : []
  return functionItems(version, isCondition)
}

function values(place: Place, path: readonly (string | number)[]): readonly Completion[] {
  const { root, version } = place
  const [section, owner, part] = path
  const last = path.at(-1)
  if (path.length === 1 && last === 'heat_template_version') return versions()
  if (section === 'parameters') {
    if (path.length === 3 && part === 'type') return plain([...wordsOf(version, 'parameterTypes')])
    if (last === 'custom_constraint') return plain(customConstraints)
    return path.length === 3 && (part === 'hidden' || part === 'immutable') ? plain(['true', 'false']) : []
  }
  if (last === 'condition' && path.length === 3) return names(root, 'conditions', 'condition')
  if (section !== 'resources') return []
  if (part === 'type' && path.length === 3) return types(resourceAt(root, String(owner)), root)
  if (part === 'depends_on') return names(root, 'resources', 'resource', String(owner))
  if (part === 'deletion_policy') return plain([...wordsOf(version, 'deletionPolicies')])
  const allowed = plain(valuesOf(schemaAt(root, path)))
  return part === 'properties' && path.length > 3 ? [...allowed, ...functionValues(version)] : allowed
}
