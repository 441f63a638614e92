/** The tree of a source with the cursor in it, as a key or a value. */

import { recognise, type TemplateKind } from '../../heat/kind.ts'
import { type HotVersion, latestVersion, versionOf } from '../../heat/versions.ts'
import { readDocument } from '../../text/document/document.ts'
import type { Mapping } from '../../text/document/node.ts'
import { mapOf, nameOf, stringOf, valueOf } from '../../text/document/read.ts'
import { blockAround, type ReadText, withEntry } from './block.ts'
import { type Found, findAt } from './paths.ts'
import { closersOf, lineAround, readTolerantly } from './tolerant.ts'

/** A word that no template holds, put where the cursor stands. */
export const CURSOR = 'hotshift0cursor'

/** What stands where something is being typed, in the tree that has it as a key or a value. */
export interface Cursor extends Found {
  readonly root: Mapping
  readonly kind: TemplateKind
  /** The version of HOT that counts; of other files the newest. */
  readonly version: HotVersion
  /** What is written of the word, up to the cursor. */
  readonly typed: string
}

/** What was read of a document last, preserved from one of its versions to the next. */
export interface TreeMemory {
  last?: ReadText
}

/** A source with the word that is typed in it. */
interface Typed {
  readonly text: string
  /** Where the word begins, and where the cursor stands in it. */
  readonly start: number
  readonly offset: number
  readonly lineEnd: number
}

/** The tree in which the cursor is a key, where it may be one, else a value. */
export function cursorAt(typed: Typed, memory: TreeMemory): Cursor | undefined {
  const word = typed.text.slice(typed.start, typed.offset)
  const near = memory.last === undefined ? undefined : cursorInBlock(typed, memory.last)
  if (near !== undefined) return cursorOf(near, near.root, word)
  const found = withCursor(typed)
  if (found === undefined) return undefined
  if (found.exact !== undefined) memory.last = { text: found.exact, root: found.root }
  return cursorOf(found, found.root, word)
}

/** The same by reading the entry of the section alone in which the cursor stands. */
function cursorInBlock({ text, start, offset, lineEnd }: Typed, before: ReadText): WithCursor | undefined {
  const block = blockAround(text, start)
  if (block === undefined || lineEnd > block.end) return undefined
  const head = text.slice(block.section, block.entries)
  const shift = block.start - head.length
  const found = withCursor({
    text: head + text.slice(block.start, block.end),
    start: start - shift,
    offset: offset - shift,
    lineEnd: lineEnd - shift,
  })
  if (found?.exact === undefined) return undefined
  const root = withEntry(before, text, block, found.root)
  return root === undefined ? undefined : { ...found, root }
}

function cursorOf({ steps, node, isKey }: Found, root: Mapping, typed: string): Cursor {
  const declared = stringOf(valueOf(root, 'heat_template_version'))
  const version = (declared === undefined ? undefined : versionOf(declared)) ?? latestVersion
  // What is being typed is no section yet.
  const written = root.entries.filter((one) => nameOf(one) !== CURSOR)
  const { kind } = recognise(
    written.length === root.entries.length ? root : { ...root, entries: written },
    'yaml',
  )
  return { steps, node, isKey, root, kind, version, typed }
}

interface WithCursor extends Found {
  readonly root: Mapping
  /** The source that was read, where nothing of it was left out. */
  readonly exact: string | undefined
}

function withCursor({ text, start, offset, lineEnd }: Typed): WithCursor | undefined {
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
  const wholes = endings.map((ending) => `${head}${CURSOR}${ending}${tail}`)
  for (const [index, whole] of wholes.entries()) {
    const reading = readDocument(whole)
    if (!('document' in reading)) continue
    const root = mapOf(reading.document.root)
    const found = root === undefined ? undefined : cursorIn(root, start)
    if (root !== undefined && found !== undefined) return { ...found, root, exact: whole }
    // Within a string or a comment no ending makes a word of its own.
    if (endings[index] !== '') return undefined
  }
  // What else is broken in the source must not hide where the cursor is; its own line is whole.
  for (const whole of wholes) {
    const root = elsewhereBroken(whole, start)
    const found = root === undefined ? undefined : cursorIn(root, start)
    if (root !== undefined && found !== undefined) return { ...found, root, exact: undefined }
  }
  return undefined
}

function cursorIn(root: Mapping, at: number): Found | undefined {
  const found = findAt(root, at + 1)
  return stringOf(found.node) === CURSOR ? found : undefined
}

function elsewhereBroken(whole: string, at: number): Mapping | undefined {
  const reading = readTolerantly(whole)
  const own = lineAround(whole, at)
  const isOwnLine = reading.blanked.some(({ start }) => start === own.start) || reading.finished !== undefined
  return isOwnLine ? undefined : reading.root
}
