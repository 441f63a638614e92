/**
 * What Heat gets of a stack: its resources and outputs with all that is known resolved, and the rest in the words of the
 * template between `<` and `>`.
 */
import { hiddenValue } from '../../heat/parameters.ts'
import { pythonStr } from '../../heat/values/python-text.ts'
import { Failure, Float, type Key, type Value } from '../../heat/values/value.ts'
import { deletionPolicy, type ResourcePlan } from '../parts.ts'
import type { Program } from '../program.ts'
import { type EnvironmentValues, valueGiven } from '../sample.ts'
import { onBoth, type Side } from '../side.ts'
import { typedTerm } from '../terms/arriving.ts'
import type { Term, Terms } from '../terms/term.ts'
import type { Definition } from './decisions.ts'
import type { Surrounding } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { hiddenTerm, isSecret } from './secret-terms.ts'
import { isSecretName } from './secrets.ts'
import { type SoleStack, soleStack } from './stack-impact.ts'
import { type ConditionWords, handedOver } from './words.ts'

/** Data as YAML and JSON have it. */
export type Shown = null | boolean | number | bigint | string | readonly Shown[] | ReadonlyMap<string, Shown>

interface ResolvedParameter {
  readonly name: string
  /** Undefined for one that has no value. */
  readonly value: Shown | undefined
  readonly from: 'given' | 'environment' | 'default' | 'nobody'
}

export interface ResolvedResource {
  readonly name: string
  readonly type: string
  /** For which values it is there; absent where it is for all. */
  readonly condition?: string
  readonly properties?: Shown
  readonly metadata?: Shown
  readonly dependsOn?: readonly string[]
  readonly deletionPolicy?: Shown
  readonly updatePolicy?: Shown
  readonly externalId?: Shown
  /** What it makes, where its type is a template. */
  readonly stack?: ResolvedStack
  /** Its members, where it is a group and they are known. */
  readonly members?: readonly ResolvedResource[]
}

interface ResolvedOutput {
  readonly name: string
  readonly value: Shown
  /** Why Heat refuses it, whatever the values are. */
  readonly refused?: string
}

export interface ResolvedStack {
  readonly path: string
  readonly parameters: readonly ResolvedParameter[]
  readonly resources: readonly ResolvedResource[]
  readonly outputs: readonly ResolvedOutput[]
  /** Resources whose condition does not hold. */
  readonly absent: readonly string[]
}

export interface Resolving {
  /** Values of parameters that count before the environments. */
  readonly values?: ReadonlyMap<string, Value>
  /** How many levels of nested templates and groups are shown; 1 is the template alone. */
  readonly depth: number
}

/** @throws TooLarge where a template takes more than any real one does */
export function resolvedStack(side: Side, { values = new Map(), depth }: Resolving): ResolvedStack {
  const { sole, sources } = resolvedSole(side, values)
  const shower = new Shower(sole.level)
  const parameters = sources.map(({ name, from, term }) => ({
    name,
    from,
    value: term && shower.parameter(name, term),
  }))
  return new LevelRendering(sole, sole.level, depth).stack(parameters)
}

/** One output of it; undefined where that is left out. @throws TooLarge as before */
export function resolvedOutput(
  side: Side,
  name: string,
  { values = new Map() }: Pick<Resolving, 'values'>,
): ResolvedOutput | undefined {
  const { sole } = resolvedSole(side, values)
  return new LevelRendering(sole, sole.level, 1).output(name)
}

function resolvedSole(side: Side, values: ReadonlyMap<string, Value>) {
  const sources: Source[] = []
  const sole = soleStack(side, (terms, program) => {
    sources.push(...sourcesOf(program, side.environment, values, terms))
    return new Map(sources.flatMap(({ name, term }) => (term === undefined ? [] : [[name, term]])))
  })
  return { sole, sources }
}

