/**
 * Which resources of an original have a native type in its rewrite, by the facts about types
 * (`src/heat/native-types.ts`).
 */
import { memberDefinitionOf } from '../../heat/group-types.ts'
import {
  counterpartOf,
  externalNetworkParameter,
  type NativeType,
  targetOf,
} from '../../heat/native-types.ts'
import { isTemplateReference } from '../../heat/resource-types.ts'
import { Failure } from '../../heat/values/value.ts'
import type { ResourcePlan } from '../parts.ts'
import type { Program } from '../program.ts'
import type { Both, CompareOptions, NewInside } from '../side.ts'
import { entriesOf, type Snippet } from '../snippet.ts'
import { newerType } from '../terms/translations.ts'

/** A resource that is native in the rewrite. */
export interface Retyped {
  readonly facts: NativeType
  /** As the original has it. */
  readonly from: string
  /** As written in the rewrite. */
  readonly type: string
}

/** Members of a group that are native in the rewrite. */
export interface RetypedMembers extends Retyped {
  /** The property of the group that holds their definition. */
  readonly property: string
}

/** A resource that goes into others. */
interface AbsorbedResource {
  readonly facts: NativeType
  readonly plan: ResourcePlan
}

export interface Correspondence {
  readonly retyped: ReadonlyMap<string, Retyped>
  /** Groups whose members are native in the rewrite, by the name of the group. */
  readonly groups: ReadonlyMap<string, RetypedMembers>
  /** Resources that only the original has, which go into others natively. */
  readonly absorbed: ReadonlyMap<string, AbsorbedResource>
  /** Resources that only the rewrite has; what they must be follows from those that are retyped. */
  readonly beside: ReadonlyMap<string, ResourcePlan>
  /** What resources pass to nested templates that have a parameter more natively, by resource. */
  readonly passing: ReadonlyMap<string, readonly NewInside[]>
  /** The parameter that names the external network: one that only the rewrite has, or that an earlier one made. */
  readonly externalNetwork?: string
}

export function correspondence(
  { before, after }: Both<Program>,
  newInside: CompareOptions['newInside'] = () => [],
): Correspondence {
  const retyped = new Map<string, Retyped>()
  const absorbed = new Map<string, AbsorbedResource>()
  const groups = new Map<string, RetypedMembers>()
  for (const [name, plan] of before.resources) {
    const members = retypedMembers(plan, after.resources.get(name))
    if (members !== undefined) groups.set(name, members)
    const from = newerType(plan.type)
    const facts = typeof from === 'string' ? counterpartOf(from) : undefined
    if (typeof from !== 'string' || facts?.transform === undefined) continue
    const type = after.resources.get(name)?.type
    if (!after.resources.has(name)) absorbed.set(name, { facts, plan })
    else if (typeof type === 'string' && type !== plan.type && isTargetOf(facts, type))
      retyped.set(name, { facts, from, type })
  }
  const beside = new Map([...after.resources].filter(([name]) => !before.resources.has(name)))
  const passing = new Map(
    [...after.resources].flatMap(([name, plan]) => {
      const passed = newInside(name).filter((one) => isPassed(plan, one))
      return passed.length === 0 ? [] : [[name, passed] as const]
    }),
  )
  const natives = [...retyped.values(), ...absorbed.values()]
  const asks = passing.size > 0 || natives.some(({ facts }) => facts.input === 'external_network')
  const added = asks ? (addedParameter(before, after) ?? knownParameter(before)) : undefined
  return {
    retyped,
    groups,
    absorbed,
    beside,
    passing,
    ...(added === undefined ? {} : { externalNetwork: added }),
  }
}

function retypedMembers(plan: ResourcePlan, next: ResourcePlan | undefined): RetypedMembers | undefined {
  const property = typeof plan.type === 'string' ? memberDefinitionOf(plan.type) : undefined
  if (property === undefined || next?.type !== plan.type) return undefined
  const [was, type] = [plan, next].map(({ properties }) => {
    const definition = entriesOf(properties)?.get(property)
    return definition === undefined ? undefined : entriesOf(definition)?.get('type')
  })
  const from = typeof was === 'string' ? newerType(was) : undefined
  const facts = typeof from === 'string' ? counterpartOf(from) : undefined
  if (typeof from !== 'string' || facts?.transform === undefined) return undefined
  if (typeof type !== 'string' || type === was || !isTargetOf(facts, type)) return undefined
  return { facts, from, type, property }
}

function isPassed({ properties }: ResourcePlan, { name, trail }: NewInside): boolean {
  const holder = trail.reduce<Snippet | undefined>((all, key) => entriesOf(all ?? null)?.get(key), properties)
  return entriesOf(holder ?? null)?.has(name) === true
}

/** A template resource has its address for a type. */
function isTargetOf(facts: NativeType, type: string): boolean {
  const target = targetOf(facts)
  return target === undefined ? isTemplateReference(type) : newerType(type) === target
}

/** The parameter that another rewrite made. */
function knownParameter({ parameters }: Program): string | undefined {
  const { name, description } = externalNetworkParameter
  const schema = parameters.get(name)
  if (schema === undefined || schema instanceof Failure) return undefined
  return schema.type === 'string' && schema.description === description ? name : undefined
}

/** The only parameter that the rewrite adds: nothing but the external network may be required. */
function addedParameter(before: Program, after: Program): string | undefined {
  const added = [...after.parameters].filter(([name]) => !before.parameters.has(name))
  const [[name, schema] = []] = added
  const isPlain = schema !== undefined && !(schema instanceof Failure) && schema.type === 'string'
  return added.length === 1 && isPlain && schema.default === null ? name : undefined
}
