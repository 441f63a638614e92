/** What arrives in the parameters of a nested template, call by call. */
import type { NestedCall } from './call-shapes.ts'
import type { Both } from './comparison.ts'
import { absent, type Differences, type Manner } from './differences.ts'
import { orFailure } from './failing.ts'
import { type ParameterSchema, parameterValue } from './parameters.ts'
import type { SampledWorld } from './sampled-world.ts'
import { Failure, sameValue, type Value } from './value.ts'

/** What arrives in the parameters of a nested template at one call. */
export class ArrivingValues {
  readonly #path: string
  readonly #calls: Both<NestedCall>
  readonly #worlds: Both<SampledWorld>
  readonly #found: Differences
  readonly #manner: Manner

  constructor(
    path: string,
    calls: Both<NestedCall>,
    worlds: Both<SampledWorld>,
    found: Differences,
    manner: Manner,
  ) {
    this.#path = path
    this.#calls = calls
    this.#worlds = worlds
    this.#found = found
    this.#manner = manner
  }

  compare(): void {
    const { before, after } = this.#worlds
    for (const [name, one] of before.program.parameters) {
      const other = after.program.parameters.get(name)
      if (other !== undefined) this.#parameter(name, one, other)
    }
    for (const [name, other] of after.program.parameters)
      if (!before.program.parameters.has(name)) this.#newParameter(name, other)
    this.#undeclared()
  }

  #passed(side: 'before' | 'after', name: string): Value | undefined {
    return this.#calls[side].properties.get(name)
  }

  #parameter(name: string, one: ParameterSchema | Failure, other: ParameterSchema | Failure): void {
    const [passed, stillPassed] = [this.#passed('before', name), this.#passed('after', name)]
    if (passed !== undefined && stillPassed !== undefined && sameValue(passed, stillPassed)) return
    if (one instanceof Failure || other instanceof Failure) return
    const [before, after] = [arriving(one, this.#worlds.before), arriving(other, this.#worlds.after)]
    if (before === undefined && after === undefined) return
    // A default that Heat refuses stays what it is where no call passes anything instead.
    const isDefault = passed === undefined && stillPassed === undefined
    if (isDefault && sameFailure(before, after)) return
    const path = `${this.#path}.${name}`
    // Where Heat failed in the caller, nothing arrived; symbols for numbers fail on either side, and for that
    // are not the same.
    if (passed instanceof Failure && stillPassed !== undefined)
      this.#found.compare(path, passed, stillPassed, this.#manner)
    else if (before instanceof Failure || after instanceof Failure)
      this.#found.add(
        'value',
        path,
        passed ?? before ?? absent,
        stillPassed ?? after ?? absent,
        this.#manner.world,
      )
    else if (before === undefined || after === undefined)
      this.#found.add('value', path, before ?? absent, after ?? absent, this.#manner.world)
    else this.#found.compare(path, before, after, this.#manner)
  }

  #newParameter(name: string, schema: ParameterSchema | Failure): void {
    if (schema instanceof Failure || arriving(schema, this.#worlds.after) !== undefined) return
    const missing = new Failure('UserParameterMissing', `nothing gives a value to ${name}`)
    this.#found.add('value-to-error', `${this.#path}.${name}`, absent, missing, this.#manner.world)
  }

  /** Properties that are no parameters: Heat refuses them. */
  #undeclared(): void {
    const unknown = (side: 'before' | 'after') =>
      [...this.#calls[side].properties].filter(
        ([key]) => typeof key !== 'string' || !this.#worlds[side].program.parameters.has(key),
      )
    this.#found.compare(this.#path, new Map(unknown('before')), new Map(unknown('after')), this.#manner)
  }
}

/** The value of the parameter's type that arrives; undefined when there is none. */
function arriving(schema: ParameterSchema, world: SampledWorld): Value | undefined {
  const raw = world.givenValue(schema) ?? null
  if (raw === null) return undefined
  return raw instanceof Failure ? raw : orFailure(() => parameterValue(schema.type, raw))
}

function sameFailure(one: Value | undefined, other: Value | undefined): boolean {
  if (!(one instanceof Failure && other instanceof Failure)) return false
  return one.error === other.error && one.message === other.message
}
