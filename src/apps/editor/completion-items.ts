/** What completion offers, by what it is. */

import { typeText } from '../../heat/describe.ts'
import { cfnDialectOf, cfnFunctionNames, versionKeyOf, type WordKind, wordsOf } from '../../heat/dialects.ts'
import { functionRow } from '../../heat/functions/table.ts'
import { deadType, deprecatedType } from '../../heat/instead.ts'
import type { TemplateKind } from '../../heat/kind.ts'
import { namesTemplate, resourceTypeFacts, resourceTypeNames } from '../../heat/resource-types.ts'
import { declarations, hotName } from '../../heat/sections.ts'
import {
  compareVersions,
  conditionFunctionsOf,
  functionsOf,
  hotVersions,
  releaseOf,
} from '../../heat/versions.ts'
import type { Defined, LocatedType } from '../../stack/type-of.ts'
import type { Mapping } from '../../text/document/node.ts'
import { mapOf, nameOf, stringOf, valueOf } from '../../text/document/read.ts'
import { CURSOR, type Cursor } from './cursor.ts'
import { functionLines, propertyLines } from './hover.ts'
import type { Step } from './paths.ts'
import { functionSnippet, typeSnippet } from './snippets.ts'
import type { Neighbour, Surroundings } from './surroundings.ts'

type CompletionKind =
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
  | 'folder'
  /** Only for those who fill in what is left open. */
  | 'snippet'

export interface Completion {
  readonly label: string
  readonly kind: CompletionKind
  readonly detail?: string
  readonly markdown?: string
  /** What is written instead of the label. */
  readonly insert?: string
  /** The same with tab stops, for editors that have them; lines are indented from where the cursor stands. */
  readonly snippet?: string
  readonly isDeprecated?: true
  /** What comes first is offered first. */
  readonly rank: number
}

export function names(
  root: Mapping,
  section: 'parameters' | 'resources' | 'conditions' | 'mappings',
  kind: CompletionKind,
  except?: string,
): readonly Completion[] {
  return [...declarations(root)[section]].flatMap(([label, node]) => {
    if (label.includes(CURSOR) || label === except) return []
    const type = stringOf(valueOf(mapOf(node), 'type'))
    return [{ label, kind, rank: 1, ...(type === undefined ? {} : { detail: type }) }]
  })
}

/** Whether a file is written in the words of HOT: what is no template yet may become one. */
export function isOfHot(kind: TemplateKind): boolean {
  return !kind.includes('cfn')
}

/** The words that the dialect of a file knows in a role. */
export function wordsIn(
  { kind, version }: Pick<Cursor, 'kind' | 'version'>,
  of: WordKind,
): readonly string[] {
  return isOfHot(kind) ? [...wordsOf(version, of)] : cfnDialectOf(kind)[of]
}

/** What the definition of the members of a group may have: all else Heat ignores. */
const memberKeys: readonly string[] = ['type', 'properties', 'metadata']

/** Words of the dialect that the mapping around the cursor does not have yet, in the order in which people write them. */
export function words(cursor: Cursor, of: WordKind | 'memberKeys'): readonly Completion[] {
  const there = namesIn(holderOf(cursor.steps))
  const known = of === 'memberKeys' ? memberKeys : wordsIn(cursor, of)
  return keyItems(inUsualOrder(known.filter((label) => !there.has(label))))
}

/** What nearly every part has comes first; the others are in alphabetical order, as the facts have them. */
export function inUsualOrder(labels: readonly string[]): readonly string[] {
  const placeOf = (label: string) => {
    const place = usualFirst.indexOf(hotName(label))
    return place === -1 ? usualFirst.length : place
  }
  return [...labels].sort((one, other) => placeOf(one) - placeOf(other))
}

const usualFirst: readonly string[] = [
  'heat_template_version',
  'type',
  'properties',
  'description',
  'value',
  'default',
  'constraints',
  'parameters',
  'resources',
  'outputs',
  'string',
]

/** Keys in an order, the first of a rank. */
export function keyItems(labels: readonly string[], first = 0): readonly Completion[] {
  return labels.map((label, index) => ({ label, kind: 'key', rank: first + index, insert: `${label}: ` }))
}

