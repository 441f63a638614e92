import type { Mapping, Node } from '../../../src/document/node.ts'
import { mapOf, seqOf, textOf, valueOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'

export const inlineMappings = callTransform(
  {
    id: 'cfn/inline-mappings',
    title: 'Write the value of a constant look-up',
    description: 'Replaces `Fn::FindInMap` whose three names are known by the value that it finds.',
    references: ['heat/engine/cfn/functions.py: FindInMap'],
    safety: 'exact',
  },
  ['Fn::FindInMap'],
  (find, scope) => {
    const names = seqOf(find.argument)?.items
    if (names?.length !== 3) {
      scope.report('bad-arguments', find.node, 'Fn::FindInMap takes a list of three: mapping, key, name')
      return undefined
    }
    const [mapName, key, name] = names.map((node) => textOf(node))
    if (mapName !== undefined && !scope.declared.mappings.has(mapName)) {
      scope.report('unknown-mapping', find.node, `there is no mapping "${mapName}" in this template`)
      return undefined
    }
    if (mapName === undefined || key === undefined || name === undefined) return undefined
    const found = valueOf(mapOf(valueOf(mapOf(scope.declared.mappings.get(mapName)), key)), name)
    if (found !== undefined) return usable(found, find, scope)
    const path = [mapName, key, name].map((one) => `"${one}"`).join(' → ')
    scope.report('always-fails', find.node, `the look-up ${path} finds nothing; Heat fails there`)
    return undefined
  },
)

/** The value found, as a copy: an anchor cannot stand twice, and no call is resolved in a mapping. */
function usable(found: Node, find: Call, scope: CallScope): Node | undefined {
  if (holdsAnchor(found)) {
    scope.report('anchor-edit', find.node, 'the value found carries an anchor and cannot be copied')
    return undefined
  }
  const call = callOf(found)
  if (call !== undefined && (call.name === 'Ref' || call.name.startsWith('Fn::'))) {
    scope.report('not-resolved-here', find.node, `${call.name} in a mapping is not resolved`)
    return undefined
  }
  return found
}

function holdsAnchor(node: Node): boolean {
  if (node.anchor !== undefined) return true
  if (node.kind === 'seq') return node.items.some(holdsAnchor)
  return node.kind === 'map' && (node as Mapping).entries.some((one) => holdsAnchor(one.value))
}
