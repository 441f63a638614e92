/** What has to be compared again when one thing in a sample is another. */
import type { Pair } from './compare-parts.ts'
import type { SampledWorld } from './sampled-world.ts'

/** A parameter or a condition. */
export interface Changed {
  readonly kind: 'parameter' | 'condition'
  readonly name: string
}

export interface Affected {
  readonly pairs: ReadonlySet<Pair>
  readonly conditions: readonly string[]
}

type Name = string
const nameOf = ({ kind, name }: { readonly kind: string; readonly name: string }): Name => `${kind} ${name}`

/**
 * The dependents of all parameters and conditions as they are in one sample, right after all pairs were
 * compared in it. Whatever asked for nothing that is changed would give the same again, for values
 * depend on nothing else: so a sample that differs in one thing costs no more than what depends on it.
 */
export class Dependents {
  /** What asks for a name: conditions, and resources through their condition. */
  readonly #names = new Map<Name, Name[]>()
  readonly #pairs = new Map<Name, Pair[]>()

  constructor(pairs: readonly Pair[], worlds: readonly SampledWorld[]) {
    for (const world of worlds) {
      const { conditions, resources } = world.program
      for (const name of conditions.keys())
        for (const read of world.readsOfCondition(name)) push(this.#names, nameOf(read), `condition ${name}`)
      for (const [name, { condition }] of resources) {
        if (condition === undefined) continue
        for (const read of world.readsOfEnabled(name)) push(this.#names, nameOf(read), `enabled ${name}`)
      }
    }
    for (const pair of pairs) {
      if (pair.name !== undefined) push(this.#pairs, nameOf(pair.name), pair)
      for (const read of pair.reads) push(this.#pairs, nameOf(read), pair)
    }
  }

  /** All that depends on one thing, through others as well. */
  of(changed: Changed): Affected {
    const pairs = new Set<Pair>()
    const seen = new Set<Name>([nameOf(changed)])
    for (const name of seen) {
      for (const pair of this.#pairs.get(name) ?? []) pairs.add(pair)
      for (const next of this.#names.get(name) ?? []) seen.add(next)
    }
    const conditions = [...seen].flatMap((name) =>
      name.startsWith('condition ') ? [name.slice('condition '.length)] : [],
    )
    return { pairs, conditions }
  }
}

function push<Thing>(map: Map<Name, Thing[]>, name: Name, thing: Thing): void {
  const known = map.get(name)
  if (known === undefined) map.set(name, [thing])
  else if (known.at(-1) !== thing) known.push(thing)
}
