/** Sections, parameters and environments: the cases of the lighthouse. */
import type { RequirementCase } from '../case.ts'
import { append, cut, declare, edit, file, remove, rename, resource } from '../changes.ts'

const base = 'base_lighthouse.yaml'
const baseEnv = 'base_lighthouse.env'
const volumeEnv = 'base_lighthouse_volume.env'
const horn = 'module_horn.yaml'
const hornEnv = 'module_horn.env'
const buoy = 'nested_buoy.yaml'

const used = (name: string) => `\n  use_of_${name}:\n    value: {get_param: ${name}}\n`

export const structureCases: readonly RequirementCase[] = [
  {
    id: 'R-27078',
    broken: [cut(base, 'heat_template_version: 2018-03-02\n')],
    flagged: ['base_lighthouse.yaml 2:1 safe'],
    alike: [
      [edit(base, 'heat_template_version: 2018-03-02', "'heat_template_version': rocky")],
      // What a run is configured by is no part of the package.
      [file('hotshift.config.yaml', 'requirements: dublin\n')],
    ],
  },
  {
    id: 'R-27078',
    broken: [
      file(
        'cloud.template',
        'AWSTemplateFormatVersion: 2010-09-09\nResources:\n  A: {Type: AWS::EC2::Instance}\n',
      ),
    ],
    flagged: ['cloud.template 1:1 by-hand'],
  },
  {
    id: 'R-39402',
    broken: [cut(buoy, 'description: One buoy\n')],
    flagged: ['nested_buoy.yaml 1:1 safe'],
    alike: [
      [edit(buoy, 'description: One buoy', "description: ''")],
      [edit(buoy, 'description: One buoy', 'description:')],
    ],
  },
  {
    id: 'R-35414',
    broken: [
      file(
        'module_flag.yaml',
        'heat_template_version: 2018-03-02\ndescription: A flag\nresources:\n  flag_volume_0: {type: OS::Cinder::Volume}\n',
      ),
      file(
        'module_mast.yaml',
        'heat_template_version: 2018-03-02\ndescription: A mast\nparameters: {}\nresources:\n  mast_volume_0: {type: OS::Cinder::Volume}\n',
      ),
      file(
        'module_pole.yaml',
        'heat_template_version: 2018-03-02\ndescription: A pole\nparameters:\nresources:\n  pole_volume_0: {type: OS::Cinder::Volume}\n',
      ),
    ],
    flagged: ['module_flag.yaml 1:1 by-hand', 'module_mast.yaml 3:1 by-hand', 'module_pole.yaml 3:1 by-hand'],
    alike: [[edit(base, 'parameters:\n', 'parameters: # of the lamp\n')]],
  },
  {
    id: 'R-23664',
    broken: [
      file('module_flag.yaml', 'heat_template_version: 2018-03-02\ndescription: A flag\nparameters: {}\n'),
      file(
        'module_flag_volume.yaml',
        'heat_template_version: 2018-03-02\ndescription: A flag\nparameters: {}\n',
      ),
    ],
    flagged: ['module_flag.yaml 1:1 by-hand', 'module_flag_volume.yaml 1:1 by-hand'],
    // Base modules and nested files may do without (R-23663, R-40551).
    alike: [
      [
        file('nested_flag.yaml', 'heat_template_version: 2018-03-02\ndescription: A flag\nparameters: {}\n'),
        resource(horn, '  flag:\n    type: nested_flag.yaml\n'),
      ],
      [edit(base, '\nresources:\n', '\noutputs_of_old:\n')],
    ],
  },
  {
    id: 'R-90152',
    broken: [
      file(
        'nested_flag.yaml',
        'heat_template_version: 2018-03-02\ndescription: A flag\nparameters: {}\nresources: {}\n',
      ),
      file(
        'nested_mast.yaml',
        'heat_template_version: 2018-03-02\ndescription: A mast\nparameters: {}\nresources:\noutputs:\n  a: {value: {get_attr: [b, c]}}\n',
      ),
      file('module_pole.yaml', 'heat_template_version: 2018-03-02\ndescription: A pole\nresources:\n'),
      resource(horn, '  flag:\n    type: nested_flag.yaml\n  mast:\n    type: nested_mast.yaml\n'),
    ],
    flagged: ['module_pole.yaml 3:1 by-hand', 'nested_flag.yaml 4:1 safe', 'nested_mast.yaml 4:1 by-hand'],
    alike: [
      [
        file('nested_flag.yaml', 'heat_template_version: 2018-03-02\ndescription: A flag\nparameters: {}\n'),
        resource(horn, '  flag:\n    type: nested_flag.yaml\n'),
      ],
    ],
  },
  {
    id: 'R-05257',
    broken: [resource(base, '  lamp_address:\n    type: OS::Neutron::FloatingIP\n')],
    flagged: ['base_lighthouse.yaml 91:3 by-hand'],
    alike: [
      [
        resource(
          base,
          '  floating:\n    type: OS::Heat::Value\n    properties: {value: "OS::Neutron::FloatingIP"}\n',
        ),
      ],
    ],
  },
  {
    id: 'R-76449',
    broken: [resource(base, '  lamp_address:\n    type: OS::Neutron::FloatingIPAssociation\n')],
    flagged: ['base_lighthouse.yaml 91:3 by-hand'],
    alike: [[resource(base, '  lamp_address:\n    type: OS::Neutron::FloatingIP\n')]],
  },
  // --- parameters
  {
    id: 'R-25877',
    broken: [
      declare(base, 'lamp-colour'),
      declare(base, 'größe'),
      declare(base, 'a.b'),
      declare(base, 'a_b'),
    ],
    flagged: [
      'base_lighthouse.yaml 9:3 lossy',
      'base_lighthouse.yaml 12:3 lossy',
      'base_lighthouse.yaml 15:3 lossy',
    ],
    alike: [[declare(base, 'Lamp_Colour_2')], [edit(base, 'description: First zone', 'description: a-zone')]],
  },
  {
    id: 'R-36772',
    broken: [
      edit(base, '  vnf_id:\n    type: string\n', '  vnf_id:\n'),
      edit(base, '  signal_cidr:\n    type: string\n', '  signal_cidr:\n'),
      edit(horn, '  buoy_colour:\n    type: string\n', '  buoy_colour:\n'),
      edit(hornEnv, 'buoy_colour: red', 'buoy_colour: [red, green]'),
    ],
    flagged: [
      'base_lighthouse.yaml 7:3 safe',
      'base_lighthouse.yaml 82:3 safe',
      // The nested file wants a string.
      'module_horn.yaml 75:3 by-hand',
    ],
    alike: [[edit(base, '  signal_cidr:\n    type: string\n', '  signal_cidr:\n    "type": string\n')]],
  },
  {
    id: 'R-11441',
    broken: [
      edit(base, '  signal_cidr:\n    type: string\n', '  signal_cidr:\n    type: String\n'),
      edit(base, 'type: comma_delimited_list', 'type: CommaDelimitedList'),
      edit(base, '  vf_module_index:\n    type: number\n', '  vf_module_index:\n    type: int\n'),
    ],
    flagged: [
      'base_lighthouse.yaml 20:11 by-hand',
      'base_lighthouse.yaml 81:11 safe',
      'base_lighthouse.yaml 84:11 safe',
    ],
    alike: [[declare(base, 'shines', 'boolean')], [declare(base, 'settings', 'json')]],
  },
  {
    id: 'R-44001',
    broken: [
      cut(base, '    description: Addresses of the inner network\n'),
      edit(base, '    description: Image of the lamp\n', '    label: Image\n'),
    ],
    flagged: ['base_lighthouse.yaml 60:3 safe', 'base_lighthouse.yaml 83:3 safe'],
    alike: [
      [edit(base, 'description: Image of the lamp', "description: ''")],
      [edit(base, '    description: Image of the lamp\n', '    description: >\n      Image\n')],
    ],
  },
  {
    id: 'R-90279',
    broken: [
      declare(base, 'lamp_colour'),
      declare(buoy, 'buoy_images'),
      edit(buoy, 'image: {get_param: buoy_image_name}', 'image: {get_param: buoy_image}'),
      // Its name says where it belongs.
      edit(base, 'flavor: {get_param: lamp_flavor_name}', 'flavor: {get_attr: [lighthouse_random, value]}'),
      edit(horn, 'count: {get_param: buoy_count}', 'count: 2'),
    ],
    flagged: [
      'base_lighthouse.yaml 6:3 lossy',
      'base_lighthouse.yaml 66:3 by-hand',
      'module_horn.yaml 72:3 by-hand',
      'nested_buoy.yaml 6:3 by-hand',
      'nested_buoy.yaml 30:3 by-hand',
    ],
    alike: [
      // R-91273: zones may be declared in vain.
      [declare(base, 'availability_zone_2')],
      [declare(base, 'lamp_colour'), append(base, used('lamp_colour'))],
      [
        declare(base, 'lamp_colour'),
        append(base, '\nconditions:\n  red: {equals: [{get_param: [lamp_colour, 0]}, 1]}\n'),
      ],
      [
        declare(horn, 'buoy_depth'),
        edit(horn, 'index: "%index%"', 'index: {list_join: ["", ["%index%", {get_param: buoy_depth}]]}'),
      ],
    ],
  },
  {
    id: 'R-00011',
    broken: [
      edit(
        buoy,
        '    description: Colour of the buoy\n',
        '    description: Colour of the buoy\n    constraints: [{length: {max: 9}}]\n',
      ),
      edit(
        buoy,
        '    description: Number of the buoy\n',
        '    description: Number of the buoy\n    constraints: [{range: {min: 0}}]\n',
      ),
    ],
    flagged: ['nested_buoy.yaml 54:5 lossy', 'nested_buoy.yaml 58:5 lossy'],
    // R-40518 and others: in modules they may stand.
    alike: [
      [
        edit(
          horn,
          '    description: Colour of the buoys\n',
          '    description: Colour of the buoys\n    constraints: [{length: {max: 9}}]\n',
        ),
      ],
    ],
  },
  {
    id: 'R-20547',
    broken: [
      edit(
        base,
        '    description: Disk of the lamp\n',
        '    description: Disk of the lamp\n    constraints: [{custom_constraint: cinder.volume}]\n',
      ),
    ],
    flagged: ['base_lighthouse.yaml 59:5 lossy'],
    alike: [
      [
        edit(
          base,
          '    description: Image of the lamp\n',
          '    description: Image of the lamp\n    constraints: [{length: {max: 9}}]\n',
        ),
      ],
    ],
  },
  {
    id: 'R-22608',
    broken: [
      edit(
        horn,
        '    description: Its subnet\n',
        '    description: Its subnet\n    constraints: [{length: {max: 99}}]\n',
      ),
    ],
    flagged: ['module_horn.yaml 51:5 lossy'],
    alike: [
      [
        edit(
          horn,
          '    description: Subnet of the harbor\n',
          '    description: Subnet of the harbor\n    constraints: [{length: {max: 99}}]\n',
        ),
      ],
    ],
  },
  // --- defaults
  {
    id: 'R-90526',
    broken: [
      edit(
        base,
        '    description: Addresses of the inner network\n',
        '    description: Addresses of the inner network\n    default: 10.1.0.0/24\n',
      ),
      edit(
        base,
        '    description: ID of this lighthouse\n',
        '    description: ID of this lighthouse\n    default: none\n',
      ),
      edit(base, '    description: Disk of the lamp\n', '    description: Disk of the lamp\n    default:\n'),
      edit(horn, '    description: Its subnet\n', '    description: Its subnet\n    default: mine\n'),
      edit(
        buoy,
        '    description: Colour of the buoy\n',
        '    description: Colour of the buoy\n    default: red\n',
      ),
      declare(buoy, 'depth', 'number', '    default: 3\n'),
      edit(
        base,
        '    description: Image of the lamp\n',
        '    description: Image of the lamp\n    default: &list [a]\n',
      ),
      edit(
        base,
        '    description: Flavor of the lamp\n',
        '    description: Flavor of the lamp\n    default: *list\n',
      ),
    ],
    flagged: [
      'base_lighthouse.yaml 10:5 supplied',
      'base_lighthouse.yaml 60:5 safe',
      'base_lighthouse.yaml 65:5 by-hand',
      'base_lighthouse.yaml 69:5 by-hand',
      'base_lighthouse.yaml 90:5 safe',
      'module_horn.yaml 51:5 supplied',
      'nested_buoy.yaml 9:5 safe',
      'nested_buoy.yaml 58:5 safe',
    ],
    alike: [
      // A parameter of this name, a word in a description, a property.
      [declare(base, 'default'), append(base, used('default'))],
      [edit(base, 'description: Image of the lamp', 'description: |\n      default: lamp-2.1')],
      [append(baseEnv, 'parameter_merge_strategies:\n  default: overwrite\n')],
    ],
  },
  {
    id: 'R-26124',
    broken: [
      edit(
        base,
        '    description: Addresses of the inner network\n',
        '    description: Addresses of the inner network\n    default: 10.1.0.0/24\n',
      ),
      cut(baseEnv, '  signal_cidr: 10.1.0.0/24\n'),
      edit(
        base,
        '    description: Addresses of the inner network, IPv6\n',
        '    description: Addresses of the inner network, IPv6\n    default: fd00::/64\n',
      ),
      edit(baseEnv, '  signal_v6_cidr: fd00:1::/64\n', '  signal_v6_cidr:\n'),
    ],
    flagged: ['base_lighthouse.yaml 86:5 safe', 'base_lighthouse.yaml 90:5 safe'],
    alike: [
      [
        edit(
          base,
          '    description: Image of the lamp\n',
          '    description: Image of the lamp\n    default: lamp\n',
        ),
      ],
      [
        edit(
          base,
          '    description: ID of this lighthouse\n',
          '    description: ID of this lighthouse\n    default: none\n',
        ),
      ],
      [
        edit(
          buoy,
          '    description: Colour of the buoy\n',
          '    description: Colour of the buoy\n    default: red\n',
        ),
      ],
      [
        edit(
          base,
          '    description: Addresses of the inner network\n',
          '    description: Addresses of the inner network\n    default: 10.1.0.0/24\n',
        ),
        cut(baseEnv, '  signal_cidr: 10.1.0.0/24\n'),
        append(baseEnv, 'parameter_defaults:\n  signal_cidr: 10.1.0.0/24\n'),
      ],
    ],
  },
  // --- environments
  {
    id: 'R-03324',
    broken: [file(baseEnv, ''), file(volumeEnv, 'parameters:\n'), file(hornEnv, 'buoy_colour: red\n')],
    flagged: [
      'base_lighthouse.env 1:1 safe',
      'base_lighthouse_volume.env 1:1 safe',
      'module_horn.env 1:1 by-hand',
    ],
    // R-68198, R-59930 and others: it may be empty, and have other sections beside it.
    alike: [
      [file(volumeEnv, 'parameters: {}\n')],
      [append(volumeEnv, 'parameter_defaults: {}\nencrypted_parameters: []\nevent_sinks: []\n')],
    ],
  },
  {
    id: 'R-67231',
    broken: [
      append(baseEnv, 'resource_registry:\n  Sea::Buoy: nested_buoy.yaml\n'),
      append(hornEnv, 'resource_registry:\n  OS::Nova::Server: nested_buoy.yaml\n'),
      append(volumeEnv, 'resource_registry: {}\n'),
    ],
    flagged: [
      'base_lighthouse.env 11:1 safe',
      'base_lighthouse_volume.env 3:1 safe',
      'module_horn.env 10:1 by-hand',
    ],
    alike: [[append(baseEnv, '# resource_registry:\n')]],
  },
  {
    id: 'R-599443',
    broken: [append(baseEnv, '  lamp_colour: red\n  lamp_volume_id_1: x\nparameter_defaults:\n  depth: 3\n')],
    flagged: [
      'base_lighthouse.env 11:3 lossy',
      'base_lighthouse.env 12:3 by-hand',
      'base_lighthouse.env 14:3 lossy',
    ],
    alike: [
      [append(hornEnv, 'parameter_defaults:\n  colour: blue\n')],
      [append(baseEnv, '  availability_zone_1: x\n')],
    ],
  },
  {
    id: 'R-599443',
    broken: [
      file('harbour.env', 'parameters:\n  a: 1\n  b: 2\n'),
      file('nested_buoy.env', 'parameters:\n  colour: red\n'),
    ],
    flagged: ['harbour.env 2:3 by-hand', 'nested_buoy.env 2:3 by-hand'],
    alike: [[file('harbour.env', 'parameters: {}\n')]],
  },
  {
    id: 'R-86285',
    broken: [remove(hornEnv), remove(volumeEnv)],
    flagged: ['base_lighthouse_volume.yaml 1:1 safe', 'module_horn.yaml 1:1 safe'],
    alike: [
      [
        file('nested_flag.yaml', 'heat_template_version: 2018-03-02\ndescription: A flag\nparameters: {}\n'),
        resource(horn, '  flag:\n    type: nested_flag.yaml\n'),
      ],
    ],
  },
  {
    id: 'R-38474',
    broken: [remove(baseEnv)],
    flagged: ['base_lighthouse.yaml 1:1 safe'],
    alike: [[remove(hornEnv), remove(volumeEnv)]],
  },
  {
    id: 'R-81725',
    broken: [remove(hornEnv)],
    flagged: ['module_horn.yaml 1:1 safe'],
    alike: [[remove(baseEnv), remove(volumeEnv)]],
  },
  {
    id: 'R-53433',
    broken: [remove(volumeEnv)],
    flagged: ['base_lighthouse_volume.yaml 1:1 safe'],
    alike: [[remove(baseEnv), remove(hornEnv)]],
  },
  {
    id: 'R-91342',
    broken: [rename(baseEnv, 'base.env')],
    flagged: ['base.env 1:1 lossy'],
    alike: [[file('other.env', 'parameters: {}\n')]],
  },
  {
    id: 'R-94509',
    broken: [rename(hornEnv, 'module_horns.env'), rename(baseEnv, 'lighthouse_base.env')],
    flagged: ['module_horns.env 1:1 lossy'],
    alike: [[rename(baseEnv, 'base.env')]],
  },
  {
    id: 'R-31141',
    broken: [rename(volumeEnv, 'base_lighthouse_volumes.env')],
    flagged: ['base_lighthouse_volumes.env 1:1 lossy'],
    alike: [[rename(hornEnv, 'horn.env')]],
  },
  {
    id: 'R-74304',
    broken: [rename(hornEnv, 'module_horn.ENV'), rename(volumeEnv, 'volume_env.yaml')],
    flagged: ['module_horn.ENV 1:1 lossy', 'volume_env.yaml 1:1 lossy'],
    alike: [[rename(hornEnv, 'module.env')]],
  },
]