/** A property, or a parameter that an environment gives a value. */
export function propertyItem(label: string, located: LocatedType<Neighbour>): Completion {
  const { schema } = located
  const isDeprecated = schema.support?.status !== undefined
  return {
    label,
    kind: 'property',
    detail: `${typeText(schema)}${schema.required === true ? ', required' : ''}${isDeprecated ? ', deprecated' : ''}`,
    markdown: propertyLines(label, located).join('\n\n'),
    insert: `${label}: `,
    rank: isDeprecated ? 5 : schema.required === true ? 0 : 1,
    ...(isDeprecated ? { isDeprecated: true as const } : {}),
  }
}

export function holderOf(steps: readonly Step[] = []): Mapping | undefined {
  const last = steps.at(-1)
  return last?.kind === 'entry' ? last.of : undefined
}

export function namesIn(map: Mapping | undefined): ReadonlySet<string> {
  return new Set(map?.entries.flatMap((entry) => nameOf(entry) ?? []))
}

export function functionItems(
  { kind, version }: Pick<Cursor, 'kind' | 'version'>,
  isCondition: boolean,
): readonly Completion[] {
  if (!isOfHot(kind))
    return cfnFunctionNames(versionKeyOf(kind)).map((label) => ({
      label,
      kind: 'function',
      markdown: functionLines(label, kind).join('\n\n'),
      insert: `${label}: `,
      rank: 3,
    }))
  const known = isCondition ? conditionFunctionsOf(version) : functionsOf(version)
  return [...known]
    .filter((label) => functionRow(label)?.example !== undefined)
    .map((label) => ({
      label,
      kind: 'function',
      markdown: functionLines(label, kind).join('\n\n'),
      insert: `${label}: `,
      ...snippetOf(functionSnippet(label)),
      rank: 3,
    }))
}

/** Functions as values, in braces. */
export function functionValues(
  cursor: Pick<Cursor, 'kind' | 'version'>,
  section: string,
): readonly Completion[] {
  return functionItems(cursor, section === 'conditions').map(({ insert: _insert, snippet, ...item }) => ({
    ...item,
    insert: `{${item.label}: }`,
    ...(snippet === undefined ? {} : { snippet: `{${snippet}}` }),
    rank: 4,
  }))
}

function snippetOf(snippet: string | undefined): Pick<Completion, 'snippet'> {
  return snippet === undefined ? {} : { snippet }
}

export function plain(labels: readonly string[]): readonly Completion[] {
  return labels.map((label, rank) => ({ label, kind: 'value', rank }))
}

export function versions(): readonly Completion[] {
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
export function types(at: Defined, { root, kind }: Cursor, around: Surroundings): readonly Completion[] {
  const own = around.types().map((label): Completion => ({ label, kind: 'type', rank: 0 }))
  const registered = new Set(own.map(({ label }) => label))
  const known = resourceTypeNames().flatMap((label): readonly Completion[] => {
    if (deadType(label) !== undefined || registered.has(label)) return []
    const isDeprecated =
      deprecatedType(label) !== undefined || resourceTypeFacts(label)?.status !== 'supported'
    return [
      {
        label,
        kind: 'type',
        ...snippetOf(typeSnippet(label, at.definition, root)),
        // HOT can name the types of AWS, and hardly ever does.
        rank: isDeprecated ? 5 : isOfHot(kind) && label.startsWith('AWS::') ? 3 : 1,
        ...(isDeprecated ? { isDeprecated: true as const } : {}),
      },
    ]
  })
  return [...own, ...known]
}

/** Files that may be named, and the folders that they may be in. */
export function fileItems({ typed }: Cursor, around: Surroundings): readonly Completion[] {
  const end = typed.lastIndexOf('/')
  const files = around.files(end === -1 ? undefined : typed.slice(0, end + 1))
  return files.map((label) => ({ label, kind: label.endsWith('/') ? 'folder' : 'file', rank: 2 }))
}

export function templateItems(cursor: Cursor, around: Surroundings): readonly Completion[] {
  return fileItems(cursor, around).filter(({ label, kind }) => kind === 'folder' || namesTemplate(label))
}
