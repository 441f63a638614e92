import { entry, list, mapping } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'

/** `x` as `[x]`, or as `[{key: x}]`. */
export function inNewList(value: Node, key: string | undefined): Node {
  const item = key === undefined ? value : mapping([entry(key, value)], { style: 'flow' })
  return list([item], { style: 'flow' })
}
