/** The `default` of a parameter as it stands in its template, and how it is taken out. */

import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { isHidden } from '../../heat/parameters.ts'
import { section } from '../../heat/sections.ts'
import { mapping, withEntries, withLeaving, withoutEntry } from '../../text/document/build.ts'
import { allOf, commentsOf } from '../../text/document/comments.ts'
import {
  type Comment,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
} from '../../text/document/node.ts'
import { countOf, entryOf, isNull } from '../../text/document/read.ts'
import { transplanted, transplantedEntry } from '../../text/document/transplant.ts'
import type { SourceFile } from '../source-file.ts'
import { changeAt, holdsAlias, isShared, type TrailProblem } from '../trail.ts'
import type { Declaration } from '../values.ts'
import { Stuck } from './edit.ts'

export interface OwnDefault {
  readonly file: SourceFile
  readonly declaration: Declaration
  readonly entry: Entry
  /** What it says; for an alias of a scalar, that scalar. */
  readonly value: Node
  /** It never had an effect. */
  readonly isNull: boolean
  /** Whether reports must not name the value. */
  readonly isHidden: boolean
}

/**
 * The default of a parameter that a template declares; undefined when it has none.
 * @throws Stuck when it cannot be taken from where it stands without touching something else
 */
export function ownDefault(file: SourceFile, declaration: Declaration): OwnDefault | undefined {
  const { map, entry: at } = declaration
  const value = readValue(map, 'default')
  if (map === undefined || value === undefined) return undefined
  const stuck = (why: string, where: Node | Entry = at): Stuck =>
    new Stuck({ path: file.path, at: where, why })
  const entry = entryOf(map, 'default')
  if (entry === undefined) throw stuck('a merge key supplies it', map.entries.find(isMerge) ?? at)
  const doubled = doubledKey(file.root, declaration)
  if (doubled !== undefined) throw stuck(`duplicate key "${doubled}"`, entry)
  if (isUnderMerge(map, entry)) throw stuck('without it, a merge key would set another one', entry)
  if (declaration.entry.value.kind === 'alias') throw stuck('its parameter is an alias')
  // Defaults that were removed earlier no longer count as sharing it.
  const shared = file.document.hasAnchors ? file.root : undefined
  if (shared !== undefined && isShared(entry.value, shared))
    throw stuck('an alias elsewhere refers to it or a part of it', entry)
  const scalar = value.kind === 'alias' && value.target.kind === 'scalar' ? value.target : undefined
  if (shared !== undefined && scalar === undefined && holdsAlias(value))
    throw stuck('it contains an alias', entry)
  return {
    file,
    declaration,
    entry,
    value: scalar ?? value,
    isNull: isNull(value),
    isHidden: isHidden(map),
  }
}

/** Whether the parameter would have a default from a merge key without its own. */
function isUnderMerge(map: Mapping, own: Entry): boolean {
  return (
    readValue(
      withEntries(
        map,
        map.entries.filter((one) => one !== own),
      ),
      'default',
    ) !== undefined
  )
}

/** The first key that occurs twice on the way from the root to a default. */
function doubledKey(root: Mapping, { name, map }: Declaration): string | undefined {
  const parameters = section(root, 'parameters')
  const steps: [Mapping | undefined, string][] = [
    [root, 'parameters'],
    [parameters, name],
    [map, 'default'],
  ]
  return steps.find(([at, key]) => countOf(at, key) > 1)?.[1]
}

/**
 * What becomes of the comments of a default: all are preserved, or all go along, or only those beside it go, into
 * the line of a null that gets the value. Those above a default that is the first of several attributes are preserved
 * in any case, because they may explain the parameter.
 */
export type CommentFate = 'stay' | 'go' | 'go-beside'

function stayingComments({ file, declaration, entry }: OwnDefault, fate: CommentFate): readonly Comment[] {
  const { above, beside } = commentsOf(file.document, entry)
  const [first, ...others] = declaration.map?.entries ?? []
  if (fate === 'go') return first === entry && others.length > 0 ? above : []
  // Between the key and a value on lines below, nothing goes with the value alone.
  if (fate === 'go-beside')
    return [
      ...above,
      ...beside.filter(({ start, ownLine }) => !ownLine && start < (nodeStart(entry.value) ?? 0)),
    ]
  return [...above, ...beside]
}

/**
 * The template without a default; a parameter without any attribute becomes `{}`, for Heat refuses null.
 * @throws Stuck when its location is shared by aliases
 */
export function withoutDefault(root: Mapping, own: OwnDefault, fate: CommentFate): Mapping {
  const { declaration, entry, file } = own
  const changed = changeAt(root, ['parameters', declaration.name], (map) => {
    const one = map.entries.find((other) => other === entry || isSameText(other, entry))
    if (one === undefined) return map
    const unmoved = stayingComments(own, fate)
    const leaving = allOf(commentsOf(file.document, one)).filter((comment) => !unmoved.includes(comment))
    const rest = withLeaving(withoutEntry(map, one, unmoved), leaving)
    return rest.entries.length === 0 ? mapping([], { for: map, style: 'flow' }) : rest
  })
  if ('problem' in changed) {
    throw new Stuck({ path: file.path, at: declaration.entry, why: whyNot[changed.problem] })
  }
  return changed
}

const whyNot: Readonly<Record<TrailProblem, string>> = {
  alias: 'aliases elsewhere share the parameter',
  anchor: 'aliases elsewhere share the parameter',
  merge: 'a merge key supplies the parameter',
  missing: 'Heat does not read the section in which it stands',
  'not-a-mapping': 'the parameter is not a mapping',
}

function isSameText(a: Entry, b: Entry): boolean {
  const parsed = parsedEntry(a)
  return parsed !== undefined && parsed === parsedEntry(b)
}

/**
 * The entry that gives a default as a value in another file: its own source, under the key of the declaration,
 * with the comments that go along.
 */
export function movedEntry(own: OwnDefault): Entry {
  const { declaration, entry, value, file } = own
  const { document } = file
  const stay = new Set(stayingComments(own, 'go'))
  const comments = document.comments.filter((comment) => !stay.has(comment))
  const source = stay.size === 0 ? document : { ...document, comments }
  const moved = transplantedEntry(entry, source)
  const bare =
    value === entry.value ? moved : { ...moved, value: transplanted(value, { ...source, comments: [] }) }
  return { ...bare, key: transplanted(declaration.entry.key, source) }
}
