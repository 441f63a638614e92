/** What may be written at an offset. */

import { readDocument } from '../document/document.ts'
import type { Mapping } from '../document/node.ts'
import { mapOf, nameOf, textOf, valueOf } from '../document/read.ts'
import { wordsOf } from '../heat/dialects.ts'
import { customConstraints, type hotWords } from '../heat/facts/facts.ts'
import { functionExamples } from '../heat/functions/examples.ts'
import { branchesOnCondition, functionRow } from '../heat/functions/table.ts'
import { deadType, deprecatedType } from '../heat/instead.ts'
import { resourceTypeFacts, resourceTypeNames } from '../heat/resource-types.ts'
import { declarations } from '../heat/sections.ts'
import {
  compareVersions,
  conditionFunctionsOf,
  functionsOf,
  type HotVersion,
  hotVersions,
  latestVersion,
  releaseOf,
  versionOf,
} from '../heat/versions.ts'
import { functionLines, propertyLines } from './hover.ts'
import { type Found, findAt, pathOf, type Step } from './paths.ts'
import { factsOf, keysAt, schemaAt, typeText, valuesOf } from './schemas.ts'
import { closersOf, lineAround, readTolerantly } from './tolerant.ts'

export type CompletionKind =
  | 'type'
  | 'property'
  | 'attribute'
  | 'function'
  | 'parameter'
  | 'resource'
  | 'condition'
  | 'value'
  | 'key'
  | 'file'

export interface Completion {
  readonly label: string
  readonly kind: CompletionKind
  readonly detail?: string
  readonly markdown?: string
  /** What is written instead of the label. */
  readonly insert?: string
  readonly isDeprecated?: true
  /** What comes first is offered first. */
  readonly rank: number
}

export interface Completions {
  readonly items: readonly Completion[]
  /** Where the word begins that they take the place of. */
  readonly start: number
}

/** A word that no template holds, put where the cursor stands. */
const CURSOR = 'hotshift0cursor'

/** @param files names of files that may be named here, relative to the template */
export function completionsAt(
  text: string,
  offset: number,
  files: () => readonly string[] = () => [],
): Completions {
  const line = lineAround(text, offset)
  const before = text.slice(line.start, offset)
  const word = /[\w:.$/-]*$/.exec(before)?.[0] ?? ''
  // A dash of a list, and a colon behind a key, are no part of a word.
  const start = offset - word.replace(/^-(?=$)/, '').length
  const found = withCursor(text, start, offset, line.end)
  if (found === undefined) return { items: [], start }
  return { items: offered(found, files), start }
}

interface Place extends Found {
  readonly root: Mapping
  readonly version: HotVersion
}

/** The tree in which the cursor is a key, where it may be one, else a value. */
function withCursor(text: string, start: number, offset: number, lineEnd: number): Place | undefined {
  const [head, tail] = [text.slice(0, start), text.slice(lineEnd)]
  const lineHead = head.slice(head.lastIndexOf('\n') + 1)
  const rest = text.slice(offset, lineEnd).replace(/^[\w:.$/-]*/, '')
  const mayBeKey = /^[\s-]*$/.test(lineHead)
  const closers = closersOf(lineHead)
  const isInBraces = closers.startsWith('}')
  const endings = [
    ...(mayBeKey ? [':', rest] : []),
    ...(isInBraces ? [`: x${rest}`, `: x${closers}`] : []),
    rest,
    closers,
  ]
  for (const ending of endings) {
    const whole = `${head}${CURSOR}${ending}${tail}`
    const reading = readDocument(whole)
    // What else is broken in the text must not keep the cursor from its place; its own line is whole.
    const root = 'document' in reading ? mapOf(reading.document.root) : elsewhereBroken(whole, start)
    const place = root === undefined ? undefined : placeIn(root, start)
    if (place !== undefined) return place
    // Within a string or a comment no ending makes a word of its own.
    if ('document' in reading && ending !== '') return undefined
  }
  return undefined
}

