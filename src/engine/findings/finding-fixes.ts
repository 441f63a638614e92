/** Fixes of check findings, as edits of the source. Callers verify a fix before they offer it. */

import type { Remedy } from '../../rules/remedy.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import {
  childEnd,
  childStart,
  type Entry,
  type Node,
  type Range,
  textRange,
} from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'
import { lineStartOf } from '../../text/yaml/position.ts'
import type { Fix } from './finding.ts'
import { givenProperties } from './given-properties.ts'
import { nameFixes } from './name-fixes.ts'

type Source = Pick<SourceFile, 'document' | 'syntax' | 'root'>

/** @param at what the finding is about */
export function fixesOf(at: Node | Entry, remedy: Remedy, file: Source): readonly Fix[] {
  if (!('do' in remedy)) return nameFixes(at, remedy, file)
  switch (remedy.do) {
    case 'quote':
      return quoted(remedy.node, file)
    case 'remove':
      return removed(remedy.entry, file.document)
    case 'unwrap':
      return unwrapped(remedy.node, remedy.to, file)
    case 'write':
      return written(remedy, file)
    case 'declare':
      return declared(remedy, file)
    case 'give':
      return givenProperties(remedy, file)
  }
}

/** A plain scalar on one line as the string that stands there. */
function quoted(node: Node, { document, syntax }: Source): readonly Fix[] {
  const range = textRange(node)
  const written = range === undefined ? '' : document.text.slice(range.start, range.end)
  if (range === undefined || node.kind !== 'scalar' || node.tag !== undefined) return []
  if (!/^[^\s"'][^\r\n]*$/.test(written)) return []
  const text = syntax === 'json' ? JSON.stringify(written) : `'${written.replaceAll("'", "''")}'`
  return [{ title: `Write ${text}`, edits: [{ ...range, text }] }]
}

/** An entry that stands beside others, with the line that it has to itself, or the comma that it needs no longer. */
function removed(entry: Entry, { text }: Source['document']): readonly Fix[] {
  const edit = lineOf(entry, text) ?? itemOf(entry, text)
  if (edit === undefined) return []
  const title = `Remove "${nameOf(entry) ?? text.slice(entry.key.start, entry.key.end)}"`
  return [{ title, edits: [{ ...edit, text: '' }], needsAuthor: true }]
}

/** The lines of an entry in a block; undefined in braces, and beside anything but a comment. */
function lineOf(entry: Entry, text: string): Range | undefined {
  const start = lineStartOf(text, childStart(entry))
  const behind = text.indexOf('\n', childEnd(entry))
  const end = behind === -1 ? text.length : behind + 1
  const isAlone =
    /^[ \t]*$/.test(text.slice(start, childStart(entry))) &&
    /^[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(childEnd(entry), end))
  return isAlone && !isInBraces(text, start, end) ? { start, end } : undefined
}

/** Whether what stands around some lines shows that they are part of a flow mapping, where a comma would be left over. */
function isInBraces(text: string, start: number, end: number): boolean {
  return (
    /[,{]\s*$/.test(text.slice(Math.max(0, start - mostBetween), start)) ||
    /^\s*\}/.test(text.slice(end, end + mostBetween))
  )
}

/** In braces: an entry with the comma behind it, or before it where it is the last one; undefined beside comments. */
function itemOf(entry: Entry, text: string): Range | undefined {
  const [start, end] = [childStart(entry), childEnd(entry)]
  const behind = /^\s*,\s*/.exec(text.slice(end, end + mostBetween))
  if (behind !== null && !/^#|^\/[/*]/.test(text.slice(end + behind[0].length)))
    return { start, end: end + behind[0].length }
  const before = /,\s*$/.exec(text.slice(Math.max(0, start - mostBetween), start))
  return before !== null && /^\s*\}/.test(text.slice(end, end + mostBetween))
    ? { start: start - before[0].length, end }
    : undefined
}

/** So many blanks and line breaks are looked through for a comma. */
const mostBetween = 1000

function written(
  { node, text: plain, isMeant }: Extract<Remedy, { readonly do: 'write' }>,
  { syntax }: Source,
): readonly Fix[] {
  const range = textRange(node)
  if (range === undefined || node.tag !== undefined) return []
  // Functions are written in braces without quotes, which JSON does not have.
  if (syntax === 'json' && plain.startsWith('{')) return []
  const text = syntax === 'json' ? JSON.stringify(plain) : plain
  const fix = { title: `Write ${text}`, edits: [{ ...range, text }] }
  return [isMeant === true ? fix : { ...fix, needsAuthor: true }]
}

function unwrapped(node: Node, to: Node, { document }: Source): readonly Fix[] {
  const [range, inner] = [textRange(node), textRange(to)]
  if (range === undefined || inner === undefined || node.tag !== undefined || to.tag !== undefined) return []
  const text = document.text.slice(inner.start, inner.end)
  return text === '' || text.includes('\n') ? [] : [{ title: `Write ${text}`, edits: [{ ...range, text }] }]
}

/** Before the first key. */
function declared(
  { key, version, isMeant }: Extract<Remedy, { readonly do: 'declare' }>,
  { document, syntax, root }: Source,
): readonly Fix[] {
  const [first] = root.entries
  const start = first === undefined ? undefined : childStart(first)
  if (start === undefined || root.start === undefined) return []
  const author = isMeant === true ? {} : { needsAuthor: true as const }
  const made = (inserted: string): readonly Fix[] => [
    { title: `Declare ${key} ${version}`, edits: [{ start, end: start, text: inserted }], ...author },
  ]
  const { text } = document
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  if (syntax === 'json') {
    const before = text.slice(lineStartOf(text, start), start)
    const between = /^\s*$/.test(before) ? `${lineBreak}${before}` : ' '
    return made(`"${key}": "${version}",${between}`)
  }
  if (root.style !== 'block' || lineStartOf(text, start) !== start) return []
  // Unquoted, it is a date to some readers, and a string to Heat in this section alone.
  const value = key === 'heat_template_version' ? version : `'${version}'`
  return made(`${key}: ${value}${lineBreak}`)
}
