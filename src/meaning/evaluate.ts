import { Failure, type Value } from '../heat/values/value.ts'
import { orFailure } from './failing.ts'
import { deletionPolicy, type OutputPlan, type ResourcePlan } from './parts.ts'
import type { Program } from './program.ts'
import type { Sample } from './sample.ts'
import { type EvaluationContext, SampledWorld } from './sampled-world.ts'
import { Dynamic, evaluated, type Snippet, valueIn } from './snippet.ts'

export interface EvaluatedResource {
  readonly type: Value
  readonly properties: Value
  readonly metadata: Value
  readonly updatePolicy: Value
  readonly deletionPolicy: Value
  readonly externalId: Value
  readonly description: Value
  /** Why Heat refuses the resource as a whole, or null. */
  readonly refused: Value
  /** Names of all resources that it waits for, in order of the alphabet; implicit and explicit. */
  readonly needs: Value
}

interface EvaluatedOutput {
  readonly value: Value
  readonly description: Value
}

export interface Evaluated {
  readonly program: Program
  readonly description: Value
  readonly parameters: ReadonlyMap<string, Value>
  readonly conditions: ReadonlyMap<string, Value>
  /** Those whose condition holds. */
  readonly resources: ReadonlyMap<string, EvaluatedResource>
  readonly disabled: readonly string[]
  readonly outputs: ReadonlyMap<string, EvaluatedOutput>
  /** Conditions that could not be computed and have the value that the sample chooses. */
  readonly unknownConditions: ReadonlySet<string>
}

/** Resolves a template as Heat does; a part that fails is replaced by a `Failure`. Throws `TooLarge` only. */
export function evaluateProgram(
  program: Program,
  sample: Sample,
  surroundings: EvaluationContext = {},
): Evaluated {
  const world = new SampledWorld(program, sample, surroundings)
  const resources = new Map<string, EvaluatedResource>()
  const disabled: string[] = []
  for (const plan of program.resources.values()) {
    const enabled = world.enabledOrFailure(plan.name)
    if (enabled === false) disabled.push(plan.name)
    else resources.set(plan.name, evaluatedResource(plan, world, enabled === true ? null : enabled))
  }
  return {
    program,
    description: program.description,
    parameters: new Map([...program.parameters.keys()].map((name) => [name, world.parameterOrFailure(name)])),
    conditions: new Map([...program.conditions.keys()].map((name) => [name, world.conditionOrFailure(name)])),
    resources,
    disabled: disabled.sort(),
    unknownConditions: world.unknownConditions,
    outputs: new Map(
      [...program.outputs].map(([name, plan]) => [
        name,
        { value: outputValue(plan, world), description: plan.description },
      ]),
    ),
  }
}

function evaluatedResource(plan: ResourcePlan, world: SampledWorld, failure: Value): EvaluatedResource {
  return {
    type: plan.type,
    properties: evaluated(plan.properties, world),
    metadata: evaluated(plan.metadata, world),
    updatePolicy: evaluated(plan.updatePolicy, world),
    deletionPolicy: resourceDeletionPolicy(plan, world),
    externalId: evaluated(plan.externalId, world),
    description: plan.description,
    refused: plan.whole ?? failure,
    needs: neededResources(plan, world),
  }
}

/** With an `external_id` Heat retains the resource, whatever the policy is. */
export function resourceDeletionPolicy(plan: ResourcePlan, world: SampledWorld): Value {
  const policy = orFailure(() => deletionPolicy(valueIn(plan.deletionPolicy, world), world.program.dialect))
  return plan.externalId === null || policy instanceof Failure ? policy : 'Retain'
}

/** `ResourceDefinition.required_resource_names`: an external resource needs none. */
export function neededResources(plan: ResourcePlan, world: SampledWorld): Value {
  const { explicit } = plan
  if (explicit instanceof Failure) return explicit
  return orFailure(() => {
    const names = new Set<string>()
    for (const part of [plan.properties, plan.metadata]) dependenciesOf(part, world, names)
    if (plan.externalId !== null && valueIn(plan.externalId, world) !== null) {
      if (explicit.length > 0)
        throw new Failure('InvalidExternalResourceDependency', 'an external resource depends on nothing')
      return []
    }
    for (const name of explicit) names.add(name)
    return [...names].sort()
  })
}

/** `OutputDefinition`: null when the condition does not hold. */
export function outputValue(plan: OutputPlan, world: SampledWorld): Value {
  const { condition, value } = plan
  // Without a value it is refused before anything asks for its condition.
  if (value instanceof Failure) return value
  const enabled = condition === undefined ? true : orFailure(() => world.condition(valueIn(condition, world)))
  if (enabled instanceof Failure) return enabled
  return enabled ? evaluated(value, world) : null
}

function dependenciesOf(snippet: Snippet, world: SampledWorld, names: Set<string>): void {
  if (snippet instanceof Dynamic) snippet.dependencies(world, names)
}
