import { callOf } from '../../src/heat/calls.ts'
import { anyCall, callsWithin, isCalledWithin, marks, signOf } from '../../src/heat/calls-within.ts'
import { functionNames } from '../../src/heat/functions/table.ts'
import { mapTagged, rewriteValues } from '../../src/heat/walk.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'

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

describe('what else stands within a node', () => {
  const plain = 'a: {b: [1, {c: d}], e: "<<", "<<": {f: g}}\n'
  it.each([
    ['nothing', plain, 0],
    ['an alias', 'a: &x 1\nb: [{c: [*x]}]\n', marks.alias],
    ['a tag of a scalar', 'a: {b: [1, {c: !Ref d}]}\n', marks.tag],
    ['a tag of a list', 'a: {b: !Sub [x, y]}\n', marks.tag],
    ['a tag of a mapping', 'a: {b: !!map {x: y, z: 1}}\n', marks.tag],
    ['a merge key', 'a: {b: [{<<: {x: y}, z: 1}]}\n', marks.merge],
    ['a merge key and an alias', 'a: &x {y: z}\nb: {<<: *x, c: d}\n', marks.merge | marks.alias],
  ])('%s', (_what, source, found) => {
    expect(callsWithin(rootOf(source)) & ~anyCall).toBe(found)
  })

  it('shares no bit with a function', () => {
    expect(signOf(functionNames) & ~anyCall).toBe(0)
  })

  it('leads to every node with a tag, inner ones first', () => {
    const met: (string | undefined)[] = []
    const root = rootOf('a: !A\n  - !B x\n  - {c: d}\n  - e: [!C {f: !D g}]\n')
    const same = mapTagged(root, (node) => {
      met.push(node.tag)
      return node
    })
    expect(met).toEqual(['!B', '!D', '!C', '!A'])
    expect(same).toBe(root)
  })
})
