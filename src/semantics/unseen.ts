/**
 * What no sample has shown: a branch that was never taken, the body of a loop without rounds, whatever stands
 * beside something that always fails. Such places are equal in every sample whatever stands there, so they are
 * compared by themselves, and by how they are written.
 */
import { Differences, isBreaking, type Manner } from './differences.ts'
import { orFailure } from './failing.ts'
import type { SampledWorld } from './sampled-world.ts'
import {
  Call,
  Dynamic,
  DynamicList,
  DynamicMap,
  entriesOf,
  itemsOf,
  type Part,
  type Snippet,
  settled,
} from './snippet.ts'
import { Failure, type Key, sameValue, type Value } from './value.ts'

/** Both templates in one sample. */
export interface Worlds {
  readonly before: SampledWorld
  readonly after: SampledWorld
}

/** Compares places whose values were equal in all samples. */
export class Unseen {
  readonly #makeWorlds: () => readonly Worlds[]
  #made: readonly Worlds[] | undefined
  readonly #found: Differences
  readonly #manner: Manner

  /** @param makeWorlds asked only where something was not shown, which is rare */
  constructor(makeWorlds: () => readonly Worlds[], found: Differences, manner: Manner) {
    this.#makeWorlds = makeWorlds
    this.#found = found
    this.#manner = manner
  }

  /** Reports as unproved what neither the samples nor the text show to be equal. */
  compare(path: string, before: Snippet, after: Snippet): void {
    if (!(before instanceof Dynamic || after instanceof Dynamic)) return
    if (isShown(before) && isShown(after)) return
    // The whole was compared in every sample; its parts may never have been.
    if (!this.#found.reasons.some((reason) => reason.path.startsWith(path)))
      this.#descend(path, before, after)
  }

  #compareParts({ path, before, after, as }: Pair): void {
    if (!this.#isEqualByItself(path, before, after, as))
      this.#found.unproved(path, 'no sample reaches this place, and what stands there differs')
    else if (!isShown(before) || !isShown(after)) this.#descend(path, before, after)
  }

  #descend(path: string, before: Snippet, after: Snippet): void {
    if (isSameText(before, after) || (isShown(after) && this.#failsAlways(before))) return
    const pairs = pairsIn(path, before, after)
    if (pairs === undefined)
      this.#found.unproved(path, 'no sample reaches this place, and it is written in another way')
    else for (const pair of pairs) this.#compareParts(pair)
  }

  get #worlds(): readonly Worlds[] {
    this.#made ??= this.#makeWorlds()
    return this.#made
  }

  /** What Heat refuses in every sample may become anything. */
  #failsAlways(snippet: Snippet): boolean {
    return this.#worlds.every(({ before }) => settled(snippet, before) instanceof Failure)
  }

  /** In every sample, taken out of what stands around it. */
  #isEqualByItself(path: string, one: Snippet, other: Snippet, as: Part['as']): boolean {
    const found = new Differences()
    for (const { before, after } of this.#worlds)
      found.compare(path, valueAs(as, one, before), valueAs(as, other, after), this.#manner)
    return !found.all.some(isBreaking) && found.reasons.length === 0
  }
}

/** The name of a condition stands for whether it holds. */
function valueAs(as: Part['as'], snippet: Snippet, world: SampledWorld): Value {
  const value = settled(snippet, world)
  return as === 'condition' && typeof value === 'string' ? orFailure(() => world.condition(value)) : value
}

function isShown(snippet: Snippet): boolean {
  if (snippet instanceof DynamicList) return snippet.items.every(isShown)
  if (snippet instanceof DynamicMap) return [...snippet.entries.values()].every(isShown)
  if (!(snippet instanceof Call)) return true
  // What a macro parses again is not what was resolved.
  const isParsed = snippet.computation.parts !== undefined || typeof snippet.argument !== 'function'
  return snippet.isShown && (!isParsed || partsOf(snippet).every((part) => isShown(part.snippet)))
}

/** What a call is made of; `Fn::Not` takes a list of one, `not` the one. */
function partsOf(call: Call): readonly Part[] {
  const { argument, computation } = call
  if (computation.parts !== undefined) return computation.parts
  const parsed = typeof argument === 'function' ? argument() : argument
  if (!conditionFunctions.has(call.baseName)) return [{ snippet: parsed, as: 'value' }]
  return (itemsOf(parsed) ?? [parsed]).map((snippet) => ({ snippet, as: 'condition' }))
}

const conditionFunctions: ReadonlySet<string> = new Set(['and', 'or', 'not'])

function isSameText(one: Snippet, other: Snippet): boolean {
  if (one instanceof Call && other instanceof Call) {
    const [parts, others] = [partsOf(one), partsOf(other)]
    return (
      one.name === other.name &&
      parts.length === others.length &&
      parts.every(({ snippet }, index) => isSameText(snippet, (others[index] as Part).snippet))
    )
  }
  if (one instanceof Call || other instanceof Call) return false
  const [items, others] = [itemsOf(one), itemsOf(other)]
  if (items !== undefined && others !== undefined)
    return (
      items.length === others.length &&
      items.every((item, index) => isSameText(item, others[index] as Snippet))
    )
  const [entries, rest] = [entriesOf(one), entriesOf(other)]
  if (entries !== undefined && rest !== undefined)
    return (
      entries.size === rest.size &&
      [...entries].every(([key, value]) => rest.has(key) && isSameText(value, rest.get(key) as Snippet))
    )
  return !(one instanceof Dynamic || other instanceof Dynamic) && sameValue(one as Value, other as Value)
}

interface Pair {
  readonly path: string
  readonly before: Snippet
  readonly after: Snippet
  readonly as: Part['as']
}

/** The parts that belong together; undefined where the two are not made alike. */
function pairsIn(path: string, one: Snippet, other: Snippet): readonly Pair[] | undefined {
  if (one instanceof Call && other instanceof Call)
    return one.baseName === other.baseName ? listed(path, partsOf(one), partsOf(other)) : undefined
  if (one instanceof Call || other instanceof Call) return undefined
  const [items, others] = [itemsOf(one), itemsOf(other)]
  if (items !== undefined && others !== undefined)
    return listed(path, items.map(asValue), others.map(asValue))
  const [entries, rest] = [entriesOf(one), entriesOf(other)]
  return entries === undefined || rest === undefined ? undefined : named(path, entries, rest)
}

function asValue(snippet: Snippet): Part {
  return { snippet, as: 'value' }
}

function listed(path: string, parts: readonly Part[], others: readonly Part[]): readonly Pair[] | undefined {
  if (parts.length !== others.length) return undefined
  return parts.map(({ snippet, as }, index) => {
    const after = (others[index] as Part).snippet
    return { path: `${path}[${index}]`, before: snippet, after, as }
  })
}

function named(
  path: string,
  entries: ReadonlyMap<Key, Snippet>,
  others: ReadonlyMap<Key, Snippet>,
): readonly Pair[] | undefined {
  if (entries.size !== others.size || ![...entries.keys()].every((key) => others.has(key))) return undefined
  return [...entries].map(([key, before]) => {
    const after = others.get(key) as Snippet
    return { path: `${path}.${String(key)}`, before, after, as: 'value' }
  })
}
