/** What is wrong with a blueprint, whatever it becomes: for those who check it and convert it later. */

import type { RuleCode } from '../../heat/code-facts.ts'
import { usualVersion } from '../../heat/versions.ts'
import type { Document } from '../../text/document/document.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import { type Lowered, lowered, type Refused } from './hot/lower.ts'
import { isPart, type LoweringCode, makingOf } from './hot/scope.ts'
import { type BlueprintProblemCode, type Component, readBlueprint } from './model.ts'
import type { BlueprintOptions } from './options.ts'

/** Also of what a run makes of it. */
const codes = {
  'blueprint-syntax': {
    title: 'Invalid blueprint',
    severity: 'error',
    help: 'Write a component as a mapping, and a requirement by its type.',
    why: 'The blueprint does not follow the form of the language, so hotshift cannot know what it describes.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  web: server
`,
      after: `components:
  web: {type: server}
`,
    },
  },
  'blueprint-duplicate-id': {
    title: 'Two components with the same id',
    severity: 'error',
    help: 'Give each component its own id.',
    why: 'Other components refer to a component by its id, which must therefore be unique.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
- {id: web, type: server}
- {id: web, type: server}
`,
      after: `components:
- {id: web, type: server}
- {id: shop, type: server}
`,
    },
  },
  'blueprint-unknown-fulfillment': {
    title: 'An unknown component fulfils a requirement',
    severity: 'error',
    help: 'Name a component of the blueprint or a URL, or write the component here.',
    why: 'The component that should fulfil the requirement is not in the blueprint.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  web: {type: server, requires: {run: setup}}
`,
      after: `components:
  web: {type: server, requires: {run: setup}}
  setup: {content: setup.sh}
`,
    },
  },
  'blueprint-ambiguous': {
    title: 'An ambiguous short form',
    severity: 'error',
    help: 'Write it in full: {type: …, …}.',
    why: 'The short form leaves out the type, and hotshift does not guess.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  web: {type: server, requires: [{minRam: 4gb, os: debian}]}
`,
      after: `components:
  web: {type: server, requires: [{minRam: 4gb}, {os: debian}]}
`,
    },
  },
  'blueprint-cycle': {
    title: 'Components that require one another in a circle',
    severity: 'error',
    help: 'Remove one of the requirements. No component could be created first.',
    why: 'Each component of the circle must exist before the next, so that none can be created.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  a: {type: x.A, requires: {x.R: {fulfillment: b}}}
  b: {type: x.B, requires: {x.R: {fulfillment: a}}}
`,
      after: `components:
  a: {type: x.A, requires: {x.R: {fulfillment: b}}}
  b: {type: x.B}
`,
    },
  },
  'blueprint-conflict': {
    title: 'Two requirements of one type that exclude each other',
    severity: 'error',
    help: 'Remove one of them.',
    why: 'One server can have one operating system and one minimum of memory.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  web: {type: server, requires: [{os: rhel}, {os: debian}]}
`,
      after: `components:
  web: {type: server, requires: [{os: debian}]}
`,
    },
  },
  'blueprint-no-type': {
    title: 'A component without a type',
    severity: 'error',
    help: 'Give it a type.',
    why: 'Neither a type nor the name of a script says what the component is.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  web: {colour: red}
`,
      after: `components:
  web: {type: server}
`,
    },
  },
  'blueprint-generated-id': {
    title: 'A component gets a generated name',
    severity: 'info',
    behaves: ['of a change'],
    help: 'Nothing to do. Give the component an id if you want another name.',
    why: 'Resources in HOT need a name, and this component has no id.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
- {type: server}
`,
      after: `components:
- {id: web, type: server}
`,
    },
  },
  'blueprint-parameter': {
    title: 'A value that the blueprint leaves open becomes a parameter',
    severity: 'info',
    behaves: ['of a change'],
    help: 'Give it a value when you create the stack, or in an environment.',
    why: 'The blueprint leaves the value open, for example the image of a server. A stack needs one.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  web: {type: server}
`,
    },
  },
  'blueprint-provider': {
    title: 'A type that you must provide',
    severity: 'warning',
    behaves: ['of a change'],
    help: 'Write the template that the environment names for the type, or say with --blueprint what the type is.',
    why: 'The type is your own. The environment that hotshift writes maps it to a template that you supply.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  clock: {type: com.example.Clock}
`,
      after: `components:
  web: {type: server}
`,
    },
  },
  'blueprint-loss': {
    title: 'No equivalent in HOT for a part of the blueprint',
    severity: 'warning',
    behaves: ['of a change'],
    help: 'Check whether you rely on it. The result does not have it.',
    why: 'HOT cannot express this attribute, so that the result does without it.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  web: {type: server, colour: red}
`,
      after: `components:
  web: {type: server}
`,
    },
  },
  'blueprint-incomplete': {
    title: 'A component without what it is made of',
    severity: 'warning',
    help: 'Give it its content: a script its file, packages their names, an archive its URL.',
    why: 'The component has nothing to do without it. The result has the resource, and Heat creates it empty.',
    page: 'docs/blueprints.md',
    example: {
      command: 'check shop.yaml',
      before: `components:
  web: {type: server, requires: {run: setup}}
  setup: {type: ShellScript}
`,
      after: `components:
  web: {type: server, requires: {run: setup}}
  setup: {type: ShellScript, content: https://example.com/setup.sh}
`,
    },
  },
  'blueprint-misspelt': {
    title: 'A name that a blueprint does not know, and one that is meant',
    severity: 'warning',
    help: 'Correct the name. If it is an extension of yours, give it a name of its own, such as com.example:Name.',
    why: 'Nothing has this name, but a blueprint or Heat has one that differs in a letter. What you wrote would be left out or have to be supplied.',
    page: 'docs/blueprints.md',
    example: {
      command: 'check shop.yaml',
      before: `components:
  web: {type: sever}
`,
      after: `components:
  web: {type: server}
`,
    },
  },
  'blueprint-denied': {
    title: 'A type from a provider that the blueprint excludes',
    severity: 'error',
    help: 'Allow it under requires: providers, or replace the component.',
    why: 'The blueprint lists the providers that may be used, and this type is not among them.',
    page: 'docs/blueprints.md',
    example: {
      command: 'migrate shop.yaml',
      before: `components:
  clock: {type: org.example.Clock}
requires:
  providers: {allow: [com.example*]}
`,
      after: `components:
  clock: {type: com.example.Clock}
requires:
  providers: {allow: [com.example*]}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

/** What the conversion says of the blueprint itself; the rest is about what becomes of it. */
const ofBlueprint = [
  'blueprint-denied',
  'blueprint-incomplete',
  'blueprint-misspelt',
  'data-becomes-call',
] as const satisfies readonly LoweringCode[]

interface BlueprintFault {
  readonly code: BlueprintProblemCode | (typeof ofBlueprint)[number] | 'missing-file'
  /** Where it is not that of the code: no client reads a blueprint, but the template that it becomes. */
  readonly severity?: 'warning'
  readonly at: Node | Entry
  readonly message: string
}

/** A blueprint, and what is asked of it. */
interface BlueprintView {
  readonly root: Mapping
  readonly document: Document
  readonly options: BlueprintOptions
  /** What is wrong with the name of a file, if something is. */
  readonly absence: (name: string) => string | undefined
}

/** Problems of the form alone where there are some; else those of the types, requirements and contents. */
export const blueprints = rule({
  codes,
  asks: 'blueprint',
  find({ root, document, options, absence }: BlueprintView, report: (found: BlueprintFault) => void) {
    const blueprint = readBlueprint(root)
    const { problems } = blueprint
    for (const one of problems) report(one)
    if (problems.length > 0) return
    const rest = { base: 'blueprint', version: usualVersion, versionText: usualVersion, options }
    const made: Lowered | Refused = lowered(makingOf(blueprint, rest), root, document)
    const all = 'refusals' in made ? made.all : made.findings
    const faults = [
      ...all.flatMap(faultOf),
      ...blueprint.components.flatMap((one) => missingFile(one, absence)),
    ]
    for (const one of faults) report(one)
  },
})

function faultOf({ code, at, message }: Lowered['findings'][number]): readonly BlueprintFault[] {
  const own = ofBlueprint.find((one) => one === code)
  return own === undefined ? [] : [{ code: own, at, message }]
}

/** What a client would read together with the template. */
function missingFile(
  component: Component,
  absence: (name: string) => string | undefined,
): readonly BlueprintFault[] {
  const { content } = component
  const name = stringOf(content)
  // What a server unpacks it fetches by a URL.
  if (content === undefined || name === undefined || isPart(component)) return []
  const message = absence(name)
  return message === undefined ? [] : [{ code: 'missing-file', at: content, message, severity: 'warning' }]
}
