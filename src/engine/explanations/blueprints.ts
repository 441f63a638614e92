/** Findings about blueprints and capabilities. */
import type { Explanations } from './explanation.ts'

const page = 'docs/blueprints.md'

const blueprint = (before: string, after: string) => ({ command: 'migrate shop.yaml', before, after })

const web = `components:
  web: {type: server}
`

export const blueprints = {
  'blueprint-syntax': {
    why: 'The blueprint does not follow the form of the language, so hotshift cannot know what it describes.',
    page,
    example: blueprint(
      `components:
  web: server
`,
      web,
    ),
  },
  'blueprint-duplicate-id': {
    why: 'Other components refer to a component by its id, which must therefore be unique.',
    page,
    example: blueprint(
      `components:
- {id: web, type: server}
- {id: web, type: server}
`,
      `components:
- {id: web, type: server}
- {id: shop, type: server}
`,
    ),
  },
  'blueprint-unknown-fulfillment': {
    why: 'The component that should fulfil the requirement is not in the blueprint.',
    page,
    example: blueprint(
      `components:
  web: {type: server, requires: {run: setup}}
`,
      `components:
  web: {type: server, requires: {run: setup}}
  setup: {content: setup.sh}
`,
    ),
  },
  'blueprint-ambiguous': {
    why: 'The short form leaves out the type, and hotshift does not guess.',
    page,
    example: blueprint(
      `components:
  web: {type: server, requires: [{minRam: 4gb, os: debian}]}
`,
      `components:
  web: {type: server, requires: [{minRam: 4gb}, {os: debian}]}
`,
    ),
  },
  'blueprint-cycle': {
    why: 'Each component of the circle must exist before the next, so that none can be created.',
    page,
    example: blueprint(
      `components:
  a: {type: x.A, requires: {x.R: {fulfillment: b}}}
  b: {type: x.B, requires: {x.R: {fulfillment: a}}}
`,
      `components:
  a: {type: x.A, requires: {x.R: {fulfillment: b}}}
  b: {type: x.B}
`,
    ),
  },
  'blueprint-conflict': {
    why: 'One server can have one operating system and one minimum of memory.',
    page,
    example: blueprint(
      `components:
  web: {type: server, requires: [{os: rhel}, {os: debian}]}
`,
      `components:
  web: {type: server, requires: [{os: debian}]}
`,
    ),
  },
  'blueprint-no-type': {
    why: 'Neither a type nor the name of a script says what the component is.',
    page,
    example: blueprint(
      `components:
  web: {colour: red}
`,
      web,
    ),
  },
  'blueprint-generated-id': {
    why: 'Resources in HOT need a name, and this component has no id.',
    page,
    example: blueprint(
      `components:
- {type: server}
`,
      `components:
- {id: web, type: server}
`,
    ),
  },
  'blueprint-parameter': {
    why: 'The blueprint leaves the value open, for example the image of a server. A stack needs one.',
    page,
    example: { command: 'migrate shop.yaml', before: web },
  },
  'blueprint-provider': {
    why: 'The type is your own. The environment that hotshift writes maps it to a template that you supply.',
    page,
    example: blueprint(
      `components:
  clock: {type: com.example.Clock}
`,
      web,
    ),
  },
  'blueprint-loss': {
    why: 'HOT cannot express this attribute, so that the result does without it.',
    page,
    example: blueprint(
      `components:
  web: {type: server, colour: red}
`,
      web,
    ),
  },
  'blueprint-denied': {
    why: 'The blueprint lists the providers that may be used, and this type is not among them.',
    page,
    example: blueprint(
      `components:
  clock: {type: org.example.Clock}
requires:
  providers: {allow: [com.example*]}
`,
      `components:
  clock: {type: com.example.Clock}
requires:
  providers: {allow: [com.example*]}
`,
    ),
  },
} as const satisfies Explanations

const keeper = (capabilities: string) => `heat_template_version: 2018-08-31
${capabilities}parameters:
  size: {type: number}
resources:
  main: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`

