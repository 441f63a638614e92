import {
  addressSlots,
  ipVersionOf,
  isReserveName,
  namingRule,
  namingRulesOf,
  namingTable,
  pairSlots,
} from '../../src/rules/onap/naming/parameter-names.ts'
import { makeName, matchName, sameName } from '../../src/rules/onap/naming/pattern.ts'

const types = new Set(['db', 'db_main'])

describe('matchName', () => {
  it.each([
    ['{vm-type}_server_{index}', 'db_server_0', { vmType: 'db', index: 0 }],
    ['{vm-type}_server_{index}', 'db_server_server_12', { vmType: 'db_server', index: 12 }],
    ['{vm-type}_server_{index}', 'server_0', undefined],
    ['{vm-type}_server_{index}', 'db_server', undefined],
    ['{network-role}_net_id', 'oam_net_id', { role: 'oam' }],
    // A role that begins with int_ is one of an internal network.
    ['{network-role}_net_id', 'int_oam_net_id', undefined],
    ['int_{network-role}_net_id', 'int_oam_net_id', { role: 'oam' }],
    ['{network-role}_subnet_id', 'oam_v6_subnet_id', undefined],
    ['{network-role}_v6_subnet_id', 'oam_v6_subnet_id', { role: 'oam' }],
    ['{network-role}_net_id', 'oam_v6_net_id', { role: 'oam_v6' }],
    [
      '{vm-type}_{vm-type_index}_{network-role}_port_{index}',
      'db_1_oam_port_2',
      { vmType: 'db', vmIndex: 1, role: 'oam', index: 2 },
    ],
  ])('reads %s in %s', (pattern, name, expected) => {
    expect(matchName(pattern, name)).toEqual(expected)
  })

  it.each([
    ['db_oam_ip_0', { vmType: 'db', role: 'oam', index: 0 }],
    ['DB_oam_ip_0', { vmType: 'DB', role: 'oam', index: 0 }],
    ['db_main_oam_ip_3', { vmType: 'db', role: 'main_oam', index: 3 }],
    ['db_oam_v6_ip_0', undefined],
    ['db_int_oam_ip_0', undefined],
    ['web_oam_ip_0', undefined],
    ['db_ip_0', undefined],
  ])('reads %s with the vm-types of the VNF', (name, expected) => {
    expect(matchName('{vm-type}_{network-role}_ip_{index}', name, types)).toEqual(expected)
  })
})

describe('makeName', () => {
  it('fills in what is known, and refuses to guess', () => {
    const pattern = '{vm-type}_int_{network-role}_v6_ip_{index}'
    expect(makeName(pattern, { vmType: 'db', role: 'oam', index: 2 })).toBe('db_int_oam_v6_ip_2')
    expect(makeName(pattern, { vmType: 'db', index: 2 })).toBeUndefined()
  })
})

it('sameName overlooks case, and nothing else', () => {
  expect([sameName('Db', 'db'), sameName('db', 'd'), sameName(undefined, undefined)]).toEqual([
    true,
    false,
    false,
  ])
})

it.each([
  ['db_oam_v6_ip_0', undefined, 'v6'],
  ['db_ipv6', undefined, 'v6'],
  ['db_address', '2001:db8::1', 'v6'],
  ['db_address', '192.0.2.1', 'v4'],
  ['db_address', 'a:b:c', 'v4'],
  ['env6_ip_0', undefined, 'v4'],
] as const)('ipVersionOf %s %s', (name, value, expected) => {
  expect(ipVersionOf(name, value)).toBe(expected)
})

it.each([
  ['db_oam_floating_ip', true],
  ['db_int_oam_floating_v6_ip', true],
  ['db_oam_ip_0', false],
])('isReserveName %s', (name, expected) => {
  expect(isReserveName(name)).toBe(expected)
})

describe('the table of names', () => {
  it('has one row for each use of a property, and rows for all of its uses or none', () => {
    const uses = namingTable.map(({ slot, side, version, form }) => [slot, side, version, form].join(' '))
    expect(new Set(uses).size).toBe(uses.length)
    for (const slot of [...addressSlots, ...pairSlots])
      for (const side of ['external', 'internal'] as const)
        for (const version of ['v4', 'v6'] as const)
          for (const form of ['string', 'list'] as const)
            expect(namingRule(slot, { side, version, form })?.patterns).toHaveLength(1)
  })

  it('knows the version and the side by the pattern, and asks internal addresses of the server', () => {
    for (const { side, version, patterns } of namingRulesOf(...addressSlots, ...pairSlots))
      for (const pattern of patterns)
        expect([pattern.includes('_int_'), pattern.includes('_v6_')]).toEqual([
          side === 'internal',
          version === 'v6',
        ])
    expect(namingRule('port-network', { side: 'internal' })).toMatchObject({
      naming: 'R-86182',
      only: 'incremental',
    })
    expect(namingRule('port-address', { side: 'external', version: 'v6', form: 'list' })).toEqual({
      slot: 'port-address',
      side: 'external',
      version: 'v6',
      form: 'list',
      patterns: ['{vm-type}_{network-role}_v6_ips'],
      naming: 'R-23503',
      environment: 'R-93030',
      vmType: 'own',
    })
    expect(namingRule('group-count', {})).toBeUndefined()
  })
})
