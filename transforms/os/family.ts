/** Resources that get their native types in one step, and what keeps all of them from it. */
import type { TemplateScope } from '../../src/engine/authoring/authoring.ts'
import { renamedType } from '../../src/heat/deprecations.ts'
import { mapDefinitions, typeOf } from '../hot/definitions.ts'
import { askedProblem, registeredProblem } from './answers.ts'
import type { PropertyConversion } from './conversions.ts'
import type { Native, Retyping } from './native.ts'
import type { Resource, Uses } from './resources.ts'

/** What becomes of each resource of a family, all by name; or why none of them can be converted, and at which of them. */
export type Natives = ReadonlyMap<string, Native | 'removed'> | FamilyBlocker

export interface FamilyBlocker {
  readonly resource: Resource
  readonly why: string
  readonly help?: string
}

/** Resources that get their native types in one step. */
export interface NativeFamily {
  readonly scope: TemplateScope
  readonly resources: ReadonlyMap<string, Resource>
  readonly uses: Uses
  readonly members: readonly Resource[]
  readonly retypingOf: (resource: Resource) => Retyping
  /** What follows from the facts alone for one of the members. */
  readonly convert: (resource: Resource, own?: ReadonlyMap<string, PropertyConversion>) => Native | string
}

/** The members of a family as the facts alone have them, each changed further; or which of them cannot be converted. */
export function eachNative(
  { members, convert }: NativeFamily,
  change: (native: Native, resource: Resource) => Native | 'removed' = (native) => native,
): Natives {
  const made = new Map<string, Native | 'removed'>()
  for (const resource of members) {
    const native = convert(resource)
    if (typeof native === 'string') return { resource, why: native }
    made.set(resource.name, change(native, resource))
  }
  return made
}

/** Members of groups keep their type, and so do those that belong together with them. */
export function halfInGroups(
  { scope, members, resources }: NativeFamily,
  types: readonly string[],
): FamilyBlocker | undefined {
  const own = new Set([...resources.values()].map(({ definition }) => definition))
  const inside: string[] = []
  mapDefinitions(scope.root, (definition) => {
    const type = typeOf(definition)
    if (!own.has(definition) && types.includes(renamedType(type)?.to ?? type)) inside.push(type)
    return definition
  })
  const [resource] = members
  const [type] = inside
  return resource === undefined || type === undefined
    ? undefined
    : {
        resource,
        why: `a member of a group is an ${type} that is not converted, and both must change together`,
      }
}

export function askedOfFamily({ members, retypingOf }: NativeFamily): FamilyBlocker | undefined {
  for (const resource of members) {
    const retyping = retypingOf(resource)
    const problem = registeredProblem(retyping) ?? askedProblem(retyping)
    if (problem !== undefined) return { resource, ...problem }
  }
  return undefined
}

/** What callers of the template refer to cannot go. */
export function keptWhole(made: Natives, { scope, members }: NativeFamily): Natives {
  if ('why' in made) return made
  for (const { caller, of, resource: name } of scope.asked()) {
    if (of === 'member') continue
    const resource = members.find((one) => one.name === name && made.get(name) === 'removed')
    if (resource !== undefined) return { resource, why: `${caller} refers to it as resource.${name}` }
  }
  return made
}
