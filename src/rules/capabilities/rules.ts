/** What is wrong with capabilities: what Heat refuses of them, and what cannot be chosen. */

import type { RuleCode } from '../../heat/code-facts.ts'
import { entriesRead } from '../../heat/merge-keys.ts'
import type { Entry } from '../../text/document/node.ts'
import { entryOf, mapOf, oneOrAll, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { Report } from '../scope.ts'
import { mappingsOf } from './model.ts'
import { resolveCapabilities } from './resolve.ts'

// The files of the examples.

const keeper = `heat_template_version: 2018-08-31
resources:
  keeper: {type: OS::Zoo::Keeper, properties: {size: 1}}
`

const requiresDocker = `requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`

const puppet = `heat_template_version: 2018-08-31
capabilities: {deployment: puppet, resource_type: OS::Zoo::Keeper}
parameters:
  size: {type: number}
resources:
  main: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`

const docker = `heat_template_version: 2018-08-31
capabilities: {deployment: docker, resource_type: OS::Zoo::Keeper}
parameters:
  size: {type: number}
resources:
  main: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`

const ofSections = {
  'capability-section': {
    title: 'Capabilities, which Heat rejects',
    severity: 'error',
    replaces: 'unknown-section',
    help: 'Run `hotshift capabilities resolve -e <environment>`, which replaces them by what Heat accepts.',
    why: 'Capabilities are for hotshift. Heat rejects templates and environments that contain them.',
    page: 'docs/capabilities.md',
    example: {
      command: 'check keeper.yaml',
      before: puppet,
      after: `heat_template_version: 2018-08-31
parameters:
  size: {type: number}
resources:
  main: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`,
    },
  },
  'capability-syntax': {
    title: 'Invalid capabilities',
    severity: 'error',
    help: 'Write a mapping whose values are strings or lists of strings.',
    why: 'A capability is a name with a string or a list of strings. Nothing can be compared with this value.',
    page: 'docs/capabilities.md',
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
} as const satisfies Record<string, RuleCode>

/** Also of what a run does with them. */
const ofChoices = {
  'capability-none-fits': {
    title: 'No template has the required capabilities',
    severity: 'error',
    behaves: ['of an open choice'],
    help: 'Change the requirement, or declare the capability in a template.',
    why: 'No template in the list has all required capabilities, so there is nothing to choose.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities resolve -e zoo.env',
      before: {
        'zoo.yaml': keeper,
        'zoo.env': `requires: {deployment: kolla}
resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`,
        'puppet.yaml': puppet,
        'docker.yaml': docker,
      },
      after: {
        'zoo.env': requiresDocker,
      },
    },
  },
  'capability-several-fit': {
    title: 'Several templates have the required capabilities',
    severity: 'error',
    behaves: ['of an open choice'],
    help: 'Require what distinguishes them: under requires in an environment, or by --require key=value.',
    why: 'More than one template has the required capabilities, and hotshift does not choose for you.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities resolve -e zoo.env',
      before: {
        'zoo.yaml': keeper,
        'zoo.env': `resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`,
        'puppet.yaml': puppet,
        'docker.yaml': docker,
      },
      after: {
        'zoo.env': requiresDocker,
      },
    },
  },
  'capability-candidates-part': {
    title: 'The candidates of a list differ in what they take',
    severity: 'warning',
    help: 'Change what the template gives, or one of the candidates; or require a capability that excludes the candidate.',
    why: 'A list of a registry leaves open which template implements the type. What the template gives the type fits only some of the candidates, so that the stack fails with the others.',
    page: 'docs/capabilities.md',
    example: {
      command: 'check zoo.yaml -e zoo.env',
      at: 'zoo.yaml:3',
      before: {
        'zoo.yaml': `heat_template_version: 2018-08-31
resources:
  keeper: {type: OS::Zoo::Keeper, properties: {manifest: site.pp}}
`,
        'zoo.env': `resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`,
        'puppet.yaml': `heat_template_version: 2018-08-31
capabilities: {deployment: puppet}
parameters: {manifest: {type: string}}
resources: {}
`,
        'docker.yaml': `heat_template_version: 2018-08-31
capabilities: {deployment: docker}
parameters: {container: {type: string, default: keeper}}
resources: {}
`,
      },
      after: {
        'zoo.env': `requires: {deployment: puppet}
resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`,
      },
    },
  },
  'capability-missing-candidate': {
    title: 'The list names a missing template',
    severity: 'error',
    behaves: ['of an open choice'],
    help: 'Correct the name, or name the folder of the template, too.',
    why: 'The list names a file that does not exist.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities resolve -e zoo.env',
      before: {
        'zoo.yaml': keeper,
        'zoo.env': `requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, doker.yaml]
`,
        'puppet.yaml': puppet,
        'docker.yaml': docker,
      },
      after: {
        'zoo.env': requiresDocker,
      },
    },
  },
  'capability-overridden': {
    title: 'A list that a later environment overrides is removed',
    severity: 'info',
    behaves: ['of a change'],
    help: 'Nothing to do. Heat would not read it.',
    why: 'A later environment maps the type to one template, so that this list has no effect.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities resolve -e zoo.env -e live.env',
      before: {
        'zoo.yaml': keeper,
        'zoo.env': `requires: {deployment: kolla}
resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`,
        'puppet.yaml': puppet,
        'docker.yaml': docker,
        'live.env': `resource_registry:
  OS::Zoo::Keeper: docker.yaml
`,
      },
      after: {
        'zoo.env': requiresDocker,
        'live.env': `resource_registry: {}
`,
      },
    },
  },
  'capability-contradicted': {
    title: 'The mapped template does not have what is required',
    severity: 'warning',
    behaves: ['contradicts'],
    help: 'Map the type to another template, or change the requirement.',
    why: 'The environment maps the type to a template without the required capability. The mapping wins.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities resolve -e zoo.env',
      before: {
        'zoo.yaml': keeper,
        'zoo.env': `requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: puppet.yaml
`,
        'puppet.yaml': puppet,
        'docker.yaml': docker,
      },
      after: {
        'zoo.env': `requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: docker.yaml
`,
      },
    },
  },
  'capability-unknown-key': {
    title: 'A required capability that no template declares',
    severity: 'warning',
    help: 'Correct the name. The requirement has no effect.',
    why: 'No template declares a capability of this name, so that requiring it excludes nothing. Most are misspelt.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities resolve -e zoo.env',
      before: {
        'zoo.yaml': keeper,
        'zoo.env': `requires: {deployment: docker, colour: red}
resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`,
        'puppet.yaml': puppet,
        'docker.yaml': docker,
      },
      after: {
        'zoo.env': requiresDocker,
      },
    },
  },
  'capability-kept': {
    title: 'The template declares another value',
    severity: 'warning',
    help: 'Change it by hand, or use --overwrite.',
    why: 'The template already declares another value. hotshift does not overwrite what you wrote.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities annotate keeper.yaml -c deployment=docker',
      before: puppet,
      after: docker,
    },
  },
  'capability-left': {
    title: 'Another environment can no longer choose',
    severity: 'warning',
    behaves: ['of a change'],
    help: 'Resolve it in the same run (-e), or use --keep-annotations.',
    why: 'Another environment chooses among the same templates, and their capabilities are removed by this run.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities resolve -e zoo.env',
      before: {
        'zoo.yaml': keeper,
        'zoo.env': requiresDocker,
        'puppet.yaml': puppet,
        'docker.yaml': docker,
        'other.env': `requires: {deployment: puppet}
resource_registry:
  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]
`,
      },
      after: { 'other.env': null },
    },
  },
  'capability-removed': {
    title: 'Capabilities are removed',
    severity: 'info',
    behaves: ['of a change'],
    help: 'Nothing to do. --keep-annotations preserves them for your tools.',
    why: 'Heat rejects capabilities, so they are removed once the choice is made.',
    page: 'docs/capabilities.md',
    example: {
      command: 'capabilities resolve -e zoo.env',
      before: {
        'zoo.yaml': keeper,
        'zoo.env': requiresDocker,
        'puppet.yaml': puppet,
        'docker.yaml': docker,
      },
    },
  },
} as const satisfies Record<string, RuleCode>

