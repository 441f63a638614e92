/** Metadata of servers. */

import { callRead } from '../../../heat/calls.ts'
import { entryRead } from '../../../heat/merge-keys.ts'
import { hasFunction, latestVersion } from '../../../heat/versions.ts'
import { requireParameter } from '../../../stack/refactor/give-parameter.ts'
import { readingOf, withProperty } from '../../../stack/refactor/resource-property.ts'
import type { Node } from '../../../text/document/node.ts'
import { mapOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { givenParameters, keyRules, type MetadataKey, metadataKeys } from '../naming/metadata-keys.ts'
import { requirementCodes } from '../requirement.ts'
import { ofProperty, type Repair, type Report, repairedBy, requirementsIn, type Violation } from '../rule.ts'
import { supplierOf } from '../vnf/assigned.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import { type Slot, slotsOf } from '../vnf/slots.ts'
import { parameterTypes, propertyOf, type Resource } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { typeChange } from './parameter-types.ts'
import { withoutIdle } from './unused-parameters.ts'

export const metadataRules = rule({
  asks: 'package',
  codes: requirementCodes([
    ...new Set(
      Object.values(keyRules).flatMap(({ present = [], read = [], parameter = [] }) =>
        [present, read, parameter].flat(),
      ),
    ),
  ]),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const server of vnf.resourcesOf('OS::Nova::Server')) checkServer(server, report)
  },
})

function checkServer(server: Resource, report: Report): void {
  const slots = new Map(slotsOf(server).map((slot) => [slot.name, slot]))
  const isKnown = !isComputed(server)
  for (const key of metadataKeys) {
    const slot = slots.get(`metadata-${key}`)
    if (slot === undefined) {
      if (isKnown) checkPresence(server, key, report)
    } else checkKey(slot, key, report)
  }
}

/** Whether a function gives the metadata, so that its keys cannot be seen. */
function isComputed(server: Resource): boolean {
  const metadata = propertyOf(server, 'metadata')
  if (metadata === undefined) return false
  const name = callRead(metadata)?.name
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
    at: entryRead(properties, 'metadata') ?? entry,
    message: `the metadata of the server "${id}" has no ${key}`,
    remedy: repairedBy(
      metadataCompletion,
      `adds "${key}: {get_param: ${key}}" and the parameter, which ${supplierOf(key)} supplies at instantiation`,
      supplierOf(key),
    ),
    subject: { kind: 'property', resource: id, name: `metadata.${key}` },
  })
}

function checkKey(slot: Slot, key: MetadataKey, report: Report): void {
  const { read, parameter, type } = keyRules[key]
  const { template, id } = slot.resource
  const reads = sourceParameters(slot.value)
  // Only the role is the author's to give.
  const supplier = key === 'vm_role' ? undefined : supplierOf(key)
  const does = `reads the parameter ${key} here, and declares it where it is missing`
  if (reads === undefined) {
    const requirement = read ?? parameter
    if (requirement === undefined) return
    const message = `${key} of the server "${id}" must be obtained with get_param`
    report({
      requirement,
      ...ofProperty(slot),
      message,
      remedy: repairedBy(metadataCompletion, does, supplier),
    })
    return
  }
  if (parameter === undefined) return
  for (const { name } of reads) {
    if (name !== key) {
      report({
        requirement: parameter,
        ...ofProperty(slot),
        message: `${key} of the server "${id}" must be read from a parameter of this name, not "${name}"`,
        remedy: repairedBy(
          metadataCompletion,
          `${does}; "${name}" is removed with its comments if nothing else reads it`,
          supplier,
        ),
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
      remedy: repairedBy(typeChange, `writes "type: ${type}"`),
      subject: type === undefined ? { kind: 'parameter', name: key } : { kind: 'parameter', name: key, type },
    })
  }
}

export const metadataCompletion: Repair = {
  id: 'onap/complete-metadata',
  title: 'Give servers the metadata that ONAP prescribes',
  description:
    'Adds the keys of server metadata that are missing and reads each from the parameter of its name, which is declared and passed to nested templates where it has to be.',
  section: 'Nova Server metadata parameters',
  safety: 'lossy',
  loses: 'added parameter',
  requirements: requirementsIn(metadataRules),
  inOrder: (a, b) => rankOf(a) - rankOf(b),
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'property') return pkg
    const { resource, name } = subject
    const key = keyOf(name)
    const location = { path, resource, type: 'OS::Nova::Server', keys: ['metadata', key], order: keys }
    let before: Node | undefined
    const read = withProperty(pkg, location, (value) => {
      before = value
      return readingOf(key, value)
    })
    const type = key === 'vf_module_index' ? 'number' : 'string'
    const wanted = { name: key, type, description: givenParameters[key] ?? key }
    const sources = before === undefined ? [] : (sourceParameters(before) ?? [])
    return sources.reduce(
      (next, source) => withoutIdle(next, path, source.name),
      requireParameter(read, path, wanted),
    )
  },
}

function keyOf(property: string): string {
  return property.slice(property.lastIndexOf('.') + 1)
}

const keys = Object.keys(givenParameters)

function rankOf({ subject }: Violation): number {
  return subject.kind === 'property' ? keys.indexOf(keyOf(subject.name)) : keys.length
}
