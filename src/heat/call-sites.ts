/** Every mapping of a template that has the form of a call and stands where functions are resolved. */
import { type Alias, type Mapping, type Node, parsedNode } from '../document/node.ts'
import { type Call, callOf } from './calls.ts'
import { rewriteValues, type Site } from './values.ts'

export interface CallSite {
  readonly call: Call
  readonly site: Site
  /** The place to name in a report: the call, or the alias that brings it here. */
  readonly at: Node
  /**
   * `alias`: the call stands where functions are not resolved, and only an alias brings it to where they
   * are, so that it cannot be rewritten in its own place.
   */
  readonly reach: 'here' | 'alias'
}

/** The sites in document order of their ends, inner calls first; those behind aliases last. */
export function callSites(root: Mapping): CallSite[] {
  const found: CallSite[] = []
  const seen = new Set<Node | undefined>()
  const aliases: { readonly alias: Alias; readonly site: Site }[] = []
  const add = (node: Node, site: Site, at: Node, reach: CallSite['reach']): void => {
    const call = callOf(node)
    if (call !== undefined) found.push({ call, site, at, reach })
  }
  rewriteValues(root, false, (node, site) => {
    seen.add(node).add(parsedNode(node))
    if (node.kind === 'alias') aliases.push({ alias: node, site })
    else add(node, site, node, 'here')
    return node
  })
  for (const { alias, site } of aliases) {
    if (!seen.has(alias.target) && !seen.has(parsedNode(alias.target)))
      forEachNode(alias.target, (node) => add(node, site, alias, 'alias'))
  }
  return found
}

function forEachNode(node: Node, visit: (node: Node) => void): void {
  visit(node)
  if (node.kind === 'seq') for (const item of node.items) forEachNode(item, visit)
  if (node.kind === 'map') for (const one of node.entries) forEachNode(one.value, visit)
}
