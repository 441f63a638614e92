/** `repeat` in its three classes; heat/engine/hot/functions.py: Repeat, RepeatWithMap, RepeatWithNestedLoop. */

import { entriesOf, type Snippet, valueIn } from '../snippet.ts'
import { kinds, mayBeOmitted, type Term, type Terms, valueOf } from '../terms/term.ts'
import { Failure, isList, isMap, type Key, setEntry, type Value, type ValueList } from '../value.ts'
import type { TemplateWorld } from '../world.ts'
import { typeError, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'
import { type ArgumentPart, partsOf, type RowName } from './parts.ts'

type RepeatName = Extract<RowName, `${string}.Repeat${string}`>

const listsOnly = partsOf('hot.functions.Repeat').loops

/** @param isNested whether the loops are nested in each other, which an argument decides in the newest class */
function repeatClass(
  className: RepeatName,
  isNested: (entries: ReadonlyMap<Key, Snippet>, name: string) => boolean,
): FunctionClass {
  const part = partsOf(className).loops
  const takesMaps = (part.kinds & kinds.map) !== 0
  return (argument, { name }) => {
    const entries = entriesOf(argument)
    if (entries === undefined) throw typeError(`Arguments to "${name}" must be a map`)
    const [forEach, template] = [entries.get('for_each'), entries.get('template')]
    if (forEach === undefined || template === undefined)
      throw new Failure('KeyError', `"${name}" needs template and for_each`)
    const nested = isNested(entries, name)
    return {
      lower(lowering) {
        const { terms } = lowering
        const given = [lowering.value(forEach), lowering.value(template)] as const
        const [loops, body] = withOwnVariable(terms, ...given)
        const args = [body, loops, terms.constant(nested)]
        const written = unrolled(terms, ...given, nested)
        if (written !== undefined) return written
        const make = () => {
          const refused = args.find(({ tag }) => tag === 'refused')
          if (refused !== undefined) return refused
          // What is refused are the loops, wherever there is a string to put their values in.
          const hasString = body.tag === 'map' ? body.entries.size > 0 : body.kinds === kinds.str
          const asked = hasString ? [loops, terms.constant(nested)] : args
          const failure = typeError(`"${name}" refuses what it loops over`)
          lowering.requireTaken(terms.apply('repeat over', asked), takesMaps ? 3 : 1, failure)
          return terms.apply('repeat', args, kinds.list)
        }
        return lowering.computedOr(this, terms.list([body, loops]), make)
      },
      run(world) {
        const loops = valueIn(forEach, world)
        if (!isMap(loops)) throw new Failure('AttributeError', "object has no attribute 'items'")
        if (loops.size === 0) throw valueError('not enough values to unpack (expected 2, got 0)')
        const lists = [...loops.values()].map((list) => looped(list, nested ? part : listsOnly, name))
        const lengths = new Set(
          [...loops.values()].flatMap((list, index) => (list === null ? [] : [lists[index]?.length])),
        )
        if (!nested && lengths.size > 1)
          throw valueError(`For ${name}, the length of for_each values should be equal`)
        const body = valueIn(template, world)
        const keys = [...loops.keys()]
        return (nested ? product(lists, world) : zipped(lists)).map((values) =>
          substituted(body, keys, values, world),
        )
      },
    }
  }
}

const ownVariable = '\u0003'

/**
 * The loop of a body that is written out, with a variable that no author could write: its name is not part of the
 * result. Of several variables the values of one are searched for the names of the next.
 */
function withOwnVariable(terms: Terms, loops: Term, body: Term): readonly [Term, Term] {
  const [only] = loops.tag === 'map' && loops.entries.size === 1 ? loops.entries : []
  if (only === undefined || !body.isData || typeof only[0] !== 'string' || only[0] === '')
    return [loops, body]
  const [name, list] = only
  const renamed = renamedIn(valueOf(body), name)
  return renamed === undefined
    ? [loops, body]
    : [terms.map(new Map([[ownVariable, list]])), terms.data(renamed)]
}

/** At most this many rounds are written out. */
const mostRounds = 64

/**
 * The result of a loop over written lists with a written body. The values of one variable are searched for the names of
 * the next, so that only those of the last one may be unknown.
 */
function unrolled(terms: Terms, loops: Term, body: Term, isNested: boolean): Term | undefined {
  if (!body.isData || loops.isData || loops.tag !== 'map') return undefined
  const variables = [...loops.entries]
  const isKnown = variables.every(([name, list], index) => {
    if (typeof name !== 'string' || name === '' || list.tag !== 'list') return false
    const isLast = index === variables.length - 1
    return list.items.every(
      (item) => item.kinds === kinds.str && !mayBeOmitted(item) && (isLast || item.isData),
    )
  })
  const lists = variables.flatMap(([, list]) => (list.tag === 'list' ? [list.items] : []))
  const count = isNested
    ? lists.reduce((all, { length }) => all * length, 1)
    : new Set(lists.map(({ length }) => length)).size === 1
      ? (lists[0]?.length ?? 0)
      : mostRounds + 1
  if (!isKnown || count > mostRounds) return undefined
  const names = variables.map(([name]) => name as string)
  const rounds = isNested
    ? lists.reduce<readonly (readonly Term[])[]>(
        (rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])),
        [[]],
      )
    : (lists[0] ?? []).map((_, round) => lists.map((list) => list[round] as Term))
  const made = rounds.map((values) => filledIn(terms, valueOf(body), names, values))
  return made.every((one) => one !== undefined) ? terms.list(made) : undefined
}

