/** Resource types: what Heat has of them. */

import { isBefore } from '../heat/cloud.ts'
import type { RuleCode } from '../heat/code-facts.ts'
import { renamedType } from '../heat/deprecations.ts'
import { deadSince, deadType, deprecatedSince, deprecatedType, neverType } from '../heat/instead.ts'
import { didYouMean, type Guess, isSlip, noGuess } from '../heat/near-names.ts'
import { nearType } from '../heat/near-types.ts'
import { isTemplateReference, resourceTypeFacts } from '../heat/resource-types.ts'
import { impliesRelease } from '../heat/versions.ts'
import { isNamedAsTemplate, loadableName } from '../stack/source-file.ts'
import { classSchema } from '../stack/type-of.ts'
import type { Node } from '../text/document/node.ts'
import { checkTypeInCloud } from './cloud.ts'
import { checkFacade, facadeCodes } from './facades.ts'
import { formerType, lastOfType } from './former-types.ts'
import { type CheckScope, reportAbsent } from './scope.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What is reported of types. */
export const typeCodes = {
  ...facadeCodes,
  'deprecated-resource-type': {
    title: 'A deprecated or hidden resource type',
    severity: 'info',
    behaves: ['accepted by Heat'],
    help: 'It still works; `hotshift explain TYPE` names its successor and what differs.',
    why: 'Heat still creates such resources for old stacks. It hides the type from lists and may remove it in a later release.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  router: {type: OS::Neutron::Router}
  gateway:
    type: OS::Neutron::RouterGateway
    properties: {router_id: {get_resource: router}, network: public}
`,
      after: `heat_template_version: 2018-08-31
resources:
  router:
    type: OS::Neutron::Router
    properties: {external_gateway_info: {network: public}}
`,
    },
  },
  'removed-resource-type': {
    title: 'A resource type that can no longer be created',
    severity: 'warning',
    behaves: ['accepted by Heat', 'type preserved'],
    help: 'Use the type in the message; `hotshift explain TYPE` lists how its properties map.',
    why: 'The service behind the type, or its API, is no longer part of OpenStack. Heat has removed the type, keeps an empty placeholder for old stacks, or still asks a service that rejects.',
    page: 'docs/upgrading.md',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  cluster:
    type: OS::Sahara::Cluster
    properties: {plugin_name: vanilla, hadoop_version: '2', cluster_template_id: a, default_image_id: b}
`,
      after: `heat_template_version: 2018-08-31
resources:
  cluster:
    type: OS::Magnum::Cluster
    properties: {cluster_template: hadoop}
`,
    },
  },
  'unknown-resource-type': {
    title: 'An unknown resource type',
    severity: 'warning',
    concerns: 'resource type',
    behaves: ['of created resources', 'of plug-ins', 'refused with named environments'],
    help: 'Pass the environment that registers the type (-e FILE), or use a type of Heat; its properties are not checked.',
    why: 'Heat rejects the template, unless the cloud has a plug-in for the type or an environment maps it to a template.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources: {server: {type: OS::Nova::Sever}}
`,
      after: `heat_template_version: 2018-08-31
resources: {server: {type: OS::Nova::Server, properties: {image: fedora, flavor: m1.small, networks: [{network: private}]}}}
`,
    },
  },
  'unloadable-template': {
    title: 'A template as a type under a name that Heat does not read',
    severity: 'error',
    behaves: ['of a file name'],
    help: 'Rename the file, in all templates that use it: `hotshift check --fix .` does both. An environment may register it as well.',
    why: 'Clients and Heat take a type for a template where its name ends in .yaml or .template. They send no other file, and Heat rejects the name as an unknown type.',
    example: {
      command: 'check main.yaml',
      before: {
        'main.yaml': `heat_template_version: 2018-08-31
resources: {node: {type: node.yml}}
`,
        'node.yml': `heat_template_version: 2018-08-31
resources: {disk: {type: OS::Cinder::Volume, properties: {size: 1}}}
`,
      },
      after: {
        'main.yaml': `heat_template_version: 2018-08-31
resources: {node: {type: node.yaml}}
`,
        'node.yml': null,
        'node.yaml': `heat_template_version: 2018-08-31
resources: {disk: {type: OS::Cinder::Volume, properties: {size: 1}}}
`,
      },
    },
  },
} as const satisfies Record<string, RuleCode>

/** The scope of what looks at types. */
export type TypeScope = CheckScope<keyof typeof typeCodes>

const rule = 'Template Guide, OpenStack Resource Types'
const templateNames = 'heatclient/common/template_utils.py: ignore_if'

/** What Heat has of a type. Those that only an environment knows are as good as any; so all are warnings. */
export function checkType(type: string, at: Node, scope: TypeScope): void {
  const { report, beside, words } = scope
  const facts = resourceTypeFacts(type)
  const release = registersItself(type, beside) ? undefined : words.cloud?.release
  const isIn = (since: string | undefined) =>
    release === undefined || since === undefined || !isBefore(release, since)
  const dead = isIn(deadSince(type)) ? deadType(type) : undefined
  const deprecated = isIn(deprecatedSince(type)) ? deprecatedType(type) : undefined
  if (release !== undefined) checkTypeInCloud(type, at, release, scope)
  const unknown = unknownClass(type, beside)
  if (release !== undefined && deadSince(type) !== undefined) {
    // Said above, or not yet so in that cloud.
  } else if (unknown !== undefined) {
    const message = `environments register "${type}" as "${unknown}", which Heat does not have`
    report('unknown-resource-type', at, message, { source: rule })
  } else if (dead !== undefined)
    report('removed-resource-type', at, `${type} ${dead}${uncheckedPart(type, words)}`, { source: rule })
  else if (deprecated !== undefined)
    report('deprecated-resource-type', at, `${type} ${deprecated}`, { source: rule })
  else if (facts === undefined) checkUnknown(type, at, report, beside)
  const renamed = renamedType(type)
  const { version } = words
  const registered = renamed === undefined ? undefined : beside.registered(type)
  const isHeats = registered === undefined || registered === 'nothing'
  if (
    renamed !== undefined &&
    dead === undefined &&
    isHeats &&
    version !== undefined &&
    impliesRelease(version, renamed.since) &&
    isIn(renamed.since)
  )
    report('deprecated-name', at, `${type} is ${renamed.to} since ${renamed.since}`, {
      source: rule,
      repair: {
        of: type,
        names: [renamed.to],
        isSuccessor: true,
      },
    })
  const error = beside.nestedError(type)
  if (error !== undefined) report('nested-error', at, error.message, { source: rule, related: error.related })
  checkFacade(type, at, scope)
}

/** That nothing is known of the properties of a type that no longer works. */
function uncheckedPart(type: string, { cloud }: Vocabulary): string {
  const own = classSchema(type)
  const isKnown = own?.takesOthers === false || formerType(type, cloud) !== undefined
  return isKnown || lastOfType(type, cloud) !== undefined ? '' : '; its properties are not checked'
}

/**
 * The class that environments name for a type, where Heat has none of that name; of a type of its own, it takes that
 * (`ResourceRegistry.get_resource_info`).
 */
function unknownClass(type: string, beside: CheckScope['beside']): string | undefined {
  if (resourceTypeFacts(type) !== undefined) return undefined
  const registered = beside.registered(type)
  const name = typeof registered === 'object' && 'class' in registered ? registered.class : undefined
  return name === undefined || resourceTypeFacts(name) !== undefined ? undefined : name
}

/** Whether an environment substitutes something else for a type. */
function registersItself(type: string, beside: CheckScope['beside']): boolean {
  const registered = beside.registered(type)
  return registered !== undefined && registered !== 'nothing'
}

function checkUnknown(
  type: string,
  at: Node,
  report: TypeScope['report'],
  beside: CheckScope['beside'],
): void {
  if (isTemplateReference(type)) {
    reportAbsent(type, at, { beside, report }, rule)
    return
  }
  const registered = beside.registered(type)
  if (typeof registered === 'object' && 'isPassedOver' in registered) {
    const message = `unknown resource type "${type}": Heat ignores a name with * that is registered for a template`
    report('unknown-resource-type', at, message, { source: rule, item: type })
    return
  }
  // Heat asks the registry for a name that does not end as those of templates do, whatever file there is.
  // What a file of the name makes of it counts for authors alone.
  const isOwnFile = typeof registered === 'object' && !('class' in registered || 'registered' in registered)
  const isFree = isOwnFile || registered === undefined || registered === 'nothing'
  if (isFree && isNamedAsTemplate(type) && beside.hasFile(type) === true) {
    const message = `Heat does not accept ${type} as a template, because its name does not end in .yaml or .template; rename it to ${loadableName(type)}`
    report('unloadable-template', at, message, { source: templateNames, item: type })
    return
  }
  const isNowhere = registered === 'nothing' || (isHeatsOwn(type) && registered === undefined)
  if (isNowhere) {
    const where = registered === undefined ? '' : ', not registered by an environment of this run'
    const { hint, instead } = meant(type, beside)
    const message = `unknown resource type "${type}": not in Heat${where}${hint}`
    report('unknown-resource-type', at, message, { source: rule, repair: instead, item: type })
  }
}

/** What its author may have meant. */
function meant(type: string, beside: CheckScope['beside']): Guess {
  const never = neverType(type)
  if (never !== undefined) return { ...noGuess, hint: never }
  if (isNamedAsTemplate(type))
    return { ...noGuess, hint: '; the name of a nested template ends in .yaml or .template' }
  const name = nearType(type)
  if (name === undefined) {
    // Types of one family are alike, and mean different things: only a slip is certainly one.
    const guess = didYouMean(type, beside.registryNames())
    return guess.instead?.names.every((one) => isSlip(type, one)) === true ? guess : noGuess
  }
  return { hint: `; did you mean ${name}?`, instead: { of: type, names: [name] } }
}

/** Names in the name spaces of Heat's own types. */
function isHeatsOwn(type: string): boolean {
  return /^(?:OS|AWS|Heat|HEAT)::/.test(type)
}
