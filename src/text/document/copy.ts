import { aliasNode, largeScalarNode, mappingNode, sequenceNode } from '../yaml/node.ts'
import type { Node } from './node.ts'

/**
 * A copy of a node with other fields, in the layout of what was made. A literal that spreads a node and adds a field
 * gets, in the V8 of Node 20, a layout of its own for each copy, and whatever reads such nodes takes many times as long
 * (docs/decisions/0018-few-layouts.md).
 */
export function copyOf<One extends Node>(node: One, changes: Partial<One>): One {
  return Object.assign(likeOf(node), node, changes)
}

function likeOf(node: Node): object {
  switch (node.kind) {
    case 'scalar':
      return largeScalarNode(node.type, node.value, node.style, node.start, node.end)
    case 'alias':
      return aliasNode(node.name, node.target, node.start, node.end)
    case 'map':
      return mappingNode(node.entries, node.style, undefined, undefined)
    case 'seq':
      return sequenceNode(node.items, node.style, undefined, undefined)
  }
}
