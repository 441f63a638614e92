import { enlarged, type ReadNode, type Unfinished } from './node.ts'
import { UnreadableText } from './position.ts'

import { type Scan, Token, TokenStream } from './tokens.ts'

/** Deeper nesting than any template has; Heat's own recursion ends not far beyond. */
const maxDepth = 256

/** What a context allows: nodes in brackets or quotes or on one line anywhere, block collections not in brackets. */
export interface NodePosition {
  readonly in: 'block' | 'flow'
  readonly as: 'key' | 'value'
  /** Whether a list may be flush with its key (`indentless_block_sequence` of YAML 1.1). */
  readonly flush?: true
}

/** The state that the productions share while one source is read. */
export class ParseState {
  readonly stream: TokenStream
  readonly anchors = new Anchors()
  readonly bodyColumns: ReadonlyMap<number, number>
  #depth: number

  /** @param depth how many collections are around what is read */
  constructor(text: string, scan: Scan, depth: number) {
    this.#depth = depth
    this.stream = new TokenStream(text, scan)
    this.bodyColumns = scan.bodyColumns
  }

  /** Reads a collection one level further down. */
  descend<T extends ReadNode>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > maxDepth)
      this.stream.fail('nesting-too-deep', `more than ${maxDepth} levels of nesting`)
    const node = read()
    this.#depth -= 1
    return node
  }
}

/**
 * Python cannot use a list or a mapping as a key, so Heat refuses them; `{{ x }}` is the usual cause.
 * A scalar with a tag such as `!Ref` becomes a mapping too.
 */
export function asKey(key: ReadNode): ReadNode {
  const target = key.kind === 'alias' ? key.target : key
  if (target.kind === 'scalar' && (target.tag === undefined || isCoreTag(target.tag))) return key
  const message = 'a list or mapping in place of a key; are quotes missing around {{ }}?'
  throw new UnreadableText('yaml-key', message, key.start)
}

/** Anchor and tag in front of a node. */
export interface Properties {
  readonly start: number
  readonly end: number
  readonly anchor: string | undefined
  readonly tag: string | undefined
}

/** Reads anchor and tag, in either order; undefined when there are none. */
export function readProperties(stream: TokenStream, anchors: Anchors): Properties | undefined {
  let anchor: string | undefined
  let tag: string | undefined
  const { start } = stream
  let end = start
  for (;;) {
    const { type } = stream
    if (type === Token.anchor && anchor === undefined) anchor = anchors.open(stream)
    else if (type === Token.tag && tag === undefined) tag = readTag(stream)
    else return anchor === undefined && tag === undefined ? undefined : { start, end, anchor, tag }
    end = stream.advance()
  }
}

function readTag(stream: TokenStream): string {
  const tag = stream.text.slice(stream.start, stream.end)
  const named = /^!([\w-]+)!/.exec(tag)
  if (named) stream.fail('yaml-tag', `the tag handle "${named[0]}" is not declared`)
  if (tag.startsWith('!<') && !tag.startsWith('!<tag:yaml.org,2002:'))
    stream.fail('yaml-tag', `Heat knows no tag ${tag}`)
  return tag
}

/** Tags that Heat's loader resolves; others (`!Ref`) say what the string is for, and it remains a string. */
export function isCoreTag(tag: string): boolean {
  return tag === '!' || tag.startsWith('!!') || tag.startsWith('!<')
}

/** The anchors of one document. */
class Anchors {
  readonly #complete = new Map<string, ReadNode>()
  readonly #open = new Set<string>()

  get any(): boolean {
    return this.#complete.size > 0
  }

  /** The name of the anchor at the current token, whose node has still to be read. */
  open(stream: TokenStream): string {
    const name = stream.text.slice(stream.start + 1, stream.end)
    if (this.#complete.has(name) || this.#open.has(name)) {
      stream.fail('yaml-anchor', `the anchor "${name}" is defined twice; Heat rejects that`)
    }
    this.#open.add(name)
    return name
  }

  /** Registers a node that has been read in full: an alias inside its own anchor has no end. */
  close(name: string, node: ReadNode): void {
    this.#open.delete(name)
    this.#complete.set(name, node)
  }

  /** The node that the alias at the current token names. */
  target(stream: TokenStream): ReadNode {
    const name = stream.text.slice(stream.start + 1, stream.end)
    const node = this.#complete.get(name)
    if (node !== undefined) return node
    const why = this.#open.has(name) ? 'is inside the node that it refers to' : 'has no anchor before it'
    return stream.fail('yaml-anchor', `the alias "*${name}" ${why}`)
  }
}

/**
 * Completes a node that has just been made with its properties; a scalar has room for these in its larger layout only.
 */
export function withProperties<T extends Unfinished<ReadNode>>(
  node: T,
  properties: Properties | undefined,
): T {
  if (properties === undefined) return node
  const { anchor, tag, start } = properties
  if (tag !== undefined && node.kind !== 'scalar')
    refuseKindOfTag(tag, node.kind === 'map' ? 'map' : 'seq', start)
  const roomy = node.kind === 'scalar' ? (enlarged(node) as T) : node
  roomy.propsStart = start
  roomy.anchor = anchor
  roomy.tag = tag
  return roomy
}

function refuseKindOfTag(tag: string, kind: 'map' | 'seq', start: number): void {
  const core = /^(?:!!|!<tag:yaml\.org,2002:)(.*?)>?$/.exec(tag)?.[1]
  if (core === undefined || core === kind) return
  throw new UnreadableText(
    'yaml-tag',
    `${tag} is a kind of collection that no template needs`,
    start,
    start + tag.length,
  )
}
