/** Makes in one template the edit that was made in another one: tree by tree, where both agree on what was there before. */

import { callRead } from '../../heat/calls.ts'
import { isCfnName } from '../../heat/dialects.ts'
import { functionNames } from '../../heat/functions/table.ts'
import { entryRead } from '../../heat/merge-keys.ts'
import { inPlaceOf, withEntries, withItems, withoutEntry, withValue } from '../../text/document/build.ts'
import { dataKey, sameData } from '../../text/document/data.ts'
import type { Document } from '../../text/document/document.ts'
import type { Entry, Mapping, Node, Sequence, SourceText } from '../../text/document/node.ts'
import { countOf, entryOf, nameOf } from '../../text/document/read.ts'
import { transplanted, transplantedEntry } from '../../text/document/transplant.ts'
import { aliasNames } from '../trail.ts'
import { type AlignedPair, alignment } from './alignment.ts'
import { withHeadings } from './headings.ts'

/** An edit, by the trees before and behind it. */
export interface MadeEdit {
  readonly before: Mapping
  readonly after: Mapping
  /** The document of `after`, which gives new parts their source. */
  readonly source: SourceText
}

/** One part of an edit. */
interface EditPart {
  /** The keys from the root, and the numbers of items. */
  readonly trail: readonly string[]
  readonly change: 'added' | 'removed' | 'changed'
}

interface LeftPart extends EditPart {
  readonly at: Node | Entry
  readonly why: string
}

interface SameEdit {
  readonly root: Mapping
  readonly made: readonly EditPart[]
  /** What stands there as the edit would have it. */
  readonly already: readonly EditPart[]
  readonly left: readonly LeftPart[]
}

/**
 * @param ours the tree of the other template
 * @param document its source; determines which comments are headings and preserved
 */
export function sameEdit(edit: MadeEdit, ours: Mapping, document?: Document): SameEdit {
  const merging = new Merging(edit.source, aliasNames(ours), document)
  const root = merging.maps(edit.before, edit.after, ours, [])
  const { made, already, left } = merging
  return { root, made, already, left }
}

/**
 * Whether the edit taken back in the result gives the template as it was: what was made is that edit, and nothing else. Where
 * a part stood there already, taking it back takes that, too, and only the rest can be compared.
 */
export function isSameEdit(edit: MadeEdit, ours: Mapping, { root, already, made }: SameEdit): boolean {
  const again = sameEdit(edit, root)
  if (again.made.length > 0 || again.already.length !== already.length + made.length) return false
  const back = sameEdit({ ...edit, before: edit.after, after: edit.before }, root)
  return already.length > 0 || sameData(back.root, ours)
}

class Merging {
  readonly made: EditPart[] = []
  readonly already: EditPart[] = []
  readonly left: LeftPart[] = []
  readonly #source: SourceText
  readonly #shared: ReadonlySet<string>
  readonly #document: Document | undefined

  constructor(source: SourceText, shared: ReadonlySet<string>, document: Document | undefined) {
    this.#source = source
    this.#shared = shared
    this.#document = document
  }

