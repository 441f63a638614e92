/** Places at which two templates have a value each, computed no more often than needed. */
import { absent, type Differences, type Manner } from './differences.ts'
import type { Read, SampledWorld } from './sampled-world.ts'
import { Dynamic, entriesOf, type Snippet, settledOrOmitted } from './snippet.ts'
import { Opaque, omitted, type Resolved } from './value.ts'

/** The same place on both sides, to be compared in many samples. */
export interface Place {
  compareIn(before: SampledWorld, after: SampledWorld, found: Differences, manner: Manner): void
  /** What the values asked for when they were last computed. */
  readonly reads: readonly Read[]
}

export type Compute = (world: SampledWorld) => Resolved

/** Whether a piece is the same in every sample. */
export function isData(snippet: Snippet): boolean {
  return !(snippet instanceof Dynamic)
}

/** @param isFixed whether both values are the same in every sample */
export function place(path: string, before: Compute, after: Compute, isFixed: boolean): Place {
  return isFixed ? new Fixed(path, before, after) : new Changing(path, before, after)
}

/** One place for each entry, so that a change in one does not make all others be computed again. */
export function placesIn(path: string, before: Snippet, after: Snippet): readonly Place[] {
  const whole = () => [place(path, valueOf(before), valueOf(after), isData(before) && isData(after))]
  const [one, other] = [entriesOf(before), entriesOf(after)]
  if (one === undefined || other === undefined || one.size !== other.size || one.size === 0) return whole()
  const places: Place[] = []
  for (const [key, value] of one) {
    const counterpart = typeof key === 'string' ? other.get(key) : undefined
    if (counterpart === undefined) return whole()
    places.push(
      place(
        `${path}.${String(key)}`,
        valueOf(value),
        valueOf(counterpart),
        isData(value) && isData(counterpart),
      ),
    )
  }
  return places
}

function valueOf(snippet: Snippet): Compute {
  return snippet instanceof Dynamic ? (world) => settledOrOmitted(snippet, world) : () => snippet
}

function compareResolved(
  path: string,
  one: Resolved,
  other: Resolved,
  found: Differences,
  manner: Manner,
): void {
  if (one !== omitted && other !== omitted) found.compare(path, one, other, manner)
  else if (one instanceof Opaque || other instanceof Opaque)
    found.compare(path, one === omitted ? null : one, other === omitted ? null : other, manner)
  else if (one !== other)
    found.add('value', path, one === omitted ? absent : one, other === omitted ? absent : other, manner.world)
}

/** Compared once. */
class Fixed implements Place {
  readonly reads: readonly Read[] = []
  readonly #path: string
  readonly #before: Compute
  readonly #after: Compute
  #isDone = false

  constructor(path: string, before: Compute, after: Compute) {
    this.#path = path
    this.#before = before
    this.#after = after
  }

  compareIn(before: SampledWorld, after: SampledWorld, found: Differences, manner: Manner): void {
    if (this.#isDone) return
    this.#isDone = true
    compareResolved(this.#path, this.#before(before), this.#after(after), found, manner)
  }
}

class Changing implements Place {
  readonly #path: string
  readonly #before: Memo
  readonly #after: Memo
  #last: readonly [Resolved, Resolved] | undefined

  constructor(path: string, before: Compute, after: Compute) {
    this.#path = path
    this.#before = new Memo(before)
    this.#after = new Memo(after)
  }

  get reads(): readonly Read[] {
    return [...this.#before.reads, ...this.#after.reads]
  }

  compareIn(before: SampledWorld, after: SampledWorld, found: Differences, manner: Manner): void {
    const one = this.#before.in(before)
    const other = this.#after.in(after)
    if (this.#last !== undefined && this.#last[0] === one && this.#last[1] === other) return
    this.#last = [one, other]
    compareResolved(this.#path, one, other, found, manner)
  }
}

/** One value of one side, computed again only where what it asks for has changed. */
export class Memo {
  readonly #compute: Compute
  #reads: readonly Read[] | undefined
  #value: Resolved = null

  constructor(compute: Compute) {
    this.#compute = compute
  }

  get reads(): readonly Read[] {
    return this.#reads ?? []
  }

  in(world: SampledWorld): Resolved {
    if (this.#reads !== undefined && world.answersAlike(this.#reads)) return this.#value
    const { result, reads } = world.recorded(() => this.#compute(world))
    this.#reads = reads
    this.#value = result
    return result
  }
}
