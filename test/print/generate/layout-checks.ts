/** What an edit must not have done to the text around it. */

import { CommentIndex } from '../../../src/text/document/comments.ts'
import type { Document } from '../../../src/text/document/document.ts'
import {
  type Comment,
  childrenOf,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedEntry,
  parsedNode,
  replacedNode,
  type Sequence,
} from '../../../src/text/document/node.ts'
import { alignMembers, type Member } from '../../../src/text/print/alignment.ts'

interface Span {
  readonly start: number
  readonly end: number
}

/** An entry or item of the old text with the lines that go with it: comments directly above, comment behind. */
interface Owner extends Span {
  readonly child: Entry | Node
}

function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return start === 0 && text.startsWith('\ufeff') ? 1 : start
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

/** From the comments directly above, in the column of the child, to the end of the line that it ends on. */
function spanOf(document: Document, start: number, end: number): Span {
  const { text, comments } = document
  let first = lineStart(text, start)
  if (text.slice(first, start).trim() === '') {
    for (;;) {
      const above = comments.find((one) => one.ownLine && lineEnd(text, one.end) === first && first > 0)
      if (
        above === undefined ||
        above.start - lineStart(text, above.start) !== start - lineStart(text, start)
      )
        break
      first = lineStart(text, above.start)
    }
  }
  return { start: first, end: lineEnd(text, Math.max(end - 1, start)) }
}

function startOf(child: Entry | Node): number {
  if ('key' in child) return child.explicit?.mark ?? nodeStart(child.key) ?? 0
  return nodeStart(child) ?? 0
}

function endOf(child: Entry | Node): number {
  if ('key' in child)
    return Math.max(child.value.end ?? 0, child.key.end ?? 0, (child.explicit?.mark ?? 0) + 1)
  return child.end ?? 0
}

/** In brackets several parts share a line: a comment behind one of them is its own only when nothing stands between. */
function flowSpan(document: Document, start: number, end: number): Span {
  const behind = /[ \t,]*#[^\n]*/y
  behind.lastIndex = end
  const line = lineStart(document.text, start)
  const isFirst = document.text.slice(line, start).trim() === ''
  const from = isFirst ? spanOf(document, start, end).start : start
  return { start: from, end: behind.test(document.text) ? behind.lastIndex : end }
}

function ownersIn(document: Document, node: Node, found: Owner[]): void {
  const isFlow = (node.kind === 'map' || node.kind === 'seq') && node.style === 'flow'
  if (node.kind === 'map') {
    for (const one of node.entries) {
      const [start, end] = [startOf(one), endOf(one)]
      found.push({ child: one, ...(isFlow ? flowSpan : spanOf)(document, start, end) })
      ownersIn(document, one.value, found)
    }
  } else if (node.kind === 'seq') {
    node.items.forEach((item, index) => {
      const start = node.marks?.[index] ?? startOf(item)
      const end = Math.max(endOf(item), start + 1)
      found.push({ child: item, ...(isFlow ? flowSpan : spanOf)(document, start, end) })
      ownersIn(document, item, found)
    })
  }
}

/** Parsed entries and nodes that have a place in the new tree. */
function presentIn(root: Node): Set<Entry | Node> {
  const present = new Set<Entry | Node>()
  const visit = (node: Node): void => {
    for (const one of [parsedNode(node), replacedNode(node)]) if (one !== undefined) present.add(one)
    if (node.kind === 'seq') node.items.forEach(visit)
    if (node.kind !== 'map') return
    for (const one of node.entries) {
      const parsed = parsedEntry(one)
      if (parsed !== undefined) present.add(parsed)
      // An entry that stands in the place of the one that held it stands for that one, too.
      for (const outer of one.replaces ?? []) present.add(outer)
      visit(one.value)
    }
  }
  visit(root)
  return present
}

/** What a comment says: two that end up on one line would say something else. */
function saying({ text }: Comment): string {
  return text.trim()
}

/** How often each comment is there. */
function sayings({ comments }: Document): Map<string, number> {
  const said = new Map<string, number>()
  for (const key of comments.map(saying)) said.set(key, (said.get(key) ?? 0) + 1)
  return said
}

/** Comments whose owner is still there and that are not, and comments that are there twice. */
export function commentFaults(old: Document, root: Node, next: Document): string[] {
  const said = sayings(next)
  const had = sayings(old)
  const owners: Owner[] = []
  if (old.root !== undefined) ownersIn(old, old.root, owners)
  const present = presentIn(root)
  const faults: string[] = []
  const missing = new Map<string, number>()
  for (const comment of old.comments) {
    const owner = innermost(owners, comment)
    if (owner === undefined || present.has(owner.child)) continue
    const key = saying(comment)
    missing.set(key, (missing.get(key) ?? 0) + 1)
  }
  for (const [key, count] of had) {
    const now = said.get(key) ?? 0
    if (now < count - (missing.get(key) ?? 0)) faults.push(`lost: ${key}`)
    if (now > count && key !== 'new comment' && key !== '') faults.push(`doubled: ${key}`)
  }
  return faults
}

