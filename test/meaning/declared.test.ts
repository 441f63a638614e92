/** What a transform changes in one declaration on purpose says nothing of the others. */
import { compareDeployments } from '../../src/meaning/deployment.ts'
import type { DeclarationChange } from '../../src/meaning/side.ts'
import { compareTexts, sideOf } from './pairs.ts'

const template = (parameters: string, rest = '') =>
  `heat_template_version: 2016-10-14\n${rest}parameters:\n${parameters}`

const oven = (text: string, rest?: string) => template(`  rye: ${text}\n  wheat: ${text}\n`, rest)
const before = oven('{type: string, constraints: [{length: {max: 4}}]}')

/** Paths that differ where the change of `rye`, or of the template, is meant. */
function differing(after: string, change: DeclarationChange, of: readonly (string | undefined)[] = ['rye']) {
  const declared = new Map([[change, new Set(of)]])
  return compareTexts(before, after, 'heat', { declared }).differences.map(({ path }) => path)
}

describe('a change of declarations that is meant for one parameter', () => {
  it.each([
    ['parameter-type', '{type: json, constraints: [{length: {max: 4}}]}', 'type'],
    ['description-added', '{type: string, description: d, constraints: [{length: {max: 4}}]}', 'description'],
  ] as const)('%s is seen at the others', (change, declaration, key) => {
    expect(differing(oven(declaration), change)).toContain(`parameters.wheat.${key}`)
    expect(differing(oven(declaration), change)).not.toContain(`parameters.rye.${key}`)
  })

  it('is not meant for another change of the same parameter', () => {
    expect(differing(oven('{type: string}'), 'parameter-type')).toContain('parameters.rye.constraints')
    expect(differing(oven('{type: json}'), 'description-added')).toContain('parameters.rye.type')
  })

  it('is not meant for the template, nor that for a parameter', () => {
    const described = `description: d\n`
    const same = '{type: string, constraints: [{length: {max: 4}}]}'
    expect(differing(oven(same, described), 'description-added')).toEqual(['description'])
    expect(differing(oven(same, described), 'description-added', [undefined])).toEqual([])
    const more = '{type: string, description: d, constraints: [{length: {max: 4}}]}'
    expect(differing(oven(more), 'description-added', [undefined])).toHaveLength(2)
  })

  it('is meant for the template that is named', () => {
    const caller = 'heat_template_version: 2016-10-14\nresources: {a: {type: oven.yaml}}\n'
    const side = (inner: string) => ({ ...sideOf(caller), nested: new Map([['oven.yaml', sideOf(inner)]]) })
    const declared = new Map([['parameter-type', new Set(['rye', 'wheat'])]] as const)
    const after = side(oven('{type: json, constraints: [{length: {max: 4}}]}'))
    const found = (options: object) =>
      compareDeployments(side(before), after, options).differences.map(({ path }) => path)
    expect(found({ declaredInside: new Map([['oven.yaml', declared]]) })).toEqual([])
    expect(found({ declaredInside: new Map([['till.yaml', declared]]), declared })).toEqual([
      'parameters.rye.type',
      'parameters.wheat.type',
    ])
  })
})
