/** Which parameters environments must hold, and must not; metadata and its parameters. */
import type { RequirementId } from '../../../src/rules/onap/requirement.ts'
import type { RequirementCase } from '../case.ts'
import { append, cut, declare, edit } from '../changes.ts'

const base = 'base_lighthouse.yaml'
const baseEnv = 'base_lighthouse.env'
const horn = 'module_horn.yaml'
const hornEnv = 'module_horn.env'
const buoy = 'nested_buoy.yaml'

const constrained = (name: string): RequirementCase['broken'] => [
  edit(
    base,
    `  ${name}:\n    type: string\n`,
    `  ${name}:\n    type: string\n    constraints: [{length: {min: 1}}]\n`,
  ),
]

/** Parameters with fixed names: no constraints, and no value in an environment. */
const assigned: readonly (readonly [
  name: string,
  noConstraints: RequirementId,
  at: string,
  noValue: RequirementId,
])[] = [
  ['vnf_id', 'R-55218', '9:5', 'R-20856'],
  ['vnf_name', 'R-44318', '12:5', 'R-36542'],
  ['vf_module_id', 'R-98374', '15:5', 'R-72871'],
  ['vf_module_name', 'R-15480', '18:5', 'R-80374'],
  ['workload_context', 'R-34055', '24:5', 'R-02691'],
  ['environment_context', 'R-56183', '27:5', 'R-13194'],
]

const assignedCases: readonly RequirementCase[] = assigned.flatMap(([name, noConstraints, at, noValue]) => [
  {
    id: noConstraints,
    broken: constrained(name),
    flagged: [`base_lighthouse.yaml ${at} lossy`],
    alike: [[declare(base, `${name}_suffix`, 'string', '    constraints: [{length: {min: 1}}]\n')]],
  },
  {
    id: noValue,
    broken: [append(baseEnv, `  ${name}: x\n`), append(hornEnv, `parameter_defaults:\n  ${name}:\n`)],
    flagged: ['base_lighthouse.env 11:3 supplied', 'module_horn.env 11:3 supplied'],
    // A validator that compares the beginnings of names would find this one.
    alike: [[declare(base, `${name}_suffix`), append(baseEnv, `  ${name}_suffix: x\n`)]],
  },
])

