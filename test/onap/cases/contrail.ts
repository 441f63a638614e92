/** Contrail: the cases of the switchyard. */
import type { RequirementCase } from '../case.ts'
import { append, cut, declare, edit, everywhere } from '../changes.ts'

const base = 'base.yaml'
const baseEnv = 'base.env'
const points = 'module_points.yaml'
const pointsEnv = 'module_points.env'

const typed = (path: string, name: string, from: string, to: string) =>
  edit(path, `  ${name}:\n    type: ${from}\n`, `  ${name}:\n    type: ${to}\n`)

export const contrailCases: readonly RequirementCase[] = [
  {
    id: 'R-02164',
    broken: [everywhere('depot_net_fqdn', 'depot_fqdn')],
    flagged: ['base.yaml 27:3 lossy', 'module_points.yaml 27:3 lossy'],
    alike: [[everywhere('depot_net_fqdn', 'depot_net_id')]],
  },
  {
    id: 'R-02164',
    broken: [typed(base, 'depot_net_fqdn', 'string', 'json')],
    flagged: ['base.yaml 27:3 by-hand'],
  },
  {
    id: 'R-92193',
    broken: [append(baseEnv, '  depot_net_fqdn: a:b:c\n')],
    flagged: ['base.env 9:3 supplied'],
    alike: [[append(baseEnv, '  shunt_depot_ip_0: a\n')]],
  },
  {
    id: 'R-28222',
    broken: [everywhere('shunt_depot_route_prefixes', 'route_prefixes')],
    flagged: ['base.yaml 42:3 by-hand'],
    alike: [[everywhere('shunt_depot_route_prefixes', 'shunt_side_route_prefixes')]],
  },
  {
    id: 'R-19756',
    broken: [typed(base, 'shunt_depot_route_prefixes', 'json', 'comma_delimited_list')],
    flagged: ['base.yaml 42:3 by-hand'],
    alike: [[typed(base, 'shunt_depot_route_prefixes', 'json', 'Json')]],
  },
  {
    id: 'R-76682',
    broken: [append(baseEnv, '  shunt_depot_route_prefixes: []\n')],
    flagged: ['base.env 9:3 supplied'],
    alike: [
      [
        declare(base, 'shunt_rail_route_prefixes', 'json'),
        append(baseEnv, '  shunt_rail_route_prefixes: []\n'),
      ],
    ],
  },
  // --- addresses
  {
    id: 'R-100000',
    broken: [
      typed(base, 'shunt_depot_ip_0', 'string', 'json'),
      typed(points, 'switch_int_rail_ips', 'comma_delimited_list', 'number'),
    ],
    flagged: ['base.yaml 30:3 by-hand', 'module_points.yaml 51:3 by-hand'],
    alike: [[typed(points, 'depot_subnet_id', 'string', 'json')]],
  },
  {
    id: 'R-100010',
    broken: [everywhere('shunt_depot_ip_0', 'shunt_yard_ip_0')],
    flagged: ['base.yaml 30:3 lossy'],
    alike: [[everywhere('shunt_depot_ip_0', 'shunt_Depot_ip_0')]],
  },
  {
    id: 'R-100010',
    broken: [everywhere('shunt_depot_ip_0', 'shunt_depot_ip_1')],
    flagged: ['base.yaml 30:3 lossy'],
  },
  {
    id: 'R-100030',
    broken: [everywhere('switch_depot_ips', 'switch_depot_ip')],
    flagged: ['module_points.yaml 36:3 lossy'],
    alike: [[everywhere('switch_depot_v6_ips', 'switch_depot_v6_ip')]],
  },
  {
    id: 'R-100050',
    broken: [everywhere('shunt_depot_v6_ip_0', 'shunt_v6_ip_0')],
    flagged: ['base.yaml 33:3 lossy'],
    alike: [[everywhere('shunt_depot_ip_0', 'shunt_ip_0')]],
  },
  {
    id: 'R-100050',
    broken: [everywhere('shunt_depot_v6_ip_0', 'shunt_depot_v6_ip_3')],
    flagged: ['base.yaml 33:3 lossy'],
  },
  {
    id: 'R-100070',
    broken: [everywhere('switch_depot_v6_ips', 'points_depot_v6_ips')],
    flagged: ['module_points.yaml 39:3 lossy'],
    alike: [[everywhere('switch_depot_ips', 'points_depot_ips')]],
  },
  {
    id: 'R-100090',
    broken: [everywhere('shunt_int_rail_ip_0', 'shunt_rail_ip_0')],
    flagged: ['base.yaml 51:3 lossy'],
    alike: [[everywhere('shunt_int_rail_v6_ip_0', 'shunt_rail_v6_ip_0')]],
  },
  {
    id: 'R-100110',
    broken: [everywhere('switch_int_rail_ips', 'switch_int_ips')],
    flagged: ['module_points.yaml 51:3 lossy'],
    alike: [[everywhere('switch_int_rail_v6_ips', 'switch_int_v6_ips')]],
  },
  {
    id: 'R-100130',
    broken: [everywhere('shunt_int_rail_v6_ip_0', 'shunt_int_rail_v6_address')],
    flagged: ['base.yaml 54:3 lossy'],
    alike: [[everywhere('shunt_int_rail_ip_0', 'shunt_int_rail_address')]],
  },
  {
    id: 'R-100150',
    broken: [everywhere('switch_int_rail_v6_ips', 'switch_rail_v6_ips')],
    flagged: ['module_points.yaml 54:3 lossy'],
    alike: [[everywhere('switch_int_rail_ips', 'switch_rail_ips')]],
  },
  {
    id: 'R-100020',
    broken: [append(baseEnv, '  shunt_depot_ip_0: 192.0.2.1\n')],
    flagged: ['base.env 9:3 supplied'],
    alike: [[append(baseEnv, '  shunt_depot_v6_ip_0: "2001:db8::1"\n')]],
  },
  {
    id: 'R-100040',
    broken: [append(pointsEnv, '  switch_depot_ips: 192.0.2.1\n')],
    flagged: ['module_points.env 6:3 supplied'],
    alike: [[append(pointsEnv, '  switch_depot_v6_ips: "2001:db8::1"\n')]],
  },
  {
    id: 'R-100060',
    broken: [append(baseEnv, '  shunt_depot_v6_ip_0: "2001:db8::1"\n')],
    flagged: ['base.env 9:3 supplied'],
    alike: [[append(baseEnv, '  shunt_depot_ip_0: 192.0.2.1\n')]],
  },
  {
    id: 'R-100080',
    broken: [append(pointsEnv, '  switch_depot_v6_ips: "2001:db8::1"\n')],
    flagged: ['module_points.env 6:3 supplied'],
    alike: [[append(pointsEnv, '  switch_depot_ips: 192.0.2.1\n')]],
  },
  {
    id: 'R-100170',
    broken: [
      append(baseEnv, '  shunt_depot_ip_0: 192.0.2.1\n'),
      append(pointsEnv, '  switch_depot_v6_ips: "2001:db8::1"\n'),
    ],
    flagged: ['base.env 9:3 supplied', 'module_points.env 6:3 supplied'],
    alike: [[edit(baseEnv, '10.2.0.10', '10.2.0.11')]],
  },
  {
    id: 'R-100100',
    broken: [cut(baseEnv, '  shunt_int_rail_ip_0: 10.2.0.10\n')],
    flagged: ['base.yaml 51:3 by-hand'],
    alike: [[cut(baseEnv, '  shunt_int_rail_v6_ip_0: fd00:2::10\n')]],
  },
  {
    id: 'R-100120',
    broken: [cut(pointsEnv, '  switch_int_rail_ips: 10.2.0.20\n')],
    flagged: ['module_points.yaml 51:3 by-hand'],
    alike: [[cut(pointsEnv, '  switch_int_rail_v6_ips: fd00:2::20\n')]],
  },
  {
    id: 'R-100140',
    broken: [cut(baseEnv, '  shunt_int_rail_v6_ip_0: fd00:2::10\n')],
    flagged: ['base.yaml 54:3 by-hand'],
    alike: [[cut(baseEnv, '  shunt_int_rail_ip_0: 10.2.0.10\n')]],
  },
  {
    id: 'R-100160',
    broken: [cut(pointsEnv, '  switch_int_rail_v6_ips: fd00:2::20\n')],
    flagged: ['module_points.yaml 54:3 by-hand'],
    alike: [[cut(pointsEnv, '  switch_int_rail_ips: 10.2.0.20\n')]],
  },
  {
    id: 'R-100180',
    broken: [edit(baseEnv, 'shunt_int_rail_ip_0: 10.2.0.10', 'shunt_int_rail_ip_0: ~')],
    flagged: ['base.yaml 51:3 by-hand'],
    alike: [[cut(baseEnv, '  rail_prefix: 10.2.0.0\n')]],
  },
  // --- subnets
  {
    id: 'R-100190',
    broken: [typed(points, 'depot_subnet_id', 'string', 'json')],
    flagged: ['module_points.yaml 30:3 by-hand'],
    alike: [[typed(points, 'int_rail_net_id', 'string', 'json')]],
  },
  {
    id: 'R-100200',
    broken: [everywhere('depot_subnet_id', 'depot_subnet')],
    flagged: ['module_points.yaml 30:3 lossy'],
    alike: [[everywhere('depot_v6_subnet_id', 'depot_v6_subnet')]],
  },
  {
    id: 'R-100220',
    broken: [everywhere('depot_v6_subnet_id', 'depot_v6_subnet')],
    flagged: ['module_points.yaml 33:3 lossy'],
    alike: [[everywhere('depot_subnet_id', 'depot_subnet')]],
  },
  {
    id: 'R-100240',
    broken: [everywhere('int_rail_subnet_id', 'rail_subnet_id')],
    flagged: ['module_points.yaml 45:3 lossy'],
    alike: [[everywhere('int_rail_v6_subnet_id', 'rail_v6_subnet_id')]],
  },
  {
    id: 'R-100240',
    broken: [
      cut(
        base,
        '  int_rail_subnet_id:\n    description: Their subnet\n    value: {get_attr: [int_rail_network, subnets, 0]}\n',
      ),
    ],
    flagged: ['module_points.yaml 45:3 by-hand'],
  },
  {
    id: 'R-100260',
    broken: [everywhere('int_rail_v6_subnet_id', 'rail_v6_subnet_id')],
    flagged: ['module_points.yaml 48:3 lossy'],
    alike: [[everywhere('int_rail_subnet_id', 'rail_subnet_id')]],
  },
  {
    id: 'R-100210',
    broken: [append(pointsEnv, '  depot_subnet_id: a\n')],
    flagged: ['module_points.env 6:3 supplied'],
    alike: [[append(pointsEnv, '  depot_v6_subnet_id: a\n')]],
  },
  {
    id: 'R-100230',
    broken: [append(pointsEnv, '  depot_v6_subnet_id: a\n')],
    flagged: ['module_points.env 6:3 supplied'],
    alike: [[append(pointsEnv, '  depot_subnet_id: a\n')]],
  },
  {
    id: 'R-100250',
    broken: [append(pointsEnv, '  int_rail_subnet_id: a\n')],
    flagged: ['module_points.env 6:3 supplied'],
    alike: [[append(pointsEnv, '  int_rail_v6_subnet_id: a\n')]],
  },
  {
    id: 'R-100270',
    broken: [append(pointsEnv, '  int_rail_v6_subnet_id: a\n')],
    flagged: ['module_points.env 6:3 supplied'],
    alike: [[append(pointsEnv, '  int_rail_subnet_id: a\n')]],
  },
  // --- virtual IPs
  {
    id: 'R-100280',
    broken: [append(baseEnv, '  shunt_depot_floating_ip: 192.0.2.3\n')],
    flagged: ['base.env 9:3 supplied'],
    alike: [[edit(baseEnv, '10.2.0.9', '10.2.0.8')]],
  },
  {
    id: 'R-100310',
    broken: [everywhere('shunt_depot_floating_ip', 'depot_floating_ip')],
    flagged: ['base.yaml 36:3 lossy'],
    alike: [[everywhere('shunt_depot_floating_ip', 'shunt_depot_vip')]],
  },
  {
    id: 'R-100330',
    broken: [everywhere('shunt_depot_floating_v6_ip', 'shunt_yard_floating_v6_ip')],
    flagged: ['base.yaml 39:3 lossy'],
    alike: [[everywhere('shunt_depot_floating_ip', 'shunt_yard_floating_ip')]],
  },
  {
    id: 'R-100350',
    broken: [everywhere('shunt_depot_floating_ip', 'shunt_depot_vip')],
    flagged: ['base.yaml 36:3 by-hand'],
    alike: [
      [
        everywhere('shunt_depot_floating_ip', 'shunt_depot_vip'),
        edit(
          base,
          '  shunt_0_depot_vmi_0:\n',
          '  shunt_0_depot_vmi_0:\n    metadata: {aap_exempt: [shunt_depot_vip]}\n',
        ),
      ],
    ],
  },
  {
    id: 'R-100360',
    broken: [everywhere('shunt_int_rail_floating_ip', 'shunt_int_rail_vip')],
    flagged: ['base.yaml 57:3 lossy'],
    alike: [
      [
        everywhere('shunt_int_rail_floating_ip', 'shunt_int_rail_floating_ips'),
        typed(base, 'shunt_int_rail_floating_ips', 'string', 'comma_delimited_list'),
      ],
    ],
  },
  {
    id: 'R-100360',
    broken: [cut(baseEnv, '  shunt_int_rail_floating_ip: 10.2.0.9\n')],
    flagged: ['base.yaml 57:3 by-hand'],
  },
  {
    id: 'R-100370',
    broken: [everywhere('shunt_int_rail_floating_v6_ip', 'shunt_rail_floating_v6_ip')],
    flagged: ['base.yaml 60:3 lossy'],
    alike: [[everywhere('shunt_int_rail_floating_ip', 'shunt_rail_floating_ip')]],
  },
  // --- IDs
  {
    id: 'R-53310',
    broken: [everywhere('shunt_0_depot_vmi_0_IP_0', 'shunt_0_depot_vmi_0_ip_0')],
    flagged: ['base.yaml 119:3 by-hand'],
    alike: [[everywhere('shunt_0_int_rail_vmi_0_IP_0', 'shunt_0_int_rail_vmi_0_ip_0')]],
  },
  {
    id: 'R-46128',
    broken: [everywhere('shunt_0_depot_vmi_0_v6_IP_0', 'shunt_0_depot_vmi_0_IP_1')],
    flagged: ['base.yaml 128:3 by-hand'],
    alike: [[everywhere('shunt_0_depot_vmi_0_IP_0', 'shunt_depot_IP_1')]],
  },
  {
    id: 'R-62187',
    broken: [everywhere('shunt_0_int_rail_vmi_0_IP_0', 'shunt_0_rail_vmi_0_IP_0')],
    flagged: ['base.yaml 147:3 by-hand'],
    alike: [[everywhere('shunt_0_int_rail_vmi_0_v6_IP_0', 'shunt_0_rail_vmi_0_v6_IP_0')]],
  },
  {
    id: 'R-87563',
    broken: [everywhere('shunt_0_int_rail_vmi_0_v6_IP_0', 'shunt_0_int_rail_vmi_v6_IP_0')],
    flagged: ['base.yaml 154:3 by-hand'],
    alike: [[everywhere('shunt_0_int_rail_vmi_0_IP_0', 'shunt_0_int_rail_vmi_IP_0')]],
  },
  {
    id: 'R-96253',
    broken: [everywhere('switch_0_depot_vmi_0', 'switch_depot_vmi_0')],
    flagged: ['module_points.yaml 65:3 lossy'],
    alike: [[everywhere('switch_0_int_rail_vmi_0', 'switch_int_rail_vmi_0')]],
  },
  {
    id: 'R-50468',
    broken: [everywhere('switch_0_int_rail_vmi_0', 'switch_0_int_rail_interface_0')],
    flagged: ['module_points.yaml 87:3 lossy'],
    alike: [[everywhere('switch_0_depot_vmi_0', 'switch_0_depot_interface_0')]],
  },
  {
    id: 'R-99110',
    broken: [everywhere('int_rail_network', 'int_rail_net')],
    flagged: ['base.yaml 77:3 lossy'],
    alike: [[everywhere('int_rail_network', 'int_rail_road_network')]],
  },
  {
    id: 'R-81214',
    broken: [everywhere('depot_RIRT', 'RIRT')],
    flagged: ['base.yaml 92:3 by-hand'],
    alike: [[everywhere('depot_RIRT', 'routes_to_Depot')]],
  },
  {
    id: 'R-30753',
    broken: [everywhere('rail_RNI', 'inner_RNI')],
    flagged: ['base.yaml 68:3 by-hand'],
    alike: [[everywhere('rail_RNI', 'RNI_rail')]],
  },
  {
    id: 'R-20065',
    broken: [everywhere('shunt_RPT', 'tuple')],
    flagged: ['base.yaml 101:3 by-hand'],
    alike: [[everywhere('shunt_RPT', 'switch_tuple')]],
  },
  {
    id: 'R-76014',
    broken: [everywhere('shunt_RSHC_LEFT', 'RSHC_LEFT')],
    flagged: ['base.yaml 104:3 by-hand'],
    alike: [[everywhere('shunt_RSHC_LEFT', 'shunt_check')]],
  },
  {
    id: 'R-16437',
    broken: [everywhere('shunt_RST_0', 'RST_0')],
    flagged: ['base.yaml 98:3 by-hand'],
    alike: [[everywhere('shunt_RST_0', 'shunt_template')]],
  },
  {
    id: 'R-16241',
    broken: [
      cut(base, '      network_ipam_refs:\n        - {get_resource: rail_RNI}\n'),
      edit(base, 'network_ipam_refs_data:\n', 'other_refs_data:\n'),
    ],
    flagged: ['base.yaml 77:3 by-hand'],
    alike: [[cut(base, '      network_ipam_refs:\n        - {get_resource: rail_RNI}\n')]],
  },
]
