/** Which servers volumes are for, and what their IDs say then. */

import { parameterRead, referenceOf } from '../../../heat/reads.ts'
import { memoized } from '../../../text/document/attached.ts'
import { push } from '../../../text/document/multimap.ts'
import { indexAmong } from '../naming/free-index.ts'
import { matchName, type NameParts, sameName } from '../naming/pattern.ts'
import { namesOf, type ServerNames } from './names.ts'
import { resourcesReadIn } from './parameter-reads.ts'
import { propertyOf, type Resource } from './template.ts'
import type { Vnf } from './vnf.ts'

const volume = 'OS::Cinder::Volume'
const attachment = 'OS::Cinder::VolumeAttachment'

const patterns: Readonly<Record<string, string>> = {
  [volume]: '{vm-type}_volume_{index}',
  [attachment]: '{vm-type}_volume_attachment_{index}',
}

/**
 * The vm-type of the servers that a volume or an attachment is for, and the first index that none of its kind has; undefined
 * where no server or servers of several vm-types have it.
 */
export function volumeParts(
  vnf: Vnf,
  resource: Resource,
  vmTypeOf: (server: ServerNames) => string | undefined,
): NameParts | undefined {
  const typeOf = (one: Resource) => {
    const [first, ...others] = (serversOf(vnf).get(one) ?? []).map(vmTypeOf)
    return first !== undefined && others.every((other) => sameName(other, first)) ? first : undefined
  }
  const vmType = typeOf(resource)
  if (vmType === undefined) return undefined
  const pattern = patterns[resource.type] ?? ''
  const beside = vnf.resourcesOf(resource.type).filter((one) => !one.isMember)
  const used = beside.flatMap(({ id }) => {
    const parts = matchName(pattern, id)
    return parts !== undefined && sameName(parts.vmType, vmType) ? [parts.index] : []
  })
  const unnamed = beside.filter(
    (one) => sameName(typeOf(one), vmType) && !sameName(matchName(pattern, one.id)?.vmType, vmType),
  )
  return { vmType, ...indexAmong(resource, unnamed, used) }
}

/** The servers that each volume is attached to, also from another module, which has its UUID from an output; and each attachment. */
const serversOf = memoized((vnf: Vnf): ReadonlyMap<Resource, readonly ServerNames[]> => {
  const found = new Map<Resource, ServerNames[]>()
  const given = volumesByOutput(vnf)
  for (const one of vnf.resourcesOf(attachment)) {
    const { resources } = one.template
    const id = referenceOf(propertyOf(one, 'instance_uuid'))
    const server = namesOf(vnf).servers.find(
      ({ resource }) => resource.template === one.template && resource.id === id,
    )
    if (server === undefined) continue
    push(found, one, server)
    const value = propertyOf(one, 'volume_id')
    const own = resources.filter(({ type, id }) => type === volume && id === referenceOf(value))
    for (const each of [...own, ...(given.get(parameterRead(value)?.name ?? '') ?? [])])
      push(found, each, server)
  }
  return found
})

/** The volumes that the outputs of modules give, by the names of the outputs. */
function volumesByOutput(vnf: Vnf): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, Resource[]>()
  for (const { outputs, resources } of vnf.modules)
    for (const { name, value } of outputs) {
      if (value === undefined) continue
      const read = new Set(resourcesReadIn(value))
      const volumes = resources.filter(
        ({ type, id, isMember }) => type === volume && !isMember && read.has(id),
      )
      for (const one of volumes) push(found, name, one)
    }
  return found
}
