/** Small stacks, who stops them, and what check says of them at most; severity.slow.test.ts asks the client and Heat. */

interface SeverityCase {
  readonly name: string
  /** The worst that check reports: `error` exactly where the client or Heat stops. */
  readonly worst: 'error' | 'warning' | 'info' | 'nothing'
  /** Below the version of the template. */
  readonly template: string
  /** An environment that is given with `-e`; undefined for none. */
  readonly environment?: string
  readonly files?: Readonly<Record<string, string>>
}

export const severityCases: readonly SeverityCase[] = [
  {
    name: 'a file for get_file that is not there',
    worst: 'error',
    template: 'resources: {r: {type: OS::Heat::Value, properties: {value: {get_file: boot.sh}}}}',
  },
  {
    name: 'a file for get_file that is there',
    worst: 'nothing',
    template: 'resources: {r: {type: OS::Heat::Value, properties: {value: {get_file: boot.sh}}}}',
    files: { 'boot.sh': '#!/bin/sh\n' },
  },
  {
    name: 'a nested template that is not there',
    worst: 'error',
    template: 'resources: {r: {type: child.yaml}}',
  },
  {
    name: 'a nested template that is there',
    worst: 'nothing',
    template: 'resources: {r: {type: child.yaml}}',
    files: { 'child.yaml': 'heat_template_version: 2018-08-31\nresources: {n: {type: OS::Heat::None}}' },
  },
  {
    name: 'the same as member of a group',
    worst: 'error',
    template:
      'resources: {r: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: child.yaml}}}}',
  },
  {
    name: 'a group without members of a template that is not there',
    worst: 'error',
    template:
      'resources: {r: {type: OS::Heat::ResourceGroup, properties: {count: 0, resource_def: {type: child.yaml}}}}',
  },
  {
    name: 'an autoscaling group of a template that is not there',
    worst: 'error',
    template:
      'resources: {r: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: {type: child.yaml}}}}',
  },
  {
    name: 'a template that is not there below another one',
    worst: 'error',
    template: 'resources: {r: {type: child.yaml}}',
    files: { 'child.yaml': 'heat_template_version: 2018-08-31\nresources: {r: {type: deep.yaml}}' },
  },
  {
    name: 'a file that is not there below a nested template',
    worst: 'error',
    template: 'resources: {r: {type: child.yaml}}',
    files: {
      'child.yaml':
        'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_file: boot.sh}}}}',
    },
  },
  {
    name: 'a file that is not there in metadata',
    worst: 'error',
    template: 'resources: {r: {type: OS::Heat::None, metadata: {a: {get_file: boot.sh}}}}',
  },
  {
    name: 'a file that is not there in the default of a parameter',
    worst: 'error',
    template:
      'parameters: {p: {type: json, default: {get_file: boot.sh}}}\nresources: {n: {type: OS::Heat::None}}',
  },
  {
    name: 'a template that is not there in data',
    worst: 'error',
    template: 'resources: {r: {type: OS::Heat::Value, properties: {value: {type: child.yaml}}}}',
  },
  {
    name: 'a file that is not there in a part that no condition makes',
    worst: 'error',
    template: 'conditions: {no: false}\nresources: {r: {type: child.yaml, condition: no}}',
  },
  {
    name: 'a type of a name that ends otherwise',
    worst: 'error',
    template: 'resources: {r: {type: child.yml}}',
    environment: 'parameters: {}',
    files: { 'child.yml': 'heat_template_version: 2018-08-31\nresources: {n: {type: OS::Heat::None}}' },
  },
  {
    name: 'a registered template that is not there',
    worst: 'error',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'resource_registry: {"My::T": gone.yaml}',
  },
  {
    name: 'the same where the type is not used',
    worst: 'error',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'resource_registry: {"My::T": gone.yaml}',
  },
  {
    name: 'the same below resources',
    worst: 'error',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'resource_registry: {resources: {n: {"OS::Heat::None": gone.yaml}}}',
  },
  {
    name: 'a registered template that is there',
    worst: 'nothing',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'resource_registry: {"My::T": child.yaml}',
    files: { 'child.yaml': 'heat_template_version: 2018-08-31\nresources: {n: {type: OS::Heat::None}}' },
  },
  {
    name: 'a registered template with an error',
    worst: 'error',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'resource_registry: {"My::T": child.yaml}',
    files: {
      'child.yaml':
        'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_resource: nope}}}}',
    },
  },
  {
    name: 'the same in another folder',
    worst: 'error',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'resource_registry: {"My::T": lib/child.yaml}',
    files: {
      'lib/child.yaml':
        'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_resource: nope}}}}',
    },
  },
  {
    name: 'the same where the type is not used: Heat does not look',
    worst: 'nothing',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'resource_registry: {"My::T": child.yaml}',
    files: {
      'child.yaml':
        'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_resource: nope}}}}',
    },
  },
  {
    name: 'a registered template that names a file that is not there',
    worst: 'error',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'resource_registry: {"My::T": child.yaml}',
    files: {
      'child.yaml':
        'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_file: boot.sh}}}}',
    },
  },
  {
    name: 'a type that no environment registers',
    worst: 'error',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'parameters: {}',
  },
  {
    name: 'an alias of a type of Heat',
    worst: 'nothing',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'resource_registry: {"My::T": "OS::Heat::None"}',
  },
  {
    name: 'an alias of a type that Heat does not have',
    worst: 'error',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'resource_registry: {"My::T": "My::Other"}',
  },
  {
    name: 'an alias of an alias',
    worst: 'nothing',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'resource_registry: {"My::T": "My::Other", "My::Other": "OS::Heat::None"}',
  },
  {
    name: 'a type of Heat that an environment makes another one that there is not: Heat takes its own',
    worst: 'nothing',
    template: 'resources: {r: {type: OS::Heat::None}}',
    environment: 'resource_registry: {"OS::Heat::None": "My::Other"}',
  },
  {
    name: 'a wildcard that leads to a type of Heat',
    worst: 'nothing',
    template: 'resources: {r: {type: "My::T"}}',
    environment: 'resource_registry: {"My::*": "OS::Heat::None"}',
  },
  {
    name: 'a registry that leads to null',
    worst: 'error',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'resource_registry: {"My::T": null}',
  },
  {
    name: 'a member of a group of a type that no environment registers',
    worst: 'error',
    template:
      'resources: {r: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: "My::T"}}}}',
    environment: 'parameters: {}',
  },
  {
    name: 'a required value that no environment gives',
    worst: 'error',
    template:
      'parameters: {p: {type: string}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}',
    environment: 'parameters: {}',
  },
  {
    name: 'a required value that an environment gives',
    worst: 'nothing',
    template:
      'parameters: {p: {type: string}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}',
    environment: 'parameters: {p: a}',
  },
  {
    name: 'a required value that parameter_defaults give',
    worst: 'nothing',
    template:
      'parameters: {p: {type: string}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}',
    environment: 'parameter_defaults: {p: a}',
  },
  {
    name: 'a value for a parameter that is not declared',
    worst: 'error',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'parameters: {p: a}',
  },
  {
    name: 'a default for a parameter that is not declared',
    worst: 'warning',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'parameter_defaults: {p: a}',
  },
  {
    name: 'a value of the wrong type',
    worst: 'error',
    template:
      'parameters: {p: {type: number}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}',
    environment: 'parameters: {p: a}',
  },
  {
    name: 'a value out of its range',
    worst: 'error',
    template:
      'parameters: {p: {type: number, constraints: [{range: {max: 3}}]}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}',
    environment: 'parameters: {p: 4}',
  },
  {
    name: 'a value that is not allowed',
    worst: 'error',
    template:
      'parameters: {p: {type: string, constraints: [{allowed_values: [a]}]}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}',
    environment: 'parameters: {p: b}',
  },
  {
    name: 'a default out of its range that the environment replaces',
    worst: 'error',
    template:
      'parameters: {p: {type: number, default: 9, constraints: [{range: {max: 3}}]}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}',
    environment: 'parameters: {p: 2}',
  },
  {
    name: 'a default that is no size, in a volume',
    worst: 'error',
    template:
      'parameters: {p: {type: string, default: abc}}\nresources: {r: {type: OS::Cinder::Volume, properties: {size: {get_param: p}}}}',
    environment: 'parameters: {}',
  },
  {
    name: 'a default that is a size in digits, in a volume',
    worst: 'nothing',
    template:
      "parameters: {p: {type: string, default: '3'}}\nresources: {r: {type: OS::Cinder::Volume, properties: {size: {get_param: p}}}}",
    environment: 'parameters: {}',
  },
  {
    name: 'a value that is no size, in a volume',
    worst: 'error',
    template:
      'parameters: {p: {type: string, default: abc}}\nresources: {r: {type: OS::Cinder::Volume, properties: {size: {get_param: p}}}}',
    environment: 'parameters: {p: abd}',
  },
  {
    name: 'a value that is a size, in a volume, instead of a default that is none',
    worst: 'nothing',
    template:
      'parameters: {p: {type: string, default: abc}}\nresources: {r: {type: OS::Cinder::Volume, properties: {size: {get_param: p}}}}',
    environment: "parameters: {p: '4'}",
  },
  {
    name: 'a nested parameter that nothing gives',
    worst: 'error',
    template: 'resources: {r: {type: child.yaml}}',
    environment: 'parameters: {}',
    files: {
      'child.yaml':
        'heat_template_version: 2018-08-31\nparameters: {q: {type: string}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: q}}}}',
    },
  },
  {
    name: 'a nested parameter that parameter_defaults give',
    worst: 'nothing',
    template: 'resources: {r: {type: child.yaml}}',
    environment: 'parameter_defaults: {q: a}',
    files: {
      'child.yaml':
        'heat_template_version: 2018-08-31\nparameters: {q: {type: string}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: q}}}}',
    },
  },
  {
    name: 'a nested parameter that parameters give: they are for the stack itself',
    worst: 'error',
    template: 'resources: {r: {type: child.yaml}}',
    environment: 'parameters: {q: a}',
    files: {
      'child.yaml':
        'heat_template_version: 2018-08-31\nparameters: {q: {type: string}}\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: q}}}}',
    },
  },
  {
    name: 'a property that a nested template does not have',
    worst: 'error',
    template: 'resources: {r: {type: child.yaml, properties: {x: 1}}}',
    environment: 'parameters: {}',
    files: { 'child.yaml': 'heat_template_version: 2018-08-31\nresources: {n: {type: OS::Heat::None}}' },
  },
  {
    name: 'a reference to nothing',
    worst: 'error',
    template: 'resources: {r: {type: OS::Heat::Value, properties: {value: {get_resource: nope}}}}',
  },
  {
    name: 'a circle',
    worst: 'error',
    template:
      'resources: {a: {type: OS::Heat::None, depends_on: b}, b: {type: OS::Heat::None, depends_on: a}}',
  },
  {
    name: 'an unknown section',
    worst: 'error',
    template: 'resources: {n: {type: OS::Heat::None}}\nnonsense: {}',
  },
  {
    name: 'an unknown property',
    worst: 'error',
    template: 'resources: {r: {type: OS::Heat::Value, properties: {value: 1, x: 2}}}',
  },
  {
    name: 'a missing property',
    worst: 'error',
    template: 'resources: {r: {type: OS::Cinder::VolumeAttachment}}',
  },
  {
    name: 'an unknown property of a placeholder',
    worst: 'nothing',
    template: 'resources: {r: {type: OS::Heat::None, properties: {x: 2}}}',
  },
  {
    name: 'an unknown update policy of a placeholder',
    worst: 'nothing',
    template: 'resources: {r: {type: OS::Heat::None, update_policy: {x: {y: 2}}}}',
  },
  {
    name: 'an unknown update policy of another type',
    worst: 'error',
    template: 'resources: {r: {type: OS::Heat::RandomString, update_policy: {x: {y: 2}}}}',
  },
  {
    name: 'an unknown function, which is data',
    worst: 'warning',
    template: 'resources: {r: {type: OS::Heat::Value, properties: {value: {get_parm: p}}}}',
  },
  {
    name: 'an unknown key of an output',
    worst: 'warning',
    template: 'resources: {n: {type: OS::Heat::None}}\noutputs: {o: {value: 1, dscription: a}}',
  },
  {
    name: 'a key that is given twice',
    worst: 'warning',
    template: 'resources: {n: {type: OS::Heat::None}}\noutputs: {o: {value: 1, value: 2}}',
  },
  {
    name: 'a number that looks like a mode',
    worst: 'warning',
    template: 'resources: {r: {type: OS::Heat::Value, properties: {value: 0644}}}',
  },
  {
    name: 'a parameter that nothing reads',
    worst: 'nothing',
    template: 'parameters: {p: {type: string, default: a}}\nresources: {n: {type: OS::Heat::None}}',
  },
  {
    name: 'a deprecated property',
    worst: 'info',
    template: 'resources: {r: {type: OS::Neutron::Port, properties: {network_id: n}}}',
  },
  {
    name: 'no resources at all',
    worst: 'warning',
    template: 'parameters: {}',
  },
  {
    name: 'an environment with an unknown section',
    worst: 'error',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'nonsense: {}',
  },
  {
    name: 'an environment that is a list',
    worst: 'error',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: '[]',
  },
  {
    name: 'an environment with a key that nothing reads',
    worst: 'warning',
    template: 'resources: {n: {type: OS::Heat::None}}',
    environment: 'resource_registry: {parameters: {}}',
  },
]