function innermost(owners: readonly Owner[], comment: Comment): Owner | undefined {
  let best: Owner | undefined
  for (const one of owners) {
    if (one.start > comment.start || one.end < comment.end) continue
    if (best === undefined || one.end - one.start <= best.end - best.start) best = one
  }
  return best
}

// --- lines

/** The stretches of the old text that a change from one node to another may touch. */
function touched(document: Document, old: Node, next: Node, whole: Span, spans: Span[]): void {
  if (old === next) return
  const comparable =
    next.kind === old.kind && next.origin === old && next.anchor === old.anchor && next.tag === old.tag
  if (comparable && old.kind === 'map' && next.kind === 'map' && old.style === 'block') {
    touchedMembers(document, old, next, whole, spans)
  } else if (comparable && old.kind === 'seq' && next.kind === 'seq' && old.style === 'block') {
    touchedMembers(document, old, next, whole, spans)
  } else spans.push(whole)
}

/** What a change concerns of an entry or item that stays. */
function inside(one: Member, other: Member): readonly [Node, Node] | 'all' | undefined {
  if (one === other) return undefined
  if (!('key' in one) || !('key' in other)) return [one as Node, other as Node]
  return one.key === other.key ? [one.value, other.value] : 'all'
}

function touchedMembers(
  document: Document,
  before: Mapping | Sequence,
  after: Mapping | Sequence,
  whole: Span,
  spans: Span[],
): void {
  const old = childrenOf(before)
  const marks = before.kind === 'seq' ? before.marks : undefined
  const comments = new CommentIndex(document.text, document.comments)
  const plan = alignMembers(before, after, (one) => comments.aroundParts(one).length > 0)
  if (plan.kept.length === 0) {
    spans.push(whole)
    return
  }
  const span = (index: number): Span => {
    const child = old[index] as Member
    const start = marks?.[index] ?? startOf(child)
    return spanOf(document, start, Math.max(endOf(child), start + 1))
  }
  for (const index of plan.removed) spans.push(span(index))
  const first = plan.kept[0]
  // What moves up to the line of a dash changes that line, and with it its own first line.
  if (plan.removed.includes(0) || plan.inserted.some((group) => group.after === -1)) {
    const own = span(0)
    const start = marks?.[0] ?? startOf(old[0] as Member)
    if (first !== undefined && document.text.slice(lineStart(document.text, start), start).trim() !== '') {
      spans.push(own)
      const kept = span(first.index)
      const at = marks?.[first.index] ?? startOf(first.old)
      spans.push({ start: kept.start, end: lineEnd(document.text, at) })
    }
  }
  for (const one of plan.kept) {
    const pair = inside(one.old, one.next)
    if (pair === 'all') spans.push(span(one.index))
    else if (pair !== undefined) touched(document, pair[0], pair[1], span(one.index), spans)
  }
}

/** Lines outside of what was edited that are not in the new text, in the same order. */
export function lineFaults(old: Document, root: Node, text: string): string[] {
  if (old.root === undefined) return []
  const spans: Span[] = []
  touched(old, old.root, root, { start: 0, end: old.text.length }, spans)
  const kept: string[] = []
  let offset = 0
  const lines = old.text.replace(/^\ufeff/, ' ').split(/(?<=\n)/)
  const free = lines.map((line) => {
    const start = offset
    offset += line.length
    return !spans.some((span) => span.start < Math.max(offset, start + 1) && span.end > start)
  })
  lines.forEach((line, index) => {
    if (!free[index]) return
    const isBlank = line.trim() === ''
    if (isBlank && blankBesideEdit(lines, free, index)) return
    kept.push(line.replace(/\r?\n$/, '').slice(index === 0 && old.text.startsWith('\ufeff') ? 1 : 0))
  })
  const now = text.replace(/^\ufeff/, '').split(/\r?\n/)
  let at = 0
  for (const line of kept) {
    // A blank line may go; one further down is another.
    const isBlank = line.trim() === ''
    const found = isBlank && now[at] !== line ? -1 : now.indexOf(line, at)
    if (found !== -1) at = found + 1
    else if (!mayChange(old, line, now)) return [line]
  }
  return []
}

/** A comment may move to another column; a block scalar that the end of the file cuts off has to say so then. */
function mayChange(old: Document, line: string, now: readonly string[]): boolean {
  const text = line.trim()
  if (text === '') return true
  if (text.startsWith('#')) return now.some((one) => one.trim() === text)
  return !old.text.endsWith('\n') && /[|>][-+\d]*(?:\s+#.*)?$/.test(text)
}

function blankBesideEdit(lines: readonly string[], free: readonly boolean[], index: number): boolean {
  for (const step of [-1, 1]) {
    let at = index + step
    while (free[at] && lines[at]?.trim() === '') at += step
    if (free[at] !== true) return true
  }
  return false
}
