/** What completion offers, by what it is. */
import type { Mapping } from '../document/node.ts'
import { mapOf, nameOf, stringOf, valueOf } from '../document/read.ts'
import { wordsOf } from '../heat/dialects.ts'
import type { hotWords } from '../heat/facts/facts.ts'
import { functionRow } from '../heat/functions/table.ts'
import { deadType, deprecatedType } from '../heat/instead.ts'
import { resourceTypeFacts, resourceTypeNames } from '../heat/resource-types.ts'
import { declarations } from '../heat/sections.ts'
import {
  compareVersions,
  conditionFunctionsOf,
  functionsOf,
  type HotVersion,
  hotVersions,
  releaseOf,
} from '../heat/versions.ts'
import { CURSOR } from './cursor.ts'
import { functionLines } from './hover.ts'
import type { Step } from './paths.ts'
import { functionSnippet, typeSnippet } from './snippets.ts'

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
  section: 'parameters' | 'resources' | 'conditions',
  kind: CompletionKind,
  except?: string,
): readonly Completion[] {
  return [...declarations(root)[section]].flatMap(([label, node]) => {
    if (label.includes(CURSOR) || label === except) return []
    const type = stringOf(valueOf(mapOf(node), 'type'))
    return [{ label, kind, rank: 1, ...(type === undefined ? {} : { detail: type }) }]
  })
}

type Words = keyof typeof hotWords

/** Words of a version that the mapping does not have yet. */
export function words(
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

export function holderOf(steps: readonly Step[] = []): Mapping | undefined {
  const last = steps.at(-1)
  return last?.kind === 'entry' ? last.of : undefined
}

export function namesIn(map: Mapping | undefined): ReadonlySet<string> {
  return new Set(map?.entries.flatMap((entry) => nameOf(entry) ?? []))
}

export function functionItems(version: HotVersion, isCondition: boolean): readonly Completion[] {
  const known = isCondition ? conditionFunctionsOf(version) : functionsOf(version)
  return [...known]
    .filter((label) => functionRow(label)?.example !== undefined)
    .map((label) => ({
      label,
      kind: 'function',
      markdown: functionLines(label).join('\n\n'),
      insert: `${label}: `,
      ...snippetOf(functionSnippet(label)),
      rank: 3,
    }))
}

/** Functions as values, in braces. */
export function functionValues(version: HotVersion): readonly Completion[] {
  return functionItems(version, false).map(({ insert: _insert, snippet = '', ...item }) => ({
    ...item,
    insert: `{${item.label}: }`,
    snippet: `{${snippet}}`,
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
export function types(resource?: Mapping, root?: Mapping): readonly Completion[] {
  return resourceTypeNames().flatMap((label): readonly Completion[] => {
    if (deadType(label) !== undefined) return []
    const isDeprecated =
      deprecatedType(label) !== undefined || resourceTypeFacts(label)?.status !== 'supported'
    return [
      {
        label,
        kind: 'type',
        ...snippetOf(root && typeSnippet(label, resource, root)),
        rank: isDeprecated ? 5 : 1,
        ...(isDeprecated ? { isDeprecated: true as const } : {}),
      },
    ]
  })
}
