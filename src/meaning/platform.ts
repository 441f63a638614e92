/** New parameters that represent what AWS or Heat knew by themselves. */

import { type Dialect, isAws } from '../heat/dialect.ts'
import { pseudoParameters } from '../heat/pseudo-parameters.ts'
import { symbol, type Value } from '../heat/values/value.ts'
import type { ParameterSchema } from './parameters.ts'
import type { Pseudo } from './sample.ts'
import type { Facts } from './side.ts'

/** What a sample takes the availability zones for. */
export function zoneNames(count: number): Value {
  return Array.from({ length: count }, (_, index) => symbol(`zone:${index}`))
}

const sampled: Readonly<Record<string, (pseudo: Pseudo) => Value>> = {
  'AWS::Region': (pseudo) => pseudo.region,
  'AWS::Partition': (pseudo) => pseudo.partition,
  'AWS::URLSuffix': (pseudo) => pseudo.urlSuffix,
}

interface PlatformParameter {
  /** The fact that it represents. */
  readonly stands: 'region' | 'partition' | 'url_suffix' | 'zones'
  /** @param items how many items lists have */
  readonly value: (pseudo: Pseudo, items: number) => Value
  /** The default that it may have; null for none. */
  readonly default: Value
}

/**
 * The fact that a new parameter represents, by the names that the transforms give (`freeName` adds `aws_` or a number);
 * undefined for one that represents nothing.
 * @param original the dialect of the template that does without it
 */
export function platformParameter(
  { name, type }: ParameterSchema,
  original: Dialect,
  facts: Facts,
): PlatformParameter | undefined {
  const bare = name.replace(/^aws_/, '').replace(/_\d+$/, '')
  if (bare === 'availability_zones' && type === 'comma_delimited_list' && facts.zonesAreParameter === true) {
    return { stands: 'zones', value: (_, items) => zoneNames(items), default: null }
  }
  if (type !== 'string' || !isAws(original)) return undefined
  for (const [pseudo, value] of Object.entries(sampled)) {
    const meaning = pseudoParameters[pseudo]?.aws
    if (meaning?.becomes === 'parameter' && meaning.name === bare)
      return { stands: bare as PlatformParameter['stands'], value, default: meaning.default ?? null }
  }
  return undefined
}
