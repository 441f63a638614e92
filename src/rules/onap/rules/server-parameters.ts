/** Properties of servers that must be taken from a parameter, and which one that is by the ID of the server. */

import { entryRead, readValue } from '../../../heat/merge-keys.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { putValue } from '../../../stack/refactor/environment.ts'
import { requireParameter } from '../../../stack/refactor/give-parameter.ts'
import { propertyEntry, withProperty } from '../../../stack/refactor/resource-property.ts'
import { givenIn } from '../../../stack/value-of.ts'
import { declaredParameter } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { call, string } from '../../../text/document/build.ts'
import { sameData } from '../../../text/document/data.ts'
import type { Node } from '../../../text/document/node.ts'
import { mapOf, stringOf } from '../../../text/document/read.ts'
import { transplantedEntry } from '../../../text/document/transplant.ts'
import { rule } from '../../rule.ts'
import { namePatterns } from '../naming/parameter-names.ts'
import { makeName } from '../naming/pattern.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, ofProperty, type Repair, type Report, repairedBy } from '../rule.ts'
import { namesOf } from '../vnf/names.ts'
import { isReadIn, sourceParameters } from '../vnf/parameter-reads.ts'
import type { Slot, SlotName } from '../vnf/slots.ts'
import { entriesOf, type Parameter, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

const mustRead = {
  'server-image': 'R-901331',
  'server-flavor': 'R-481670',
  'server-name': 'R-663631',
} as const satisfies Partial<Record<SlotName, RequirementId>>

export const serverParameterRules = rule({
  asks: 'package',
  codes: requirementCodes(Object.values(mustRead)),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const slot of vnf.slotsNamed('server-image', 'server-flavor', 'server-name'))
      checkRead(vnf, slot, report)
  },
})

function isMustRead(name: SlotName): name is keyof typeof mustRead {
  return Object.hasOwn(mustRead, name)
}

/** The requirement that a property does not meet which is no parameter; undefined when it is one, or need not be. */
export function requirementOfText({ name, value }: Slot): RequirementId | undefined {
  return isMustRead(name) && sourceParameters(value) === undefined ? mustRead[name] : undefined
}

/** What the parameter of such a property must be called; undefined when the ID of the server does not say it. */
export function wantedName(vnf: Vnf, { name, resource }: Slot): string | undefined {
  const id = namesOf(vnf).serverOf.get(resource)?.id
  return id === undefined || !isMustRead(name) ? undefined : makeName(namePatterns(name)[0] ?? '', id)
}

/** The parameter that can be read instead of a string; undefined when a person has to see to it. */
function parameterFor(vnf: Vnf, slot: Slot): string | undefined {
  const { resource, value } = slot
  const text = stringOf(value)
  // A group replaces its index in strings of its own; what a parameter gives is another matter.
  if (text === undefined || text.includes('%')) return undefined
  const wanted = wantedName(vnf, slot)
  const declared = wanted === undefined ? undefined : resource.template.parameters.get(wanted)
  return declared === undefined || isFree(vnf, resource.template, declared, value) ? wanted : undefined
}

/** Whether a parameter of a module can be read instead of a string: nothing else reads it, or it is this string. */
function isFree(vnf: Vnf, template: VnfTemplate, { name, map, type }: Parameter, value: Node): boolean {
  if (template.role === 'nested' || type !== 'string') return false
  // The string may not satisfy them.
  if (entriesOf(map).some((one) => one.name === 'constraints' || one.name === 'default')) return false
  const given = vnf.valuesOf(template, name).filter(({ section }) => section === 'parameters')
  if (given.some((one) => sameData(one.entry.value, value))) return true
  return !isReadIn(template.root, name)
}

