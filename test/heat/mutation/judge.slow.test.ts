/** Heat as the judge of templates that were changed: what it has to see, and what it must not. */
import { join } from 'node:path'
import { holes } from '../../meaning/holes.ts'
import { hasHeatFor } from '../installed.ts'
import { Judge } from './judge.ts'

const heat = hasHeatFor('judging templates')
const withHeat = heat ? describe : describe.skip

withHeat('judge.py', () => {
  const judge = new Judge(join(__dirname, '../../..'))
  afterAll(() => judge.close())

  it.each(holes)('sees what is hidden: $what', async ({ before, another }) => {
    expect(await judge.judge(before, another)).toMatchObject({ verdict: 'differs' })
  })

  it.each(holes)('sees no difference in other words: $what', async ({ before, same }) => {
    expect(await judge.judge(before, same)).toMatchObject({ verdict: 'same', failing: 0 })
  })

  it('sees what a condition asked before', async () => {
    const before = `heat_template_version: 2018-08-31
parameters: {zone: {type: string, default: east, constraints: [{allowed_values: [east, west]}]}}
conditions: {east: {equals: [{get_param: zone}, east]}}
resources: {server: {type: OS::Heat::None, condition: east, properties: {a: 1}}}
`
    const after = before.replace('{get_param: zone}, east', 'east, east')
    expect(await judge.judge(before, after)).toMatchObject({ verdict: 'differs' })
  })

  it.each([
    ['OS::Heat::AutoScalingGroup', 'same'],
    ['OS::Heat::ResourceGroup', 'differs'],
  ])('knows whether the references of %s are selected from by a path', async (type, verdict) => {
    const before = `heat_template_version: 2018-08-31
resources: {group: {type: '${type}'}}
outputs: {ids: {value: {get_attr: [group, refs]}}}
`
    const after = before.replace('refs]', 'refs, 0]')
    expect(await judge.judge(before, after)).toMatchObject({ verdict })
  })

  it('says what it cannot judge', async () => {
    const text = 'heat_template_version: 2018-08-31\noutputs: {o: {value: {if: [missing, a, b]}}}\n'
    expect(await judge.judge(text, text)).toMatchObject({ verdict: 'refused' })
    expect(await judge.load(text)).toBeUndefined()
  })

  it('judges nothing where the original can never be built, and what Heat refuses of it is told later or at once', async () => {
    const resource = (properties: string) =>
      `AWSTemplateFormatVersion: '2010-09-09'\nResources: {r: {Type: 'OS::Heat::Value', Properties: ${properties}}}\n`
    const late = resource("{value: {'Fn::Replace': [{k: [a]}, k]}}")
    const atOnce = resource("{value: {'Fn::Replace': [k, {k: [a]}]}}")
    expect(await judge.judge(late, atOnce)).toMatchObject({
      verdict: 'refused',
      why: expect.stringContaining('TypeError'),
    })
    const built = resource("{value: {'Fn::Replace': [{k: a}, k]}}")
    expect(await judge.judge(built, atOnce)).toMatchObject({ verdict: 'differs', how: 'refused' })
  })
})
