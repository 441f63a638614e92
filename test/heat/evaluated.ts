/** What our evaluator makes of a template, in the form in which resolve.py tells what Heat makes of it. */

import { jsonText } from '../../src/heat/values/json-text.ts'
import { Failure, isList, isMap, type Key, Opaque, type Value } from '../../src/heat/values/value.ts'
import { type Evaluated, type EvaluatedResource, evaluateProgram } from '../../src/meaning/evaluate.ts'
import type { Program } from '../../src/meaning/program.ts'
import type { EnvironmentValues, Sample } from '../../src/meaning/sample.ts'

/** A sample as JSON. */
export function sampleText(sample: Sample): string {
  const { pseudo, attributes, keys, delimiters, items } = sample
  const map = new Map<Key, Value>([
    ['parameters', new Map(sample.parameters)],
    ['pseudo', new Map<Key, Value>(Object.entries(pseudo))],
    ['attributes', attributes],
    ['keys', keys],
    ['delimiters', delimiters],
    ['items', items],
  ])
  return jsonText(map, 'as it is')
}

/** Failures and maps with other keys than text marked as in `plain` of resolve.py. */
export function plain(value: Value): Value {
  if (value instanceof Failure) return new Map([['<error>', value.error]])
  if (value instanceof Opaque) return new Map([['<unknown>', value.why]])
  if (isList(value)) return value.map(plain)
  if (!isMap(value)) return value
  const entries = [...value]
  if (entries.every(([key]) => typeof key === 'string'))
    return new Map(entries.map(([key, one]) => [key, plain(one)]))
  return new Map([['<entries>', entries.map(([key, one]) => [key, plain(one)])]])
}

function resource(one: EvaluatedResource): Value {
  return new Map<Key, Value>([
    ['type', one.type],
    ['properties', one.properties],
    ['metadata', one.metadata],
    ['update_policy', one.updatePolicy],
    ['deletion_policy', one.deletionPolicy],
    ['external_id', one.externalId],
    ['description', one.description],
    ['needs', one.needs],
    ...(one.refused === null ? [] : [['refused', one.refused] as const]),
  ])
}

function mapped<One>(parts: ReadonlyMap<string, One>, make: (one: One) => Value): Value {
  return new Map<Key, Value>([...parts].map(([name, one]) => [name, make(one)]))
}

/** The whole template in one sample. */
export function evaluated(
  program: Program,
  sample: Sample,
  environment: EnvironmentValues,
): ReadonlyMap<string, Value> {
  return partsOf(evaluateProgram(program, sample, { environment }))
}

/** What hangs on a condition that is not known is not told. */
function partsOf(all: Evaluated): ReadonlyMap<string, Value> {
  if (all.unknownConditions.size > 0) return new Map([['parameters', all.parameters]])
  return new Map<string, Value>([
    ['parameters', all.parameters],
    ['conditions', all.conditions],
    ['resources', mapped(all.resources, resource)],
    ['disabled', all.disabled],
    [
      'outputs',
      mapped(
        all.outputs,
        ({ value, description }) =>
          new Map<Key, Value>([
            ['value', value],
            ['description', description],
          ]),
      ),
    ],
  ])
}

/** Whether something below a value failed. */
export function hasFailure(value: Value): boolean {
  if (value instanceof Failure) return true
  if (isList(value)) return value.some(hasFailure)
  return isMap(value) && [...value.values()].some(hasFailure)
}
