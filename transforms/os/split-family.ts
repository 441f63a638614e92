/** Keeps a family of types whole that stands in several templates: what belongs together changes together or not at all. */

import type { Mapping, TemplateScope } from '../../src/engine/authoring/authoring.ts'
import { callOf, declarations, readValue, scalarOf, stringOf } from '../../src/engine/authoring/authoring.ts'
import { renamedType } from '../../src/heat/deprecations.ts'
import { resourceTypeFacts } from '../../src/heat/resource-types.ts'
import { typeReferences } from '../../src/stack/references.ts'
import { memoized } from '../../src/text/document/attached.ts'
import type { Resource, Uses } from './resources.ts'

/** The resources of a family in one template, and what refers to them. */
interface FamilyPart {
  readonly scope: Pick<TemplateScope, 'asked' | 'connected'>
  readonly resources: ReadonlyMap<string, Resource>
  readonly uses: Uses
  readonly members: readonly Resource[]
}

interface SplitFamily {
  readonly resource: Resource
  readonly why: string
  readonly help?: string
}

/** By type, the properties by which a resource of a family names others of it. */
export type FamilyLinks = ReadonlyMap<string, readonly string[]>

/** Why a family is left: one of it is known to another template, whose part of the family is left or is unknown. */
export function splitFamily(family: FamilyPart, links: FamilyLinks): SplitFamily | undefined {
  const known = family.members.filter((one) => isKnownElsewhere(one, family))
  const [first] = known
  if (first === undefined) return undefined
  for (const connected of family.scope.connected()) {
    const { path, root } = connected
    if (root === undefined) {
      const passed = known.find((one) => isPassedOn(one, connected.by, family))
      if (passed === undefined) continue
      const how = connected.by.size > 0 ? 'it is passed' : 'callers may pass it'
      return {
        resource: passed,
        why: `${how} to ${path}, which is not part of this run`,
        help: `Name ${path}, too, so that both change together.`,
      }
    }
    const other = openEnd(root, links)
    if (other !== undefined)
      return {
        resource: first,
        why: `${path} may get it, where ${other} stays, and they change together or not at all`,
      }
  }
  return undefined
}

/** Whether callers ask for it, or an output or a nested template gets it. */
function isKnownElsewhere({ name }: Resource, { scope, uses, resources, members }: FamilyPart): boolean {
  if (isAsked(name, scope)) return true
  return uses.of(name).some(({ by, within }) => {
    if (by === 'depends_on') return false
    const user = within === undefined ? undefined : resources.get(within)
    return user === undefined || (!members.includes(user) && mayPassOn(user.type))
  })
}

function isAsked(name: string, scope: FamilyPart['scope']): boolean {
  return scope.asked().some((one) => one.resource === undefined || one.resource === name)
}

/** Groups, values and stacks of all kinds; a type that Heat does not have may be a template. */
function mayPassOn(type: string): boolean {
  return (
    type.startsWith('OS::Heat::') ||
    type === 'AWS::CloudFormation::Stack' ||
    resourceTypeFacts(type) === undefined
  )
}

/** Whether a template gets it that is not read: through a resource which leads there, or through callers. */
function isPassedOn({ name }: Resource, by: ReadonlySet<string>, { uses, scope }: FamilyPart): boolean {
  const users = uses.of(name).filter((one) => one.by !== 'depends_on')
  if (by.size > 0) return users.some(({ within }) => within !== undefined && by.has(within))
  return users.some(({ within }) => within === undefined) || isAsked(name, scope)
}

/** The type of a resource of a family that names another one by more than a reference within its template, by family. */
const openEnds = memoized((_root: Mapping) => new Map<FamilyLinks, string | undefined>())

function openEnd(root: Mapping, links: FamilyLinks): string | undefined {
  const known = openEnds(root)
  if (!known.has(links)) known.set(links, lookForOpenEnd(root, links))
  return known.get(links)
}

function lookForOpenEnd(root: Mapping, links: FamilyLinks): string | undefined {
  const { resources } = declarations(root)
  for (const { name, properties } of typeReferences(root)) {
    const type = renamedType(name)?.to ?? name
    for (const property of links.get(type) ?? []) {
      const value = readValue(properties, property)
      const call = callOf(value)
      const isReference = call?.name === 'get_resource' || call?.name === 'Ref'
      const isOwn = isReference && resources.has(stringOf(call.argument) ?? '')
      if (value !== undefined && scalarOf(value) === undefined && !isOwn) return type
    }
  }
  return undefined
}
