/** Files, resources and calls: the cases of the lighthouse. */
import type { RequirementCase } from '../case.ts'
import { append, cut, declare, edit, everywhere, file, remove, rename, resource } from '../changes.ts'

const base = 'base_lighthouse.yaml'
const volume = 'base_lighthouse_volume.yaml'
const horn = 'module_horn.yaml'
const hornEnv = 'module_horn.env'
const buoy = 'nested_buoy.yaml'

/** A small template that meets most requirements. */
const small = (resources: string, parameters = '{}', outputs = '') =>
  `heat_template_version: 2018-03-02\ndescription: small\nparameters: ${parameters}\nresources:\n${resources}${outputs}`

const spareVolume = '  spare_volume:\n    type: OS::Cinder::Volume\n'
const spareServer = '  spare_server:\n    type: OS::Nova::Server\n'

export const packageCases: readonly RequirementCase[] = [
  // --- files
  {
    id: 'R-37028',
    broken: [rename(base, 'lighthouse.yaml')],
    flagged: ['base_lighthouse_volume.yaml 1:1 by-hand'],
    alike: [[rename(base, 'BASE_lighthouse.yaml')]],
  },
  {
    id: 'R-37028',
    broken: [file('other_base.yaml', small(spareServer))],
    flagged: ['other_base.yaml 1:1 by-hand'],
    alike: [[file('base_other_volume.yaml', small(spareVolume))]],
  },
  {
    id: 'R-81339',
    broken: [rename(base, 'base-lighthouse.yaml')],
    flagged: ['base-lighthouse.yaml 1:1 by-hand'],
    alike: [
      [rename(base, 'base.yaml')],
      [rename(base, 'lighthouse_base.yml')],
      [rename(base, 'light_Base_house.yaml')],
    ],
  },
  {
    id: 'R-81339',
    broken: [rename(base, 'lighthousebase.yaml')],
    flagged: ['lighthousebase.yaml 1:1 by-hand'],
  },
  { id: 'R-81339', broken: [rename(base, 'base_of_base.yaml')], flagged: ['base_of_base.yaml 1:1 by-hand'] },
  {
    id: 'R-87247',
    broken: [rename(horn, 'module-horn.yaml')],
    flagged: ['module-horn.yaml 1:1 lossy'],
    alike: [[rename(horn, 'Module_Horn_2.yaml')]],
  },
  {
    id: 'R-87247',
    broken: [rename(horn, 'module-horn.yaml'), rename(hornEnv, 'module-horn.env')],
    flagged: ['module-horn.yaml 1:1 lossy'],
  },
  {
    id: 'R-87247',
    broken: [
      rename(horn, 'module-horn.yaml'),
      rename(hornEnv, 'module-horn.env'),
      file('Module_horn.env', 'parameters: {}\n'),
    ],
    flagged: ['module-horn.yaml 1:1 by-hand'],
  },
  {
    id: 'R-76057',
    broken: [
      rename(buoy, 'nested.buoy.yaml'),
      edit(horn, 'type: nested_buoy.yaml', 'type: nested.buoy.yaml'),
    ],
    flagged: ['nested.buoy.yaml 1:1 lossy'],
    alike: [
      [rename(buoy, 'buoy_nest_1.yaml'), edit(horn, 'type: nested_buoy.yaml', 'type: buoy_nest_1.yaml')],
    ],
  },
  {
    id: 'R-76057',
    broken: [
      rename(buoy, 'nested_database.yaml'),
      edit(horn, 'type: nested_buoy.yaml', 'type: nested_database.yaml'),
    ],
    flagged: ['nested_database.yaml 1:1 by-hand'],
  },
  {
    id: 'R-70276',
    broken: [rename(buoy, 'buoy.yaml'), edit(horn, 'type: nested_buoy.yaml', 'type: buoy.yaml')],
    flagged: ['buoy.yaml 1:1 by-hand'],
    alike: [[rename(horn, 'horn.yaml')]],
  },
  {
    id: 'R-82732',
    broken: [rename(volume, 'lighthouse_volume.yaml')],
    flagged: ['lighthouse_volume.yaml 1:1 by-hand'],
    alike: [[rename(volume, 'module_horn_volume.yaml')]],
  },
  {
    id: 'R-87485',
    broken: [rename(horn, 'module_horn.YAML'), rename(base, 'base_lighthouse.hot')],
    flagged: ['base_lighthouse.hot 1:1 by-hand', 'module_horn.YAML 1:1 by-hand'],
    alike: [[rename(horn, 'module_horn.yml')]],
  },
  {
    id: 'R-56438',
    broken: [
      rename(buoy, 'nested_buoy.template'),
      edit(horn, 'type: nested_buoy.yaml', 'type: nested_buoy.template'),
    ],
    flagged: ['nested_buoy.template 1:1 by-hand'],
    alike: [[rename(buoy, 'nested_buoy.yml'), edit(horn, 'type: nested_buoy.yaml', 'type: nested_buoy.yml')]],
  },
  {
    id: 'R-99646',
    broken: [
      file('more/nested_buoy.yaml', small(spareServer)),
      resource(horn, '  more:\n    type: more/nested_buoy.yaml\n'),
    ],
    flagged: ['nested_buoy.yaml 1:1 by-hand'],
    alike: [
      [
        file('more/nested_more.yaml', small(spareServer)),
        resource(horn, '  more:\n    type: more/nested_more.yaml\n'),
      ],
    ],
  },
  {
    id: 'R-511776',
    broken: [
      rename(buoy, 'more/nested_buoy.yaml'),
      edit(horn, 'type: nested_buoy.yaml', 'type: more/nested_buoy.yaml'),
      file('scripts/install/run.sh', 'true\n'),
      file('scripts/install/stop.sh', 'true\n'),
    ],
    flagged: ['more/nested_buoy.yaml 1:1 by-hand', 'scripts/install/run.sh 1:1 by-hand'],
    alike: [[file('elsewhere/base.yaml', small(spareServer))]],
  },
  {
    id: 'R-348813',
    broken: [file('lamp.qcow2', 'QFI'), file('lamp.img.gz', '..')],
    flagged: ['lamp.img.gz 1:1 by-hand', 'lamp.qcow2 1:1 by-hand'],
    alike: [[file('image.txt', 'lamp.qcow2')]],
  },
  // --- modules
  {
    id: 'R-610030',
    broken: [
      file('module_group.yaml', small('  shared_security_group:\n    type: OS::Neutron::SecurityGroup\n')),
    ],
    flagged: ['module_group.yaml 1:1 by-hand'],
    alike: [
      [file('module_disk.yaml', small(spareVolume))],
      [
        file(
          'module_more.yaml',
          small(
            '  more:\n    type: OS::Heat::ResourceGroup\n    properties: {resource_def: {type: nested_buoy.yaml}}\n',
          ),
        ),
      ],
    ],
  },
  {
    id: 'R-270358',
    broken: [file('module_horn_volume.yaml', small('  a:\n    type: OS::Heat::RandomString\n'))],
    flagged: ['module_horn_volume.yaml 1:1 by-hand'],
    alike: [
      [
        file('nested_disk.yaml', small(spareVolume)),
        file('module_horn_volume.yaml', small('  disks:\n    type: nested_disk.yaml\n')),
      ],
    ],
  },
  {
    id: 'R-589037',
    broken: [resource(volume, '  disk_key:\n    type: OS::Nova::KeyPair\n')],
    flagged: ['base_lighthouse_volume.yaml 14:3 by-hand'],
    alike: [
      [
        resource(
          volume,
          '  disks:\n    type: OS::Heat::ResourceGroup\n    properties: {count: 1, resource_def: {type: OS::Cinder::Volume}}\n',
        ),
      ],
    ],
  },
  {
    id: 'R-589037',
    broken: [
      rename('base_lighthouse_volume.yaml', 'disks.yaml'),
      rename('base_lighthouse_volume.env', 'disks.env'),
    ],
    flagged: ['disks.yaml 1:1 by-hand'],
    alike: [
      [
        rename('base_lighthouse_volume.yaml', 'disks.yaml'),
        edit('disks.yaml', 'resources:\n', 'resources:\n  key: {type: OS::Heat::None}\n'),
      ],
    ],
  },
  {
    id: 'R-89913',
    broken: [resource(volume, '  lamp_volume_1:\n    type: OS::Cinder::Volume\n')],
    flagged: ['base_lighthouse_volume.yaml 14:3 by-hand'],
    alike: [[edit(volume, 'value: {get_resource: lamp_volume_0}', 'value: [{get_resource: lamp_volume_0}]')]],
  },
  {
    id: 'R-89913',
    broken: [
      file('nested_disk.yaml', small(spareVolume)),
      resource(
        volume,
        '  disks:\n    type: OS::Heat::ResourceGroup\n    properties: {count: 1, resource_def: {type: nested_disk.yaml}}\n',
      ),
    ],
    flagged: ['base_lighthouse_volume.yaml 14:3 by-hand'],
    alike: [
      [
        file('nested_disk.yaml', small(spareVolume)),
        resource(
          volume,
          '  disks:\n    type: OS::Heat::ResourceGroup\n    properties: {count: 1, resource_def: {type: nested_disk.yaml}}\n',
        ),
        append(volume, '  disk_ids:\n    value: {get_attr: [disks, refs]}\n'),
      ],
    ],
  },
  {
    id: 'R-07443',
    broken: [append(volume, '  lamp_volume_size:\n    value: {get_param: lamp_volume_size}\n')],
    flagged: ['base_lighthouse_volume.yaml 28:3 by-hand'],
    alike: [
      [
        edit(
          base,
          '  lamp_volume_id_0:\n    type: string',
          '  lamp_volume_id_0:\n    type: string\n    label: disk',
        ),
      ],
    ],
  },
  {
    id: 'R-07443',
    broken: [edit(base, '  lamp_volume_id_0:\n    type: string', '  lamp_volume_id_0:\n    type: json')],
    flagged: ['base_lighthouse.yaml 56:3 by-hand'],
  },
  {
    id: 'R-11200',
    broken: [rename(volume, 'lighthouse_volume.yaml')],
    flagged: ['lighthouse_volume.yaml 1:1 by-hand'],
    alike: [[rename(volume, 'module_horn_volume.yaml')]],
  },
  {
    id: 'R-11200',
    broken: [file('base_lighthouse.yml', small(spareServer))],
    flagged: ['base_lighthouse_volume.yaml 1:1 by-hand'],
  },
  {
    id: 'R-55306',
    broken: [
      declare(volume, 'vf_module_index', 'number'),
      edit(volume, '      size:', '      description: {get_param: vf_module_index}\n      size:'),
    ],
    flagged: ['base_lighthouse_volume.yaml 6:3 by-hand', 'base_lighthouse_volume.yaml 25:20 by-hand'],
    alike: [[edit(volume, 'description: The disk of the lamp', 'description: vf_module_index')]],
  },
  {
    id: 'R-55307',
    broken: [
      declare(horn, 'vf_module_index', 'number'),
      edit(horn, '{get_param: [horn_names, 0]}', '{get_param: [horn_names, {get_param: vf_module_index}]}'),
      edit(
        horn,
        '{get_param: [horn_harbor_ips, 0]}',
        '{get_param: [horn_harbor_ips, {get_param: vf_module_index}]}',
      ),
    ],
    flagged: ['module_horn.yaml 88:53 by-hand', 'module_horn.yaml 102:38 by-hand'],
    alike: [
      [
        declare(horn, 'vf_module_index', 'number'),
        edit(
          horn,
          '{get_param: [horn_int_signal_ips, 0]}',
          '{get_param: [horn_int_signal_ips, {get_param: vf_module_index}]}',
        ),
      ],
    ],
  },
  {
    id: 'R-25190',
    broken: [edit(volume, '      size:', '      availability_zone: nova\n      size:')],
    flagged: ['base_lighthouse_volume.yaml 22:26 lossy'],
    alike: [[edit(volume, '      size:', '      metadata: {availability_zone: nova}\n      size:')]],
  },
  // --- outputs
  {
    id: 'R-52753',
    broken: [append(base, '  lamp_key:\n    value: {get_resource: lamp_server_0}\n')],
    flagged: ['base_lighthouse.yaml 212:3 by-hand'],
    alike: [[remove(horn), remove(hornEnv)], [append(horn, 'outputs:\n  horn_key:\n    value: 1\n')]],
  },
  {
    id: 'R-52753',
    broken: [edit(horn, '  int_signal_net_id:\n    type: string', '  int_signal_net_id:\n    type: json')],
    flagged: ['module_horn.yaml 45:3 lossy'],
  },
  {
    id: 'R-18683',
    broken: [append(horn, 'outputs:\n  oam_management_v4_address:\n    value: 1\n')],
    flagged: ['module_horn.yaml 166:3 by-hand'],
    alike: [[append(horn, 'outputs:\n  oam_management_v6_address:\n    value: 1\n')]],
  },
  {
    id: 'R-94669',
    broken: [
      append(horn, 'outputs:\n  oam_management_v6_address:\n    value: 1\n'),
      append(base, '  oam_management_v6_address:\n    value: 1\n'),
    ],
    flagged: ['module_horn.yaml 166:3 by-hand'],
    alike: [[append(base, '  oam_management_v6_address:\n    value: 1\n')]],
  },
  // --- networks
  {
    id: 'R-16241',
    broken: [resource(base, '  int_spare_network:\n    type: OS::Neutron::Net\n')],
    flagged: ['base_lighthouse.yaml 91:3 by-hand'],
    alike: [
      [
        cut(
          base,
          '  int_signal_subnet_1:\n    type: OS::Neutron::Subnet\n    properties:\n      network: {get_resource: int_signal_network}\n',
        ),
      ],
      [
        file('nested_net.yaml', small(spareServer, '{n: {type: string, description: n}}')),
        resource(
          base,
          '  int_spare_network:\n    type: OS::Neutron::Net\n  more:\n    type: nested_net.yaml\n    properties: {n: {get_resource: int_spare_network}}\n',
        ),
      ],
    ],
  },
  {
    id: 'R-16968',
    broken: [
      resource(
        base,
        '  spare_network:\n    type: OS::Neutron::Net\n  wire:\n    type: OS::Neutron::ProviderNet\n  int_far_network:\n    type: OS::Neutron::Net\n    properties: {value_specs: {"router:external": true}}\n',
      ),
    ],
    flagged: [
      'base_lighthouse.yaml 91:3 lossy',
      'base_lighthouse.yaml 93:3 by-hand',
      'base_lighthouse.yaml 95:3 by-hand',
    ],
    alike: [
      [
        resource(
          base,
          '  int_far_network:\n    type: OS::Neutron::Net\n    properties: {value_specs: {"router:external": false}}\n',
        ),
      ],
    ],
  },
  {
    id: 'R-22688',
    broken: [
      cut(
        base,
        '  int_signal_net_id:\n    description: The inner network\n    value: {get_resource: int_signal_network}\n',
      ),
    ],
    flagged: ['base_lighthouse.yaml 94:3 lossy'],
    alike: [[everywhere('int_signal_net_id', 'int_signal_net_name')]],
  },
  {
    id: 'R-22688',
    broken: [
      resource(horn, '  int_spare_network:\n    type: OS::Neutron::Net\n'),
      file('module_more.yaml', small(spareServer, '{int_spare_net_id: {type: string, description: n}}')),
    ],
    flagged: ['module_horn.yaml 80:3 lossy'],
    alike: [[resource(horn, '  int_spare_network:\n    type: OS::Neutron::Net\n')]],
  },
  {
    id: 'R-35666',
    broken: [edit(horn, 'network: {get_param: int_signal_net_id}', 'network: {get_param: int_spare_net_id}')],
    flagged: ['module_horn.yaml 91:16 by-hand'],
    alike: [
      [everywhere('int_signal_net_id', 'int_signal_net_name')],
      [edit(base, 'network: {get_param: harbor_net_id}', 'network: {get_param: far_net_id}')],
    ],
  },
  {
    id: 'R-86972',
    broken: [resource(horn, '  int_spare_network:\n    type: OS::Neutron::Net\n')],
    flagged: ['module_horn.yaml 80:3 by-hand'],
    alike: [
      [
        file('nested_net.yaml', small('  int_spare_network:\n    type: OS::Neutron::Net\n')),
        resource(base, '  spare:\n    type: nested_net.yaml\n'),
      ],
    ],
  },
  // --- nested files
  {
    id: 'R-11041',
    broken: [
      declare(buoy, 'depth', 'number'),
      declare(buoy, 'vnf_type'),
      declare(horn, 'vnf_type'),
      declare(buoy, 'tide', 'number', '    default: 3\n'),
      // A list is not a string to Heat.
      declare(buoy, 'lamps'),
      declare(horn, 'lamps', 'comma_delimited_list'),
      cut(horn, '          colour: {get_param: buoy_colour}\n'),
    ],
    flagged: [
      'module_horn.yaml 147:3 lossy',
      'module_horn.yaml 147:3 safe',
      'module_horn.yaml 147:3 lossy',
      'module_horn.yaml 147:3 lossy',
      'module_horn.yaml 147:3 by-hand',
    ],
    alike: [[edit(horn, 'colour: {get_param: buoy_colour}', 'colour:')]],
  },
  {
    id: 'R-17528',
    broken: [resource(buoy, '  more_server_0:\n    type: OS::Nova::Server\n')],
    flagged: ['nested_buoy.yaml 83:3 by-hand'],
    alike: [[resource(horn, '  more_server_0:\n    type: OS::Nova::Server\n')]],
  },
  {
    id: 'R-17528',
    broken: [
      file('nested_bell.yaml', small('  bell_key:\n    type: OS::Nova::KeyPair\n')),
      resource(buoy, '  bell:\n    type: nested_bell.yaml\n'),
    ],
    flagged: ['nested_bell.yaml 5:3 by-hand'],
    alike: [
      [
        file('nested_bell.yaml', small('', '{}', 'outputs:\n  a: {value: 1}\n')),
        resource(buoy, '  bell:\n    type: nested_bell.yaml\n'),
      ],
    ],
  },
  {
    id: 'R-60011',
    broken: [
      file('nested_bell.yaml', small('  rope:\n    type: nested_rope.yaml\n')),
      file('nested_rope.yaml', small('  a:\n    type: OS::Heat::None\n')),
      resource(buoy, '  bell:\n    type: nested_bell.yaml\n'),
    ],
    flagged: ['nested_bell.yaml 5:3 by-hand'],
    alike: [
      [
        file('nested_bell.yaml', small('  a:\n    type: OS::Heat::None\n')),
        resource(buoy, '  bell:\n    type: nested_bell.yaml\n'),
      ],
    ],
  },
  {
    id: 'R-708564',
    broken: [
      edit(
        horn,
        'harbor_net_name: {get_param: harbor_net_name}',
        'harbor_net_name: {get_param: int_signal_net_id}',
      ),
      edit(
        horn,
        'vnf_name: {get_param: vnf_name}\n          vf_module_id',
        'vnf_name: {get_param: vnf_id}\n          vf_module_id',
      ),
    ],
    flagged: ['module_horn.yaml 149:11 by-hand', 'module_horn.yaml 157:11 by-hand'],
    alike: [
      [edit(horn, 'harbor_net_name: {get_param: harbor_net_name}', 'harbor_net_name: harbor')],
      [edit(horn, 'colour: {get_param: buoy_colour}', 'colour: {get_param: vnf_name}')],
    ],
  },
  {
    id: 'R-708564',
    broken: [
      edit(buoy, '  buoy_flavor_name:\n', '  flavor_of_buoy:\n'),
      edit(buoy, '{get_param: buoy_flavor_name}', '{get_param: flavor_of_buoy}'),
      edit(horn, 'buoy_flavor_name: {get_param', 'flavor_of_buoy: {get_param'),
    ],
    flagged: ['module_horn.yaml 156:11 lossy'],
  },
  {
    // An item of a list.
    id: 'R-708564',
    broken: [
      edit(buoy, '  buoy_names:\n    type: comma_delimited_list\n', '  buoy_name:\n    type: string\n'),
      edit(buoy, '{get_param: [buoy_names, {get_param: index}]}', '{get_param: buoy_name}'),
      edit(horn, 'buoy_names: {get_param: buoy_names}', 'buoy_name: {get_param: [buoy_names, 0]}'),
    ],
    flagged: ['module_horn.yaml 154:11 lossy'],
  },
  // --- references
  {
    id: 'R-10834',
    broken: [
      edit(
        buoy,
        '{get_param: [buoy_names, {get_param: index}]}',
        '{get_param: [buoy_names, {get_param: [index, 0]}]}',
      ),
    ],
    flagged: ['nested_buoy.yaml 84:38 by-hand'],
    alike: [
      [append(base, '  nested:\n    value: {get_param: [lamp_names, {get_param: [index, 0]}]}\n')],
      [
        edit(
          buoy,
          '{get_param: [buoy_names, {get_param: index}]}',
          '{get_param: [buoy_names, {get_param: index}, {get_param: index}]}',
        ),
      ],
    ],
  },
  {
    id: 'R-53952',
    broken: [resource(horn, '  more:\n    type: https://example.org/thing\n')],
    flagged: ['module_horn.yaml 81:11 by-hand'],
    alike: [
      [resource(horn, '  more:\n    type: Example::Thing::Httpd\n')],
      [resource(horn, '  more:\n    type: file:///thing.yaml\n')],
    ],
  },
  {
    id: 'R-71699',
    broken: [
      resource(
        horn,
        '  more:\n    type: http://example.org/nested.yaml\n  group:\n    type: OS::Heat::ResourceGroup\n    properties: {resource_def: {type: "HTTPS://example.org/x"}}\n',
      ),
    ],
    flagged: ['module_horn.yaml 81:11 by-hand', 'module_horn.yaml 84:39 by-hand'],
    alike: [[resource(horn, '  more:\n    type: https://example.org/thing\n')]],
  },
  {
    id: 'R-41888',
    broken: [edit(base, 'get_file: lamp.sh', 'get_file: "http://example.org/lamp.sh"')],
    flagged: ['base_lighthouse.yaml 157:26 by-hand'],
    alike: [[edit(base, 'config: {get_file: lamp.sh}', 'config: "get_file: http://example.org"')]],
  },
  {
    id: 'R-76718',
    broken: [edit(base, 'get_file: lamp.sh', 'get_file: lamps.sh')],
    flagged: ['base_lighthouse.yaml 157:26 by-hand'],
    alike: [
      [edit(base, 'get_file: lamp.sh', 'get_file: ./lamp.sh')],
      [edit(base, 'get_file: lamp.sh', 'get_file: module_horn.env')],
    ],
  },
  // --- IDs
  {
    id: 'R-75141',
    broken: [
      everywhere('lamp_RSC', 'lamp-RSC'),
      everywhere('lighthouse_random', 'leuchtt\u00fcrme'),
      resource(base, '  lamp_RCC.1:\n    type: OS::Heat::None\n  lamp_RCC_1:\n    type: OS::Heat::None\n'),
    ],
    flagged: [
      'base_lighthouse.yaml 91:3 lossy',
      'base_lighthouse.yaml 95:3 lossy',
      'base_lighthouse.yaml 158:3 lossy',
    ],
    alike: [[everywhere('lamp_RSC', 'lamp_RSC_2b')]],
  },
  {
    id: 'R-16447',
    broken: [
      resource(horn, '  lamp_RCC:\n    type: OS::Heat::None\n'),
      resource(buoy, '  lamp_RCC:\n    type: OS::Heat::None\n'),
    ],
    flagged: ['module_horn.yaml 80:3 lossy', 'nested_buoy.yaml 59:3 lossy'],
    alike: [[resource(horn, '  more_buoys:\n    type: nested_buoy.yaml\n')]],
  },
  {
    id: 'R-29751',
    broken: [everywhere('lamp_server_0', 'lamp_0')],
    flagged: ['base_lighthouse.yaml 172:3 lossy'],
    alike: [[everywhere('lamp_server_0', 'big_lamp_server_0')]],
  },
  {
    id: 'R-20453',
    broken: [everywhere('lamp_0_harbor_port_0', 'lamp_harbor_port_0')],
    flagged: ['base_lighthouse.yaml 126:3 lossy'],
    alike: [
      [everywhere('lamp_0_harbor_port_0', 'Reserve_Port_lamp_harbor_floating_ip_0')],
      [everywhere('lamp_0_int_signal_port_0', 'lamp_int_signal_port_0')],
    ],
  },
  {
    id: 'R-26351',
    broken: [everywhere('lamp_0_int_signal_port_0', 'lamp_0_signal_port_0')],
    flagged: ['base_lighthouse.yaml 143:3 by-hand'],
    alike: [[everywhere('lamp_0_harbor_port_0', 'lamp_harbor_port_0')]],
  },
  {
    id: 'R-25720',
    broken: [everywhere('int_signal_network', 'signal_network')],
    flagged: ['base_lighthouse.yaml 94:3 lossy'],
    alike: [[everywhere('int_signal_network', 'int_signal_wide_network')]],
  },
  {
    id: 'R-59434',
    broken: [everywhere('int_signal_subnet_1', 'int_signal_v6_subnet')],
    flagged: ['base_lighthouse.yaml 109:3 lossy'],
    alike: [[everywhere('int_signal_subnet_1', 'int_signal_v6_subnet_0')]],
  },
  {
    id: 'R-87004',
    broken: [everywhere('lamp_volume_0', 'disk_volume_0')],
    flagged: ['base_lighthouse_volume.yaml 14:3 lossy'],
    alike: [[everywhere('lamp_volume_0', 'lamp_volume_1')]],
  },
  {
    id: 'R-86497',
    broken: [everywhere('lamp_volume_attachment_0', 'lamp_attachment_0')],
    flagged: ['base_lighthouse.yaml 193:3 lossy'],
    alike: [[everywhere('lamp_volume_attachment_0', 'LAMP_volume_attachment_0')]],
  },
  {
    id: 'R-04747',
    broken: [everywhere('lamp_RCC', 'cloud_RCC')],
    flagged: ['base_lighthouse.yaml 159:3 lossy'],
    alike: [[everywhere('lamp_RCC', 'RCC_of_Lamp')]],
  },
  {
    id: 'R-08975',
    broken: [everywhere('lamp_RSC', 'soft_RSC')],
    flagged: ['base_lighthouse.yaml 154:3 lossy'],
    alike: [[everywhere('lamp_RSC', 'start_horn')]],
  },
  {
    id: 'R-30804',
    broken: [everywhere('lamp_RMM', 'mime')],
    flagged: ['base_lighthouse.yaml 165:3 lossy'],
    alike: [[everywhere('lamp_RMM', 'lamp_mime')]],
  },
  // --- Heat's own rules
  {
    id: 'R-95303',
    broken: [file(horn, 'heat_template_version: 2018-03-02\nresources: [\n')],
    flagged: ['module_horn.yaml 1:1 by-hand'],
    alike: [
      [file('notes.yaml', 'a: [\n')],
      [
        file(
          'module_horn.yaml.j2',
          'heat_template_version: 2018-03-02\n{% if x %}\nresources: {}\n{% endif %}\n',
        ),
      ],
    ],
  },
  {
    id: 'R-92635',
    broken: [
      edit(base, 'get_resource: lamp_RMM', 'get_resource: lamp_RMMM'),
      edit(horn, '      metadata: *horn', '      metadata: *horn\n    metadata: {}\n    metadata: {}'),
      edit(
        horn,
        '- port: {get_resource: horn_1_int_signal_port_0}',
        '- port: {get_resource: horn_0_int_signal_port_0}',
      ),
      edit(buoy, 'get_param: colour', 'get_param: color'),
      resource(base, '  lamp_bad:\n    type: OS::BAD::Thing\n'),
      edit(buoy, 'heat_template_version: ', 'heat_template_version: 9'),
      // In environments: a value of another type, and a section that there is not.
      edit('module_horn.env', 'buoy_count: 2', 'buoy_count: two'),
      append('module_horn.env', 'parameter_default: {}\n'),
    ],
    flagged: [
      'base_lighthouse.yaml 92:11 by-hand',
      'base_lighthouse.yaml 184:33 by-hand',
      'module_horn.env 8:3 by-hand',
      'module_horn.env 10:1 by-hand',
      'module_horn.yaml 138:17 by-hand',
      'module_horn.yaml 140:5 by-hand',
      'nested_buoy.yaml 1:1 by-hand',
      'nested_buoy.yaml 97:29 by-hand',
    ],
    // What Heat takes: merge keys, pseudo parameters, types of other vendors, missing types (R-36772).
    alike: [
      [edit(horn, 'metadata: *horn', 'metadata: {<<: *horn}')],
      [edit(buoy, 'get_param: colour', 'get_param: "OS::stack_name"')],
      [
        // Deprecated names, which Heat translates.
        edit(
          base,
          '      network: {get_resource: int_signal_network}',
          '      network_id: {get_resource: int_signal_network}',
        ),
      ],
      [resource(base, '  lamp_thing:\n    type: Vendor::Thing\n')],
      [resource(base, '  lamp_thing:\n    type: OS::ContrailV2::ServiceHealthCheck\n')],
      [
        resource(base, '  lamp_thing:\n    type: OS::BAD::Thing\n'),
        append('base_lighthouse.env', 'resource_registry: {"OS::BAD::Thing": nested_buoy.yaml}\n'),
      ],
      [edit(base, '  signal_cidr:\n    type: string\n', '  signal_cidr:\n')],
      [edit(base, '  signal_cidr:\n    type: string\n', '  signal_cidr:\n    type: String\n')],
      // What other requirements are about: a name that nothing declares, a registry, a section without content.
      [append('module_horn.env', '  buoy_weight: 9\nresource_registry: {restricted_actions: 1}\n')],
      [file('base_lighthouse.env', 'parameters:\n')],
      // Text that is a number, no value at all, and a value that Heat reads otherwise than it looks.
      [edit('module_horn.env', 'buoy_count: 2', 'buoy_count: "2"')],
      [edit('module_horn.env', 'buoy_count: 2', 'buoy_count:')],
      [edit('module_horn.env', 'buoy_colour: red', 'buoy_colour: {get_param: x}')],
    ],
  },
]
