/** Names of parameters and types of what properties are taken from: the cases of the lighthouse. */
import type { RequirementCase } from '../case.ts'
import { cut, declare, edit, everywhere, resource } from '../changes.ts'

const base = 'base_lighthouse.yaml'
const baseEnv = 'base_lighthouse.env'
const horn = 'module_horn.yaml'
const buoy = 'nested_buoy.yaml'

const typed = (path: string, name: string, from: string, to: string) =>
  edit(path, `  ${name}:\n    type: ${from}\n`, `  ${name}:\n    type: ${to}\n`)

export const nameCases: readonly RequirementCase[] = [
  // --- servers
  {
    id: 'R-901331',
    broken: [edit(base, 'image: {get_param: lamp_image_name}', 'image: lamp')],
    flagged: ['base_lighthouse.yaml 176:14 lossy'],
    alike: [[edit(base, 'image: {get_param: lamp_image_name}', 'image: {get_param: [lamp_image_name]}')]],
  },
  {
    id: 'R-481670',
    broken: [edit(base, 'flavor: {get_param: lamp_flavor_name}', 'flavor: {get_attr: [a, b]}')],
    flagged: ['base_lighthouse.yaml 177:15 by-hand'],
    alike: [
      [
        edit(
          base,
          'flavor: {get_param: lamp_flavor_name}',
          'flavor: {if: [a, {get_param: lamp_flavor_name}, {get_param: lamp_flavor_name}]}',
        ),
      ],
    ],
  },
  {
    id: 'R-663631',
    broken: [
      edit(
        base,
        'name: {get_param: lamp_name_0}',
        'name: {str_replace: {template: a, params: {a: {get_param: lamp_name_0}}}}',
      ),
    ],
    flagged: ['base_lighthouse.yaml 175:13 by-hand'],
    alike: [[cut(base, '      name: {get_param: lamp_name_0}\n')]],
  },
  {
    id: 'R-71152',
    broken: [
      typed(base, 'lamp_image_name', 'string', 'json'),
      typed(buoy, 'buoy_image_name', 'string', 'comma_delimited_list'),
      edit(buoy, 'image: {get_param: buoy_image_name}', 'image: {get_param: [buoy_image_name, 0]}'),
    ],
    flagged: ['base_lighthouse.yaml 60:3 lossy', 'nested_buoy.yaml 27:3 by-hand'],
    alike: [[typed(base, 'lamp_image_name', 'string', 'String')]],
  },
  {
    id: 'R-50436',
    broken: [typed(base, 'lamp_flavor_name', 'string', 'number')],
    flagged: ['base_lighthouse.yaml 63:3 lossy'],
    alike: [[declare(base, 'flavor', 'number')]],
  },
  {
    id: 'R-51430',
    broken: [typed(base, 'lamp_name_0', 'string', 'json')],
    flagged: ['base_lighthouse.yaml 34:3 by-hand'],
    alike: [[typed(base, 'lamp_harbor_ip_0', 'string', 'json')]],
  },
  {
    id: 'R-58670',
    broken: [everywhere('lamp_image_name', 'lamp_image'), everywhere('buoy_image_name', 'image_name')],
    flagged: ['base_lighthouse.yaml 60:3 lossy', 'nested_buoy.yaml 27:3 lossy'],
    alike: [[everywhere('lamp_image_name', 'horn_image_name')]],
  },
  {
    id: 'R-45188',
    broken: [everywhere('lamp_flavor_name', 'flavor')],
    flagged: ['base_lighthouse.yaml 63:3 lossy'],
    alike: [[everywhere('lamp_flavor_name', 'big_lamp_flavor_name')]],
  },
  {
    id: 'R-54171',
    broken: [everywhere('lamp_name_0', 'lamp_name')],
    flagged: ['base_lighthouse.yaml 34:3 lossy'],
    alike: [[typed(base, 'lamp_name_0', 'string', 'json')]],
  },
  {
    id: 'R-54171',
    broken: [everywhere('lamp_name_0', 'lamp_name_1')],
    flagged: ['base_lighthouse.yaml 34:3 by-hand'],
    alike: [[declare(base, 'lamp_name_1')]],
  },
  { id: 'R-54171', broken: [declare(base, 'lamp_name_2')], flagged: ['base_lighthouse.yaml 6:3 lossy'] },
  {
    id: 'R-87817',
    broken: [everywhere('horn_names', 'horn_name_list')],
    flagged: ['module_horn.yaml 24:3 lossy'],
    alike: [[everywhere('horn_names', 'fog_horn_names')]],
  },
  {
    id: 'R-98450',
    broken: [everywhere('availability_zone_0', 'zone')],
    flagged: ['base_lighthouse.yaml 28:3 lossy'],
    alike: [[everywhere('availability_zone_1', 'availability_zone_x')]],
  },
  {
    id: 'R-98450',
    broken: [
      declare(horn, 'buoy_zone'),
      declare(buoy, 'zone'),
      edit(horn, 'index: "%index%"', 'zone: {get_param: buoy_zone}\n          index: "%index%"'),
      edit(buoy, '      image: {', '      availability_zone: {get_param: zone}\n      image: {'),
    ],
    flagged: ['module_horn.yaml 6:3 lossy'],
    // R-256790: inside of nested files the name may be another one.
    alike: [
      [
        declare(horn, 'availability_zone_0'),
        declare(buoy, 'zone'),
        edit(horn, 'index: "%index%"', 'zone: {get_param: availability_zone_0}\n          index: "%index%"'),
        edit(buoy, '      image: {', '      availability_zone: {get_param: zone}\n      image: {'),
      ],
    ],
  },
  {
    id: 'R-98450',
    broken: [everywhere('availability_zone_0', 'availability_zone_2')],
    flagged: ['base_lighthouse.yaml 31:3 lossy'],
  },
  {
    id: 'R-23311',
    broken: [
      typed(base, 'availability_zone_0', 'string', 'comma_delimited_list'),
      edit(base, '{get_param: availability_zone_0}', '{get_param: [availability_zone_0, 0]}'),
    ],
    flagged: ['base_lighthouse.yaml 28:3 by-hand'],
    alike: [
      [
        declare(buoy, 'zones', 'comma_delimited_list'),
        edit(buoy, '      image: {', '      availability_zone: {get_param: [zones, 0]}\n      image: {'),
      ],
    ],
  },
  // --- networks of ports
  {
    id: 'R-18008',
    broken: [
      typed(base, 'harbor_net_id', 'string', 'json'),
      typed(horn, 'int_signal_net_id', 'string', 'number'),
    ],
    flagged: ['base_lighthouse.yaml 37:3 lossy', 'module_horn.yaml 45:3 lossy'],
    alike: [[declare(base, 'far_net_id', 'json')]],
  },
  {
    id: 'R-62983',
    broken: [everywhere('harbor_net_id', 'harbor_network')],
    flagged: ['base_lighthouse.yaml 37:3 lossy'],
    alike: [
      [everywhere('harbor_net_id', 'harbor_net_name')],
      [everywhere('harbor_net_id', 'int_signal_net_id')],
    ],
  },
  {
    id: 'R-62983',
    broken: [edit(base, 'network: {get_param: harbor_net_id}', 'network: harbor')],
    flagged: ['base_lighthouse.yaml 129:16 by-hand'],
  },
  {
    id: 'R-86182',
    broken: [everywhere('int_signal_net_id', 'int_signal_network_id')],
    flagged: ['module_horn.yaml 45:3 lossy', 'nested_buoy.yaml 42:3 lossy'],
    alike: [[everywhere('int_signal_net_id', 'int_signal_net_name')]],
  },
  // --- addresses of ports
  {
    id: 'R-34037',
    broken: [
      typed(base, 'lamp_harbor_ip_0', 'string', 'json'),
      typed(base, 'lamp_int_signal_ip_0', 'string', 'number'),
    ],
    flagged: ['base_lighthouse.yaml 40:3 by-hand', 'base_lighthouse.yaml 71:3 by-hand'],
    alike: [[typed(base, 'lamp_harbor_floating_ip', 'string', 'json')]],
  },
  {
    id: 'R-40971',
    broken: [everywhere('lamp_harbor_ip_0', 'lamp_ip_0')],
    flagged: ['base_lighthouse.yaml 40:3 lossy'],
    alike: [[everywhere('lamp_harbor_ip_0', 'lamp_Harbor_ip_0')]],
  },
  {
    id: 'R-40971',
    broken: [everywhere('lamp_harbor_ip_0', 'horn_harbor_ip_0')],
    flagged: ['base_lighthouse.yaml 40:3 lossy'],
  },
  {
    id: 'R-40971',
    broken: [declare(base, 'lamp_harbor_ip_2')],
    flagged: ['base_lighthouse.yaml 6:3 lossy'],
    alike: [[declare(base, 'lamp_harbor_ip_1')]],
  },
  {
    id: 'R-04697',
    broken: [everywhere('horn_harbor_ips', 'horn_harbor_addresses')],
    flagged: ['module_horn.yaml 39:3 lossy'],
    alike: [[everywhere('horn_harbor_v6_ips', 'horn_harbor_v6_addresses')]],
  },
  {
    id: 'R-71577',
    broken: [everywhere('lamp_harbor_v6_ip_0', 'lamp_harbor_v6_address')],
    flagged: ['base_lighthouse.yaml 43:3 lossy'],
    alike: [[everywhere('lamp_harbor_ip_0', 'lamp_harbor_address')]],
  },
  {
    id: 'R-71577',
    broken: [everywhere('lamp_harbor_v6_ip_0', 'lamp_harbor_v6_ip_1')],
    flagged: ['base_lighthouse.yaml 43:3 lossy'],
  },
  {
    id: 'R-23503',
    broken: [everywhere('horn_harbor_v6_ips', 'horn_v6_ips')],
    flagged: ['module_horn.yaml 42:3 lossy'],
    alike: [[everywhere('horn_harbor_ips', 'horn_ips')]],
  },
  {
    id: 'R-78380',
    broken: [everywhere('lamp_int_signal_ip_0', 'lamp_signal_ip_0')],
    flagged: ['base_lighthouse.yaml 71:3 lossy'],
    alike: [[everywhere('lamp_int_signal_ip_0', 'Lamp_int_Signal_ip_0')]],
  },
  {
    id: 'R-78380',
    broken: [everywhere('lamp_int_signal_ip_0', 'lamp_int_signal_ip_5')],
    flagged: ['base_lighthouse.yaml 71:3 lossy'],
  },
  {
    id: 'R-85235',
    broken: [everywhere('horn_int_signal_ips', 'horn_int_signal_ip')],
    flagged: ['module_horn.yaml 54:3 lossy'],
    alike: [[everywhere('horn_int_signal_v6_ips', 'horn_int_signal_v6_ip')]],
  },
  {
    id: 'R-27818',
    broken: [everywhere('lamp_int_signal_v6_ip_0', 'lamp_int_v6_ip_0')],
    flagged: ['base_lighthouse.yaml 74:3 lossy'],
    alike: [[everywhere('lamp_int_signal_ip_0', 'lamp_int_ip_0')]],
  },
  {
    id: 'R-29765',
    broken: [everywhere('horn_int_signal_v6_ips', 'horn_signal_v6_ips')],
    flagged: ['module_horn.yaml 57:3 lossy'],
    alike: [[everywhere('horn_int_signal_ips', 'horn_signal_ips')]],
  },
  {
    id: 'R-40971',
    broken: [
      declare(base, 'lamp_harbor_floating_ip_9'),
      resource(
        base,
        '  lamp_0_harbor_port_1:\n    type: OS::Neutron::Port\n    properties:\n      network: {get_param: harbor_net_id}\n      fixed_ips: [{ip_address: {get_param: lamp_harbor_floating_ip}}]\n',
      ),
    ],
    flagged: ['base_lighthouse.yaml 49:3 by-hand'],
    // A port that only reserves the address has it under the name of the virtual IP.
    alike: [
      [
        resource(
          base,
          '  reserve_port_lamp_harbor_floating_ip_0:\n    type: OS::Neutron::Port\n    properties:\n      network: {get_param: harbor_net_id}\n      fixed_ips: [{ip_address: {get_param: lamp_harbor_floating_ip}}]\n',
        ),
      ],
    ],
  },
  // --- subnets
  {
    id: 'R-38236',
    broken: [typed(buoy, 'harbor_subnet_id', 'string', 'json')],
    flagged: ['nested_buoy.yaml 36:3 lossy'],
    alike: [[typed(base, 'lamp_image_name', 'string', 'json')]],
  },
  {
    id: 'R-62802',
    broken: [everywhere('harbor_subnet_id', 'subnet_of_harbor')],
    flagged: ['nested_buoy.yaml 36:3 lossy'],
    alike: [[everywhere('harbor_v6_subnet_id', 'v6_subnet_of_harbor')]],
  },
  {
    id: 'R-15287',
    broken: [everywhere('harbor_v6_subnet_id', 'harbor_v6_subnet')],
    flagged: ['nested_buoy.yaml 39:3 lossy'],
    alike: [[everywhere('harbor_subnet_id', 'harbor_subnet')]],
  },
  {
    id: 'R-84123',
    broken: [everywhere('int_signal_subnet_id', 'int_signal_subnet')],
    flagged: ['nested_buoy.yaml 45:3 lossy'],
    alike: [
      [
        edit(
          base,
          'network: {get_resource: int_signal_network}\n      fixed_ips:\n',
          'network: {get_resource: int_signal_network}\n      fixed_ips:\n        - subnet: {get_resource: int_signal_subnet_0}\n',
        ),
      ],
    ],
  },
  {
    id: 'R-84123',
    broken: [
      cut(
        base,
        '  int_signal_subnet_id:\n    description: Its subnet\n    value: {get_resource: int_signal_subnet_0}\n',
      ),
      edit(
        horn,
        '        - ip_address: {get_param: [horn_int_signal_ips, 0]}\n',
        '        - subnet: {get_param: int_signal_subnet_id}\n',
      ),
    ],
    flagged: ['module_horn.yaml 48:3 by-hand'],
  },
  {
    id: 'R-76160',
    broken: [everywhere('int_signal_v6_subnet_id', 'signal_v6_subnet')],
    flagged: ['nested_buoy.yaml 48:3 lossy'],
    alike: [[everywhere('int_signal_subnet_id', 'signal_subnet')]],
  },
  // --- virtual IPs
  {
    id: 'R-41492',
    broken: [everywhere('lamp_harbor_floating_ip', 'horn_harbor_floating_ip')],
    flagged: ['base_lighthouse.yaml 46:3 lossy'],
    alike: [[everywhere('lamp_harbor_floating_ip', 'lamp_harbor_vip')]],
  },
  {
    id: 'R-41492',
    broken: [typed(base, 'lamp_harbor_floating_ip', 'string', 'comma_delimited_list')],
    flagged: ['base_lighthouse.yaml 46:3 by-hand'],
  },
  {
    id: 'R-35735',
    broken: [everywhere('lamp_harbor_floating_v6_ip', 'horn_harbor_floating_v6_ip')],
    flagged: ['base_lighthouse.yaml 49:3 lossy'],
    alike: [[everywhere('lamp_harbor_floating_v6_ip', 'lamp_harbor_v6_vip')]],
  },
  {
    id: 'R-41493',
    broken: [cut(base, '    metadata:\n      aap_exempt:\n        - lamp_extra_address\n')],
    flagged: ['base_lighthouse.yaml 52:3 by-hand'],
    alike: [
      [edit(base, 'aap_exempt:\n        - lamp_extra_address', 'aap_exempt: [lamp_extra_address, other]')],
    ],
  },
  {
    id: 'R-41493',
    broken: [
      edit(base, '    metadata:\n      aap_exempt:\n        - lamp_extra_address\n', ''),
      edit(
        base,
        '      network: {get_param: harbor_net_id}\n',
        '      network: {get_param: harbor_net_id}\n      value_specs: {aap_exempt: [lamp_extra_address]}\n',
      ),
    ],
    flagged: ['base_lighthouse.yaml 52:3 by-hand'],
  },
  {
    id: 'R-717227',
    broken: [everywhere('lamp_int_signal_floating_ip', 'lamp_int_signal_vip')],
    flagged: ['base_lighthouse.yaml 77:3 lossy'],
    alike: [[everywhere('lamp_int_signal_floating_v6_ips', 'lamp_int_signal_v6_vips')]],
  },
  {
    id: 'R-717227',
    broken: [cut(baseEnv, '  lamp_int_signal_floating_ip: 10.1.0.9\n')],
    flagged: ['base_lighthouse.yaml 77:3 by-hand'],
  },
  {
    id: 'R-805572',
    broken: [everywhere('lamp_int_signal_floating_v6_ips', 'lamp_int_signal_v6_vips')],
    flagged: ['base_lighthouse.yaml 80:3 lossy'],
    alike: [
      [
        everywhere('lamp_int_signal_floating_v6_ips', 'lamp_int_signal_floating_v6_ip'),
        typed(base, 'lamp_int_signal_floating_v6_ip', 'comma_delimited_list', 'string'),
      ],
    ],
  },
  {
    id: 'R-805572',
    broken: [typed(base, 'lamp_int_signal_floating_v6_ips', 'comma_delimited_list', 'string')],
    flagged: ['base_lighthouse.yaml 80:3 lossy'],
  },
  // --- what belongs together
  {
    id: 'R-681859',
    broken: [everywhere('lamp_harbor_ip_0', 'lamp_haven_ip_0')],
    flagged: ['base_lighthouse.yaml 126:3 lossy'],
    alike: [
      [everywhere('lamp_harbor_ip_0', 'lamp_Harbor_ip_0')],
      [everywhere('lamp_extra_address', 'lamp_far_address')],
    ],
  },
  {
    id: 'R-681859',
    broken: [everywhere('horn_0_harbor_port_0', 'horn_0_far_port_0')],
    flagged: ['module_horn.yaml 80:3 by-hand'],
  },
  {
    id: 'R-70964',
    broken: [
      edit(
        base,
        '- ip_address: {get_param: lamp_int_signal_ip_0}',
        '- ip_address: {get_param: lamp_int_signal_ip_0}\n          subnet: {get_resource: int_signal_subnet_0}',
      ),
    ],
    flagged: ['base_lighthouse.yaml 149:19 lossy'],
    alike: [
      [
        edit(
          base,
          '- ip_address: {get_param: lamp_harbor_ip_0}',
          '- ip_address: {get_param: lamp_harbor_ip_0}\n          subnet: {get_param: harbor_subnet_id}',
        ),
      ],
      [
        edit(
          base,
          '- ip_address: {get_param: lamp_int_signal_ip_0}',
          '- subnet: {get_resource: int_signal_subnet_0}',
        ),
      ],
    ],
  },
  {
    id: 'R-304011',
    broken: [everywhere('lamp_image_name', 'torch_image_name')],
    flagged: ['base_lighthouse.yaml 172:3 lossy'],
    alike: [[everywhere('lamp_image_name', 'Lamp_image_name')]],
  },
  {
    id: 'R-304011',
    broken: [everywhere('horn_0_int_signal_port_0', 'horn_2_int_signal_port_0')],
    flagged: ['module_horn.yaml 96:3 by-hand'],
  },
  {
    // No server is of the vm-type in the name of the parameter: that one is called wrong.
    id: 'R-304011',
    broken: [everywhere('lamp_name_0', 'lamp_server_name_0'), everywhere('horn_names', 'horn_server_names')],
    flagged: ['base_lighthouse.yaml 34:3 lossy', 'module_horn.yaml 24:3 lossy'],
    alike: [[everywhere('lamp_name_0', 'Lamp_name_0')]],
  },
  {
    // All parameters say another vm-type than the ID, but so do the ports.
    id: 'R-304011',
    broken: [
      everywhere('lamp_image_name', 'torch_image_name'),
      everywhere('lamp_flavor_name', 'torch_flavor_name'),
      everywhere('lamp_name_0', 'torch_name_0'),
    ],
    flagged: ['base_lighthouse.yaml 172:3 by-hand'],
  },
  {
    id: 'R-57282',
    broken: [everywhere('buoy_image_name', 'horn_image_name')],
    flagged: ['nested_buoy.yaml 85:14 lossy'],
    alike: [
      // The names that the server has beside its ID are of one vm-type.
      [
        everywhere('lamp_image_name', 'torch_image_name'),
        everywhere('lamp_flavor_name', 'torch_flavor_name'),
        everywhere('lamp_name_0', 'torch_name_0'),
      ],
    ],
  },
  {
    // Its own, and called like that of another vm-type.
    id: 'R-57282',
    broken: [everywhere('lamp_image_name', 'torch_image_name')],
    flagged: ['base_lighthouse.yaml 176:14 lossy'],
    alike: [[everywhere('lamp_image_name', 'Lamp_image_name')]],
  },
  {
    // The ID says no vm-type.
    id: 'R-57282',
    broken: [everywhere('lamp_server_0', 'lamp'), everywhere('lamp_image_name', 'torch_image_name')],
    flagged: ['base_lighthouse.yaml 176:14 lossy'],
    alike: [[everywhere('lamp_server_0', 'lamp')]],
  },
  {
    id: 'R-40499',
    broken: [everywhere('horn_flavor_name', 'buoy_flavor_name')],
    flagged: ['module_horn.yaml 101:15 lossy', 'module_horn.yaml 135:15 lossy'],
    alike: [[everywhere('lamp_image_name', 'torch_image_name')]],
  },
  {
    id: 'R-40499',
    broken: [everywhere('lamp_flavor_name', 'torch_flavor_name')],
    flagged: ['base_lighthouse.yaml 177:15 lossy'],
  },
  {
    id: 'R-01455',
    broken: [
      declare(horn, 'big_flavor_name'),
      edit(
        horn,
        'name: {get_param: [horn_names, 1]}\n      image: {get_param: horn_image_name}\n      flavor: {get_param: horn_flavor_name}',
        'name: {get_param: [horn_names, 1]}\n      image: {get_param: horn_image_name}\n      flavor: {get_param: big_flavor_name}',
      ),
    ],
    flagged: ['module_horn.yaml 133:3 by-hand'],
    alike: [[edit(horn, 'vm_role: horn', 'vm_role: horn_of_fog')]],
  },
  {
    id: 'R-01455',
    broken: [
      cut(horn, '        - port: {get_resource: horn_1_int_signal_port_0}\n'),
      resource(
        horn,
        '  horn_volume_attachment_0:\n    type: OS::Cinder::VolumeAttachment\n    properties: {instance_uuid: {get_resource: horn_server_1}, volume_id: x}\n',
      ),
    ],
    flagged: ['module_horn.yaml 133:3 by-hand'],
    alike: [
      [
        edit(
          horn,
          '        - port: {get_resource: horn_1_harbor_port_0}\n        - port: {get_resource: horn_1_int_signal_port_0}',
          '        - port: {get_resource: horn_1_int_signal_port_0}\n        - port: {get_resource: horn_1_harbor_port_0}',
        ),
      ],
    ],
  },
  {
    // The ID says no vm-type.
    id: 'R-304011',
    broken: [everywhere('lamp_server_0', 'lamp'), everywhere('lamp_flavor_name', 'light_flavor_name')],
    flagged: ['base_lighthouse.yaml 172:3 lossy'],
    alike: [[everywhere('lamp_server_0', 'lamp')]],
  },
  // --- words
  {
    // Its parameters say which vm-type is meant.
    id: 'R-98407',
    broken: [everywhere('horn_server_0', 'horn_int_server_0')],
    flagged: ['module_horn.yaml 96:3 lossy'],
    alike: [[everywhere('lamp_', 'pointer_')]],
  },
  {
    id: 'R-26506',
    broken: [everywhere('harbor_net_name', 'harbor_v6_net_name')],
    flagged: ['module_horn.yaml 30:3 by-hand'],
    alike: [[everywhere('harbor', 'harbor_v6_side')]],
  },
  {
    id: 'R-26506',
    broken: [everywhere('harbor', 'harbor_2')],
    flagged: ['base_lighthouse.yaml 126:3 by-hand'],
    alike: [[everywhere('harbor', 'harbor2')], [everywhere('harbor', 'subint_harbor')]],
  },
  {
    id: 'R-26506',
    broken: [everywhere('signal', 'signal_2_way')],
    flagged: ['base_lighthouse.yaml 94:3 by-hand'],
  },
  {
    id: 'R-48067',
    broken: [everywhere('signal', 'lamp_signal')],
    flagged: ['base_lighthouse.yaml 172:3 by-hand'],
    alike: [[everywhere('signal', 'lam_signal')]],
  },
  {
    id: 'R-00977',
    broken: [everywhere('buoy_', 'harbor_buoy_')],
    flagged: ['base_lighthouse.yaml 126:3 by-hand'],
    alike: [[everywhere('buoy_', 'har_buoy_')]],
  },
  {
    id: 'R-32394',
    broken: [everywhere('lamp_flavor_name', 'Lamp_flavor_name')],
    flagged: ['base_lighthouse.yaml 63:3 by-hand'],
    alike: [[everywhere('lamp_flavor_name', 'Horn_of_lamp_flavor_name')]],
  },
  {
    id: 'R-46839',
    broken: [everywhere('horn_server_1', 'Horn_server_1')],
    flagged: ['module_horn.yaml 130:3 by-hand'],
    alike: [[everywhere('horn_names', 'Horn_names')]],
  },
  {
    id: 'R-36687',
    broken: [
      everywhere('lamp_flavor_name', 'Lamp_flavor_name'),
      everywhere('lamp_image_name', 'Lamp_image_name'),
      everywhere('lamp_name_0', 'Lamp_name_0'),
    ],
    flagged: ['base_lighthouse.yaml 60:3 by-hand'],
    alike: [[everywhere('lamp_', 'Lamp_')]],
  },
  {
    id: 'R-58424',
    broken: [everywhere('harbor_net_name', 'Harbor_net_name')],
    flagged: ['module_horn.yaml 30:3 by-hand'],
    alike: [[everywhere('horn_0_harbor_port_0', 'horn_0_Harbor_port_0')]],
  },
  {
    id: 'R-21511',
    broken: [everywhere('horn_0_harbor_port_0', 'horn_0_Harbor_port_0')],
    flagged: ['module_horn.yaml 80:3 by-hand'],
    alike: [[everywhere('harbor_net_name', 'Harbor_net_name')]],
  },
  {
    id: 'R-86588',
    broken: [everywhere('harbor_net_name', 'Harbor_net_name'), everywhere('harbor_net_id', 'Harbor_net_id')],
    flagged: ['base_lighthouse.yaml 37:3 by-hand'],
    alike: [[everywhere('harbor', 'Harbor')]],
  },
  {
    id: 'R-11690',
    broken: [everywhere('horn_server_1', 'horn_server_2')],
    flagged: ['module_horn.yaml 130:3 lossy'],
    alike: [[everywhere('lamp_RSC', 'lamp_RSC_7b')]],
  },
  {
    id: 'R-11690',
    broken: [
      everywhere('lamp_0_harbor_port_0', 'lamp_0_harbor_port_1'),
      everywhere('lamp_volume_0', 'lamp_volume_1'),
    ],
    flagged: ['base_lighthouse.yaml 126:3 lossy', 'base_lighthouse_volume.yaml 14:3 lossy'],
  },
  {
    id: 'R-85734',
    broken: [
      edit(
        base,
        '        str_replace:\n          template: VNF_NAME_lamp_RANDOM\n          params:\n            VNF_NAME: {get_param: vnf_name}\n            RANDOM: {get_attr: [lighthouse_random, value]}\n',
        '        lamps\n',
      ),
      edit(base, 'template: VNF_NAME_signal', 'template: signal'),
    ],
    flagged: ['base_lighthouse.yaml 98:9 by-hand', 'base_lighthouse.yaml 120:9 lossy'],
    alike: [
      [
        edit(
          base,
          '        str_replace:\n          template: VNF_NAME_lamp_RANDOM',
          '        str_replace_strict:\n          template: VNF_NAME_lamp_RANDOM',
        ),
      ],
      [declare(buoy, 'name'), edit(horn, 'index: "%index%"', 'index: "%index%"\n          name: buoy')],
    ],
  },
  {
    id: 'R-85734',
    broken: [
      resource(
        base,
        '  spare_network:\n    type: OS::Neutron::Net\n    properties:\n      name: {str_replace: {template: VNF_NAME_signal, params: {VNF_NAME: {get_param: vnf_name}}}}\n',
      ),
      declare(base, 'disk_name'),
      resource(
        base,
        '  spare_disk:\n    type: OS::Cinder::Volume\n    properties: {name: {get_param: disk_name}}\n',
      ),
    ],
    flagged: ['base_lighthouse.yaml 96:24 lossy', 'base_lighthouse.yaml 108:9 by-hand'],
  },
]
