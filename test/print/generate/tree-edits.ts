/** Random changes of a node tree, made as transforms make them: through the builders, never by hand. */
import {
  boolean,
  call,
  entry,
  inPlaceOf,
  integer,
  list,
  mapping,
  nothing,
  string,
  unwrapped,
  withEntries,
  withItems,
  withKey,
  withoutTag,
  withValue,
} from '../../../src/text/document/build.ts'
import type { Entry, Mapping, Node, Sequence } from '../../../src/text/document/node.ts'
import type { Choices } from './choices.ts'

const newTexts = [
  'new',
  'yes',
  '12:30',
  '',
  'a: b',
  '# no',
  "it's",
  'say "hi"',
  'two\nlines\n',
  'two\nlines',
  '\n',
  ' lead',
  'tab\there',
  '- x',
  '[',
  '*a',
  '&a',
  '!a',
  '0644',
  '1.0',
  '~',
  '😀',
  'a #b',
  'x\n\n',
  ' \n a\n',
  'end\n\n\n',
  '? x',
  '{{ x }}',
  '@x',
  '%x',
  '\u00e9\u2028',
  'a, b',
  'k: |',
  '---',
  '...',
  'null',
] as const
const newNames = [
  'n1',
  'n2',
  'new name',
  'yes',
  '12:30',
  'a: b',
  '# x',
  '[',
  '',
  '😀',
  "it's",
  '1',
  '? x',
  'x'.repeat(1100),
  'two\nlines',
  '*a',
  '<<',
] as const

/** The tree after a few changes; the same object when none of those that were tried is possible. */
export function changed(root: Node, choices: Choices): Node {
  let current = root
  const count = 1 + choices.below(4)
  for (let index = 0; index < count; index += 1) {
    const next = choices.once(5) ? moveAcross(current, choices) : changeOne(current, choices)
    if (anchorsHold(next)) current = next
  }
  return current
}

// --- one change in one place

function changeOne(root: Node, choices: Choices): Node {
  const nodes = countNodes(root)
  return replaceAt(root, choices.below(nodes), (node) => change(node, choices))
}

/** How many nodes a tree has. */
export function countNodes(node: Node): number {
  if (node.kind === 'map') return node.entries.reduce((sum, one) => sum + countNodes(one.value), 1)
  return node.kind === 'seq' ? node.items.reduce((sum, one) => sum + countNodes(one), 1) : 1
}

/** The tree with its node number `index`, counted from above, replaced. */
export function replaceAt(root: Node, index: number, make: (node: Node) => Node): Node {
  if (index === 0) return make(root)
  let left = index - 1
  if (root.kind === 'map') {
    const entries = root.entries.map((one) => {
      const size = countNodes(one.value)
      const at = left
      left -= size
      return at >= 0 && at < size ? withValue(one, replaceAt(one.value, at, make)) : one
    })
    return withEntries(root, entries)
  }
  if (root.kind === 'seq') {
    const items = root.items.map((one) => {
      const size = countNodes(one)
      const at = left
      left -= size
      return at >= 0 && at < size ? replaceAt(one, at, make) : one
    })
    return withItems(root, items)
  }
  return root
}

function change(node: Node, choices: Choices): Node {
  if (node.kind === 'map' && choices.below(3) !== 0) return changeMapping(node, choices)
  if (node.kind === 'seq' && choices.below(3) !== 0) return changeSequence(node, choices)
  return changeNode(node, choices)
}

function changeNode(node: Node, choices: Choices): Node {
  switch (choices.below(8)) {
    case 0:
      return newScalar(choices, node)
    case 1:
      return call(choices.pick(['Ref', 'Fn::Join', 'get_param', 'wrapped']), node, node)
    case 2:
      return list([node], { for: node })
    case 3:
      return mapping([entry('first', newScalar(choices)), entry('kept', node), entry('last', nothing())], {
        for: node,
      })
    case 4:
      return newCollection(choices, node)
    case 5:
      return withoutTag(node)
    case 6:
      return list([string('before'), node, string('after')], { for: choices.once(2) ? node : undefined })
    default:
      return newScalar(choices)
  }
}

function newScalar(choices: Choices, location?: Node): Node {
  switch (choices.below(7)) {
    case 0:
      return integer(choices.below(2000), { for: location })
    case 1:
      return boolean(choices.once(2), { for: location })
    case 2:
      return nothing({ for: location })
    case 3:
      return string(choices.pick(newTexts), {
        for: location,
        style: choices.pick(['single', 'double', 'literal']),
      })
    default:
      return string(choices.pick(newTexts), { for: location })
  }
}

function newCollection(choices: Choices, location?: Node): Node {
  const style = choices.pick(['auto', 'flow', 'block'] as const)
  const scalars = Array.from({ length: choices.below(4) }, () => newScalar(choices))
  if (choices.once(2)) return list(scalars, { for: location, style })
  const entries = scalars.map((value, index) =>
    entry(`k${index}`, index === 1 ? list([value, mapping([])]) : value),
  )
  return mapping(entries, { for: location, style })
}

