import {
  type Entry,
  entry,
  entryOf,
  freeName,
  inPlaceOf,
  isOwn,
  nameOf,
  unwrapped,
  withKey,
} from '../../../src/engine/authoring/authoring.ts'
import type { Native, Retyping } from '../native.ts'
import { hasLinks, propertiesOf, referenceTo, resourceBeside } from '../resources.ts'
import { retype } from '../retype.ts'

export const server = retype(
  {
    title: 'Make AWS::EC2::Instance native',
    description:
      'Writes `AWS::EC2::Instance` as `OS::Nova::Server`, on request, for its login user is another one; its volumes become resources of their own.',
  },
  'AWS::EC2::Instance',
  withAttachments,
)

const attachment = 'OS::Cinder::VolumeAttachment'

/** Volumes are attached one after the other, in the order of the list (`Instance.handle_create`). */
function withAttachments(made: Native, { resource, scope, uses }: Retyping): Native | string {
  const given = entryOf(propertiesOf(resource.definition), 'Volumes')
  if (given === undefined) return made
  const volumes = given.value
  if (volumes.kind !== 'seq' || hasLinks(volumes)) return 'Volumes is not a plain literal list'
  if (uses.of(resource.name).some(({ by }) => by === 'depends_on'))
    return 'something depends on it, and therefore on its volumes'
  const beside: Entry[] = []
  for (const [index, item] of volumes.items.entries()) {
    const [id, device] = item.kind === 'map' ? [entryOf(item, 'VolumeId'), entryOf(item, 'Device')] : []
    if (item.kind !== 'map' || !isOwn(item) || id === undefined || device === undefined)
      return 'Volumes has an item without VolumeId or Device'
    const name = freeName(scope.root, `${resource.name}_volume_${index + 1}`, [])
    const server = entry('instance_uuid', referenceTo(resource.name))
    const properties = [server, withKey(id, 'volume_id'), withKey(device, 'mountpoint')]
    const [before] = beside.slice(-1).map(nameOf)
    const attached = resourceBeside(resource.definition, attachment, properties, before)
    // What stood around the item stands around the resource.
    beside.push(entry(name, inPlaceOf(attached, item)))
  }
  return { ...made, beside: unwrapped(given, beside) }
}
