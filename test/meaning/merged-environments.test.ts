/** Values of several environments, put together as `merge_parameters` of Heat 19 does it: the results are Heat's. */

import type { HotParameterType } from '../../src/heat/dialects.ts'
import { isList, isMap, type Value } from '../../src/heat/values/value.ts'
import { mergedEnvironments } from '../../src/meaning/environment.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'

const types: Readonly<Record<string, HotParameterType>> = {
  s: 'string',
  l: 'comma_delimited_list',
  j: 'json',
  n: 'string',
}

function merged(...texts: readonly string[]): unknown {
  const roots = texts.map((text) => {
    const reading = readDocument(text, 'yaml')
    if (!('document' in reading)) throw new Error(reading.problem.message)
    return reading.document.root as Mapping
  })
  const found = mergedEnvironments(roots, 'values', (name) => types[name])
  return plain(found?.parameters ?? null)
}

function plain(value: Value | ReadonlyMap<string, Value>): unknown {
  if (isList(value)) return value.map(plain)
  return isMap(value) ? Object.fromEntries([...value].map(([key, item]) => [key, plain(item)])) : value
}

it('the later value wins, and null takes none away', () => {
  expect(merged('parameters: {s: a, n: a, l: [x]}', 'parameters: {s: b, n: null, l: [y]}')).toEqual({
    s: 'b',
    n: 'a',
    l: ['y'],
  })
})

it('strings, lists and maps are merged on request', () => {
  const first = `parameters: {s: a, l: [x], j: {a: {b: 1}, c: 2}, n: a}
parameter_merge_strategies: {default: merge, n: overwrite}
`
  const second = 'parameters: {s: b, l: [y], j: {a: {d: 3}, c: null}, n: b}'
  expect(merged(first, second)).toEqual({ s: 'ab', l: ['x', 'y'], j: { a: { d: 3 }, c: 2 }, n: 'b' })
})

it('maps are merged deeply on request, also where they are given as JSON', () => {
  const first = `parameters: {l: 'x', j: {a: {b: 1, l: [1], s: u}, c: 2}}
parameter_merge_strategies: {default: deep_merge}
`
  const expected = { l: 'x,y', j: { a: { b: 1, l: [1, 2], s: 'uv', d: 3 }, c: 2 } }
  expect(merged(first, "parameters: {l: 'y', j: {a: {d: 3, l: [2], s: v}, c: null}}")).toEqual(expected)
  const asJson = `parameters: {l: 'y', j: '{"a": {"d": 3, "l": [2], "s": "v"}, "c": null}'}`
  expect(merged(first, asJson)).toEqual(expected)
})

it('what cannot be merged is overwritten', () => {
  const first = 'parameters: {l: [x], j: 1}\nparameter_merge_strategies: {default: merge}'
  expect(merged(first, "parameters: {l: 'y', j: {a: 1}}")).toEqual({ l: 'y', j: { a: 1 } })
})
