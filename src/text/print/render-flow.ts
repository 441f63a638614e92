/** Writes collections in brackets, on one line. */

import {
  type Comment,
  type Entry,
  type Mapping,
  type Node,
  nodeStart,
  parsedNode,
  replacedNode,
  type Sequence,
  textRange,
} from '../document/node.ts'
import { inSource, isTransplanted } from '../document/transplant.ts'
import { fitsSimpleKey } from '../yaml/scalar-text.ts'
import { aroundOf } from './attached.ts'
import { type PrintContext, type Rendered, rendered, type Slot } from './context.ts'
import { hasComments } from './entry-comments.ts'
import { bracketed } from './layout.ts'
import { withoutBlanks } from './lines.ts'
import { isPair } from './render-kept.ts'
import { keyText, propsText, quotedText } from './scalars.ts'
import { contextOfOrigin, withoutProps } from './transplanted.ts'

/** A longer line is broken into block style where that is possible. */
const maxLineWidth = 100
/** The same for new collections that are to be written in braces. */
const maxAskedWidth = 120
/** A function in braces should be readable at a glance. */
const maxInlineCall = 72

/** A collection as `{…}` or `[…]` where that is what an author would write; undefined otherwise. */
export function inlineCollection(
  context: PrintContext,
  node: Mapping | Sequence,
  slot: Slot,
): Rendered | undefined {
  const isYaml = context.document.syntax === 'yaml'
  if (node.style === 'block' && (isYaml || parsedNode(node) === undefined)) return undefined
  const most = (isAskedInline(node) ? maxAskedWidth : maxLineWidth) - slot.at
  if (leastWidth(node, most) > most) return undefined
  if (!wantsInline(context, node, slot)) return undefined
  if (node.style !== 'flow' && holdsBlock(context, node)) return undefined
  const outer = (replacedNode(node) ?? lastText(node))?.end
  const behind = outer === undefined ? undefined : context.comments.trailing(outer)
  if (hasComments(context, node, behind) || holdsLines(context, node)) return undefined
  const first = flowText(context, node, undefined)
  const isLong = first.length > maxInlineCall
  const isArguments = slot.holdsArguments === true && !isAskedInline(node)
  const isBetterOpen = isLong && (isArguments || (isCall(node) && node.style !== 'flow'))
  if (first.length > most || isBetterOpen) return undefined
  const isIn = behind !== undefined && context.plan.isIn(behind, node)
  return rendered(first, '', 'inline', undefined, isIn ? behind : undefined)
}

/** The last characters of a new collection. */
function lastText(node: Mapping | Sequence): Node | undefined {
  const last = node.kind === 'map' ? node.entries.at(-1)?.value : node.items.at(-1)
  if (last === undefined) return undefined
  return replacedNode(last) ?? (last.kind === 'map' || last.kind === 'seq' ? lastText(last) : undefined)
}

/**
 * The least width of a node on a line: strings are never written shorter than they are.
 * @param limit up to which the width is counted: most collections are far too long, which is found early
 */
function leastWidth(node: Node, limit: number): number {
  switch (node.kind) {
    case 'alias':
      return 1
    case 'scalar':
      return typeof node.value === 'string' ? node.value.length : 1
    case 'seq': {
      let width = 0
      for (const item of node.items) {
        if (width > limit) return width
        width += leastWidth(item, limit) + 2
      }
      return width
    }
    case 'map': {
      let width = 0
      for (const { key, value } of node.entries) {
        if (width > limit) return width
        width += leastWidth(key, limit) + leastWidth(value, limit) + 2
      }
      return width
    }
  }
}

/** Whether something inside was written in block style by the author, or is new and requires it. */
function holdsBlock(context: PrintContext, node: Mapping | Sequence): boolean {
  const isYaml = context.document.syntax === 'yaml'
  const children = node.kind === 'map' ? node.entries.map((entry) => entry.value) : node.items
  return children.some((child) => {
    if (child.kind === 'alias') return false
    const parsed = parsedNode(child)
    if (child.kind === 'scalar') {
      const isAuthors = (isYaml && parsed?.kind === 'scalar') || child.transplanted !== undefined
      return isAuthors && (child.style === 'literal' || child.style === 'folded')
    }
    const isAuthors = isYaml && parsed?.kind === child.kind
    return (child.style === 'block' && (isAuthors || parsed === undefined)) || holdsBlock(context, child)
  })
}

/** A string of several lines is more readable in block style. */
function holdsLines(context: PrintContext, node: Node): boolean {
  if (isTransplanted(node)) {
    const source = contextOfOrigin(context, node.transplanted.source)
    return holdsLines(source, inSource(node))
  }
  if (isKept(context, node)) return false
  if (node.kind === 'map') return node.entries.some((one) => holdsLines(context, one.value))
  if (node.kind === 'seq') return node.items.some((one) => holdsLines(context, one))
  return node.kind === 'scalar' && typeof node.value === 'string' && node.value.includes('\n')
}

