/** Edits JSON in its place: what a change does not touch keeps its bytes. */
import type { Document } from '../document/document.ts'
import {
  type Entry,
  type Mapping,
  type Node,
  parsedEntry,
  parsedNode,
  placeOf,
  type Range,
  type Scalar,
  type Sequence,
} from '../document/node.ts'
import { nameOf } from '../document/read.ts'
import { editMembers, type Member } from './json-members.ts'
import { applyEdits, type TextEdit } from './text-edit.ts'

/**
 * The text of a JSON document whose tree has become `root`, as JSON. Entries and items come and go between
 * those that stay, in their layout; what is new is written on one line, with the text of what stays in it.
 * @param root made from `document.root`, without aliases and tags
 * @returns undefined when it holds something that JSON has no word for, such as an infinite number
 */
export function editJson({ text, root: old }: Document, root: Node): string | undefined {
  const edits: TextEdit[] = []
  try {
    if (old !== undefined) compare(old, root, { text, edits })
  } catch (error) {
    if (error instanceof NoJson) return undefined
    throw error
  }
  return applyEdits(text, edits)
}

/** Whether a text is JSON to every reader: no comments, no trailing commas. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

/** Thrown for a value that cannot be written as JSON. */
class NoJson extends Error {}

interface Editing {
  readonly text: string
  readonly edits: TextEdit[]
}

function compare(old: Node, next: Node, editing: Editing): void {
  if (next === old) return
  const isOneNode = next.range === undefined && parsedNode(next) === old
  const isEdited =
    isOneNode &&
    ((old.kind === 'map' && next.kind === 'map' && editMembers(entriesOf(old, next, editing), editing)) ||
      (old.kind === 'seq' && next.kind === 'seq' && editMembers(itemsOf(old, next, editing), editing)))
  if (!isEdited) replace(old, next, editing)
}

function entriesOf(old: Mapping, next: Mapping, editing: Editing) {
  const indices = new Map(old.entries.map((one, index) => [one, index]))
  const members = next.entries.map((one): Member => {
    const parsed = parsedEntry(one)
    const index = parsed === undefined ? undefined : indices.get(parsed)
    return {
      index,
      text: () => entryText(one, editing.text),
      edit: () => {
        if (parsed === undefined || one === parsed) return
        if (one.key !== parsed.key) replace(parsed.key, one.key, editing)
        compare(parsed.value, one.value, editing)
      },
    }
  })
  return { olds: old.entries.map(({ key, value }) => spanOf(key, value)), members }
}

function itemsOf(old: Sequence, next: Sequence, editing: Editing) {
  const indices = new Map(old.items.map((item, index) => [item, index]))
  const members = next.items.map((item): Member => {
    const parsed = placeOf(item)
    return {
      index: parsed === undefined ? undefined : indices.get(parsed),
      text: () => jsonText(item, editing.text),
      edit: () => {
        if (parsed !== undefined) compare(parsed, item, editing)
      },
    }
  })
  return { olds: old.items.map((item) => spanOf(item)), members }
}

function replace(old: Node, next: Node, { text, edits }: Editing): void {
  edits.push({ ...spanOf(old), text: jsonText(next, text) })
}

/** The text of a parsed node, or from one to another. */
function spanOf(first: Node, last: Node = first): Range {
  if (first.range === undefined || last.range === undefined) throw new Error('only parsed text can be edited')
  return { start: first.range.start, end: last.range.end }
}

/** A node as JSON: its own text where it was parsed and has not changed. */
function jsonText(node: Node, source: string): string {
  if (node.range !== undefined) return source.slice(node.range.start, node.range.end)
  const { foreign } = node
  if (foreign?.source.syntax === 'json' && foreign.node.range !== undefined) {
    return foreign.source.text.slice(foreign.node.range.start, foreign.node.range.end)
  }
  switch (node.kind) {
    case 'alias':
      throw new Error('JSON has no aliases')
    case 'scalar':
      return scalarText(node)
    case 'seq':
      return `[${node.items.map((item) => jsonText(item, source)).join(', ')}]`
    case 'map':
      return `{${node.entries.map((one) => entryText(one, source)).join(', ')}}`
  }
}

function entryText(one: Entry, source: string): string {
  return `${JSON.stringify(nameOf(one) ?? '')}: ${jsonText(one.value, source)}`
}

function scalarText({ type, value }: Scalar): string {
  if (type === 'str') return JSON.stringify(value)
  if (type !== 'float') return String(value)
  if (!Number.isFinite(value)) throw new NoJson()
  const digits = String(value)
  // With its point it is no integer, and a number for YAML too, which is how Heat reads environments.
  return digits.includes('.') ? digits : digits.replace(/^(-?\d+)/, '$1.0')
}
