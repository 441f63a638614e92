/** What the calls of a template say about telling values for its parameters. */
import type { Program } from './program.ts'
import { Call, entriesOf, itemsOf, type Snippet } from './snippet.ts'
import { isMap, type Value } from './value.ts'

export interface Hints {
  /** Literals that a parameter is compared with, and keys that are looked up by it. */
  readonly values: ReadonlyMap<string, readonly Value[]>
  /** Text keys that are selected from what may be a map or JSON. */
  readonly keys: readonly string[]
  /** Whether something is selected from texts that may be JSON. */
  readonly selects: boolean
  /** Literals at which texts are split. */
  readonly delimiters: readonly string[]
  /** How many items a list needs for every literal index to find one, and another one to be there. */
  readonly items: number
}

/** A text that is split has so many parts, a list so many items, if nobody asks for more. */
const fewestParts = 6
export const fewestItems = 3
/** An index beyond that finds nothing, as it would in most lists. */
const mostItems = 100

/** How many parts a text has that is split, where lists have so many items. */
export function partsFor(items: number): number {
  return Math.max(fewestParts, items)
}

class Collector {
  readonly values = new Map<string, Value[]>()
  readonly keys = new Set<string>(['key'])
  readonly delimiters = new Set<string>()
  items = fewestItems
  selects = false

  add(call: Snippet | undefined, literals: Iterable<Value>): void {
    const name = call === undefined ? undefined : parameterOf(call)
    if (name === undefined) return
    const known = this.values.get(name) ?? []
    for (const literal of literals) if (!known.includes(literal)) known.push(literal)
    this.values.set(name, known)
  }

  call(call: Call, program: Program): void {
    const argument = typeof call.argument === 'function' ? call.argument() : call.argument
    const items = itemsOf(argument) ?? []
    for (const item of items) this.#indexed(item)
    switch (call.name) {
      case 'Fn::Equals':
      case 'equals':
      case 'contains':
        this.#compared(items)
        break
      case 'Fn::FindInMap':
        this.#lookedUp(items, typeof items[0] === 'string' ? program.mappingData() : null)
        break
      case 'get_param':
        this.#lookedUp(items, defaultsOf(program))
        break
      case 'get_attr':
        for (const step of items.slice(2)) if (typeof step === 'string') this.keys.add(step)
        break
      case 'Fn::Select':
        this.selects = true
        if (typeof items[0] === 'string') this.keys.add(items[0])
        this.add(items[1], ['["one", "two"]'])
        break
      case 'Fn::Split':
      case 'str_split':
        this.splits.push(items)
    }
  }

  #indexed(step: Snippet): void {
    const isIndex = typeof step === 'string' ? /^\d{1,4}$/.test(step) : Number.isInteger(step)
    const index = isIndex ? Number(step) : 0
    if (index < mostItems) this.items = Math.max(this.items, index + 2)
  }

  /** Arguments of splits, kept until all indexes are known: parts enough for each of them. */
  readonly splits: (readonly Snippet[])[] = []

  split([delimiter, text]: readonly Snippet[]): void {
    if (typeof delimiter !== 'string' || delimiter === '') return
    this.delimiters.add(delimiter)
    const parts = Array.from({ length: partsFor(this.items) }, (_, index) => index)
    this.add(
      text,
      ['a', 'b'].map((letter) => parts.map((index) => `${letter}${index}`).join(delimiter)),
    )
  }

  #compared(items: readonly Snippet[]): void {
    const [one, other] = items
    if (one === undefined || other === undefined) return
    this.add(one, literalsIn(other))
    this.add(other, literalsIn(one))
  }

  /** `[table, key, …]`: the parameters among the keys are tried with the keys of the table at that depth. */
  #lookedUp(items: readonly Snippet[], tables: Value): void {
    const [name, ...steps] = items
    let level: Value[] =
      typeof name === 'string' && isMap(tables) && tables.has(name) ? [tables.get(name) as Value] : []
    for (const step of steps) {
      const maps = level.filter(isMap)
      if (step instanceof Call)
        this.add(
          step,
          maps.flatMap((map) => [...map.keys()]),
        )
      level = maps.flatMap((map) =>
        typeof step === 'string' ? (map.has(step) ? [map.get(step) as Value] : []) : [...map.values()],
      )
    }
  }
}

function literalsIn(snippet: Snippet): readonly Value[] {
  if (snippet instanceof Call || entriesOf(snippet) !== undefined) return []
  const items = itemsOf(snippet)
  return items === undefined ? [snippet as Value] : items.flatMap(literalsIn)
}

/** The parameter that a call gives. */
function parameterOf(call: Snippet): string | undefined {
  if (!(call instanceof Call) || (call.name !== 'Ref' && call.name !== 'get_param')) return undefined
  const { argument } = call
  const first = itemsOf(argument as Snippet)?.[0] ?? argument
  return typeof first === 'string' ? first : undefined
}

/** Tables among the defaults of json parameters. */
function defaultsOf(program: Program): Value {
  const tables = new Map<string, Value>()
  for (const [name, schema] of program.parameters)
    if ('type' in schema && schema.type === 'json') tables.set(name, schema.default)
  return tables
}

export function hintsOf(programs: readonly Program[]): Hints {
  const collector = new Collector()
  for (const program of programs) for (const call of program.telling) collector.call(call, program)
  for (const arguments_ of collector.splits) collector.split(arguments_)
  const { values, keys, selects, delimiters, items } = collector
  return { values, keys: [...keys], selects, delimiters: [...delimiters], items }
}
