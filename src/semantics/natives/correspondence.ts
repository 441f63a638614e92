/** Which resources of an original have a native type in its rewrite, by the facts about types (`src/heat/native-types.ts`). */
import { counterpartOf, type NativeType, targetOf } from '../../heat/native-types.ts'
import { isTemplateReference } from '../../heat/resource-types.ts'
import type { ResourcePlan } from '../parts.ts'
import type { Program } from '../program.ts'
import type { Both } from '../side.ts'
import { newerType } from '../terms/translations.ts'
import { Failure } from '../value.ts'

/** A resource that is native in the rewrite. */
export interface Retyped {
  readonly facts: NativeType
  /** As the original has it. */
  readonly from: string
  /** As it stands in the rewrite. */
  readonly type: string
}

/** A resource that goes into others. */
export interface Gone {
  readonly facts: NativeType
  readonly plan: ResourcePlan
}

export interface Correspondence {
  readonly retyped: ReadonlyMap<string, Retyped>
  /** Resources that only the original has, which go into others natively. */
  readonly gone: ReadonlyMap<string, Gone>
  /** Resources that only the rewrite has; what they must be follows from those that are retyped. */
  readonly beside: ReadonlyMap<string, ResourcePlan>
  /** The parameter that names the external network, which only the rewrite needs. */
  readonly externalNetwork?: string
}

export function correspondence({ before, after }: Both<Program>): Correspondence {
  const retyped = new Map<string, Retyped>()
  const gone = new Map<string, Gone>()
  for (const [name, plan] of before.resources) {
    const from = newerType(plan.type)
    const facts = typeof from === 'string' ? counterpartOf(from) : undefined
    if (typeof from !== 'string' || facts?.transform === undefined) continue
    const type = after.resources.get(name)?.type
    if (!after.resources.has(name)) gone.set(name, { facts, plan })
    else if (typeof type === 'string' && type !== plan.type && isTargetOf(facts, type))
      retyped.set(name, { facts, from, type })
  }
  const beside = new Map([...after.resources].filter(([name]) => !before.resources.has(name)))
  const asks = [...retyped.values(), ...gone.values()].some(({ facts }) => facts.input === 'external_network')
  const added = asks ? addedParameter(before, after) : undefined
  return { retyped, gone, beside, ...(added === undefined ? {} : { externalNetwork: added }) }
}

/** A template resource has its address for a type. */
function isTargetOf(facts: NativeType, type: string): boolean {
  const target = targetOf(facts)
  return target === undefined ? isTemplateReference(type) : newerType(type) === target
}

/** The only parameter that the rewrite adds: the external network is all that it may ask for. */
function addedParameter(before: Program, after: Program): string | undefined {
  const added = [...after.parameters].filter(([name]) => !before.parameters.has(name))
  const [[name, schema] = []] = added
  const isPlain = schema !== undefined && !(schema instanceof Failure) && schema.type === 'string'
  return added.length === 1 && isPlain && schema.default === null ? name : undefined
}
