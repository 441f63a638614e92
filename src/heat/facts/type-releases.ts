/**
 * What the resource types of Heat were in each release from 9.0.0 (Pike) to 26.0.0. `type-releases.jsonl` has a first line with its
 * source and the types that never changed, then one line for each other type; it is read on demand, outside of the bundle.
 */
import { currentMachine } from '../../text/document/machine.ts'
import type { PropertySchema } from './resource-types.ts'

/** A release of Heat as `24.0.0`. */
type HeatRelease = string

/** A schema that is another one from a release on: the keys of it that differ, before and after. */
export interface SchemaChange {
  readonly in: HeatRelease
  readonly before: Partial<PropertySchema>
  readonly after: Partial<PropertySchema>
}

/** What a property or an attribute was; what is absent has been so since Pike, and is so still. */
export interface MemberHistory {
  readonly since?: HeatRelease
  /** The first release that did not have it. */
  readonly removed?: HeatRelease
  readonly changed?: readonly SchemaChange[]
  /** The last one, of types that were removed. */
  readonly schema?: PropertySchema
}

interface TypeHistory {
  readonly name: string
  readonly since?: HeatRelease
  /** The first release that did not have it. */
  readonly removed?: HeatRelease
  /** Whether Heat accepts the type and makes nothing of it: in all releases, or in those without the real one. */
  readonly placeholder?: 'always' | 'since removed'
  /** Its support status, from each of these releases on. */
  readonly status?: readonly (readonly [HeatRelease, 'supported' | 'deprecated' | 'hidden' | 'unsupported'])[]
  readonly properties?: Readonly<Record<string, MemberHistory>>
  readonly attributes?: Readonly<Record<string, MemberHistory>>
}

let known: ReadonlyMap<string, TypeHistory> | undefined

function read(): ReadonlyMap<string, TypeHistory> {
  const [first = '', ...lines] = currentMachine().facts('type-releases.jsonl').trimEnd().split('\n')
  const { unchanged } = JSON.parse(first) as { readonly unchanged: readonly string[] }
  const rows = lines.map((line) => JSON.parse(line) as TypeHistory)
  return new Map([...unchanged.map((name) => ({ name })), ...rows].map((row) => [row.name, row]))
}

/** @param name under which Heat's registry has the type; undefined for one that no release from Pike on had */
export function typeHistory(name: string): TypeHistory | undefined {
  known ??= read()
  return known.get(name)
}
