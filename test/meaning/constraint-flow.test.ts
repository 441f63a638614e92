/** Constraints of nested templates that stand at their callers now. */
import { compareDeployments, type Deployment } from '../../src/meaning/deployment.ts'
import { sideOf } from './pairs.ts'

const limit = ', constraints: [{length: {max: 4}}]'

const kiln = ({ own = '', more = '', extra = '' }: { own?: string; more?: string; extra?: string }) =>
  `heat_template_version: rocky
parameters: {clay: {type: string${own}}}
conditions: {red: {equals: [{get_param: clay}, red]}}
resources:
  pot: {type: pot.yaml${more}, properties: {clay: {get_param: clay}}}
${extra}`

const pot = (own = '') => `heat_template_version: rocky
parameters: {clay: {type: string${own}}}
outputs: {clay: {value: {get_param: clay}}}
`

function deployed(outer: string, inner: string): Deployment {
  return { ...sideOf(outer), nested: new Map([['pot.yaml', sideOf(inner)]]) }
}

/** The paths that differ where the constraint moves to the caller. */
function moved(options: Parameters<typeof kiln>[0], own = limit): readonly string[] {
  const before = deployed(kiln(options), pot(limit))
  const after = deployed(kiln({ ...options, own }), pot())
  const paths = (one: Deployment, other: Deployment) =>
    compareDeployments(one, other).differences.map(({ path, template }) => `${template ?? ''} ${path}`)
  expect(paths(after, before).length > 0).toBe(paths(before, after).length > 0)
  return paths(before, after)
}

describe('a constraint of a nested template', () => {
  it('may stand at the parameter that every stack passes, and back', () => {
    expect(moved({})).toEqual([])
  })

  it('may not become another one, or none', () => {
    expect(moved({}, limit.replace('4', '5'))).toHaveLength(2)
    expect(moved({}, '')).toEqual(['pot.yaml parameters.clay.constraints'])
  })

  it('may not where the call depends on a condition: Heat would refuse more', () => {
    expect(moved({ more: ', condition: red' })).toEqual([' parameters.clay.constraints'])
  })

  it('may not where the group that calls it may have no members', () => {
    const group = kiln({}).replace(
      '{type: pot.yaml, properties: {clay: {get_param: clay}}}',
      '{type: OS::Heat::ResourceGroup, properties: {count: 0, resource_def: {type: pot.yaml, properties: {clay: {get_param: clay}}}}}',
    )
    const limited = group.replace('clay: {type: string}', `clay: {type: string${limit}}`)
    const { differences } = compareDeployments(deployed(group, pot(limit)), deployed(limited, pot()))
    expect(differences.map(({ path, template }) => `${template ?? ''} ${path}`)).toContain(
      ' parameters.clay.constraints',
    )
  })

  it.each([
    ['number', '{range: {min: 1, max: 8}}', true],
    ['boolean', '{allowed_values: [true]}', true],
    ['string', '{allowed_values: [red, grey]}', true],
    ['string', "{allowed_values: [red, 'red %index%']}", false],
    ['string', '{length: {max: 4}}', false],
    ['comma_delimited_list', '{length: {max: 4}}', false],
  ])('may go where a group passes a %s with %s: %p', (type, constraint, isSame) => {
    const stack = (own: string) =>
      deployed(
        `heat_template_version: rocky
parameters: {clay: {type: ${type}, constraints: [${constraint}]}}
resources:
  pots:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: pot.yaml, properties: {clay: {get_param: clay}}}}
`,
        `heat_template_version: rocky
parameters: {clay: {type: ${type}${own}}}
outputs: {clay: {value: {get_param: clay}}}
`,
      )
    const { verdict } = compareDeployments(stack(`, constraints: [${constraint}]`), stack(''))
    expect(verdict).toBe(isSame ? 'equal' : 'differs')
  })

  it('may not where another call passes something else', () => {
    const extra = '  jar: {type: pot.yaml, properties: {clay: much too long}}\n'
    expect(moved({ extra })).toEqual(['pot.yaml parameters.clay.constraints'])
  })

  it('may not where the caller has a default that does not meet it: Heat refuses that whatever is given', () => {
    const preset = kiln({}).replace('{type: string}', '{type: string, default: clay for all}')
    const limited = preset.replace(', default', `${limit}, default`)
    const { differences } = compareDeployments(deployed(preset, pot(limit)), deployed(limited, pot()))
    expect(differences.map(({ path }) => path)).toEqual(['parameters.clay.constraints'])
    const [one, other] = [preset, limited].map((text) => text.replace('clay for all', 'red')) as [
      string,
      string,
    ]
    expect(compareDeployments(deployed(one, pot(limit)), deployed(other, pot())).verdict).toBe('equal')
  })

  it('is found through templates that are called twice each, however deep', () => {
    const layer = (next: string) =>
      `heat_template_version: rocky
parameters: {clay: {type: string}}
resources:
  one: {type: ${next}, properties: {clay: {get_param: clay}}}
  two: {type: ${next}, properties: {clay: {get_param: clay}}}
`
    const depth = 40
    const layers = Array.from({ length: depth }, (_, index) => {
      const next = index + 1 < depth ? `layer-${index + 1}.yaml` : 'pot.yaml'
      return [`layer-${index}.yaml`, sideOf(layer(next))] as const
    })
    const stack = (own: string, inner: string): Deployment => ({
      ...sideOf(layer('layer-0.yaml').replace('{type: string}', `{type: string${own}}`)),
      nested: new Map([...layers, ['pot.yaml', sideOf(inner)]]),
    })
    expect(compareDeployments(stack('', pot(limit)), stack(limit, pot())).verdict).toBe('equal')
    expect(compareDeployments(stack('', pot(limit)), stack('', pot())).verdict).toBe('differs')
  })
})
