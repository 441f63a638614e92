import { call, inPlaceOf, text, withEntries, withValue } from '../../src/document/build.ts'
import type { Node } from '../../src/document/node.ts'
import { callOf } from '../../src/heat/calls.ts'

/**
 * `{get_param: name}` in the place of a value; undefined for a new one. Of one that reads another parameter only the
 * name changes in the text.
 */
export function readingOf(name: string, value: Node | undefined): Node {
  const one = callOf(value)
  const isPlain = one?.name === 'get_param' && one.argument.kind === 'scalar' && value?.kind === 'map'
  if (!isPlain || value?.kind !== 'map' || one === undefined) return call('get_param', text(name), value)
  const { argument, entry } = one
  const style = argument.kind === 'scalar' ? { style: argument.style } : {}
  const named = inPlaceOf(text(name, { for: argument, ...style }), argument)
  return withEntries(value, [withValue(entry, named)])
}
