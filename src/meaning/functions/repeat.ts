/** `repeat` in its three classes; heat/engine/hot/functions.py: Repeat, RepeatWithMap, RepeatWithNestedLoop. */

import {
  Failure,
  isList,
  isMap,
  type Key,
  setEntry,
  type Value,
  type ValueList,
} from '../../heat/values/value.ts'
import { entriesOf, type Lowering, type Snippet, valueIn } from '../snippet.ts'
import { hasString, hasStringItems, repeated } from '../terms/loops.ts'
import { type Kinds, kinds, mayBeOmitted, type Term } from '../terms/term.ts'
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
        const [loops, body] = [lowering.value(forEach), lowering.value(template)]
        const isNested = terms.constant(nested)
        return lowering.computedOr(this, terms.list([body, loops]), () => {
          const accepts = (nested ? part : listsOnly).kinds
          requireLoops(lowering, { loops, body, isNested }, accepts, () => part.failure(name))
          return repeated(terms, body, loops, isNested)
        })
      },
      run(world) {
        const { keys, lists } = loopedLists(valueIn(forEach, world), name, nested ? part : listsOnly, nested)
        const body = valueIn(template, world)
        return (nested ? product(lists, world) : zipped(lists)).map((values) =>
          substituted(body, keys, values, world),
        )
      },
    }
  }
}

interface Loop {
  readonly loops: Term
  readonly body: Term
  readonly isNested: Term
}

/** What is listed must be lists, or maps, and their items strings wherever there is a string to put them into. */
function requireLoops(lowering: Lowering, loop: Loop, accepts: Kinds, failure: () => Failure): void {
  const { loops, body, isNested } = loop
  if (loops.tag === 'refused' || body.tag === 'refused') return
  if (loops.tag === 'choice') {
    lowering.eachUnder(loops, (one) => {
      requireLoops(lowering, { ...loop, loops: one }, accepts, failure)
      return one
    })
    return
  }
  const { terms } = lowering
  const found = loops.tag === 'map' ? [...loops.entries] : []
  const areNames = found.every(([name]) => typeof name === 'string')
  if (found.length === 0 || !areNames || found.some(([, list]) => mayBeOmitted(list))) {
    const bits = (accepts & kinds.map) === 0 ? 1 : 3
    lowering.requireTaken(terms.apply('repeat over', [body, loops, isNested]), bits, failure())
    return
  }
  const all = found.map(([, list]) => lowering.require(list, accepts, failure))
  const [only] = all
  if (all.length === 1 && only !== undefined) requireStrings(lowering, body, only, failure)
  else requireSeveral(lowering, loop, all, failure)
}

/** The items of the list of a loop with one variable. */
function requireStrings(lowering: Lowering, body: Term, list: Term, failure: () => Failure): void {
  const isPutIn = hasString(body)
  if (isPutIn === 'no' || list.tag === 'map' || list.tag === 'refused') return
  const { terms } = lowering
  if (list.tag === 'choice')
    lowering.eachUnder(list, (one) => {
      requireStrings(lowering, body, one, failure)
      return one
    })
  else if (list.tag === 'apply' && list.name === 'list_concat')
    for (const one of list.args) requireStrings(lowering, body, one, failure)
  else if (isPutIn === 'maybe') {
    if (!hasStringItems(list))
      lowering.requireThat('taken', terms.apply('repeat over', [body, list]), failure)
  } else if (list.tag === 'list')
    for (const item of list.items) {
      if (item === terms.omitted) continue
      lowering.eachUnder(item, (one) =>
        one === terms.omitted ? one : lowering.require(one, kinds.str, failure),
      )
    }
  else lowering.requireItems(list, kinds.str, failure)
}

/** Where one list is empty, nothing is put in anywhere; lists side by side have one length. */
function requireSeveral(lowering: Lowering, loop: Loop, all: readonly Term[], failure: () => Failure): void {
  const { terms } = lowering
  const { body, loops, isNested } = loop
  const areKnown = all.every((list) => list.tag === 'list' && !list.items.some(mayBeOmitted))
  const isEven = new Set(all.map((list) => (list.tag === 'list' ? list.items.length : -1))).size === 1
  const isSized = isNested === terms.true || (areKnown && isEven)
  if (isSized && all.every(hasStringItems)) return
  const isPutIn = hasString(body)
  if (isSized && isPutIn === 'no') return
  const args = isPutIn === 'yes' ? [loops, isNested] : [body, loops, isNested]
  lowering.requireThat('taken', terms.apply('repeat over', args), failure)
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

/** The variables of the loops, and what each takes, one after the other. */
function loopedLists(
  loops: Value,
  name: string,
  part: ArgumentPart,
  isNested: boolean,
): { readonly keys: readonly Key[]; readonly lists: readonly ValueList[] } {
  if (!isMap(loops)) throw new Failure('AttributeError', "object has no attribute 'items'")
  if (loops.size === 0) throw valueError('not enough values to unpack (expected 2, got 0)')
  const lists = [...loops.values()].map((list) => looped(list, part, name))
  const lengths = new Set(
    [...loops.values()].flatMap((list, index) => (list === null ? [] : [lists[index]?.length])),
  )
  if (!isNested && lengths.size > 1)
    throw valueError(`For ${name}, the length of for_each values should be equal`)
  return { keys: [...loops.keys()], lists }
}
