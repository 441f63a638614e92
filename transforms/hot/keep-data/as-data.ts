/** A mapping of one entry as the data that it is, whatever its key is the name of. */

import {
  type Call,
  entry,
  list,
  mapping,
  type Node,
  string,
  withAnchor,
  withEntries,
} from '../../../src/engine/authoring/authoring.ts'

/** `{KEY: value}` as `{map_replace: [{KEY_: value}, {keys: {KEY_: KEY}}]}`. */
export function keptAsData(data: Call): Node {
  const hidden = `${data.name}_`
  const own = entry(string(hidden, { for: data.entry.key }), data.argument, { for: data.entry })
  const { anchor, ...renamed } = withEntries(data.node, [own])
  const names = mapping([entry(hidden, string(data.name))], { style: 'flow' })
  const keys = mapping([entry('keys', names)], { style: 'flow' })
  const made = mapping([entry('map_replace', list([renamed, keys]))], {
    for: data.node,
    style: data.node.style,
  })
  return anchor === undefined ? made : withAnchor(made, anchor)
}
