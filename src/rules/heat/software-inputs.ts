/** Inputs and outputs of software, between a configuration and its deployment in one template. */

import { callRead } from '../../heat/calls.ts'
import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { didYouMean } from '../../heat/near-names.ts'
import { referenceOf } from '../../heat/reads.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import type { Node } from '../../text/document/node.ts'
import { itemsOf, listOf, mapOf, nameOf, stringOf } from '../../text/document/read.ts'
import { declaredIn, partOf } from '../locations.ts'
import { rule } from '../rule.ts'
import type { ResourceView, TemplateView } from '../template-view.ts'
import { isResolved } from '../vocabulary.ts'

/** What a deployment gives as an attribute beside the outputs of its configuration. */
const ownAttributes: ReadonlySet<string> = new Set([
  'deploy_stdout',
  'deploy_stderr',
  'deploy_status_code',
  'show',
])

const deploying = [
  'OS::Heat::SoftwareDeployment',
  'OS::Heat::StructuredDeployment',
  'OS::Heat::SoftwareDeploymentGroup',
  'OS::Heat::StructuredDeploymentGroup',
  'OS::Heat::SoftwareDeployments',
  'OS::Heat::StructuredDeployments',
] as const

/** Heat passes a value without an input on (`_build_derived_inputs`), and refuses to give an output that is not declared. */
export const softwareInputs = rule({
  codes: {
    'unknown-software-output': {
      title: 'An output of a deployment that its configuration does not declare',
      severity: 'error',
      help: 'Add it to the outputs of the configuration, or read one that is there.',
      why: 'The attributes of a software deployment are the outputs that its configuration declares, and the output and status of the script. Heat fails when it needs another one.',
      example: {
        command: 'check server.yaml',
        before: `heat_template_version: 2018-08-31
parameters: {server: {type: string}}
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, outputs: [{name: result}], config: 'date > $heat_outputs_path.result'}
  run:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: {get_param: server}}
outputs: {date: {value: {get_attr: [run, results]}}}
`,
        after: `heat_template_version: 2018-08-31
parameters: {server: {type: string}}
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, outputs: [{name: result}], config: 'date > $heat_outputs_path.result'}
  run:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: {get_param: server}}
outputs: {date: {value: {get_attr: [run, result]}}}
`,
      },
    },
    'unknown-software-input': {
      title: 'A value for an input that the configuration does not declare',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Write the name of an input that the configuration declares, or declare it there.',
      why: 'Heat passes the value on under its own name, and the input that is declared keeps its default: the script does not see what was meant for it.',
      example: {
        command: 'check server.yaml',
        before: `heat_template_version: 2018-08-31
parameters: {server: {type: string}}
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, inputs: [{name: owner}], config: echo $owner}
  run:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: {get_param: server}, input_values: {ownr: us}}
`,
        after: `heat_template_version: 2018-08-31
parameters: {server: {type: string}}
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, inputs: [{name: owner}], config: echo $owner}
  run:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: {get_param: server}, input_values: {owner: us}}
`,
      },
    },
  },
  source: 'heat/engine/resources/openstack/heat/software_deployment.py',
  asks: 'template',
  find(view, report) {
    const configs = new Map<string, ResourceView>()
    for (const one of view.ofTypes(deploying)) {
      const config = configOf(one, view)
      if (config === undefined) continue
      configs.set(one.name, config)
      const inputs = namesDeclared(config.property('inputs'))
      const values = entriesRead(mapOf(one.property('input_values')))
      for (const each of values) {
        const name = nameOf(each)
        if (name === undefined || inputs?.has(name) !== false) continue
        const open = new Map(
          [...inputs].filter(([input]) => !values.some((other) => nameOf(other) === input)),
        )
        const { hint, instead } = didYouMean(name, open)
        if (hint === '' && !isUnread(name, config)) continue
        report('unknown-software-input', each, `"${config.name}" declares no input "${name}"${hint}`, {
          repair: instead,
          related: declaredIn(view.root, 'resources', config.name),
        })
      }
    }
    if (configs.size === 0) return
    for (const { call, at } of view.calls) {
      if (call.name !== 'get_attr' || !isResolved(call, view.words)) continue
      const [resource, attribute] = listOf(call.argument)?.items ?? []
      const [config, name] = [configs.get(stringOf(resource) ?? ''), stringOf(attribute)]
      const outputs = config && namesDeclared(config.property('outputs'), 'none')
      if (config === undefined || name === undefined || outputs === undefined) continue
      if (outputs.has(name) || ownAttributes.has(name)) continue
      const { hint, instead } = didYouMean(name, outputs, attributesOfAll)
      report(
        'unknown-software-output',
        partOf(at, attribute),
        `"${config.name}" declares no output "${name}"${hint}`,
        {
          repair: instead,
          related: declaredIn(view.root, 'resources', config.name),
        },
      )
    }
  },
})

const attributesOfAll: ReadonlyMap<string, unknown> = new Map([...ownAttributes].map((name) => [name, true]))

/** The configuration of a deployment, where this template has it and it has no other source of inputs. */
function configOf({ property }: ResourceView, view: TemplateView): ResourceView | undefined {
  const name = referenceOf(property('config'))
  const found = name === undefined ? undefined : view.resources.find((one) => one.name === name)
  const isConfig = found?.type === 'OS::Heat::SoftwareConfig' || found?.type === 'OS::Heat::StructuredConfig'
  return isConfig && found.properties !== undefined && resourceTypeFacts(found.type ?? '') !== undefined
    ? found
    : undefined
}

/** The names that a list of inputs or outputs declares; undefined where a function gives some. */
function namesDeclared(list: Node | undefined, whenAbsent?: 'none'): ReadonlyMap<string, Node> | undefined {
  if (list === undefined) return whenAbsent === 'none' ? new Map() : undefined
  if (listOf(list) === undefined) return undefined
  const names = itemsOf(list).map((item) => [stringOf(readValue(mapOf(item), 'name')), item] as const)
  return names.some(([name]) => name === undefined) ? undefined : new Map(names as [string, Node][])
}

/** Whether a script that is written out does not have a name. */
function isUnread(name: string, { property }: ResourceView): boolean {
  const config = property('config')
  const script = callRead(config) === undefined ? stringOf(config) : undefined
  return script !== undefined && stringOf(property('group')) === 'script' && !script.includes(name)
}
