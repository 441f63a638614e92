import { readDocument } from '../../src/document/document.ts'
import type { Mapping } from '../../src/document/node.ts'
import { callOf } from '../../src/heat/calls.ts'
import { functionNames } from '../../src/heat/functions/table.ts'
import { rewriteValues } from '../../src/heat/values.ts'

function rootOf(text: string): Mapping {
  const reading = readDocument(text)
  if (!('document' in reading) || reading.document.root?.kind !== 'map') throw new Error('not read')
  return reading.document.root
}

/** The names of calls that a walk meets. */
function met(text: string, only?: readonly string[]): readonly string[] {
  const names: string[] = []
  rewriteValues(
    rootOf(text),
    true,
    (node) => {
      const call = callOf(node)
      if (call !== undefined) names.push(call.name)
      return node
    },
    only,
  )
  return names
}

const nested = (name: string) => `Resources:
  a:
    Type: T
    Properties:
      plain: {x: [1, {y: z}]}
      deep: [{Fn::Join: ['', [{k: [{${name}: [a]}]}, b]]}]
Outputs:
  o: {Value: {k: {${name}: [a]}}}
`

describe('a walk for the calls of some functions', () => {
  it.each(functionNames)('meets every %s, however deep', (name) => {
    const all = met(nested(name)).filter((one) => one === name)
    expect(all.length).toBeGreaterThanOrEqual(2)
    expect(met(nested(name), [name]).filter((one) => one === name)).toEqual(all)
  })

  it('stays out of what holds no call', () => {
    expect(met('Resources: {a: {Type: T, Properties: {p: {x: [1, {y: z}]}}}}', ['Ref'])).toEqual([])
  })
})
