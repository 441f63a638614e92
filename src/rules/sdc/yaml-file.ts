/** A file as SnakeYAML 1.33 reads it for SDC: one document, a mapping at its root, within limits. */
import { type Document, readDocument } from '../../text/document/document.ts'
import { type Mapping, type Node, type Range, rangeOf, textRange } from '../../text/document/node.ts'
import { mapOf, nameOf } from '../../text/document/read.ts'
import { deepestNesting, mostAliases, mostCharacters } from './checks.ts'

export interface YamlProblem {
  readonly message: string
  readonly range?: Range | undefined
  /** Of a duplicate key: Heat reads the last, and so does whoever removes the others. */
  readonly isDuplicate?: true
  /** Only the validator of YAML refuses it; the others read the template. */
  readonly isReadByOthers?: true
}

export interface YamlReading {
  readonly document: Document | undefined
  /** As Heat reads it; there may be problems all the same. */
  readonly root: Mapping | undefined
  readonly problems: readonly YamlProblem[]
}

/** Whether SDC reads a file as YAML, whatever the manifest says of its type. */
export function isReadAsYaml(name: string): boolean {
  return /\.(?:ya?ml|env)$/i.test(name)
}

export function readYamlFile(text: string): YamlReading {
  if (text.length > mostCharacters)
    return unread({ message: `the file has more than ${mostCharacters} characters` })
  const reading = readDocument(text, 'yaml')
  if ('problem' in reading) {
    const { message, start, end } = reading.problem
    return unread({ message, range: { start, end } })
  }
  const { document } = reading
  if (document.root === undefined) return { ...unread({ message: 'the file holds no value' }), document }
  const root = mapOf(document.root)
  if (root === undefined) {
    const range = textRange(document.root)
    return { ...unread({ message: 'there is no mapping at its root', range }), document }
  }
  return { document, root, problems: [...duplicates(document), ...beyondLimits(document.root)] }
}

function unread(problem: YamlProblem): YamlReading {
  return { document: undefined, root: undefined, problems: [problem] }
}

function duplicates(document: Document): readonly YamlProblem[] {
  return document.shadowed().map((one) => ({
    message: `the key "${nameOf(one) ?? ''}" is there twice`,
    range: rangeOf(one),
    isDuplicate: true,
  }))
}

function beyondLimits(root: Node): readonly YamlProblem[] {
  const found: YamlProblem[] = []
  let aliases = 0
  const open: { readonly node: Node; readonly depth: number }[] = [{ node: root, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next
    if (node.kind === 'alias') {
      if (node.target.kind !== 'scalar') aliases += 1
      continue
    }
    if (node.kind === 'scalar') continue
    if (depth > deepestNesting) {
      found.push({
        message: `more than ${deepestNesting} lists and mappings stand in one another`,
        range: textRange(node),
      })
      break
    }
    const inside = node.kind === 'seq' ? node.items : node.entries.flatMap(({ key, value }) => [key, value])
    for (const one of inside) open.push({ node: one, depth: depth + 1 })
  }
  if (aliases > mostAliases)
    found.push({
      message: `${aliases} aliases name lists or mappings, more than ${mostAliases}`,
      isReadByOthers: true,
    })
  return found
}
