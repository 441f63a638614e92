/** Properties of servers that must be taken from a parameter, and which one that is by the ID of the server. */
import { sameData } from '../../document/data.ts'
import type { Node } from '../../document/node.ts'
import { textOf } from '../../document/read.ts'
import { makeName } from '../naming/pattern.ts'
import type { RequirementId } from '../requirement.ts'
import { namesOf } from '../vnf/names.ts'
import { readsParameter, sourceParameters } from '../vnf/parameter-reads.ts'
import type { Slot, SlotName } from '../vnf/slots.ts'
import { entriesOf, type Parameter, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

export const mustRead = {
  'server-image': 'R-901331',
  'server-flavor': 'R-481670',
  'server-name': 'R-663631',
} as const satisfies Partial<Record<SlotName, RequirementId>>

const patterns = {
  'server-image': '{vm-type}_image_name',
  'server-flavor': '{vm-type}_flavor_name',
  'server-name': '{vm-type}_name_{index}',
} as const

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
  return id === undefined || !isMustRead(name) ? undefined : makeName(patterns[name], id)
}

/** The parameter that can be read in the place of a text; undefined when a person has to see to it. */
export function parameterFor(vnf: Vnf, slot: Slot): string | undefined {
  const { resource, value } = slot
  const text = textOf(value)
  // A group replaces its index in texts of its own; what a parameter gives is another matter.
  if (text === undefined || text.includes('%')) return undefined
  const wanted = wantedName(vnf, slot)
  const declared = wanted === undefined ? undefined : resource.template.parameters.get(wanted)
  return declared === undefined || isFree(vnf, resource.template, declared, value) ? wanted : undefined
}

/** Whether a parameter of a module can be read in the place of a text: nothing else reads it, or it is this text. */
function isFree(vnf: Vnf, template: VnfTemplate, { name, map, type }: Parameter, value: Node): boolean {
  if (template.role === 'nested' || type !== 'string') return false
  // The text may not satisfy them.
  if (entriesOf(map).some((one) => one.name === 'constraints' || one.name === 'default')) return false
  const given = vnf.valuesOf(template, name).filter(({ section }) => section === 'parameters')
  if (given.some((one) => sameData(one.entry.value, value))) return true
  return !entriesOf(template.root).some(
    (one) => one.name !== 'parameters' && readsParameter(one.entry.value, name),
  )
}