const source = 'docs/capabilities.md'

/** The section `capabilities` of a HOT template. */
export const capabilitiesOfTemplates = rule({
  codes: ofSections,
  source,
  asks: 'template',
  stage: 'structure',
  find({ written, words }, report) {
    const section = entryOf(written, 'capabilities')
    if (section !== undefined && words.version !== undefined)
      checkSection(section, 'the section capabilities of a template', report)
  },
})

/** What an environment requires, and chooses from. */
export const capabilitiesOfEnvironments = rule({
  codes: { ...ofSections, ...ofChoices },
  source,
  asks: 'stack',
  stage: 'structure',
  find({ path, written, treeAt }, report) {
    const environment = { path, root: written }
    const section = entryOf(written, 'requires')
    const mappings = mappingsOf({ environments: [environment], templates: new Map() })
    const lists = mappings.filter(({ isList }) => isList)
    if (section === undefined && lists.length === 0) return
    const paths = mappings.flatMap(({ targets }) => targets.flatMap((target) => target.path ?? []))
    const templates = [...new Set(paths)].flatMap((target) => treeAt(target) ?? [])
    const { problems } = resolveCapabilities({
      environments: [environment],
      templates: new Map(templates.map((one) => [one.path, one])),
    })
    if (section !== undefined) checkSection(section, 'the section requires of an environment', report)
    for (const { entry, name } of lists) reportRefused(entry, `several templates for ${name}`, report)
    for (const { code, at, message } of problems) if (at !== undefined) report(code, at, message)
  },
})

type SectionReport = Report<keyof typeof ofSections>

function checkSection(section: Entry, what: string, report: SectionReport): void {
  const map = mapOf(section.value)
  const isFine = ({ key, value }: Entry) =>
    stringOf(key) !== undefined && oneOrAll(value).every((one) => stringOf(one) !== undefined)
  reportRefused(section, what, report)
  const odd = map === undefined ? [section.value] : entriesRead(map).filter((one) => !isFine(one))
  const message = 'capabilities are a mapping of strings, or lists of strings'
  for (const at of odd) report('capability-syntax', at, message)
}

function reportRefused(at: Entry, what: string, report: SectionReport): void {
  report('capability-section', at, `Heat rejects ${what}`)
}
