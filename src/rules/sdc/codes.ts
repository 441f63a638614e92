/** The codes of what SDC finds: each stands for the checks that the same correction satisfies. */
import type { RuleCode } from '../../heat/code-facts.ts'

// The files of the examples.

const lamp = `heat_template_version: 2018-08-31
resources:
  lamp: {type: OS::Heat::Value, properties: {value: 1}}
`

const baseManifest = `{"data": [{"file": "base.yaml", "type": "HEAT", "isBase": "true"}]}
`

const sized = `heat_template_version: 2018-08-31
parameters:
  size: {type: number}
resources:
  lamp: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`

const withEnvironment = `{"data": [{"file": "base.yaml", "type": "HEAT", "isBase": "true", "data": [{"file": "base.env", "type": "HEAT_ENV"}]}]}
`

const calling = `heat_template_version: 2018-08-31
parameters: {}
resources:
  call:
    type: nested.yaml
    properties: {size: 1}
`

const row = `heat_template_version: 2018-08-31
resources:
  row: {type: OS::Nova::ServerGroup, properties: {policies: [affinity]}}
`

export const sdcCodes = {
  'sdc-upload': {
    title: 'SDC rejects the package when it is handed over',
    severity: 'error',
    help: 'Put all files of the package side by side, without folders.',
    why: 'SDC reads the files of a package without their folders, and takes no package that has some.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': lamp,
        'scripts/lamp.sh': `echo lamp
`,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'scripts/lamp.sh': null,
      },
    },
  },
  'sdc-manifest': {
    title: 'SDC cannot use MANIFEST.json',
    severity: 'error',
    help: 'Correct the manifest, or remove it: `hotshift remediate --profile sdc` writes one.',
    why: 'SDC builds its picture of a package from MANIFEST.json, and stops where it cannot read it or an entry makes no sense.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      at: 'base.yaml:1',
      before: {
        'base.yaml': lamp,
      },
      after: {
        'MANIFEST.json': baseManifest,
      },
    },
  },
  'sdc-base': {
    title: 'SDC does not find one base module',
    severity: 'error',
    help: 'Give exactly one template "isBase": "true" in MANIFEST.json.',
    why: 'SDC looks at "isBase" only, never at names, and takes a package with exactly one base module. Its message about it reads like a warning.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': lamp,
        'MANIFEST.json': `{"data": [{"file": "base.yaml", "type": "HEAT"}]}
`,
      },
      after: {
        'MANIFEST.json': baseManifest,
      },
    },
  },
  'sdc-unassigned': {
    title: 'A file that SDC has no use for',
    severity: 'error',
    help: 'List the file in MANIFEST.json, or leave it out of the package.',
    why: 'SDC has to know what every file of a package is for: a README that no entry lists stops the onboarding.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      at: 'README.md:1',
      before: {
        'base.yaml': lamp,
        'README.md': `Lamps
`,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'MANIFEST.json': `{"data": [{"file": "base.yaml", "type": "HEAT", "isBase": "true"}, {"file": "README.md", "type": "OTHER"}]}
`,
      },
    },
  },
  'sdc-file': {
    title: 'A file that SDC cannot take',
    severity: 'error',
    help: 'Make it one YAML mapping, rename it, or leave it out of the package.',
    why: 'SDC reads every file whose name ends in .yaml, .yml or .env as one YAML mapping, artifacts such as playbooks too, and rejects duplicate keys.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  lamp: {type: OS::Heat::Value, properties: {value: 1, value: 2}}
`,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': lamp,
      },
    },
  },
  'sdc-template': {
    title: 'SDC cannot read the template',
    severity: 'error',
    help: 'Write the template without what SDC does not know.',
    why: 'SDC turns templates into objects with a fixed set of keys. Of what Heat has since added (conditions of resources, tags of parameters) it knows nothing, and reads no such file.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  lamp: {type: OS::Heat::Value, external_id: 1}
`,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': lamp,
      },
    },
  },
  'sdc-value': {
    title: 'SDC does not take a value for its type',
    severity: 'error',
    help: 'Write a value that Heat and SDC both take for the type.',
    why: 'SDC has its own idea of types: JSON in a string, "1" for a boolean and 08 for a number are right for Heat and wrong for SDC.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': sized,
        'base.env': `parameters: {size: "08"}
`,
        'MANIFEST.json': withEnvironment,
      },
      after: {
        'base.env': `parameters: {size: 8}
`,
      },
    },
  },
  'sdc-environment': {
    title: 'SDC rejects an entry of an environment',
    severity: 'error',
    help: 'Remove the entry, or declare the parameter.',
    why: 'SDC rejects values of an environment for parameters that its template does not declare.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': sized,
        'base.env': `parameters: {size: 8, colour: red}
`,
        'MANIFEST.json': withEnvironment,
      },
      after: {
        'base.env': `parameters: {size: 8}
`,
      },
    },
  },
  'sdc-reference': {
    title: 'SDC does not find what a template refers to',
    severity: 'error',
    help: 'Correct the name, or add what it names.',
    why: 'SDC follows get_param, get_resource, get_file and depends_on as far as it can, and compares names as they are written.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  lamp: {type: OS::Heat::Value, properties: {value: {get_file: ./lamp.sh}}}
`,
        'lamp.sh': `echo lamp
`,
        'MANIFEST.json': `{"data": [{"file": "base.yaml", "type": "HEAT", "isBase": "true"}, {"file": "lamp.sh", "type": "OTHER"}]}
`,
      },
      after: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  lamp: {type: OS::Heat::Value, properties: {value: {get_file: lamp.sh}}}
`,
      },
    },
  },
  'sdc-nested': {
    title: 'SDC rejects the use of a nested file',
    severity: 'error',
    help: 'Name a file of the package without a directory, and pass parameters that it declares.',
    why: 'SDC wants nested files beside the template, without circles, and with a parameter for each property.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
parameters: {}
resources:
  call:
    type: nested.yaml
    properties: {size: 1, colour: red}
`,
        'nested.yaml': sized,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': calling,
      },
    },
  },
  'sdc-resource': {
    title: 'SDC rejects a resource',
    severity: 'error',
    help: 'Write the resource as SDC wants it.',
    why: 'Some resources that Heat creates are wrong for SDC: soft policies of server groups, servers without image and flavor, a port of two servers.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  row: {type: OS::Nova::ServerGroup, properties: {policies: [soft-affinity]}}
`,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': row,
      },
    },
  },
  'sdc-internal-error': {
    title: 'SDC ends in an internal error',
    severity: 'error',
    help: 'Write the location in the form that SDC expects; without that nobody sees any finding of the package.',
    why: 'Some templates make a validator of SDC fail. The user then sees an internal error (HTTP 500) and not one finding of any file.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      at: 'base.yaml:3',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  call:
    type: nested.yaml
    properties: {size: 1}
`,
        'nested.yaml': sized,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': calling,
      },
    },
  },
  'sdc-translation-error': {
    title: 'SDC fails when it translates the package',
    severity: 'error',
    help: 'Correct it before the upload: SDC has deleted the package that was there before by then.',
    why: 'What SDC validated it translates to TOSCA, and fails there for what it has not looked at before. By then it has deleted the data of the last upload.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': sized,
        'base.env': `parameters: {}
parameter_defaults: {size: 8}
`,
        'MANIFEST.json': withEnvironment,
      },
      after: {
        'base.env': `parameters: {size: 8}
`,
      },
    },
  },
  'sdc-unused': {
    title: 'Nothing uses a resource or a file, for SDC',
    severity: 'warning',
    help: 'Remove it if nothing needs it.',
    why: 'SDC looks for what a resource is for within its template, and for artifacts in get_file of properties that are mappings. What it does not find it warns of.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      at: 'base.yaml:3',
      before: {
        'base.yaml': row,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  row: {type: OS::Nova::ServerGroup, properties: {policies: [affinity]}}
outputs:
  row_id: {value: {get_resource: row}}
`,
      },
    },
  },
  'sdc-not-shared': {
    title: 'No output gives a resource to other modules',
    severity: 'warning',
    help: 'Add an output with get_resource, if another module is to use it.',
    why: 'Modules get what the base module or a volume creates by outputs.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      at: 'base.yaml:3',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  street: {type: OS::Neutron::Net}
`,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  street: {type: OS::Neutron::Net}
outputs:
  street_net_id: {value: {get_resource: street}}
`,
      },
    },
  },
  'sdc-discouraged': {
    title: 'SDC advises against it',
    severity: 'warning',
    help: 'Use what SDC proposes instead.',
    why: 'SDC warns of types that clouds of ONAP should not use, and of templates without resources.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
parameters:
  street_net_id: {type: string}
resources:
  way: {type: OS::Neutron::FloatingIP, properties: {floating_network: {get_param: street_net_id}}}
`,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': lamp,
      },
    },
  },
  'sdc-nested-value': {
    title: 'SDC does not take a value that a nested file is given',
    severity: 'warning',
    help: 'Pass a value of the type of the parameter.',
    why: 'A value that is written where a nested file is called does not fit the type of the parameter, as SDC understands it.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
parameters: {}
resources:
  call:
    type: nested.yaml
    properties: {size: large}
`,
        'nested.yaml': sized,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': calling,
      },
    },
  },
  'sdc-naming': {
    title: 'SDC does not know what a resource is for',
    severity: 'warning',
    help: 'Use the names of ONAP, and read the values from parameters.',
    why: 'From names such as lamp_image_name and street_net_id SDC tells vm-types and network-roles. What it cannot tell is missing in the model of the VNF.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  p: {type: OS::Neutron::Port, properties: {network: street}}
`,
        'MANIFEST.json': baseManifest,
      },
      after: {
        'base.yaml': `heat_template_version: 2018-08-31
parameters:
  street_net_id: {type: string}
resources:
  p: {type: OS::Neutron::Port, properties: {network: {get_param: street_net_id}}}
`,
      },
    },
  },
  'sdc-own-fault': {
    title: 'SDC warns of what is right',
    severity: 'info',
    help: 'Nothing is to be done.',
    why: 'Some warnings of SDC come from mistakes in SDC: a group of nested files always gets one, because the condition is the wrong way round. They are listed so that nobody looks for the reason.',
    page: 'docs/sdc.md',
    example: {
      command: 'check --profile sdc .',
      before: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  row: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: nested.yaml}}}
`,
        'nested.yaml': lamp,
        'MANIFEST.json': `{"data": [{"file": "base.yaml", "type": "HEAT", "isBase": "true"}, {"file": "nested.yaml", "type": "HEAT"}]}
`,
      },
      after: {
        'base.yaml': `heat_template_version: 2018-08-31
resources:
  bulb: {type: OS::Heat::Value, properties: {value: 1}}
`,
      },
    },
  },
} as const satisfies Record<string, RuleCode>

export type SdcCode = keyof typeof sdcCodes

/** Those of a rule. */
export function codesNamed<const Code extends SdcCode>(
  ...names: readonly Code[]
): Pick<typeof sdcCodes, Code> {
  return Object.fromEntries(names.map((name) => [name, sdcCodes[name]])) as unknown as Pick<
    typeof sdcCodes,
    Code
  >
}
