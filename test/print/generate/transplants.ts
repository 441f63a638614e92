/** Moves values of one generated document into another. */
import { mapping, withEntries, withItems } from '../../../src/text/document/build.ts'
import { sameData } from '../../../src/text/document/data.ts'
import { type Document, readDocument } from '../../../src/text/document/document.ts'
import type { Comment, Entry, Node } from '../../../src/text/document/node.ts'
import { transplanted, transplantedEntry } from '../../../src/text/document/transplant.ts'
import { newDocument, printDocument } from '../../../src/text/print/print.ts'
import type { Choices } from './choices.ts'
import { countNodes, replaceAt } from './tree-edits.ts'

function read(text: string): Document | undefined {
  const reading = readDocument(text)
  return 'problem' in reading || reading.document.root === undefined ? undefined : reading.document
}

function entriesIn(node: Node): Entry[] {
  if (node.kind === 'seq') return node.items.flatMap(entriesIn)
  if (node.kind !== 'map') return []
  return node.entries.flatMap((one) => [one, ...entriesIn(one.value)])
}

/** The tree with an entry put somewhere: into a mapping, as an item, or in place of a value. */
function planted(root: Node, entry: Entry, value: Node, choices: Choices): Node {
  return replaceAt(root, choices.below(countNodes(root)), (node) => {
    if (node.kind === 'map') return withEntries(node, [...node.entries, entry])
    if (node.kind === 'seq') return withItems(node, [value, ...node.items])
    return node.anchor === undefined ? mapping([entry], { for: node }) : node
  })
}

export function faultOfTransplant(from: string, to: string, choices: Choices): string | undefined {
  const [source, target] = [read(from), read(to)]
  if (source?.root === undefined || target?.root === undefined || target.syntax === 'json') return undefined
  const entries = entriesIn(source.root)
  if (entries.length === 0) return undefined
  const one = choices.pick(entries)
  const moved = transplantedEntry(one, source, choices.once(2) ? 'moved' : undefined)
  const isNew = choices.once(4)
  const root = isNew
    ? mapping([moved])
    : planted(target.root, moved, transplanted(one.value, source), choices)
  const after = isNew ? newDocument(root, { like: source, eol: '\n' }) : printDocument(target, root, 'yaml')
  const reread = read(after)
  if (reread?.root === undefined || !sameData(reread.root, root)) return `other data in:\n${after}`
  if (isNew && after.includes('\r')) return `line breaks of the source in:\n${after}`
  return lostComment(isNew ? [] : target.comments, reread.comments, after)
}

function lostComment(had: readonly Comment[], has: readonly Comment[], after: string): string | undefined {
  const said = has.map((comment) => comment.text).join('\n')
  const lost = had.find((comment) => !said.includes(comment.text.trim()))
  return lost === undefined ? undefined : `lost "${lost.text}" in:\n${after}`
}