function checkRead(vnf: Vnf, slot: Slot, report: Report): void {
  const { name, resource, property } = slot
  const requirement = requirementOfText(slot)
  if (requirement === undefined) return
  const wanted = parameterFor(vnf, slot)
  const isTaken = wanted !== undefined && vnf.valuesOf(resource.template, wanted).length > 0
  const file =
    name === 'server-name'
      ? ', which SDNC supplies at instantiation'
      : ` and moves the value to the environment${isTaken ? ', replacing one that nothing reads' : ''}`
  report({
    requirement,
    ...ofProperty(slot, wanted),
    message: `${property} of "${resource.id}" must be obtained with get_param`,
    remedy:
      wanted === undefined
        ? byHand('Choose a parameter for it, by the vm-type that the ID of the server says.')
        : repairedBy(
            serverParameters,
            `replaces the value by the parameter "${wanted}"${file}`,
            name === 'server-name' ? 'SDNC' : undefined,
          ),
  })
}

export const serverParameters: Repair = {
  id: 'onap/read-from-parameters',
  title: 'Read image, flavor and name of servers from parameters',
  description:
    'Replaces a literal value by a parameter named after the vm-type in the ID of the server. Images and flavors go to the environment; ONAP gives the names.',
  section: 'Nova Server',
  safety: 'lossy',
  loses: 'added parameter',
  requirements: ['R-481670', 'R-663631', 'R-901331'],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'property' || subject.wanted === undefined) return pkg
    const { resource, name, wanted } = subject
    const { what, isGiven } = kinds[name as keyof typeof kinds]
    const file = pkg.files.get(path)
    const location = { path, resource, type: 'OS::Nova::Server', keys: [name] }
    const literal = propertyEntry(pkg, location)
    if (file === undefined || literal === undefined) return pkg
    const isSame = hasValue(pkg, path, wanted, literal.value)
    const isIdle = isIdleIn(pkg, path, wanted)
    if (!isSame && !isIdle) refuseTaken(pkg, path, wanted)
    const read = withProperty(pkg, location, (value) => call('get_param', string(wanted), value))
    const description = `${what} of ${resource}${isGiven ? ', given by ONAP' : ''}`
    const declared = requireParameter(read, path, { name: wanted, type: 'string', description })
    if (isGiven || isSame) return declared
    const source = { ...file.document, comments: [] }
    return pkg
      .modulesReaching(path)
      .flatMap((module) => declared.files.get(module) ?? [])
      .reduce((next, module) => {
        const given = givenIn('parameters', module, next.environmentOf(module.path), wanted)
        if (given !== undefined && !isIdle) return next
        return putValue(next, module, 'parameters', transplantedEntry(literal, source, wanted), 'goes')
      }, declared)
  },
}

/** By property of the server, what the new parameter is; ONAP gives names, environments the rest. */
const kinds = {
  image: { what: 'Image', isGiven: false },
  flavor: { what: 'Flavor', isGiven: false },
  name: { what: 'Name', isGiven: true },
} as const

/** Whether another server of the module has brought the parameter with this value. */
function hasValue(pkg: Workspace, path: string, name: string, value: Node): boolean {
  const file = pkg.files.get(path)
  if (file === undefined || declaredParameter(file.root, name) === undefined) return false
  const given = givenIn('parameters', file, pkg.environmentOf(path), name)
  return given !== undefined && sameData(given.node, value)
}

/** Whether a module declares the parameter in vain, so that its value is free for the string. */
function isIdleIn(pkg: Workspace, path: string, name: string): boolean {
  const root = pkg.files.get(path)?.root
  if (root === undefined || pkg.callsOf(path).length > 0) return false
  return declaredParameter(root, name) !== undefined && !isReadIn(root, name)
}

/** @throws Stuck when the template, or one that calls it, has a parameter or a value of this name */
function refuseTaken(pkg: Workspace, path: string, name: string): void {
  const callers = [...pkg.files.keys()].filter((one) => one === path || pkg.reachableFrom(one).has(path))
  for (const one of callers) {
    const taken = declaredParameter(pkg.fileAt(one).root, name)
    if (taken !== undefined)
      throw new Stuck({ path: one, at: taken.entry, why: `a parameter ${name} is declared already` })
    const environment = pkg.environmentOf(one)
    for (const section of ['parameters', 'parameter_defaults'] as const) {
      const values = readValue(environment?.root, section)
      const given = entryRead(mapOf(values), name)
      if (environment !== undefined && given !== undefined)
        throw new Stuck({ path: environment.path, at: given, why: `${name} has a value already` })
    }
  }
}
