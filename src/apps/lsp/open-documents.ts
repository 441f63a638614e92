/** The documents that are open in the editor, with what was read of each. */
import type { Connection, TextDocumentContentChangeEvent } from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { looksLikeTemplate } from '../../heat/candidate.ts'
import { type Reading, type ReadSource, readDocument } from '../../text/document/document.ts'
import type { Range } from '../../text/document/node.ts'
import type { TreeMemory } from '../editor/cursor.ts'
import { readTolerantly, readWithoutTyped, type TolerantReading, typedOffset } from '../editor/tolerant.ts'
import type * as Protocol from './protocol.ts'

/** Characters of a document that is checked at each pause in typing: twice the largest template that we have met. */
export const mostChecked = 160 * 1024

/** A document at one of its versions. */
export class OpenDocument {
  readonly text: TextDocument
  /** Where it was edited last. */
  readonly edited: number | undefined
  /** What was read of it last, in this version or one before. */
  readonly memory: TreeMemory
  #exact: Reading | undefined
  #reading: TolerantReading | undefined

  constructor(text: TextDocument, edited?: number, memory: TreeMemory = {}) {
    this.text = text
    this.edited = edited
    this.memory = memory
  }

  get uri(): string {
    return this.text.uri
  }

  get version(): number {
    return this.text.version
  }

  get source(): string {
    return this.text.getText()
  }

  /**
   * Whether it is for Heat, or becomes so: nothing is offered in other YAML files. Of CloudFormation, where that is asked
   * for.
   */
  isServed(asksForCloudFormation: boolean): boolean {
    const text = this.source
    if (!looksLikeTemplate(text)) return isBegun(text, this.uri)
    const isAmazons = text.includes('AWSTemplateFormatVersion') && !text.includes('heat_template_version')
    return asksForCloudFormation || !isAmazons
  }

  /** The source as Heat reads it. */
  get exact(): Reading {
    this.#exact ??= readDocument(this.source)
    return this.#exact
  }

  /**
   * The same, for whoever may have no use for it.
   *
   * @param words without what other readers say of a source that cannot be read: not at each keystroke, nor of a large one
   */
  toBeRead(words: 'all' | 'own'): ReadSource {
    const [text, exact] = [this.source, () => this.exact]
    return {
      text,
      get reading() {
        return words === 'all' && text.length <= mostChecked ? exact() : inOwnWords(exact())
      },
    }
  }

  get reading(): TolerantReading {
    if (this.#reading === undefined) {
      this.#reading = readTolerantly(this.source, this.edited, this.exact)
      const { root, problem, text } = this.#reading
      if (root !== undefined && problem === undefined) this.memory.last = { text, root }
    }
    return this.#reading
  }

  /** What is read instead of a source that cannot be read, for the findings elsewhere than where it is edited. */
  withoutTyped(): TolerantReading {
    return 'problem' in this.exact
      ? readWithoutTyped(this.source, this.edited, this.exact.problem)
      : this.reading
  }

  /** A range of the tree, as the protocol has it. */
  rangeOf({ start, end }: Range) {
    return this.plainRange({ start: typedOffset(this.reading, start), end: typedOffset(this.reading, end) })
  }

  /** A range of the source itself. */
  plainRange({ start, end }: Range) {
    return { start: this.text.positionAt(start), end: this.text.positionAt(end) }
  }
}

/**
 * Whether nothing is there yet but a word, below comments: a section whose colon is not typed. An environment by its
 * name has values below it already.
 */
function isBegun(text: string, uri: string): boolean {
  const written = text.split('\n').filter((line) => !/^\s*(?:#|$|---\s*(?:#|$))/.test(line))
  const [first = '', second] = written
  const isRest = second === undefined || (uri.endsWith('.env') && /^\s/.test(second))
  return isRest && /^[\w-]*$/.test(first.trim())
}

function inOwnWords(reading: Reading): Reading {
  if ('document' in reading || reading.problem.ownMessage === undefined) return reading
  const { code, ownMessage, start, end } = reading.problem
  return { problem: { code, message: ownMessage, start, end } }
}

interface DocumentEvents {
  readonly changed: (document: OpenDocument) => void
  readonly closed: (uri: string) => void
}

/** Keeps the documents as the editor tells; edits are applied at once. */
export function followDocuments(
  connection: Connection,
  { TextDocument: texts }: Pick<typeof Protocol, 'TextDocument'>,
  events: DocumentEvents,
): ReadonlyMap<string, OpenDocument> {
  const open = new Map<string, OpenDocument>()
  const set = (document: OpenDocument) => {
    open.set(document.uri, document)
    events.changed(document)
  }
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) =>
    set(new OpenDocument(texts.create(uri, languageId, version, text))),
  )
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const before = open.get(uri)
    if (before === undefined) return
    // The library changes the document that it is given, and what was read of the old one is to remain true.
    const copy = texts.create(uri, before.text.languageId, before.version, before.source)
    let edited: number | undefined
    for (const change of contentChanges) edited = editedBy(change, texts.update(copy, [change], version))
    set(new OpenDocument(texts.create(uri, copy.languageId, version, copy.getText()), edited, before.memory))
  })
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    open.delete(uri)
    events.closed(uri)
  })
  return open
}

/** Where an edit ended; undefined for a whole new source. */
function editedBy(change: TextDocumentContentChangeEvent, after: TextDocument): number | undefined {
  if (!('range' in change)) return undefined
  const offset = after.offsetAt(change.range.start) + change.text.length
  // A line break at the end begins a line in which nothing was typed yet.
  return change.text.endsWith('\n') ? Math.max(0, offset - 1) : offset
}
