import { remediated } from '../remediate/remediated.ts'

const template = (vm: string): string =>
  [
    'heat_template_version: rocky',
    'description: d',
    'parameters:',
    `  ${vm}_image_name: {type: string, description: d}`,
    `  ${vm}_flavor_name: {type: string, description: d}`,
    `  ${vm}_name_0: {type: string, description: d}`,
    'resources:',
    `  ${vm}_server_0:`,
    '    type: OS::Nova::Server',
    '    properties:',
    `      name: {get_param: ${vm}_name_0}`,
    `      image: {get_param: ${vm}_image_name}`,
    `      flavor: {get_param: ${vm}_flavor_name}`,
    'outputs:',
    `  ip: {value: {get_attr: [${vm}_server_0, first_address]}}`,
    '',
  ].join('\n')

const environment = (vm: string): string => `parameters:\n  ${vm}_image_name: i\n  ${vm}_flavor_name: f\n`

const texts = new Map([
  ['base_v.yaml', template('lb-x')],
  ['base_v.env', environment('lb-x')],
])

describe('a vm-type with a character that no name may have', () => {
  it('is written anew in resource IDs and parameters alike, which go together', () => {
    const { texts: after } = remediated(texts, 'lossy', ['R-75141', 'R-25877'])
    expect(after.get('base_v.yaml')).toBe(template('lb_x'))
    expect(after.get('base_v.env')).toBe(environment('lb_x'))
  })

  it('stays where only one of the two may change', () => {
    const { texts: after, outcomes } = remediated(texts, 'lossy', ['R-75141'])
    expect(after.get('base_v.yaml')).toBe(template('lb-x'))
    const told = outcomes.flatMap(({ findings }) =>
      findings.flatMap(({ code, help }) => (code === 'R-75141' ? [help] : [])),
    )
    expect(told).toEqual([expect.stringMatching(/^It is not repaired: that would violate R-\d+ \(/)])
  })
})
