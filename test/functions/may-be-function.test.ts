import { callOf } from '../../src/heat/calls.ts'
import { mayBeFunction } from '../../src/heat/functions/arguments.ts'
import { declarations } from '../../src/heat/sections.ts'
import type { HotVersion } from '../../src/heat/versions.ts'
import { mappingOf } from '../document/documents.ts'

function ask(yaml: string, version: HotVersion): boolean {
  const root = mappingOf(`conditions: {known: true}\nvalue: ${yaml}\n`)
  const call = callOf(root.entries[1]?.value)
  if (call === undefined) throw new Error(`no call: ${yaml}`)
  return mayBeFunction(call, { version, conditions: declarations(root).conditions })
}

describe('mayBeFunction', () => {
  // The other half of these pairs stands in the fixtures of hot/keep-data.
  it.each([
    ['{if: [known, a]}', '2021-04-16', true],
    ['{if: [known, a]}', '2018-08-31', false],
    ['{if: [unknown, a, b]}', '2021-04-16', false],
    ['{if: [{equals: [a, b]}, a, b]}', '2016-10-14', true],
    ['{if: [{contains: [a, [b]]}, a, b]}', '2016-10-14', false],
    ['{if: [{contains: [a, [b]]}, a, b]}', '2017-09-01', true],
    ['{if: {get_param: a}}', '2021-04-16', false],
    ['{digest: [SHA512, {get_param: a}]}', '2021-04-16', true],
    ['{digest: {get_param: a}}', '2021-04-16', true],
    ['{digest: [sha256, 3]}', '2021-04-16', false],
    ['{str_split: [",", null]}', '2021-04-16', true],
    ['{str_split: [",", "a,b", 1]}', '2021-04-16', true],
    ['{str_split: {get_param: a}}', '2021-04-16', true],
    // What is too much Heat does not look at; what is empty it gives back.
    ['{str_split: [",", "a,b", 1, c]}', '2021-04-16', true],
    ['{filter: [[a], {}]}', '2021-04-16', true],
    ['{filter: [[a], {b: c}]}', '2021-04-16', false],
    ['{repeat: {template: a, for_each: {get_param: a}, order: 1}}', '2021-04-16', true],
    ['{repeat: {get_param: a}}', '2021-04-16', false],
    ['{map_merge: []}', '2021-04-16', true],
    ['{map_merge: [{get_attr: [a, b]}, null]}', '2021-04-16', true],
    ['{map_replace: [{a: b}, null]}', '2021-04-16', true],
    ['{yaql: {expression: {get_param: a}}}', '2021-04-16', true],
    ['{yaql: {expression: 3}}', '2021-04-16', false],
    ['{filter: [{get_param: a}, []]}', '2021-04-16', true],
    ['{filter: [null, {if: [known, [a], [b]]}]}', '2021-04-16', true],
    ['{make_url: {}}', '2021-04-16', true],
    ['{make_url: []}', '2021-04-16', false],
    ['{contains: [a, bakery]}', '2021-04-16', true],
    ['{list_concat: [null, [a], {get_param: a}]}', '2021-04-16', true],
    ['{get_param: 3}', '2021-04-16', true],
  ] as const)('%s in %s: %s', (yaml, version, expected) => {
    expect(ask(yaml, version)).toBe(expected)
  })
})
