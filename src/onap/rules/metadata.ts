/** Metadata of servers. */

import type { Node } from '../../document/node.ts'
import { mapOf, nameOf, resolved, scalarOf, seqOf } from '../../document/read.ts'
import { callOf } from '../../heat/calls.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { hasFunction, latestVersion } from '../../heat/versions.ts'
import type { RequirementId } from '../requirement.ts'
import type { Report } from '../violation.ts'
import { formOf } from '../vnf/address-facts.ts'
import { parameterReadsIn, sourceParameters } from '../vnf/parameter-reads.ts'
import { type MetadataKey, type Slot, slotsOf } from '../vnf/slots.ts'
import { propertyOf, type Resource, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { parameterTypes } from './parameters.ts'
import type { RuleFamily } from './rule-family.ts'

interface KeyRule {
  /** That the key is there. */
  readonly present?: RequirementId
  /** That the value is read with get_param; the same as `present` for keys that must be there. */
  readonly read?: RequirementId
  /** That the parameter has the name of the key, and a type. */
  readonly parameter?: RequirementId
  readonly type?: 'string' | 'number'
}

const keyRules: Readonly<Record<MetadataKey, KeyRule>> = {
  vnf_id: { present: 'R-37437', read: 'R-37437', parameter: 'R-07507', type: 'string' },
  vf_module_id: { present: 'R-71493', read: 'R-71493', parameter: 'R-82134', type: 'string' },
  vnf_name: { present: 'R-72483', read: 'R-72483', parameter: 'R-62428', type: 'string' },
  vf_module_name: { present: 'R-100400', read: 'R-68023', parameter: 'R-39067', type: 'string' },
  vm_role: {},
  vf_module_index: { read: 'R-50816', parameter: 'R-54340', type: 'number' },
  workload_context: { present: 'R-47061', parameter: 'R-74978', type: 'string' },
  environment_context: { present: 'R-88536', parameter: 'R-20308', type: 'string' },
}

const isId = (id: RequirementId | undefined): id is RequirementId => id !== undefined

export const metadataRules: RuleFamily = {
  requirements: [
    ...new Set(
      Object.values(keyRules).flatMap(({ present, read, parameter }) =>
        [present, read, parameter].filter(isId),
      ),
    ),
    'R-86476',
  ],
  find(vnf, report) {
    for (const { resources } of vnf.templates) {
      for (const resource of resources)
        if (resource.type === 'OS::Nova::Server') checkServer(vnf, resource, report)
    }
  },
}

function checkServer(vnf: Vnf, server: Resource, report: Report): void {
  const slots = new Map(slotsOf(server).map((slot) => [slot.name, slot]))
  const isKnown = !isComputed(server)
  for (const key of Object.keys(keyRules) as MetadataKey[]) {
    const slot = slots.get(`metadata-${key}`)
    if (slot === undefined) {
      if (isKnown) checkPresence(server, key, report)
    } else if (key === 'vm_role') checkRole(vnf, slot, report)
    else checkKey(slot, key, report)
  }
}

/** Whether a function gives the metadata, so that its keys cannot be seen. */
function isComputed(server: Resource): boolean {
  const metadata = propertyOf(server, 'metadata')
  if (metadata === undefined) return false
  const name = callOf(resolved(metadata))?.name
  return mapOf(metadata) === undefined || (name !== undefined && hasFunction(latestVersion, name))
}

function checkPresence(
  { id, entry, template, properties }: Resource,
  key: MetadataKey,
  report: Report,
): void {
  const requirement = keyRules[key].present
  if (requirement === undefined) return
  report({
    requirement,
    path: template.path,
    at: properties?.entries.find((one) => nameOf(one) === 'metadata') ?? entry,
    message: `the metadata of the server "${id}" has no ${key}`,
    repair: 'lossy',
    advice: `adds "${key}: {get_param: ${key}}" and the parameter, which must then be given`,
    subject: { kind: 'property', resource: id, name: `metadata.${key}` },
  })
}

function checkKey({ resource, property, value }: Slot, key: MetadataKey, report: Report): void {
  const { read, parameter, type } = keyRules[key]
  const { template, id } = resource
  const reads = sourceParameters(value)
  const subject = { kind: 'property', resource: id, name: property } as const
  const advice = `reads the parameter ${key} here, and declares it where it is missing`
  if (reads === undefined) {
    const requirement = read ?? parameter
    if (requirement === undefined) return
    const message = `${key} of the server "${id}" must be obtained with get_param`
    report({ requirement, path: template.path, at: value, message, repair: 'lossy', advice, subject })
    return
  }
  if (parameter === undefined) return
  for (const { name } of reads) {
    if (name !== key) {
      const message = `${key} of the server "${id}" must be read from a parameter of this name, not "${name}"`
      report({
        requirement: parameter,
        path: template.path,
        at: value,
        message,
        repair: 'lossy',
        advice: `${advice}; "${name}" goes with its comments when nothing else reads it`,
        subject,
      })
      continue
    }
    const declared = template.parameters.get(key)
    // A type that Heat does not know is another violation.
    if (declared?.type === undefined || declared.type === type || !parameterTypes.has(declared.type)) continue
    report({
      requirement: parameter,
      path: template.path,
      at: declared.entry,
      message: `the parameter "${key}" must be of type ${type}, not ${declared.type}`,
      repair: 'lossy',
      advice: `writes "type: ${type}"`,
      subject: type === undefined ? { kind: 'parameter', name: key } : { kind: 'parameter', name: key, type },
    })
  }
}

/** R-86476: the text of a role, here or in the environment. */
function checkRole(vnf: Vnf, { resource, property, value }: Slot, report: Report): void {
  const { template, id } = resource
  const check = (path: string, node: Node, isList: boolean, isFree: boolean): void => {
    for (const item of seqOf(node)?.items ?? [node]) {
      const scalar = scalarOf(item)
      if (scalar === undefined || scalar.type === 'null') continue
      const text = String(scalar.value)
      // A list may be written as one text.
      const wanted = plainRole(text, isList)
      const isEmpty = (isList ? text.split(',') : [text]).some((part) => part.trim() === '')
      if (wanted === text && !isEmpty) continue
      const canWrite = isFree && !isEmpty
      report({
        requirement: 'R-86476',
        path,
        at: item,
        message: `the vm_role "${text}" of the server "${id}" has other characters than letters, digits and underscores`,
        repair: canWrite ? 'lossy' : 'by-hand',
        advice: canWrite ? `writes "${wanted}"` : 'Choose the text; look at what else the value is used for.',
        subject: { kind: 'property', resource: id, name: property, ...(canWrite ? { wanted } : {}) },
      })
    }
  }
  const reads = sourceParameters(value)
  if (reads === undefined) {
    if (scalarOf(value) !== undefined) check(template.path, value, false, true)
    return
  }
  for (const { name } of reads) {
    const own = readValue(template.parameters.get(name)?.map, 'default')
    const isList = formOf(template, name) === 'list'
    const isFree = isOnlyRole(vnf, template, name)
    if (own !== undefined) check(template.path, own, isList, isFree)
    for (const given of vnf.givenTo(template, name)) check(given.path, given.entry.value, isList, isFree)
  }
}

/** Blanks around the parts of a list are not part of them. */
function plainRole(text: string, isList: boolean): string {
  const plain = (part: string) => part.replace(/[^A-Za-z0-9_]/g, '_')
  return isList ? text.replace(/[^,\s](?:[^,]*[^,\s])?/g, plain) : plain(text)
}

/** Whether a value that feeds a role feeds nothing else. */
function isOnlyRole(vnf: Vnf, template: VnfTemplate, name: string): boolean {
  const reads = parameterReadsIn(template.root).filter((read) => read.name === name)
  const own = vnf.slots(template).filter((slot) => {
    return (
      slot.name === 'metadata-vm_role' && sourceParameters(slot.value)?.some((read) => read.name === name)
    )
  })
  const callers = vnf.passedTo(template, name).flatMap(({ call, value }) => {
    const caller = vnf.template(call.caller)
    return (sourceParameters(value) ?? []).map((read) => ({ caller, name: read.name }))
  })
  return (
    reads.length === own.length &&
    callers.every(
      ({ caller, name: source }) =>
        caller !== undefined &&
        (vnf.feeds(caller).get(source) ?? []).every(({ slot }) => slot.name === 'metadata-vm_role') &&
        !vnf.slots(caller).some(({ value }) => parameterReadsIn(value).some((read) => read.name === source)),
    )
  )
}
