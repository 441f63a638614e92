import type { Node } from '../node.ts'
import { UnreadableText } from '../problem.ts'
import { Anchors, isCoreTag } from './node-properties.ts'
import type { Scan } from './scanner.ts'
import { TokenStream } from './token-stream.ts'

/** Deeper nesting than any template has; Heat's own recursion ends not far beyond. */
export const maxDepth = 256

/** What the productions share while one text is read. */
export class ParseState {
  readonly stream: TokenStream
  readonly anchors = new Anchors()
  readonly bodyColumns: ReadonlyMap<number, number>
  #depth = 0

  constructor(text: string, scan: Scan) {
    this.stream = new TokenStream(text, scan)
    this.bodyColumns = scan.bodyColumns
  }

  /** Reads a collection one level further down. */
  descend<T extends Node>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > maxDepth) this.stream.fail('nesting-too-deep', `more than ${maxDepth} levels of nesting`)
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