function newEntry(choices: Choices): Entry {
  const comment = choices.once(3) ? { comment: ['new comment', ''].slice(0, 1 + choices.below(2)) } : {}
  return entry(choices.pick(newNames), choices.once(3) ? newCollection(choices) : newScalar(choices), comment)
}

function inserted<T>(all: readonly T[], index: number, one: T): T[] {
  return [...all.slice(0, index), one, ...all.slice(index)]
}

function without<T>(all: readonly T[], index: number): T[] {
  return all.filter((_, at) => at !== index)
}

function changeMapping(map: Mapping, choices: Choices): Node {
  const { entries } = map
  const at = choices.below(Math.max(1, entries.length))
  const one = entries[at]
  if (one === undefined) return withEntries(map, [newEntry(choices)])
  switch (choices.below(9)) {
    case 8: {
      const inner = one.value.kind === 'map' ? unwrapped(one, one.value.entries) : [one]
      return withEntries(map, [...entries.slice(0, at), ...inner, ...entries.slice(at + 1)])
    }
    case 0:
      return withEntries(map, without(entries, at))
    case 1:
      return withEntries(
        map,
        entries.map((other) => (other === one ? withKey(one, choices.pick(newNames)) : other)),
      )
    case 2:
      return withEntries(map, inserted(entries, choices.below(entries.length + 1), newEntry(choices)))
    case 3:
      return withEntries(map, inserted(without(entries, at), choices.below(entries.length), one))
    case 4:
      return inPlaceOf(one.value, map)
    case 5:
      return withEntries(map, choices.once(3) ? [] : entries.slice(0, at))
    case 6: {
      const other = choices.pick(entries)
      const swap = (each: Entry): Entry =>
        each === one ? withValue(one, other.value) : each === other ? withValue(other, one.value) : each
      return withEntries(map, entries.map(swap))
    }
    default: {
      const renamed = entry(choices.pick(newNames), newScalar(choices, one.value), { for: one })
      return withEntries(
        map,
        entries.map((other) => (other === one ? renamed : other)),
      )
    }
  }
}

function changeSequence(seq: Sequence, choices: Choices): Node {
  const { items } = seq
  const at = choices.below(Math.max(1, items.length))
  const one = items[at]
  const added = choices.once(3) ? newCollection(choices) : newScalar(choices)
  if (one === undefined) return withItems(seq, [added])
  switch (choices.below(6)) {
    case 0:
      return withItems(seq, without(items, at))
    case 1:
      return withItems(seq, inserted(items, choices.below(items.length + 1), added))
    case 2:
      return withItems(seq, inserted(without(items, at), choices.below(items.length), one))
    case 3:
      return inPlaceOf(one, seq)
    case 4:
      return withItems(seq, choices.once(3) ? [] : items.slice(at))
    default:
      return withItems(
        seq,
        items.map((item) => (item === one ? inPlaceOf(newScalar(choices), one) : item)),
      )
  }
}

// --- moves between collections

/** Takes an entry or item out of one place and puts it somewhere else. */
function moveAcross(root: Node, choices: Choices): Node {
  const nodes = countNodes(root)
  let taken: Entry | Node | undefined
  const rest = replaceAt(root, choices.below(nodes), (node) => {
    if (node.kind === 'map' && node.entries.length > 0) {
      const at = choices.below(node.entries.length)
      taken = node.entries[at]
      return withEntries(node, without(node.entries, at))
    }
    if (node.kind === 'seq' && node.items.length > 0) {
      const at = choices.below(node.items.length)
      taken = node.items[at]
      return withItems(node, without(node.items, at))
    }
    return node
  })
  if (taken === undefined) return root
  const moved = taken
  let placed = false
  const result = replaceAt(rest, choices.below(countNodes(rest)), (node) => {
    if (node.kind === 'map') {
      placed = true
      const one = 'key' in moved ? moved : entry('moved', moved)
      return withEntries(node, inserted(node.entries, choices.below(node.entries.length + 1), one))
    }
    if (node.kind === 'seq') {
      placed = true
      const one = 'key' in moved ? moved.value : moved
      return withItems(node, inserted(node.items, choices.below(node.items.length + 1), one))
    }
    return node
  })
  return placed ? result : root
}

/** Whether every alias still comes after the one node that carries its anchor. */
export function anchorsHold(root: Node): boolean {
  const closed = new Set<string>()
  const known = new Set<string>()
  const visit = (node: Node): boolean => {
    if (node.kind === 'alias') return closed.has(node.name)
    const { anchor } = node
    if (anchor !== undefined && known.has(anchor)) return false
    if (anchor !== undefined) known.add(anchor)
    const inside =
      node.kind === 'map'
        ? node.entries.flatMap((one) => [one.key, one.value])
        : node.kind === 'seq'
          ? node.items
          : []
    const holds = inside.every(visit)
    if (anchor !== undefined) closed.add(anchor)
    return holds
  }
  return visit(root)
}
