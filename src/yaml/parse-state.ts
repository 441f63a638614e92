import type { Node } from './node.ts'
import { Anchors, isCoreTag } from './node-properties.ts'
import { UnreadableText } from './problem.ts'
import type { Scan } from './scanner.ts'
import { TokenStream } from './token-stream.ts'

/** Deeper nesting than any template has; Heat's own recursion ends not far beyond. */
export const maxDepth = 256

/** What may stand in a place: nodes in brackets or quotes or on one line anywhere, block collections not in brackets. */
export interface Place {
  readonly in: 'block' | 'flow'
  readonly as: 'key' | 'value'
  /** Whether a list may stand flush with its key (`indentless_block_sequence` of YAML 1.1). */
  readonly flush?: true
}

/** Reads the node at the current token. */
export type ReadNode = (state: ParseState, place: Place) => Node

/** What the productions share while one text is read. */
export class ParseState {
  readonly stream: TokenStream
  /** The production that all others come back to; handed in, so that they need not import it. */
  readonly #readNode: ReadNode
  readonly anchors = new Anchors()
  readonly bodyColumns: ReadonlyMap<number, number>
  #depth = 0

  constructor(text: string, scan: Scan, readNode: ReadNode) {
    this.#readNode = readNode
    this.stream = new TokenStream(text, scan)
    this.bodyColumns = scan.bodyColumns
  }

  readNode(place: Place): Node {
    return this.#readNode(this, place)
  }

  /** Reads a collection one level further down. */
  descend<T extends Node>(read: () => T): T {
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
 * What a tag such as `!Ref` makes of a text is a mapping too.
 */
export function asKey(key: Node): Node {
  const target = key.kind === 'alias' ? key.target : key
  if (target.kind === 'scalar' && (target.tag === undefined || isCoreTag(target.tag))) return key
  const message = 'a list or mapping stands where a key belongs; are quotes missing around {{ }}?'
  throw new UnreadableText('yaml-key', message, key.range?.start ?? 0)
}