function placeIn(root: Mapping, at: number): Place | undefined {
  const found = findAt(root, at + 1)
  if (found === undefined || textOf(found.node) !== CURSOR) return undefined
  const declared = textOf(valueOf(root, 'heat_template_version'))
  return {
    ...found,
    root,
    version: (declared === undefined ? undefined : versionOf(declared)) ?? latestVersion,
  }
}

function elsewhereBroken(whole: string, at: number): Mapping | undefined {
  const reading = readTolerantly(whole)
  const own = lineAround(whole, at)
  const isOwnLine = reading.blanked.some(({ start }) => start === own.start) || reading.finished !== undefined
  return isOwnLine ? undefined : reading.root
}

function offered(place: Place, files: () => readonly string[]): readonly Completion[] {
  const { root, steps, isKey, version } = place
  const path = pathOf(steps)
  const [section, , part] = path
  const call = callAround(steps)
  if (!isKey && call !== undefined) return argumentsOf(place, call, files)
  if (isKey) {
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
  const resource = list.kind === 'seq' ? textOf(list.items[0]) : undefined
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

function names(
  root: Mapping,
  section: 'parameters' | 'resources' | 'conditions',
  kind: CompletionKind,
  except?: string,
): readonly Completion[] {
  return [...declarations(root)[section]].flatMap(([label, node]) => {
    if (label.includes(CURSOR) || label === except) return []
    const type = textOf(valueOf(mapOf(node), 'type'))
    return [{ label, kind, rank: 1, ...(type === undefined ? {} : { detail: type }) }]
  })
}

type Words = keyof typeof hotWords

/** Words of a version that the mapping does not have yet. */
function words(
  root: Mapping,
  version: HotVersion,
  kind: Words,
  path: readonly (string | number)[],
  steps?: readonly Step[],
): readonly Completion[] {
  const there = path.length === 1 ? namesIn(root) : namesIn(holderOf(steps))
  return [...wordsOf(version, kind)]
    .filter((label) => !there.has(label))
    .map((label, rank) => ({ label, kind: 'key', rank, insert: `${label}: ` }))
}

function holderOf(steps: readonly Step[] = []): Mapping | undefined {
  const last = steps.at(-1)
  return last?.kind === 'entry' ? last.of : undefined
}

function namesIn(map: Mapping | undefined): ReadonlySet<string> {
  return new Set(map?.entries.flatMap((entry) => nameOf(entry) ?? []))
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

function functionItems(version: HotVersion, isCondition: boolean): readonly Completion[] {
  const known = isCondition ? conditionFunctionsOf(version) : functionsOf(version)
  return [...known]
    .filter((label) => Object.hasOwn(functionExamples, label))
    .map((label) => ({
      label,
      kind: 'function',
      markdown: functionLines(label).join('\n\n'),
      insert: `${label}: `,
      rank: 3,
    }))
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
  if (part === 'type' && path.length === 3) return types()
  if (part === 'depends_on') return names(root, 'resources', 'resource', String(owner))
  if (part === 'deletion_policy') return plain([...wordsOf(version, 'deletionPolicies')])
  return plain(valuesOf(schemaAt(root, path)))
}

function plain(labels: readonly string[]): readonly Completion[] {
  return labels.map((label, rank) => ({ label, kind: 'value', rank }))
}

function versions(): readonly Completion[] {
  return [...hotVersions]
    .sort((one, other) => compareVersions(other, one))
    .map((label, rank) => ({
      label,
      kind: 'value',
      rank,
      ...(releaseOf(label) === undefined ? {} : { detail: String(releaseOf(label)) }),
    }))
}

/** Types that can be created, those that Heat wants no more at the end. */
function types(): readonly Completion[] {
  return resourceTypeNames().flatMap((label): readonly Completion[] => {
    if (deadType(label) !== undefined) return []
    const isDeprecated =
      deprecatedType(label) !== undefined || resourceTypeFacts(label)?.status !== 'supported'
    return [
      {
        label,
        kind: 'type',
        rank: isDeprecated ? 5 : 1,
        ...(isDeprecated ? { isDeprecated: true as const } : {}),
      },
    ]
  })
}