export const valueCases: readonly RequirementCase[] = [
  ...assignedCases,
  {
    id: 'R-09811',
    broken: [
      edit(
        base,
        '  vf_module_index:\n    type: number\n',
        '  vf_module_index:\n    type: number\n    constraints: [{range: {min: 0}}]\n',
      ),
    ],
    flagged: ['base_lighthouse.yaml 21:5 lossy'],
    alike: [[declare(base, 'lamp_index', 'number', '    constraints: [{range: {min: 0}}]\n')]],
  },
  {
    id: 'R-37039',
    broken: [append(baseEnv, '  vf_module_index: 1\n')],
    flagged: ['base_lighthouse.env 11:3 supplied'],
    alike: [[append(baseEnv, '# vf_module_index: 1\n')]],
  },
  {
    id: 'R-67597',
    broken: [
      declare(horn, 'vm_role', 'string', '    constraints: [{length: {min: 1}}]\n'),
      edit(horn, 'vm_role: horn', 'vm_role: {get_param: vm_role}'),
    ],
    flagged: ['module_horn.yaml 9:5 lossy'],
    alike: [
      [
        edit(
          base,
          '    description: What the lamp does\n',
          '    description: What the lamp does\n    constraints: [{length: {min: 1}}]\n',
        ),
      ],
    ],
  },
  {
    id: 'R-22838',
    broken: [append(baseEnv, '  lamp_name_0: light\n'), append(hornEnv, '  buoy_names: a,b\n')],
    flagged: ['base_lighthouse.env 11:3 supplied', 'module_horn.env 10:3 supplied'],
    alike: [[append(baseEnv, '  lamp_volume_id_0: x\n')]],
  },
  {
    id: 'R-59568',
    broken: [append(baseEnv, '  availability_zone_0: nova\n')],
    flagged: ['base_lighthouse.env 11:3 supplied'],
    alike: [[append(baseEnv, '  availability_zone_1: nova\n')]],
  },
  {
    id: 'R-29872',
    broken: [append(baseEnv, '  harbor_net_id: x\n'), append(hornEnv, '  int_signal_net_id: y\n')],
    flagged: ['base_lighthouse.env 11:3 supplied', 'module_horn.env 10:3 supplied'],
    alike: [[declare(base, 'far_net_id'), append(baseEnv, '  far_net_id: x\n')]],
  },
  {
    id: 'R-99812',
    broken: [
      declare(base, 'group_name'),
      edit(
        base,
        '        str_replace:\n          template: VNF_NAME_lamp_RANDOM\n          params:\n            VNF_NAME: {get_param: vnf_name}\n            RANDOM: {get_attr: [lighthouse_random, value]}\n',
        '        get_param: group_name\n',
      ),
      append(baseEnv, '  group_name: lamps\n'),
    ],
    flagged: ['base_lighthouse.env 11:3 supplied'],
    alike: [
      // What stands beside vnf_name in the name may be constant.
      [
        declare(base, 'suffix'),
        edit(base, '{get_attr: [lighthouse_random, value]}', '{get_param: suffix}'),
        append(baseEnv, '  suffix: a\n'),
      ],
      // A parameter of a nested file that is called name.
      [
        declare(buoy, 'name'),
        edit(horn, 'index: "%index%"', 'index: "%index%"\n          name: {get_param: buoy_colour}'),
      ],
    ],
  },
  {
    id: 'R-39841',
    broken: [append(baseEnv, '  lamp_harbor_ip_0: 192.0.2.1\n')],
    flagged: ['base_lighthouse.env 11:3 supplied'],
    alike: [
      [append(baseEnv, '  lamp_harbor_v6_ip_0: "2001:db8::1"\n')],
      [append(hornEnv, '  horn_harbor_ips: 192.0.2.1,192.0.2.2\n')],
    ],
  },
  {
    id: 'R-87123',
    broken: [append(baseEnv, '  lamp_harbor_v6_ip_0: "2001:db8::1"\n')],
    flagged: ['base_lighthouse.env 11:3 supplied'],
    alike: [[append(baseEnv, '  lamp_harbor_ip_0: 192.0.2.1\n')]],
  },
  {
    id: 'R-98905',
    broken: [append(hornEnv, '  horn_harbor_ips: 192.0.2.1,192.0.2.2\n')],
    flagged: ['module_horn.env 10:3 supplied'],
    alike: [[append(hornEnv, '  horn_harbor_v6_ips: "2001:db8::1,2001:db8::2"\n')]],
  },
  {
    id: 'R-93030',
    broken: [append(hornEnv, '  horn_harbor_v6_ips: "2001:db8::1,2001:db8::2"\n')],
    flagged: ['module_horn.env 10:3 supplied'],
    alike: [[append(hornEnv, '  horn_harbor_ips: 192.0.2.1,192.0.2.2\n')]],
  },
  {
    id: 'R-62590',
    broken: [
      append(baseEnv, '  lamp_harbor_ip_0: 192.0.2.1\n'),
      append(hornEnv, '  horn_harbor_v6_ips: "2001:db8::1"\n'),
    ],
    flagged: ['base_lighthouse.env 11:3 supplied', 'module_horn.env 10:3 supplied'],
    alike: [
      [edit(baseEnv, '10.1.0.10', '10.1.0.11')],
      [append(baseEnv, '  lamp_extra_address: 192.0.2.9\n')],
    ],
  },
  {
    id: 'R-83677',
    broken: [append(hornEnv, '  harbor_subnet_id: x\n')],
    flagged: ['module_horn.env 10:3 supplied'],
    alike: [[append(hornEnv, '  harbor_v6_subnet_id: x\n')]],
  },
  {
    id: 'R-80829',
    broken: [append(hornEnv, '  harbor_v6_subnet_id: x\n')],
    flagged: ['module_horn.env 10:3 supplied'],
    alike: [[append(hornEnv, '  harbor_subnet_id: x\n')]],
  },
  {
    id: 'R-69634',
    broken: [append(hornEnv, '  int_signal_subnet_id: x\n')],
    flagged: ['module_horn.env 10:3 supplied'],
    alike: [[append(hornEnv, '  int_signal_v6_subnet_id: x\n')]],
  },
  {
    id: 'R-22288',
    broken: [append(hornEnv, '  int_signal_v6_subnet_id: x\n')],
    flagged: ['module_horn.env 10:3 supplied'],
    alike: [[append(hornEnv, '  int_signal_subnet_id: x\n')]],
  },
  {
    id: 'R-83412',
    broken: [append(baseEnv, '  lamp_harbor_floating_ip: 192.0.2.3\n  lamp_extra_address: 192.0.2.4\n')],
    flagged: ['base_lighthouse.env 11:3 supplied', 'base_lighthouse.env 12:3 supplied'],
    alike: [[edit(baseEnv, '10.1.0.9', '10.1.0.8')]],
  },
  {
    id: 'R-92193',
    broken: [declare(base, 'harbor_net_fqdn'), append(baseEnv, '  harbor_net_fqdn: a:b:c\n')],
    flagged: ['base_lighthouse.env 11:3 supplied'],
    alike: [[declare(base, 'harbor_net_fqdns'), append(baseEnv, '  harbor_net_fqdns: a\n')]],
  },
  // --- must be there
  {
    id: 'R-91125',
    broken: [
      cut(baseEnv, '  lamp_image_name: lamp-2.1\n'),
      edit(hornEnv, 'buoy_image_name: buoy-1.0', 'buoy_image_name:'),
    ],
    flagged: ['base_lighthouse.yaml 60:3 by-hand', 'module_horn.yaml 66:3 by-hand'],
    alike: [
      [edit(baseEnv, 'lamp_image_name: lamp-2.1', "lamp_image_name: ''")],
      [
        cut(baseEnv, '  lamp_image_name: lamp-2.1\n'),
        append(baseEnv, 'parameter_defaults:\n  lamp_image_name: lamp-2.1\n'),
      ],
    ],
  },
  {
    id: 'R-69431',
    broken: [
      cut(baseEnv, '  lamp_flavor_name: m1.small\n'),
      edit(
        base,
        '    description: Flavor of the lamp\n',
        '    description: Flavor of the lamp\n    default: m1.tiny\n',
      ),
    ],
    flagged: ['base_lighthouse.yaml 63:3 safe'],
    alike: [[cut(baseEnv, '  lamp_vm_role: lamp\n')]],
  },
  {
    id: 'R-50011',
    broken: [cut(hornEnv, '  buoy_count: 2\n')],
    flagged: ['module_horn.yaml 72:3 by-hand'],
    alike: [[cut(horn, '      count: {get_param: buoy_count}\n')]],
  },
  {
    id: 'R-50011',
    broken: [edit(horn, 'count: {get_param: buoy_count}', 'count: 2')],
    flagged: ['module_horn.yaml 144:14 by-hand'],
    alike: [
      [edit(hornEnv, 'buoy_count: 2', 'buoy_count: "2"')],
      // An alias of what reads the parameter.
      [
        edit(
          horn,
          'count: {get_param: buoy_count}\n      resource_def:',
          'count: *count\n      removal_policies: [{resource_list: [*count]}]\n      resource_def:',
        ),
        edit(horn, 'parameters:\n', 'x-count: &count {get_param: buoy_count}\nparameters:\n'),
      ],
    ],
  },
  {
    id: 'R-28795',
    broken: [cut(baseEnv, '  lamp_int_signal_ip_0: 10.1.0.10\n')],
    flagged: ['base_lighthouse.yaml 71:3 by-hand'],
    alike: [[cut(baseEnv, '  lamp_int_signal_v6_ip_0: fd00:1::10\n')]],
  },
  {
    id: 'R-97201',
    broken: [cut(baseEnv, '  lamp_int_signal_v6_ip_0: fd00:1::10\n')],
    flagged: ['base_lighthouse.yaml 74:3 by-hand'],
    alike: [[cut(baseEnv, '  lamp_int_signal_ip_0: 10.1.0.10\n')]],
  },
  {
    id: 'R-90206',
    broken: [cut(hornEnv, '  horn_int_signal_ips: 10.1.0.20,10.1.0.21\n')],
    flagged: ['module_horn.yaml 54:3 by-hand'],
    alike: [[cut(hornEnv, '  horn_int_signal_v6_ips: fd00:1::20,fd00:1::21\n')]],
  },
  {
    id: 'R-98569',
    broken: [cut(hornEnv, '  horn_int_signal_v6_ips: fd00:1::20,fd00:1::21\n')],
    flagged: ['module_horn.yaml 57:3 by-hand'],
    alike: [[cut(hornEnv, '  horn_int_signal_ips: 10.1.0.20,10.1.0.21\n')]],
  },
  {
    id: 'R-93496',
    broken: [
      cut(baseEnv, '  lamp_int_signal_ip_0: 10.1.0.10\n'),
      edit(hornEnv, 'horn_int_signal_ips: 10.1.0.20,10.1.0.21', 'horn_int_signal_ips:'),
    ],
    flagged: ['base_lighthouse.yaml 71:3 by-hand', 'module_horn.yaml 54:3 by-hand'],
    alike: [[cut(baseEnv, '  signal_cidr: 10.1.0.0/24\n')]],
  },
  // --- metadata
  ...(
    [
      ['vnf_id', 'R-37437', '91:17', 'R-07507', ['187:17', '6:3']],
      ['vnf_name', 'R-72483', '92:19', 'R-62428', ['188:19', '9:3']],
      ['vf_module_id', 'R-71493', '93:23', 'R-82134', ['189:23', '12:3']],
    ] as const
  ).flatMap(([key, present, text, parameter, [other, type]]): RequirementCase[] => [
    {
      id: present,
      broken: [
        cut(base, `        ${key}: {get_param: ${key}}\n`),
        edit(buoy, `        ${key}: {get_param: ${key}}`, `        ${key}: text`),
      ],
      flagged: ['base_lighthouse.yaml 183:7 supplied', `nested_buoy.yaml ${text} supplied`],
      // Metadata that a function gives cannot be looked into.
      alike: [
        [
          edit(
            base,
            `        ${key}: {get_param: ${key}}\n`,
            `        ${key}: {if: [a, {get_param: ${key}}, {get_param: ${key}}]}\n`,
          ),
        ],
      ],
    },
    {
      id: parameter,
      broken: [
        declare(base, 'other'),
        edit(base, `        ${key}: {get_param: ${key}}\n`, `        ${key}: {get_param: other}\n`),
        edit(horn, `  ${key}:\n    type: string\n`, `  ${key}:\n    type: json\n`),
      ],
      flagged: [`base_lighthouse.yaml ${other} supplied`, `module_horn.yaml ${type} lossy`],
      alike: [
        [edit(base, `        ${key}: {get_param: ${key}}\n`, `        ${key}: {get_param: [${key}]}\n`)],
      ],
    },
  ]),
  {
    id: 'R-100400',
    broken: [cut(base, '        vf_module_name: {get_param: vf_module_name}\n')],
    flagged: ['base_lighthouse.yaml 183:7 supplied'],
    alike: [
      [
        edit(
          base,
          'vf_module_name: {get_param: vf_module_name}',
          '"vf_module_name": {get_param: vf_module_name}',
        ),
      ],
    ],
  },
  {
    id: 'R-68023',
    broken: [edit(base, 'vf_module_name: {get_param: vf_module_name}', 'vf_module_name: lamp')],
    flagged: ['base_lighthouse.yaml 187:25 supplied'],
    alike: [[cut(base, '        vf_module_name: {get_param: vf_module_name}\n')]],
  },
  {
    id: 'R-39067',
    broken: [
      edit(base, 'vf_module_name: {get_param: vf_module_name}', 'vf_module_name: {get_param: vnf_name}'),
    ],
    flagged: ['base_lighthouse.yaml 187:25 supplied'],
    alike: [[edit(base, 'vf_module_name: {get_param: vf_module_name}', 'vf_module_name: lamp')]],
  },
  {
    id: 'R-47061',
    broken: [cut(base, '        workload_context: {get_param: workload_context}\n')],
    flagged: ['base_lighthouse.yaml 183:7 supplied'],
    alike: [[edit(base, 'workload_context: {get_param: workload_context}', 'workload_context: text')]],
  },
  {
    id: 'R-74978',
    broken: [
      edit(
        base,
        'workload_context: {get_param: workload_context}',
        'workload_context: {get_param: vnf_name}',
      ),
    ],
    flagged: ['base_lighthouse.yaml 190:27 supplied'],
    alike: [[cut(base, '        workload_context: {get_param: workload_context}\n')]],
  },
  {
    id: 'R-88536',
    broken: [cut(base, '        environment_context: {get_param: environment_context}\n')],
    flagged: ['base_lighthouse.yaml 183:7 supplied'],
    alike: [
      [edit(base, 'environment_context: {get_param: environment_context}', 'environment_context: text')],
    ],
  },
  {
    id: 'R-20308',
    broken: [
      edit(base, 'environment_context: {get_param: environment_context}', 'environment_context: text'),
      edit(horn, '  environment_context:\n    type: string\n', '  environment_context:\n    type: number\n'),
    ],
    flagged: ['base_lighthouse.yaml 191:30 supplied', 'module_horn.yaml 21:3 lossy'],
    alike: [[cut(base, '        environment_context: {get_param: environment_context}\n')]],
  },
  {
    id: 'R-50816',
    broken: [edit(base, 'vf_module_index: {get_param: vf_module_index}', 'vf_module_index: 3')],
    flagged: ['base_lighthouse.yaml 188:26 supplied'],
    // R-100410: it may be left out.
    alike: [[cut(base, '        vf_module_index: {get_param: vf_module_index}\n')]],
  },
  {
    id: 'R-54340',
    broken: [edit(base, '  vf_module_index:\n    type: number\n', '  vf_module_index:\n    type: string\n')],
    flagged: ['base_lighthouse.yaml 19:3 lossy'],
    alike: [[edit(base, '  vf_module_index:\n    type: number\n', '  vf_module_index:\n    type: Number\n')]],
  },
  {
    id: 'R-86476',
    broken: [
      edit(horn, 'vm_role: horn', 'vm_role: fog-horn'),
      edit(baseEnv, 'lamp_vm_role: lamp', 'lamp_vm_role: lamp, main'),
      edit(buoy, '        colour: {get_param: colour}\n', '        vm_role: {get_param: colour}\n'),
      edit(hornEnv, 'buoy_colour: red', 'buoy_colour: red/white'),
    ],
    flagged: [
      'base_lighthouse.env 4:17 lossy',
      'module_horn.env 9:16 lossy',
      'module_horn.yaml 110:18 lossy',
      'module_horn.yaml 110:18 lossy',
    ],
    alike: [
      [edit(horn, 'vm_role: horn', 'vm_role: Fog_Horn_2')],
      [edit(hornEnv, 'buoy_colour: red', 'buoy_colour: red/white')],
    ],
  },
]
