import { type Mapping, type Node, type Range, textRange } from '../document/node.ts'
import { nameOf, resolved } from '../document/read.ts'
import { hotName } from '../heat/sections.ts'

/**
 * Where a path such as `resources.server.properties.networks[0].port` leads in a template of any
 * dialect: the range of the deepest part that is there. Names may hold dots, so the longest that fits counts.
 */
export function rangeOfPath(root: Mapping, path: string): Range | undefined {
  let node: Node = root
  let found: Range | undefined
  let rest = path
  for (let depth = 0; rest !== ''; depth += 1) {
    const step = stepInto(resolved(node), rest, depth === 0 || depth === 2)
    if (step === undefined) return found
    found = step.range ?? found
    node = step.value
    rest = step.rest
  }
  return found
}

interface Step {
  readonly value: Node
  readonly range: Range | undefined
  readonly rest: string
}

/** @param isKeyword whether the name is one of the dialect's own words, which HOT spells otherwise */
function stepInto(node: Node, rest: string, isKeyword: boolean): Step | undefined {
  if (node.kind === 'seq') {
    const index = /^\[(\d+)\]\.?/.exec(rest)
    const item = index === null ? undefined : node.items[Number(index[1])]
    return index === null || item === undefined
      ? undefined
      : { value: item, range: textRange(item), rest: rest.slice(index[0].length) }
  }
  if (node.kind !== 'map') return undefined
  let best: Step | undefined
  for (const entry of node.entries) {
    const own = nameOf(entry) ?? ''
    const name = isKeyword ? hotName(own) : own
    const fits = name !== '' && rest.startsWith(name) && /^(?:$|\.|\[)/.test(rest.slice(name.length))
    if (!fits) continue
    const left = rest.slice(name.length).replace(/^\./, '')
    if (best === undefined || left.length <= best.rest.length)
      best = { value: entry.value, range: textRange(entry.key), rest: left }
  }
  return best
}