interface Source extends Pick<ResolvedParameter, 'name' | 'from'> {
  readonly term: Term | undefined
}

/** What the parameters of a stack stand for; those that are hidden for a value that is not shown. */
function sourcesOf(
  { parameters }: Program,
  environment: EnvironmentValues | undefined,
  values: ReadonlyMap<string, Value>,
  terms: Terms,
): readonly Source[] {
  return [...parameters.values()].flatMap((schema): readonly Source[] => {
    if (schema instanceof Failure) return []
    const { name, hidden, default: preset } = schema
    const [own, theirs] = [values.get(name) ?? null, valueGiven(environment, name) ?? null]
    const value = own ?? theirs ?? preset
    if (value === null) return [{ name, from: 'nobody', term: undefined }]
    const term = hidden === true ? hiddenTerm(terms, hiddenValue) : typedTerm(terms, schema, value)
    return [{ name, from: own !== null ? 'given' : theirs !== null ? 'environment' : 'default', term }]
  })
}

class LevelRendering {
  readonly #sole: SoleStack
  readonly #level: LoweredLevel
  readonly #depth: number
  readonly #shower: Shower

  constructor(sole: SoleStack, level: LoweredLevel, depth: number) {
    this.#sole = sole
    this.#level = level
    this.#depth = depth
    this.#shower = new Shower(level)
  }