function wantsInline(context: PrintContext, node: Mapping | Sequence, slot: Slot): boolean {
  if (slot.indent < 2 && slot.kind === 'key' && !isCall(node) && node.kind === 'map') return false
  if (isAskedInline(node)) return true
  if (slot.holdsArguments === true && node.kind === 'seq') return true
  if (isCall(node) || (node.style === 'flow' && context.document.syntax === 'yaml' && !wasEmpty(node)))
    return true
  const range = textRange(parsedNode(node))
  if (range === undefined || wasEmpty(node)) return node.style === 'flow' && !wasEmpty(node)
  return context.document.syntax === 'json' && !context.text.slice(range.start, range.end).includes('\n')
}

/** A new collection in braces that replaces nothing whose comments it would have. */
function isAskedInline({ style, start, origin }: Mapping | Sequence): boolean {
  return style === 'flow' && start === undefined && origin === undefined
}

/** `{}` says nothing about how its author would write entries. */
function wasEmpty(node: Mapping | Sequence): boolean {
  const parsed = node.start === undefined ? node.origin : undefined
  return parsed?.kind === 'map' && parsed.entries.length === 0
}

/** A mapping of one entry whose key is the name of an intrinsic function. */
function isCall(node: Mapping | Sequence): boolean {
  if (node.kind !== 'map' || node.entries.length !== 1) return false
  const key = node.entries[0]?.key
  return (
    key?.kind === 'scalar' &&
    /^(Ref|Condition|Fn::\w+|get_(resource|attr|param|file))$/.test(String(key.value))
  )
}

/**
 * Receives comments that cannot be written inside brackets, with the context of their source; undefined where there are
 * none.
 */
export type Hoist = ((comments: readonly Comment[], from: PrintContext) => void) | undefined

/**
 * A node on one line, as written inside brackets.
 * @param hoist takes the comments of the node, which cannot be written there
 */
export function flowText(context: PrintContext, node: Node, hoist: Hoist): string {
  if (isTransplanted(node)) {
    const source = contextOfOrigin(context, node.transplanted.source)
    const [bare, whole] = [withoutProps(node.transplanted.node), inSource(node)]
    const text = propsText(node) + flowText(source, bare, hoist)
    // Comments inside the bare node were handed over when it was written.
    const inside = bare === whole ? [] : source.plan.of(whole).inside
    hoist?.([...aroundOf(source.plan.of(node)), ...inside], source)
    return withoutBlanks(text)
  }
  const isWhole = isKept(context, node) && !isPair(node)
  const text = isWhole
    ? keptText(context, node)
    : withoutBlanks(propsText(node) + newText(context, node, hoist))
  hoist?.(context.plan.of(node).inside, context)
  return text
}

function newText(context: PrintContext, node: Node, hoist: Hoist): string {
  switch (node.kind) {
    case 'alias':
      return `*${node.name}`
    case 'scalar':
      return quotedText(context, node, 'flow')
    case 'seq':
      return bracketed(
        context,
        node,
        '[]',
        node.items.map((item) => flowItem(context, item, hoist)),
      )
    case 'map':
      return bracketed(
        context,
        node,
        '{}',
        node.entries.map((one) => flowEntry(context, one, hoist)),
      )
  }
}

/** An item as written inside brackets: `a: b` needs no braces there. */
export function flowItem(context: PrintContext, item: Node, hoist: Hoist): string {
  const text =
    isPair(item) && isKept(context, item) ? keptText(context, item) : flowText(context, item, hoist)
  hoist?.(aroundOf(context.plan.of(item)), context)
  return text
}

/** An entry as written inside braces. */
export function flowEntry(context: PrintContext, entry: Entry, hoist: Hoist): string {
  const key = keyText(context, entry.key, 'flow')
  const value = flowText(context, entry.value, hoist)
  hoist?.(aroundOf(context.plan.of(entry)), context)
  if (entry.transplanted !== undefined) {
    const source = contextOfOrigin(context, entry.transplanted.source)
    hoist?.(aroundOf(source.plan.of(entry)), source)
  }
  return fitsSimpleKey(key) ? `${key}: ${value}` : `? ${key} : ${value}`
}

/** Whether a parsed node's own source is valid on a line inside `[ ]` or `{ }`. */
function isKept(context: PrintContext, node: Node): boolean {
  if (context.document.syntax !== 'yaml' || node.start === undefined) return false
  const text = context.text.slice(nodeStart(node), node.end)
  if (text.includes('\n') || text === '') return false
  if (node.kind === 'scalar' && node.style === 'plain') {
    return !/[,[\]{}]|: |^[?:-]/.test(context.text.slice(node.start, node.end))
  }
  if (node.kind === 'alias') return true
  return node.kind === 'scalar' ? node.style !== 'literal' && node.style !== 'folded' : node.style === 'flow'
}

/** A tag with nothing after it needs a blank, or the comma would seem to be part of it. */
function keptText(context: PrintContext, node: Node): string {
  const text = context.text.slice(nodeStart(node), node.end)
  return node.tag !== undefined && node.start === node.end ? `${text} ` : text
}
