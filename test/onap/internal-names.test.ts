import { violationsIn } from './package.ts'

/** A port on a network that another module makes, with an address from a parameter. */
function port(parameter: string): ReadonlyMap<string, string> {
  const template = [
    'heat_template_version: 2018-03-02',
    'description: d',
    'parameters:',
    '  oam_net_id: {type: string, description: d}',
    `  ${parameter}: {type: string, description: d}`,
    'resources:',
    '  fw_0_oam_port_0:',
    '    type: OS::Neutron::Port',
    '    properties:',
    '      network: {get_param: oam_net_id}',
    `      fixed_ips: [{ip_address: {get_param: ${parameter}}}]`,
    '',
  ]
  return new Map([
    ['base_fw.yaml', template.join('\n')],
    ['base_fw.env', `parameters:\n  ${parameter}: 10.0.0.1\n`],
  ])
}

const forbidden = (parameter: string) =>
  violationsIn(port(parameter)).flatMap(({ path, message, requirement }) =>
    message.includes('must not be in the environment') ? [`${requirement} ${path}`] : [],
  )

describe('an address in an environment', () => {
  it('must not be there where ONAP assigns it', () => {
    expect(forbidden('fw_oam_ip_0')).toContain('R-62590 base_fw.env')
  })

  it('may be there by an internal name, whose value the environment has to give', () => {
    expect(forbidden('fw_int_oam_ip_0')).toEqual([])
  })
})