  stack(parameters: readonly ResolvedParameter[]): ResolvedStack {
    const { programs, templates, terms } = this.#level
    const resources: ResolvedResource[] = []
    const absent: string[] = []
    for (const plan of programs.after.resources.values()) {
      const enabled = this.#level.enabled(plan.name, 'after')
      if (enabled === terms.false) absent.push(plan.name)
      else resources.push(this.#resource(plan, enabled))
    }
    return {
      path: templates.after.path ?? '',
      parameters,
      resources,
      outputs: [...programs.after.outputs.keys()].flatMap((name) => this.output(name) ?? []),
      absent,
    }
  }

  output(name: string): ResolvedOutput | undefined {
    const plan = this.#level.programs.after.outputs.get(name)
    const value = plan && this.#level.output('after', plan)
    if (value === undefined || value === this.#level.terms.omitted) return undefined
    const refused = value.tag === 'refused' ? { refused: value.failure.message } : {}
    return { name, value: this.#shower.data(value, isSecretName(name)), ...refused }
  }

  #resource(plan: ResourcePlan, enabled: Term): ResolvedResource {
    const { name, explicit } = plan
    const definition = this.#level.definitionOf('after', name)
    const when = this.#level.words.when(enabled)
    const dependsOn = explicit instanceof Failure ? [] : explicit
    const externalId = this.#level.lowered('after', plan.externalId)
    const type =
      plan.type instanceof Failure ? `<what Heat rejects: ${plan.type.message}>` : String(plan.type)
    return {
      name,
      type,
      ...(when === undefined ? {} : { condition: when }),
      ...(definition === undefined ? {} : this.#parts(definition)),
      ...(dependsOn.length === 0 ? {} : { dependsOn }),
      ...this.#part('deletionPolicy', this.#deletionPolicy(plan)),
      ...this.#part('externalId', externalId),
      ...(definition === undefined ? {} : this.#inside(this.#level, name, definition)),
    }
  }

  /** In the spelling of Heat, which reads `retain` as `Retain`. */
  #deletionPolicy(plan: ResourcePlan): Term {
    const { programs, terms } = this.#level
    const term = this.#level.lowered('after', plan.deletionPolicy)
    if (term.tag !== 'constant' || term.value === null) return term
    const policy = deletionPolicy(term.value, programs.after.dialect)
    return policy instanceof Failure ? terms.refused(policy) : terms.data(policy)
  }

  #parts({ properties, metadata, updatePolicy }: Definition): Partial<ResolvedResource> {
    return {
      ...this.#part('properties', properties),
      ...this.#part('metadata', metadata),
      ...this.#part('updatePolicy', updatePolicy),
    }
  }

  #part(key: keyof ResolvedResource, term: Term): Partial<ResolvedResource> {
    const { terms } = this.#level
    return term === terms.null || term === terms.omitted ? {} : { [key]: this.#shower.data(term, false) }
  }

  #inside(
    around: Surrounding,
    name: string,
    definition: Definition,
  ): Pick<ResolvedResource, 'stack' | 'members'> {
    const { whole } = this.#level
    if (this.#depth <= 1 || !whole.mayGoDeeper(around)) return {}
    const template = whole.nested('after', around.templates.after, definition)
    if (template !== undefined) {
      const level = this.#sole.levelOf({
        around,
        name,
        definitions: onBoth(() => definition),
        templates: onBoth(() => template),
      })
      return { stack: new LevelRendering(this.#sole, level, this.#depth - 1).stack(this.#passed(level)) }
    }
    const group = this.#sole.groupOf(
      around,
      name,
      onBoth(() => definition),
    )
    const names = group?.memberNames('after')
    if (group === undefined || names === undefined) return {}
    const inner = new LevelRendering(this.#sole, this.#level, this.#depth - 1)
    return { members: names.flatMap((member) => inner.#member(group, member)) }
  }

  #member(group: Surrounding, name: string): readonly ResolvedResource[] {
    const definition = group.definitionOf('after', name)
    if (definition === undefined) return []
    return [
      { name, type: definition.type, ...this.#parts(definition), ...this.#inside(group, name, definition) },
    ]
  }

  #passed({ given, programs }: LoweredLevel): readonly ResolvedParameter[] {
    return [...given.after].map(([name, term]): ResolvedParameter => {
      const schema = programs.after.parameters.get(name)
      const isHidden = schema !== undefined && !(schema instanceof Failure) && schema.hidden === true
      return { name, value: isHidden ? hiddenValue : this.#shower.parameter(name, term), from: 'given' }
    })
  }
}

/** Terms as data. */
class Shower {
  readonly #words: ConditionWords
  readonly #terms: Terms
  readonly #scope: string

  constructor({ words, terms, scope }: Pick<LoweredLevel, 'words' | 'terms' | 'scope'>) {
    this.#words = words
    this.#terms = terms
    this.#scope = scope
  }

  parameter(name: string, term: Term): Shown {
    return isSecret(term) ? hiddenValue : this.data(term, isSecretName(name))
  }

  /** @param hides whether literals are hidden, because of the name under which they stand */
  data(given: Term, hides: boolean): Shown {
    const term = handedOver(given)
    switch (term.tag) {
      case 'constant':
        return hides ? this.#hidden(term.value) : plain(term.value)
      case 'list':
        return term.items.flatMap((one) => (one === this.#terms.omitted ? [] : [this.data(one, hides)]))
      case 'map':
        return new Map(
          [...term.entries].flatMap(([key, one]) =>
            one === this.#terms.omitted
              ? []
              : [[pythonStr(key), this.data(one, hides || (typeof key === 'string' && isSecretName(key)))]],
          ),
        )
      case 'concat':
        return hides ? hiddenValue : term.parts.map((one) => this.#text(one)).join('')
      default:
        return isSecret(term) || (hides && term.tag !== 'input') ? hiddenValue : this.#open(term)
    }
  }

  #text(term: Term): string {
    if (term.tag === 'constant') return pythonStr(term.value)
    if (isSecret(term)) return hiddenValue
    return this.#open(term)
  }

  #open(term: Term): string {
    return `<${this.#words.expression(term, this.#scope)}>`
  }

  /** Whether there is a key says nothing of it. */
  #hidden(value: Key): Shown {
    return value === null || typeof value === 'boolean' ? value : hiddenValue
  }
}

function plain(value: Key): Shown {
  return value instanceof Float ? value.value : value
}
