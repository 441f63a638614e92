/** `Fn::ForEach`: what stands in it, once for each item of a list. */
import {
  callOf,
  type Entry,
  listOf,
  type Mapping,
  mapItems,
  type Node,
  nameOf,
  scalarOf,
  string,
  stringOf,
  type TemplateScope,
  unwrapped,
  withEntries,
  withKey,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { awsText } from '../../../src/heat/reading.ts'
import { someNode } from '../../../src/heat/walk.ts'
import { literalLookup } from './literals.ts'

/** AWS takes 500 resources; nested loops may make any number. */
const MOST_ENTRIES = 2000

/** What identifiers of loops stand for, inside of these. */
type Bound = ReadonlyMap<string, string>

/** Writes loops out; one that cannot be written out is preserved, and cfn/drop-aws-sections and cfn/resources report it. */
export class Loops {
  readonly #scope: TemplateScope
  #made = 0

  constructor(scope: TemplateScope) {
    this.#scope = scope
  }

  /** A mapping with the loops in it, at any depth, written out. */
  writtenOut(map: Mapping): Mapping {
    return this.#inMap(map, new Map())
  }

  #inMap(map: Mapping, bound: Bound): Mapping {
    if (bound.size === 0 && !holdsLoop(map)) return map
    const entries = map.entries.flatMap((one) => this.#inEntry(one, bound))
    const isSame =
      entries.length === map.entries.length && entries.every((one, at) => one === map.entries[at])
    if (isSame) return map
    return isClash(entries) ? map : withEntries(map, entries)
  }

  #inEntry(one: Entry, bound: Bound): readonly Entry[] {
    const name = nameOf(one)
    const loop = name?.startsWith('Fn::ForEach::') === true ? loopOf(one, bound, this.#scope) : undefined
    if (loop !== undefined) return this.#rounds(one, loop, bound)
    const value = this.#inNode(one.value, bound)
    const key = name === undefined ? undefined : substituted(name, bound)
    const kept = value === one.value ? one : withValue(one, value)
    return [key === undefined || key === name ? kept : withKey(kept, key)]
  }

  #rounds(one: Entry, { identifier, items, body }: Loop, bound: Bound): readonly Entry[] {
    this.#made += items.length * body.entries.length
    if (this.#made > MOST_ENTRIES) return [one]
    this.#scope.change(one, `Write out ${nameOf(one)}`)
    const rounds = items.flatMap((item) => {
      const inside = new Map([...bound, [identifier, item]])
      return body.entries.flatMap((entry) => this.#inEntry(entry, inside))
    })
    return unwrapped(one, rounds)
  }

  #inNode(node: Node, bound: Bound): Node {
    if (node.kind === 'map') {
      const inner = this.#inMap(node, bound)
      return bound.size === 0 ? inner : resolvedCall(inner, bound)
    }
    if (node.kind === 'seq') return mapItems(node, (item) => this.#inNode(item, bound))
    const value = stringOf(node)
    const next = value === undefined ? undefined : substituted(value, bound)
    return next === undefined || next === value ? node : string(next, { for: node })
  }
}

interface Loop {
  readonly identifier: string
  readonly items: readonly string[]
  readonly body: Mapping
}

/** The parts of a loop over a list that stands in the template; undefined for any other. */
function loopOf(one: Entry, bound: Bound, scope: TemplateScope): Loop | undefined {
  const [identifier, collection, body] = listOf(one.value)?.items ?? []
  const name = stringOf(identifier)
  if (name === undefined || collection === undefined || body?.kind !== 'map') return undefined
  if (someNode(body, (node) => node.kind === 'alias' || node.anchor !== undefined)) return undefined
  const list = listOf(literalLookup(collection, scope) ?? collection)
  const items = list?.items.map((item) => itemText(item, bound, scope))
  if (items === undefined || items.some((item) => item === undefined)) return undefined
  return { identifier: name, items: items as readonly string[], body }
}

function itemText(item: Node, bound: Bound, { template }: TemplateScope): string | undefined {
  const scalar = scalarOf(item)
  if (scalar === undefined || scalar.type === 'null') return undefined
  return substituted(awsText(scalar, template.document), bound)
}

/** `${Name}` is the item, `&{Name}` the letters and digits of it. */
function substituted(value: string, bound: Bound): string {
  return value.replaceAll(/([$&])\{([A-Za-z0-9]{1,255})\}/g, (whole, kind: string, name: string) => {
    const item = bound.get(name)
    if (item === undefined) return whole
    return kind === '$' ? item : item.replaceAll(/[^A-Za-z0-9]/g, '')
  })
}

/** `{Ref: Name}` is the item, and `Fn::Sub` has nothing to do where nothing else is substituted. */
function resolvedCall(node: Mapping, bound: Bound): Node {
  const call = callOf(node)
  const argument = stringOf(call?.argument)
  if (argument === undefined) return node
  const item = call?.name === 'Ref' ? bound.get(argument) : undefined
  if (item !== undefined) return string(item, { for: node })
  return call?.name === 'Fn::Sub' && !argument.includes('${') ? string(argument, { for: node }) : node
}

function holdsLoop(map: Mapping): boolean {
  return someNode(
    map,
    (node) =>
      node.kind === 'map' && node.entries.some((one) => nameOf(one)?.startsWith('Fn::ForEach::') === true),
  )
}

/** Two of one name: AWS refuses that. */
function isClash(entries: readonly Entry[]): boolean {
  const names = entries.map((one) => nameOf(one))
  return new Set(names).size < names.length
}
