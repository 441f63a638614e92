/** Hints from terms with a mismatch: values that may show it. */

import { type Key, sameValue, type Value } from '../../heat/values/value.ts'
import { push } from '../../text/document/multimap.ts'
import { type Term, valueOf } from './term.ts'

export interface Telling {
  /** By parameter, what it is compared with, and keys that are looked up by it. */
  readonly values: ReadonlyMap<string, readonly Value[]>
  /** Keys of steps into maps that are not written out. */
  readonly keys: readonly string[]
  /** Where strings are split. */
  readonly delimiters: readonly string[]
  /** How many items lists need for every literal index to find one, and another one to be there. */
  readonly items: number
  /** Whether something is selected from what may be JSON in a string. */
  readonly selects: boolean
}

/** Lists have this many items, unless more are needed. */
const fewestItems = 3
/** A larger index finds nothing, as it would in most lists. */
const mostItems = 100

export function tellingIn(terms: Iterable<Term>): Telling {
  const collector = new Collector()
  for (const term of terms) collector.collect(term)
  collector.addPaths()
  const { values, keys, delimiters, items, selects } = collector
  return { values, keys: [...keys], delimiters: [...delimiters], items, selects }
}

/** The parameter that a term is, or the string of. */
export function parameterIn(term: Term): string | undefined {
  if (term.tag === 'concat' && term.parts.length === 1) return parameterIn(term.parts[0] as Term)
  return term.tag === 'input' && term.of === 'parameter' ? term.name : undefined
}

class Collector {
  readonly values = new Map<string, Value[]>()
  readonly keys = new Set<string>(['key'])
  readonly delimiters = new Set<string>()
  items = fewestItems
  selects = false
  readonly #seen = new Set<Term>()
  /** The strings among the values. */
  readonly #texts = new Map<string, Set<string>>()
  /** The paths by which a parameter is looked up. */
  readonly #paths = new Map<string, (readonly Key[])[]>()

  collect(term: Term): void {
    if (this.#seen.has(term) || term.isData) return
    this.#seen.add(term)
    switch (term.tag) {
      case 'input':
        this.#add(parameterIn(term), [])
        break
      case 'list':
        this.#each(term.items)
        break
      case 'map':
        this.#each(term.entries.values())
        break
      case 'concat':
        this.#each(term.parts)
        break
      case 'choice':
        this.#each([term.atom, term.then, term.otherwise])
        break
      case 'step':
        this.#add(parameterIn(term.key), keysOf(term.of))
        this.#key(term.key)
        this.#path(term)
        this.#each([term.of, term.key])
        break
      case 'apply':
        this.#applied(term.name, term.args)
        this.#each(term.args)
        break
      case 'constant':
      case 'refused':
      case 'omitted':
        break
    }
  }

  #each(terms: Iterable<Term>): void {
    for (const term of terms) this.collect(term)
  }

  #add(name: string | undefined, values: Iterable<Value>): void {
    if (name === undefined) return
    const known = this.values.get(name) ?? []
    const texts = this.#texts.get(name) ?? new Set()
    for (const value of values) {
      // There may be as many as a table has keys.
      if (typeof value === 'string' ? texts.has(value) : known.some((one) => sameValue(one, value))) continue
      if (typeof value === 'string') texts.add(value)
      known.push(value)
    }
    this.values.set(name, known)
    this.#texts.set(name, texts)
  }

  #path(term: Term): void {
    const path: Key[] = []
    let root = term
    while (root.tag === 'step') {
      if (root.key.tag !== 'constant') return
      path.unshift(root.key.value as Key)
      root = root.of
    }
    const name = parameterIn(root)
    if (name !== undefined) push(this.#paths, name, path)
  }

  /** Values that differ at the end of each path by which they are looked up. */
  addPaths(): void {
    for (const [name, paths] of this.#paths)
      if (paths.some(({ length }) => length > 1)) this.#add(name, [withPaths(paths)])
  }

  #key(key: Term): void {
    if (key.tag !== 'constant') return
    const { value } = key
    if (typeof value === 'string') this.keys.add(value)
    if (typeof value === 'number' && value < mostItems) this.items = Math.max(this.items, value + 2)
  }

  #applied(name: string, args: readonly Term[]): void {
    const [one, other] = args
    if (one === undefined || other === undefined) return
    if (name === 'select') {
      this.selects = true
      this.#key(one)
      this.#add(parameterIn(other), ['["one", "two"]'])
    }
    if (name === 'contains' && one.isData) this.#add(parameterIn(other), [[valueOf(one)], 'none-of-these'])
    if (name === 'str_replace' && other.tag === 'map' && one.tag === 'concat')
      for (const part of one.parts) this.#add(parameterIn(part), other.entries.keys())
    if (name === 'split' && one.tag === 'constant' && typeof one.value === 'string')
      this.#split(one.value, other)
    if (one.isData) this.#add(parameterIn(other), [valueOf(one)])
    if (other.isData) this.#add(parameterIn(one), [valueOf(other)])
  }

  #split(delimiter: string, text: Term): void {
    this.delimiters.add(delimiter)
    const parts = Array.from({ length: Math.max(6, this.items) }, (_, index) => index)
    this.#add(
      parameterIn(text),
      ['a', 'b'].map((letter) => parts.map((index) => `${letter}${index}`).join(delimiter)),
    )
  }
}

/** A value with a string of its own at the end of each path. */
function withPaths(paths: readonly (readonly Key[])[]): Value {
  const root = new Map<Key, Value>()
  for (const path of paths) {
    let inside = root
    for (const key of path.slice(0, -1)) {
      const known = inside.get(key)
      const next = known instanceof Map ? known : new Map<Key, Value>()
      inside.set(key, next)
      inside = next
    }
    const last = path.at(-1) as Key
    if (!inside.has(last)) inside.set(last, `at ${path.join('.')}`)
  }
  return root
}

/** Where a lookup in what is not written out may find something, or nothing. */
const usualKeys: readonly Key[] = [0, 1, 7, 'key']

function keysOf(table: Term): Iterable<Key> {
  if (table.tag === 'map') return table.entries.keys()
  if (table.tag === 'list') return table.items.keys()
  if (table.tag !== 'step' || table.of.tag !== 'map') return usualKeys
  return [...table.of.entries.values()].flatMap((inside) =>
    inside.tag === 'map' ? [...inside.entries.keys()] : [],
  )
}
