/** Whether a value that a caller passes arrives in the nested template, and as what it was. */

import { isPassableJson, isSurelyPassed, survivesJoining } from '../../src/stack/call-properties.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Node } from '../../src/text/document/node.ts'
import { listOf, valueOf } from '../../src/text/document/read.ts'
import { packageIn } from './packages.ts'

const nested = 'heat_template_version: 2018-08-31\nparameters: {size: {type: string}}\nresources: {}\n'

/** Whether the parameter gets the value for all inputs. */
function isPassed(resource: string): boolean {
  const caller = `heat_template_version: 2018-08-31\nresources:\n  r: ${resource}\n`
  const [call, ...others] = packageIn({ 'a.yaml': caller, 'n.yaml': nested }).calls
  if (call === undefined || others.length > 0) throw new Error(`${resource} is not one caller`)
  return isSurelyPassed(call, 'size')
}

const alone = (value: string) => `{type: n.yaml, properties: {size: ${value}}}`
const grouped = (value: string) =>
  `{type: OS::Heat::ResourceGroup, properties: {resource_def: {type: n.yaml, properties: {size: ${value}}}}}`

describe('a parameter', () => {
  it.each(['1', '""', '{get_param: p}', '{if: [c, a, b]}', '[]'])('gets %s surely', (value) => {
    expect([alone(value), grouped(value)].map(isPassed)).toEqual([true, true])
  })

  it.each(['null', '', '{if: [c, a]}', '{if: [c, a, null]}', '{if: [c, {if: [d, a]}, b]}'])(
    'does not surely get "%s", which may be no value',
    (value) => expect([alone(value), grouped(value)].map(isPassed)).toEqual([false, false]),
  )

  it.each(['{get_attr: [s, x]}', '{yaql: {expression: $, data: 1}}', '{if: [c, a, {get_attr: [s, x]}]}'])(
    'does not surely get %s of a group, which leaves out what comes out as null',
    (value) => expect([alone(value), grouped(value)].map(isPassed)).toEqual([true, false]),
  )

  it('gets nothing where the caller passes another one, or none', () => {
    expect(['{type: n.yaml}', '{type: n.yaml, properties: {other: 1}}'].map(isPassed)).toEqual([false, false])
  })
})

function read(value: string): Node {
  const reading = readDocument(`shared: &x "a,b"\nvalue: ${value}\n`)
  const node = 'document' in reading ? valueOf(reading.document.root, 'value') : undefined
  if (node === undefined) throw new Error(`${value} cannot be read`)
  return node
}

describe('a list that is joined by commas and split again', () => {
  const survives = (value: string) => {
    const list = listOf(read(value))
    return list === undefined ? undefined : survivesJoining(list)
  }

  it.each(['[]', '[a, b]', '[1, true]', '["a b", ""]'])('is the same for %s', (value) => {
    expect(survives(value)).toBe(true)
  })

  it.each(['["a,b"]', '[a, *x]', '[" a"]', '["a\\n"]', '[""]', '[[a]]', '[{get_param: p}]'])(
    'is another one for %s',
    (value) => expect(survives(value)).toBe(false),
  )
})

describe('the value of a json parameter', () => {
  it.each(['{a: 1}', '[1]', '"{}"', '" [1]"', '""'])('can be passed on as %s', (value) => {
    expect(isPassableJson(read(value))).toBe(true)
  })

  it.each(['1', 'true', 'null', '"1"', '*x'])('cannot be passed on as %s', (value) => {
    expect(isPassableJson(read(value))).toBe(false)
  })
})
