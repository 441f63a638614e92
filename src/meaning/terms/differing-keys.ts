/** The values that show most plainly that two terms part: keys under which tables have different entries. */
import type { Key, Value } from '../../heat/values/value.ts'
import { parameterIn } from './telling.ts'
import type { MapTerm, Term } from './term.ts'

/**
 * Values of parameters by which a lookup finds an entry that differs, where both terms look up by the same keys. Terms
 * are hash-consed, so that each table is walked once.
 */
export function differingKeys(before: Term, after: Term): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  collect(before, after, found)
  return found
}

function collect(before: Term, after: Term, found: Map<string, Value>): void {
  if (before === after || found.size > 0) return
  if (before.tag === 'step' && after.tag === 'step') {
    const keys: Term[] = []
    let [one, other]: [Term, Term] = [before, after]
    while (one.tag === 'step' && other.tag === 'step' && one.key === other.key) {
      keys.unshift(one.key)
      ;[one, other] = [one.of, other.of]
    }
    if (one.tag === 'map' && other.tag === 'map') lookUp(one, other, keys, found)
    return
  }
  if (before.tag === 'concat' && after.tag === 'concat') collectAll(before.parts, after.parts, found)
  if (before.tag === 'list' && after.tag === 'list') collectAll(before.items, after.items, found)
  if (before.tag === 'apply' && after.tag === 'apply') collectAll(before.args, after.args, found)
}

function collectAll(before: readonly Term[], after: readonly Term[], found: Map<string, Value>): void {
  for (const [index, one] of before.entries()) {
    const other = after[index]
    if (other !== undefined) collect(one, other, found)
  }
}

/** A path through both tables that ends where they differ. */
function lookUp(one: MapTerm, other: MapTerm, keys: readonly Term[], found: Map<string, Value>): boolean {
  const [key, ...rest] = keys
  if (key === undefined) return false
  const name = parameterIn(key)
  const own = key.tag === 'constant' ? [key.value] : [...one.entries.keys(), ...other.entries.keys()]
  for (const candidate of own) {
    const [was, is] = [one.entries.get(candidate), other.entries.get(candidate)]
    if (was === is) continue
    const isDeeper = was?.tag === 'map' && is?.tag === 'map' && rest.length > 0
    if (isDeeper && !lookUp(was, is, rest, found)) continue
    if (name !== undefined) found.set(name, textOf(candidate))
    if (!isDeeper) for (const one of rest) firstKey(one, was ?? is, found)
    return true
  }
  return false
}

/** Something that the entry has, so that a step into it finds more than nothing. */
function firstKey(key: Term, table: Term | undefined, found: Map<string, Value>): void {
  const name = parameterIn(key)
  const [first] = table?.tag === 'map' ? table.entries.keys() : []
  if (name !== undefined && first !== undefined) found.set(name, textOf(first))
}

function textOf(key: Key): Value {
  return typeof key === 'number' || typeof key === 'bigint' ? String(key) : key
}
