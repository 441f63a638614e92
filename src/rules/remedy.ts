/** What may be done about a problem, as far as it is more than a word of advice. */

import type { HotParameterType } from '../heat/dialects.ts'
import type { Instead } from '../heat/near-names.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'

export type Remedy =
  /** Another name for one that is wrong. */
  | Instead
  /** A scalar that is meant as the string that it looks like. */
  | { readonly do: 'quote'; readonly node: Node }
  /** An entry that nothing reads, or that Heat does not take. */
  | { readonly do: 'remove'; readonly entry: Entry }
  /** A part of a node instead of the whole. */
  | { readonly do: 'unwrap'; readonly node: Node; readonly to: Node }
  /** Something else instead of a node; that it is meant is known where nothing else can be. */
  | { readonly do: 'write'; readonly node: Node; readonly text: string; readonly isMeant?: true }
  /** A version where a template declares none. */
  | {
      readonly do: 'declare'
      readonly key: string
      readonly version: string
      readonly isMeant?: true
    }
  /** Properties that are missing, each given by the parameter of its name. */
  | GiveProperties

export interface GiveProperties {
  readonly do: 'give'
  /** The type of the resource, below which properties are written where it has none. */
  readonly type: Node
  readonly properties: Mapping | undefined
  readonly names: readonly {
    readonly name: string
    /** What to declare the parameter as; undefined where it is declared. */
    readonly declares: HotParameterType | undefined
  }[]
}

export function quote(node: Node): Remedy {
  return { do: 'quote', node }
}

/** @param at what is reported; only an entry can be taken out. */
export function removal(at: Node | Entry): Remedy | undefined {
  return 'key' in at ? { do: 'remove', entry: at } : undefined
}
