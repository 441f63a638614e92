/**
 * The meaning that AWS gives a template with the transform `AWS::LanguageExtensions`: AWS writes its loops out before
 * it reads anything else (CloudFormation User Guide, "Fn::ForEach"). Independent of how a rewrite does the same.
 */

import { callOf, longForm, longName } from '../heat/calls.ts'
import { awsText } from '../heat/reading.ts'
import { call, list, mapping, string, withKey, withValue } from '../text/document/build.ts'
import type { Entry, Mapping, Node, Scalar } from '../text/document/node.ts'
import {
  entryOf,
  hasLocalTag,
  itemsOf,
  mapOf,
  nameOf,
  resolved,
  stringOf,
  valueOf,
} from '../text/document/read.ts'

const transformName = 'AWS::LanguageExtensions'

/** The values of the variables of the loops around a node. */
type Items = ReadonlyMap<string, string>

const noItems: Items = new Map()

/** The limit of what is written out: a template of AWS holds 500 resources at most. */
const MOST_ROUNDS = 10_000

/** Thrown where AWS needs to know more than the template shows; the loops remain then, and nothing is known of them. */
class NotLiteral extends Error {}

/**
 * The template with its loops written out; the same one where it declares no such transform, has no loop, or one over
 * values that the template does not show.
 * @param source of the document, where numbers are needed as they were written
 */
export function withoutLoops(root: Mapping, source: string): Mapping {
  const names = valueOf(root, 'Transform')
  const declares = [names, ...itemsOf(names)].some((one) => stringOf(one) === transformName)
  if (!declares || !source.includes('Fn::ForEach::')) return root
  try {
    return new Rounds(root, source).made()
  } catch (error) {
    if (error instanceof NotLiteral) return root
    throw error
  }
}

class Rounds {
  readonly #root: Mapping
  readonly #source: string
  #count = 0

  constructor(root: Mapping, source: string) {
    this.#root = root
    this.#source = source
  }

  made(): Mapping {
    return this.#map(this.#root, noItems)
  }

  #node(node: Node, items: Items): Node {
    switch (node.kind) {
      case 'map': {
        const made = this.#call(this.#map(node, items), items)
        // A new mapping has no tag, which is a function around it.
        return made === node || !hasLocalTag(node) ? made : call(longName(node.tag as string), made, node)
      }
      case 'seq': {
        const made = node.items.map((item) => this.#node(item, items))
        if (made.every((item, at) => item === node.items[at])) return node
        const next = list(made, { for: node })
        return node.tag === undefined ? next : call(longName(node.tag), next, node)
      }
      case 'alias':
        if (items.size > 0) throw new NotLiteral()
        return node
      case 'scalar':
        return this.#scalar(node, items)
    }
  }

  #map(map: Mapping, items: Items): Mapping {
    if (items.size > 0 && map.anchor !== undefined) throw new NotLiteral()
    const entries = map.entries.flatMap((one) => this.#entry(one, items))
    const isSame =
      entries.length === map.entries.length && entries.every((one, at) => one === map.entries[at])
    if (isSame) return map
    const names = entries.map((one) => nameOf(one))
    // AWS refuses two parts of one name.
    if (new Set(names).size < names.length) throw new NotLiteral()
    return mapping(entries, { for: map })
  }

  #entry(one: Entry, items: Items): readonly Entry[] {
    const name = nameOf(one)
    if (name?.startsWith('Fn::ForEach::') === true) return this.#loop(one.value, items)
    const value = this.#node(one.value, items)
    const next = value === one.value ? one : withValue(one, value)
    return name === undefined ? [next] : [withKey(next, put(name, items))]
  }

  #loop(argument: Node, items: Items): readonly Entry[] {
    const [variable, collection, body, ...more] = itemsOf(argument)
    const name = stringOf(variable)
    const entries = mapOf(body)?.entries
    if (name === undefined || collection === undefined || entries === undefined || more.length > 0)
      throw new NotLiteral()
    return this.#collection(collection, items).flatMap((item) => {
      this.#count += entries.length
      if (this.#count > MOST_ROUNDS) throw new NotLiteral()
      const inside = new Map([...items, [name, item]])
      return entries.flatMap((one) => this.#entry(one, inside))
    })
  }

  /** A list in the template, written there or in a mapping. */
  #collection(collection: Node, items: Items): readonly string[] {
    const found = this.#inMappings(collection) ?? resolved(collection)
    if (found.kind !== 'seq') throw new NotLiteral()
    return found.items.map((item) => {
      const scalar = resolved(item)
      if (scalar.kind !== 'scalar' || scalar.type === 'null' || hasLocalTag(scalar)) throw new NotLiteral()
      return put(this.#text(scalar), items)
    })
  }

  #inMappings(node: Node): Node | undefined {
    const found = longForm(node)
    if (found?.name !== 'Fn::FindInMap') return undefined
    const [map, key, name, ...more] = itemsOf(found.argument).map((one) => stringOf(one))
    if (map === undefined || key === undefined || name === undefined || more.length > 0)
      throw new NotLiteral()
    let at: Node | undefined = valueOf(this.#root, 'Mappings')
    for (const step of [map, key, name]) at = entryOf(at, step)?.value
    if (at === undefined) throw new NotLiteral()
    return resolved(at)
  }

  /**
   * A reference to the variable of a loop is its item, and a string is itself when nothing is left to be put into it.
   */
  #call(map: Mapping, items: Items): Node {
    const found = items.size === 0 ? undefined : callOf(map)
    const argument = stringOf(found?.argument)
    if (argument === undefined) return map
    const item = found?.name === 'Ref' ? items.get(argument) : undefined
    if (item !== undefined) return string(item, { for: map })
    return found?.name === 'Fn::Sub' && !argument.includes('${') ? string(argument, { for: map }) : map
  }

  #scalar(node: Scalar, items: Items): Node {
    if (items.size === 0 || node.type !== 'str') return node
    if (node.anchor !== undefined) throw new NotLiteral()
    const value = String(node.value)
    const item = node.tag === '!Ref' ? items.get(value) : undefined
    if (item !== undefined) return string(item, { for: node })
    const next = put(value, items)
    if (next === value) return node
    const isPlain = node.tag === undefined || (node.tag === '!Sub' && !next.includes('${'))
    const made = string(next, { for: node })
    return isPlain ? made : call(longName(node.tag as string), made, node)
  }

  #text(scalar: Scalar): string {
    return awsText(scalar, { text: this.#source })
  }
}

/**
 * `${Name}` is the item, `&{Name}` the characters of it that are allowed in the name of a part: its letters and digits.
 */
function put(value: string, items: Items): string {
  let result = value
  for (const [name, item] of items) {
    if (!result.includes(`{${name}}`)) continue
    const plain = item.replaceAll(/[^A-Za-z0-9]/g, '')
    result = result.split(`&{${name}}`).join(plain).split(`\${${name}}`).join(item)
  }
  return result
}
