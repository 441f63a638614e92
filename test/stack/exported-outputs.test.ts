/** Which outputs of other templates an import may be about. */
import { HOLE, stackNameVariable } from '../../src/heat/exports.ts'
import { ExportedOutputs } from '../../src/stack/exported-outputs.ts'

const literal = { path: 'a.yaml', output: 'A', name: 'shared-vpc', shape: 'shared-vpc' }
const ofStack = (path: string, rest: string) => ({
  path,
  output: 'B',
  name: `\${${stackNameVariable}}${rest}`,
  shape: `${HOLE}${rest}`,
  hole: stackNameVariable,
})
const subnet = ofStack('b.yaml', '-subnet')
const vpc = ofStack('c.yaml', '-vpc')
const ofParameter = { ...ofStack('d.yaml', '-zone'), hole: 'Network' }

const matching = (shape: string) =>
  new ExportedOutputs([literal, subnet, vpc, ofParameter]).matching({ name: shape, shape })

it('is the one of that name, which no name of a stack has to be guessed for', () => {
  expect(matching('shared-vpc')).toEqual([literal])
})

it('is the one under a name of the same shape, whatever the stack', () => {
  expect(matching(`${HOLE}-subnet`)).toEqual([subnet])
  expect(matching(`${HOLE}-other`)).toEqual([])
})

it('is the one under the name of its stack, which a literal import determines', () => {
  expect(matching('net-subnet')).toEqual([{ ...subnet, stack: 'net' }])
})

it('is none where that could be the name of no stack, or where a parameter determines the name', () => {
  expect(matching('-subnet')).toEqual([])
  expect(matching('my net-subnet')).toEqual([])
  expect(matching('net-zone')).toEqual([])
})