  maps(before: Mapping, after: Mapping, ours: Mapping, trail: readonly string[]): Mapping {
    let made = ours
    for (const [at, theirs] of after.entries.entries()) {
      const name = nameOf(theirs)
      if (name === undefined) continue
      const [was, own] = [entryOf(before, name), entryOf(made, name)]
      if (was !== undefined && sameData(was.value, theirs.value)) continue
      const part: EditPart = { trail: [...trail, name], change: was === undefined ? 'added' : 'changed' }
      const unclear = unclearIn(made, name)
      if (unclear !== undefined) this.#leave(part, own ?? ours, unclear)
      else if (was === undefined && own === undefined) {
        this.made.push(part)
        made = withInserted(made, transplantedEntry(theirs, this.#source), after, at)
      } else if (own === undefined) this.#leave(part, ours, 'it is not there')
      else if (was === undefined) {
        if (sameData(own.value, theirs.value)) this.already.push(part)
        else this.#leave(part, own, 'it is there with another value')
      } else {
        const value = this.node(was.value, theirs.value, own.value, part.trail)
        made = withEntries(
          made,
          made.entries.map((one) => (one === own ? withValue(one, value) : one)),
        )
      }
    }
    return this.#withoutRemoved(before, after, made, trail)
  }

  #withoutRemoved(before: Mapping, after: Mapping, ours: Mapping, trail: readonly string[]): Mapping {
    let made = ours
    for (const was of before.entries) {
      const name = nameOf(was)
      if (name === undefined || entryOf(after, name) !== undefined) continue
      const part: EditPart = { trail: [...trail, name], change: 'removed' }
      const own = entryOf(made, name)
      const unclear = unclearIn(made, name)
      if (unclear !== undefined) this.#leave(part, own ?? ours, unclear)
      else if (own === undefined) this.already.push(part)
      else if (!sameData(own.value, was.value)) this.#leave(part, own, 'it has another value here')
      else if (this.#isShared(own.value)) this.#leave(part, own, 'an alias refers to it')
      else {
        this.made.push(part)
        const rest = withoutEntry(made, own)
        made = this.#document === undefined ? rest : withHeadings(this.#document, rest)
      }
    }
    return made
  }

  /** @param ours the node that corresponds to `before` in the other template */
  node(before: Node, after: Node, ours: Node, trail: readonly string[]): Node {
    const part: EditPart = { trail, change: 'changed' }
    if (ours.kind === 'alias' || this.#isShared(ours)) {
      this.#leave(part, ours, 'an alias shares it')
      return ours
    }
    if (before.kind === 'map' && after.kind === 'map' && ours.kind === 'map' && !isOther(before, after, ours))
      return this.maps(before, after, ours, trail)
    const isReference = references.test(trail.at(-1) ?? '')
    if (before.kind === 'seq' && after.kind === 'seq' && ours.kind === 'seq' && !isReference)
      return this.lists(before, after, ours, trail)
    if (sameData(ours, after)) this.already.push(part)
    else if (!sameData(ours, before)) this.#leave(part, ours, 'it has another value here')
    else {
      this.made.push(part)
      // What stands beside a value in the other template stands beside it here, too.
      const isOneLine = after.kind === 'scalar' || (after.kind !== 'alias' && after.style === 'flow')
      const source = isOneLine ? { ...this.#source, comments: [] } : this.#source
      return inPlaceOf(transplanted(after, source), ours)
    }
    return ours
  }

  lists(before: Sequence, after: Sequence, ours: Sequence, trail: readonly string[]): Node {
    const edit = alignment(before.items, after.items)
    const own = alignment(before.items, ours.items)
    const part: EditPart = { trail, change: 'changed' }
    if (edit === undefined || own === undefined) {
      this.#leave(part, ours, 'the lists are too long to be compared')
      return ours
    }
    const places = new Map(
      own.flatMap(({ one, other }) => (one === undefined ? [] : [[one, other] as const])),
    )
    const present = surplus(ours.items, before.items)
    const changed = new Map<number, Node | undefined>()
    const inserted = new Map<number, Node[]>()
    let last = -1
    for (const step of edit) {
      const at = step.one === undefined ? undefined : places.get(step.one)
      if (step.one !== undefined && at !== undefined) last = at
      this.#step(step, { before, after, ours, trail, at, last, present, changed, inserted })
    }
    const items = [...(inserted.get(-1) ?? [])]
    for (const [index, item] of ours.items.entries()) {
      const instead = changed.has(index) ? changed.get(index) : item
      if (instead !== undefined) items.push(instead)
      items.push(...(inserted.get(index) ?? []))
    }
    return withItems(ours, items)
  }

  /** What one step of an edit of a list does to the other list. */
  #step({ one, other }: AlignedPair, list: ListMerge): void {
    const { before, after, ours, trail, at, last, present, changed, inserted } = list
    const [was, is] = [
      one === undefined ? undefined : before.items[one],
      other === undefined ? undefined : after.items[other],
    ]
    const own = at === undefined ? undefined : ours.items[at]
    if (was !== undefined && is !== undefined) {
      if (sameData(was, is)) return
      const inside = [...trail, String(at ?? one ?? 0)]
      if (own === undefined || at === undefined)
        this.#leave({ trail: inside, change: 'changed' }, ours, 'the item is not there')
      else changed.set(at, this.node(was, is, own, inside))
    } else if (is !== undefined) {
      const part: EditPart = { trail: [...trail, String(other ?? 0)], change: 'added' }
      const more = present.get(dataKey(is)) ?? 0
      if (more > 0) {
        present.set(dataKey(is), more - 1)
        this.already.push(part)
      } else {
        this.made.push(part)
        inserted.set(last, [...(inserted.get(last) ?? []), transplanted(is, this.#source)])
      }
    } else if (was !== undefined) {
      const part: EditPart = { trail: [...trail, String(one ?? 0)], change: 'removed' }
      if (own === undefined || at === undefined) this.already.push(part)
      else if (!sameData(own, was)) this.#leave(part, own, 'the item has another value here')
      else {
        this.made.push(part)
        changed.set(at, undefined)
      }
    }
  }

  #isShared({ anchor }: Node): boolean {
    return anchor !== undefined && this.#shared.has(anchor)
  }

  #leave(part: EditPart, at: Node | Entry, why: string): void {
    this.left.push({ ...part, at, why })
  }
}

/** How often items are in the one list beyond those of the other. */
function surplus(items: readonly Node[], others: readonly Node[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (node: Node, count: number) =>
    counts.set(dataKey(node), (counts.get(dataKey(node)) ?? 0) + count)
  for (const item of items) add(item, 1)
  for (const other of others) add(other, -1)
  return counts
}

/** Functions whose argument is one thing: a part of it alone means something else. */
const references = /^(?:get_|Ref$|Fn::)/

/** Why the entry of a name in a mapping is ambiguous. */
function unclearIn(map: Mapping, name: string): string | undefined {
  const count = countOf(map, name)
  if (count > 1) return 'it exists more than once'
  return count === 0 && entryRead(map, name) !== undefined ? 'a merge key supplies it' : undefined
}

interface ListMerge {
  readonly before: Sequence
  readonly after: Sequence
  readonly ours: Sequence
  readonly trail: readonly string[]
  /** Where the item stands in the other list. */
  readonly at: number | undefined
  /** The last item of the other list that has been passed. */
  readonly last: number
  /** Items that it has and the list before the edit had not, with their numbers. */
  readonly present: Map<string, number>
  readonly changed: Map<number, Node | undefined>
  readonly inserted: Map<number, Node[]>
}

/** Functions are one thing: of two that differ the parts do not belong together. */
function isOther(...nodes: readonly Mapping[]): boolean {
  const names = nodes.map((node) => functionOf(node))
  return names.some((name) => name !== names[0])
}

const functions: ReadonlySet<string> = new Set(functionNames)

function functionOf(node: Mapping): string | undefined {
  const name = callRead(node)?.name
  return name !== undefined && (functions.has(name) || isCfnName(name)) ? name : undefined
}

/** Behind the nearest one before it that both have, else before the first one behind it, else last. */
function withInserted(map: Mapping, added: Entry, like: Mapping, at: number): Mapping {
  const indexOf = (one: Entry) => map.entries.findIndex((own) => nameOf(own) === nameOf(one))
  const above = like.entries
    .slice(0, at)
    .map(indexOf)
    .findLast((index) => index !== -1)
  const below = like.entries
    .slice(at + 1)
    .map(indexOf)
    .find((index) => index !== -1)
  const index = above !== undefined ? above + 1 : (below ?? map.entries.length)
  return withEntries(map, [...map.entries.slice(0, index), added, ...map.entries.slice(index)])
}
