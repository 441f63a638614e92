/** Gives resources of a retired service the types that came instead, all of a template together or none of them. */
import type { AboutTemplate, Mapping, UnnamedTransform } from '../../src/engine/authoring.ts'
import { successorTypes } from '../../src/heat/native-types.ts'
import { resourceTypeFacts } from '../../src/heat/resource-types.ts'
import { impliesRelease } from '../../src/heat/versions.ts'
import type { Resource } from '../os/resources.ts'
import { type Family, type Native, type Obstacle, retypeFamily } from '../os/retype.ts'
import { mapDefinitions, typeOf } from './definitions.ts'

/**
 * @param id of the transform, as the facts have it
 * @param mentions what the names of all its types have in common
 */
export function retypeSuccessors(
  id: string,
  mentions: string,
  about: Pick<AboutTemplate, 'title' | 'description'>,
): UnnamedTransform {
  const types = [...successorTypes].flatMap(([type, { transform }]) => (transform === id ? [type] : []))
  return retypeFamily(about, { types, mentions, natives: (family) => nativesOf(family, types) })
}

function nativesOf(family: Family, types: readonly string[]): ReadonlyMap<string, Native> | Obstacle {
  const { members, scope } = family
  const [first] = members
  const missing = targetsOf(members).find((type) => !impliesRelease(scope.target, sinceOf(type)))
  if (first !== undefined && missing !== undefined)
    return {
      resource: first,
      why: `${missing} came with Heat ${sinceOf(missing)}, and ${scope.target} is older`,
    }
  if (first !== undefined && hasOthers(scope.root, types, members.length))
    return { resource: first, why: 'another one is the member of a group, or stands under an anchor' }
  const made = new Map<string, Native>()
  for (const resource of members) {
    const native = family.convert(resource)
    if (typeof native === 'string') return { resource, why: native }
    made.set(resource.name, native)
  }
  return made
}

function targetsOf(members: readonly Resource[]): readonly string[] {
  return members.flatMap(({ type }) => successorTypes.get(type)?.targets ?? [])
}

function sinceOf(type: string): string {
  return resourceTypeFacts(type)?.since ?? ''
}

/** Whether more definitions have one of the types than the resources that are known. */
function hasOthers(root: Mapping, types: readonly string[], known: number): boolean {
  let count = 0
  mapDefinitions(root, (definition) => {
    if (types.includes(typeOf(definition))) count += 1
    return definition
  })
  return count > known
}
