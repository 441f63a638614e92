import { readDocument } from '../../src/document/document.ts'
import type { Mapping } from '../../src/document/node.ts'
import { callOf } from '../../src/heat/calls.ts'
import { isCalledWithin, signOf } from '../../src/heat/calls-within.ts'
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

describe('whether a function is called in a node', () => {
  const root = rootOf('a: [{b: {get_param: x}}, {c: {Ref: y}}]\n')

  it.each([
    ['get_param', true],
    ['Ref', true],
    ['b', true],
    ['x', false],
    ['get_attr', false],
  ])('tells %s from names that share its bit', (name, isCalled) => {
    expect(isCalledWithin(root, name)).toBe(isCalled)
  })

  it.each(functionNames)('tells all other names from %s', (name) => {
    const holding = rootOf(`k: [1, {${name}: [a]}]\nl: 1\n`)
    expect(functionNames.filter((other) => isCalledWithin(holding, other))).toEqual([name])
  })

  it('takes no function of HOT for one that only CloudFormation has', () => {
    const [own, foreign] = [/^[a-z]/, /^[A-Z]/].map((form) =>
      signOf(functionNames.filter((name) => form.test(name))),
    )
    expect((own ?? 0) & (foreign ?? 0)).toBe(0)
  })
})