/** The body of one round; undefined where a key would not be known. */
function filledIn(
  terms: Terms,
  body: Value,
  names: readonly string[],
  values: readonly Term[],
): Term | undefined {
  const inside = (one: Value) => filledIn(terms, one, names, values)
  if (typeof body === 'string') {
    const parts = names.reduce<readonly Term[]>(
      (all, name, index) =>
        all.flatMap((part) =>
          part.tag === 'constant'
            ? between(terms, String(part.value).split(name), values[index] as Term)
            : [part],
        ),
      [terms.constant(body)],
    )
    return terms.concat(parts)
  }
  if (isList(body)) {
    const items = body.map(inside)
    return items.every((one) => one !== undefined) ? terms.list(items) : undefined
  }
  if (!isMap(body)) return terms.data(body)
  const entries = new Map<Key, Term>()
  for (const [key, value] of body) {
    const [own, made] = [inside(key), inside(value)]
    if (own?.tag !== 'constant' || made === undefined || entries.has(own.value)) return undefined
    entries.set(own.value, made)
  }
  return terms.map(entries)
}

function between(terms: Terms, texts: readonly string[], value: Term): readonly Term[] {
  return texts.flatMap((text, index) =>
    index === 0 ? [terms.constant(text)] : [value, terms.constant(text)],
  )
}

/** Undefined where the variable might be confused with what is there already. */
function renamedIn(value: Value, name: string): Value | undefined {
  if (typeof value === 'string')
    return value.includes(ownVariable) ? undefined : value.split(name).join(ownVariable)
  if (isList(value)) {
    const items = value.map((item) => renamedIn(item, name))
    return items.includes(undefined) ? undefined : (items as Value[])
  }
  if (!isMap(value)) return value
  const map = new Map<Key, Value>()
  for (const [key, one] of value) {
    const [own, inside] = [renamedIn(key, name), renamedIn(one, name)]
    if (own === undefined || inside === undefined || map.has(own as Key)) return undefined
    map.set(own as Key, inside)
  }
  return map
}

/** Null means a reference that is not known yet. */
function looped(list: Value, part: ArgumentPart, name: string): ValueList {
  part.check(list, name)
  return isMap(list) ? [...list.keys()] : ((list ?? []) as ValueList)
}

/** Some lists multiply to more rounds than anything can make: all rows are paid for before the first is made. */
function product(lists: readonly ValueList[], world: TemplateWorld): ValueList[] {
  const count = lists.reduce((all, { length }) => all * length, 1)
  world.made(count * (64 + 24 * lists.length))
  let rows: ValueList[] = [[]]
  for (const list of lists) {
    const next: ValueList[] = []
    for (const row of rows)
      for (const value of list) {
        world.step()
        next.push([...row, value])
      }
    rows = next
  }
  return rows
}

function zipped(lists: readonly ValueList[]): ValueList[] {
  const shortest = Math.min(...lists.map((list) => list.length))
  return Array.from({ length: shortest }, (_, index) => lists.map((list) => list[index] as Value))
}

/** One key after the other, so a value that was put in is searched for the keys that follow. */
function substituted(template: Value, keys: readonly Key[], values: ValueList, world: TemplateWorld): Value {
  world.step()
  if (typeof template === 'string')
    return keys.reduce<string>(
      (text, key, index) => replacedIn(text, key, values[index] as Value, world),
      template,
    )
  if (isList(template)) return template.map((item) => substituted(item, keys, values, world))
  if (!isMap(template)) return template
  const map = new Map<Key, Value>()
  for (const [key, value] of template)
    setEntry(map, substituted(key, keys, values, world) as Key, substituted(value, keys, values, world))
  return map
}

/** Python's `text.replace(key, value)`. */
function replacedIn(text: string, key: Key, value: Value, world: TemplateWorld): string {
  if (typeof key !== 'string' || typeof value !== 'string') throw typeError('replace() arguments must be str')
  if (key !== '' && !text.includes(key)) return text
  const parts = key === '' ? ['', ...text, ''] : text.split(key)
  world.made(text.length + (parts.length - 1) * value.length)
  return parts.join(value)
}

const always = () => true

/** `hot.functions.Repeat` */
export const repeat = repeatClass('hot.functions.Repeat', always)
/** `hot.functions.RepeatWithMap` */
export const repeatWithMap = repeatClass('hot.functions.RepeatWithMap', always)
/** `hot.functions.RepeatWithNestedLoop` */
export const repeatWithNestedLoop = repeatClass('hot.functions.RepeatWithNestedLoop', (entries, name) => {
  const value = entries.get('permutations') ?? (entries.has('permutations') ? null : true)
  if (typeof value !== 'boolean')
    throw typeError(`"permutations" should be boolean type for ${name} function.`)
  return value
})