const puppet = keeper('capabilities: {deployment: puppet, resource_type: OS::Zoo::Keeper}\n')
const docker = keeper('capabilities: {deployment: docker, resource_type: OS::Zoo::Keeper}\n')

const zoo = `heat_template_version: 2018-08-31
resources:
  keeper: {type: OS::Zoo::Keeper, properties: {size: 1}}
`

const zooFiles = (environment: string) => ({
  'zoo.yaml': zoo,
  'zoo.env': environment,
  'puppet.yaml': puppet,
  'docker.yaml': docker,
})

const guide = 'docs/capabilities.md'
const resolve = 'capabilities resolve -e zoo.env'
const chosen = `requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`

export const capabilities = {
  'capability-section': {
    why: 'Capabilities are for hotshift. Heat refuses templates and environments that contain them.',
    page: guide,
    example: {
      command: 'check keeper.yaml',
      before: puppet,
      after: keeper(''),
    },
  },
  'capability-syntax': {
    why: 'A capability is a name with a string or a list of strings. Nothing can be compared with this value.',
    page: guide,
    example: {
      command: 'check zoo.env',
      before: `requires: {deployment: {docker: 1}}
resource_registry:
  OS::Zoo::Keeper: keeper.yaml
`,
      after: `resource_registry:
  OS::Zoo::Keeper: https://example.com/keeper.yaml
`,
    },
  },
  'capability-none-fits': {
    why: 'No template in the list has all required capabilities, so there is nothing to choose.',
    page: guide,
    example: {
      command: resolve,
      before: zooFiles(chosen.replace('docker}', 'kolla}')),
      after: zooFiles(chosen),
    },
  },
  'capability-several-fit': {
    why: 'More than one template has the required capabilities, and hotshift does not choose for you.',
    page: guide,
    example: {
      command: resolve,
      before: zooFiles(`resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`),
      after: zooFiles(chosen),
    },
  },
  'capability-missing-candidate': {
    why: 'The list names a file that does not exist.',
    page: guide,
    example: {
      command: resolve,
      before: zooFiles(chosen.replace('docker.yaml', 'doker.yaml')),
      after: zooFiles(chosen),
    },
  },
  'capability-overridden': {
    why: 'A later environment maps the type to one template, so that this list has no effect.',
    page: guide,
    example: {
      command: 'capabilities resolve -e zoo.env -e live.env',
      before: {
        ...zooFiles(chosen.replace('docker}', 'kolla}')),
        'live.env': `resource_registry:
  OS::Zoo::Keeper: docker.yaml
`,
      },
      after: {
        ...zooFiles(chosen),
        'live.env': `resource_registry: {}
`,
      },
    },
  },
  'capability-contradicted': {
    why: 'The environment maps the type to a template without the required capability. The mapping wins.',
    page: guide,
    example: {
      command: resolve,
      before: zooFiles(`requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: puppet.yaml
`),
      after: zooFiles(`requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: docker.yaml
`),
    },
  },
  'capability-unknown-key': {
    why: 'No template declares a capability of this name, so that requiring it excludes nothing. Most are misspelt.',
    page: guide,
    example: {
      command: resolve,
      before: zooFiles(chosen.replace('docker}', 'docker, colour: red}')),
      after: zooFiles(chosen),
    },
  },
  'capability-kept': {
    why: 'The template already declares another value. hotshift does not overwrite what you wrote.',
    page: guide,
    example: {
      command: 'capabilities annotate keeper.yaml -c deployment=docker',
      before: puppet,
      after: docker,
    },
  },
  'capability-left': {
    why: 'Another environment chooses among the same templates, and their capabilities are removed by this run.',
    page: guide,
    example: {
      command: resolve,
      before: { ...zooFiles(chosen), 'other.env': chosen.replace('docker}', 'puppet}') },
      after: zooFiles(chosen),
    },
  },
  'capability-removed': {
    why: 'Heat refuses capabilities, so they are removed once the choice is made.',
    page: guide,
    example: { command: resolve, before: zooFiles(chosen) },
  },
} as const satisfies Explanations
