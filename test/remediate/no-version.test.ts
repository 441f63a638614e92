import { remediated } from './remediated.ts'

describe('a template of a version that Heat does not have', () => {
  const bare = (version: string) =>
    new Map([['base_mill.yaml', `heat_template_version: ${version}\nparameters: {grain: {type: string}}\n`]])

  it('stays, for no repair can be shown to keep its meaning', () => {
    const before = bare('2019-01-01')
    const { texts, outcomes } = remediated(before, 'safe', ['R-44001'])
    expect(texts).toEqual(before)
    expect(outcomes.map(({ status }) => status)).toEqual(['blocked'])
    expect(outcomes.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain('no-such-version')
  })

  it('is said to be left for its version, and not for what --lossy could do', () => {
    const sound = new Map([
      [
        'base_mill.yaml',
        "heat_template_version: 2019-01-01\nresources: {mill_server_0: {type: 'OS::Nova::Server'}}\n",
      ],
    ])
    const { outcomes } = remediated(sound, 'safe', ['R-37437'])
    const found = outcomes.flatMap(({ findings }) => findings.filter(({ code }) => code === 'R-37437'))
    expect(found.map(({ help, requirement }) => [help, requirement?.repair])).toEqual([
      ['It is not repaired: Heat does not have this heat_template_version.', 'by-hand'],
    ])
  })

  it('is repaired once it declares another one', () => {
    const { outcomes } = remediated(bare('2018-08-31'), 'safe', ['R-44001'])
    expect(outcomes.map(({ status, proof }) => [status, proof])).toEqual([['changed', 'equal']])
  })
})

describe('a template without a version', () => {
  const texts = new Map([
    [
      'base_mill.yaml',
      'parameters: {grain: {type: string}}\nresources: {sack: {type: OS::Heat::RandomString, properties: {salt: {get_param: grain}}}}\n',
    ],
  ])

  it('gets the lowest one that fits, and what is repaired with it is proved under that', () => {
    const { texts: after, outcomes } = remediated(texts, 'safe', ['R-27078', 'R-44001'])
    expect(after.get('base_mill.yaml')).toBe(
      `heat_template_version: 2013-05-23\n${texts.get('base_mill.yaml')?.replace('{type: string}', '{type: string, description: The parameter grain}')}`,
    )
    expect(outcomes.map(({ status, proof }) => [status, proof])).toEqual([['changed', 'equal']])
  })

  it('stays as it is where the version is left out on request', () => {
    const { texts: after, outcomes } = remediated(texts, 'safe', ['R-44001'])
    expect(after).toEqual(texts)
    expect(outcomes.map(({ status }) => status)).toEqual(['blocked'])
  })

  it('stays where no version has all that it uses', () => {
    const both = new Map([
      [
        'base_mill.yaml',
        "resources:\n  a: {type: OS::Heat::Value, properties: {value: {filter: [[1], [1, 2]]}}}\n  b: {type: OS::Heat::Value, properties: {value: {'Fn::Join': ['', [x]]}}}\n",
      ],
    ])
    const { texts: after } = remediated(both, 'safe', ['R-27078'])
    expect(after).toEqual(both)
  })
})
