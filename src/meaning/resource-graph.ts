/**
 * What the resources of a stack wait for, as Heat computes it before it creates, updates or deletes them
 * (`Stack.dependencies` of heat/engine/stack.py).
 */

import { Failure, isList, type Value } from '../heat/values/value.ts'
import { type Circle, circles } from '../text/document/circles.ts'
import { push } from '../text/document/multimap.ts'
import { defined } from '../text/document/records.ts'
import { compareTexts } from '../text/document/sorted.ts'
import { Budget } from './budget.ts'
import { type Evaluated, evaluateProgram } from './evaluate.ts'
import { type Program, readProgram } from './program.ts'
import type { EnvironmentValues, Sample } from './sample.ts'
import { SampleFrame, Samples } from './samples.ts'
import { calledTemplate, type NestedTemplate, registeredType } from './side.ts'
import { TemplateLowering } from './terms/lowering.ts'
import { type Telling, tellingIn } from './terms/telling.ts'
import { Terms } from './terms/term.ts'
import { implicitDependencies, type SampledResource } from './waiting.ts'

/** Why one resource waits for another one: a function refers to it, `depends_on` names it, or its class wants it. */
type WaitsBy = 'reference' | 'depends_on' | 'class'

/** `from` waits for `to`. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly by: WaitsBy
  /** It does for some values only of parameters that nobody gave. */
  readonly isConditional?: true
}

export interface GraphResource {
  readonly name: string
  readonly type: string
  /** It is there for some values only of parameters that nobody gave. */
  readonly isConditional?: true
  /** What it makes, where its type is a template. */
  readonly inside?: ResourceGraph
}

export interface ResourceGraph {
  /** Of the template. */
  readonly path: string
  readonly resources: readonly GraphResource[]
  readonly edges: readonly GraphEdge[]
  /** Resources that are made together, once all before them are there; the other way round they are deleted. */
  readonly waves: readonly (readonly string[])[]
  /** Resources that wait for one another: Heat makes none of them, and they are in no wave. */
  readonly circles: readonly Circle<GraphEdge>[]
  /** Why it is not known what some resources wait for, by their names. */
  readonly open: readonly { readonly resource: string; readonly why: string }[]
  /** Parameters that are required and not given: what depends on them is conditional. */
  readonly notGiven: readonly string[]
  /** Resources that conditions leave out, whatever is given. */
  readonly absent: ReadonlySet<string>
}

interface GraphOptions {
  readonly environment?: EnvironmentValues | undefined
  /** What the caller passes, in a nested template. */
  readonly given?: ReadonlyMap<string, Value>
  /** How many levels of nested templates are followed; 1 is the template alone. */
  readonly depth: number
}

/** @throws TooLarge where a template takes more than any real one does */
export function resourceGraph(template: NestedTemplate, options: GraphOptions): ResourceGraph {
  const program = readProgram(template.root, template.dialect, template.text)
  const { environment, given, depth } = options
  const frame = new SampleFrame(program, program, {
    environments: { before: environment, after: environment },
    ...defined({ given }),
  })
  const notGiven = [...frame.schemas.values()].flatMap((schema) =>
    schema.default === null && given?.has(schema.name) !== true ? [schema.name] : [],
  )
  const budget = Budget.ofSamples(template.text?.length ?? 0)
  const samples = samplesOf(program, frame, notGiven, given)
  const evaluations = samples.map((sample) =>
    evaluateProgram(program, sample, {
      environment: environment ?? emptied,
      budget,
      ...defined({ files: template.files }),
    }),
  )
  const merged = mergedGraph(program, evaluations, template)
  const resources = merged.resources.map(({ properties, ...one }): GraphResource => {
    const inside = insideOf(template, one.name, one.type, properties, environment, depth)
    return inside === undefined ? one : { ...one, inside }
  })
  const { edges, open } = merged
  const there = new Set(resources.map(({ name }) => name))
  const found = circles(edgesByName(resources, edges))
  return {
    path: template.path ?? '',
    resources,
    edges,
    waves: wavesOf(resources, edges),
    circles: found,
    open,
    notGiven,
    absent: new Set(
      notGiven.length > 0 ? [] : [...program.resources.keys()].filter((name) => !there.has(name)),
    ),
  }
}

const emptied: EnvironmentValues = { parameters: new Map(), defaults: new Map() }

/** So many samples at most decide what parameters without a value have an influence on. */
const MOST_SAMPLES = 40

/** As before anything is there: attributes are null. One sample where every parameter has a value. */
function samplesOf(
  program: Program,
  frame: SampleFrame,
  notGiven: readonly string[],
  given: ReadonlyMap<string, Value> | undefined,
): readonly Sample[] {
  // Only a parameter without a value has choices.
  const samples = new Samples(frame, notGiven.length === 0 ? tellingIn([]) : tellingOf(program))
  const choices = notGiven.flatMap((name) =>
    samples.choicesOf(name).map((value) => new Map([...(given ?? []), [name, value] as const])),
  )
  const wanted = choices.length === 0 ? [new Map(given ?? [])] : choices.slice(0, MOST_SAMPLES)
  return wanted.map((values): Sample => ({ ...samples.withChoices(values), attributes: 'null' }))
}

/** What all samples together show: what is not in each of them is conditional. */
function mergedGraph(
  program: Program,
  evaluations: readonly Evaluated[],
  template: NestedTemplate,
): {
  readonly resources: readonly (GraphResource & { readonly properties: Value })[]
  readonly edges: readonly GraphEdge[]
  readonly open: ResourceGraph['open']
} {
  const merge = new GraphMerge(program, template)
  for (const one of evaluations) merge.add(one)
  return merge.result(evaluations.length)
}

class GraphMerge {
  readonly #program: Program
  readonly #template: NestedTemplate
  readonly #resources = new Map<
    string,
    { readonly type: string; readonly properties: Value; count: number }
  >()
  readonly #edges = new Map<string, { readonly edge: GraphEdge; count: number }>()
  readonly #open = new Map<string, string>()

  constructor(program: Program, template: NestedTemplate) {
    this.#program = program
    this.#template = template
  }

  add({ resources }: Evaluated): void {
    const sampled = new Map<string, SampledResource>()
    for (const [name, { type, properties, needs }] of resources) {
      if (typeof type !== 'string') continue
      if (needs instanceof Failure) this.#open.set(name, needs.message)
      const names = isList(needs) ? needs.filter((one) => typeof one === 'string' && resources.has(one)) : []
      sampled.set(name, {
        type: registeredType(this.#template, type, name),
        properties,
        needs: names as string[],
      })
      const known = this.#resources.get(name)
      if (known === undefined) this.#resources.set(name, { type, properties, count: 1 })
      else known.count++
      for (const to of names as string[])
        this.#edge(name, to, this.#isNamed(name, to) ? 'depends_on' : 'reference')
    }
    for (const [name, others] of implicitDependencies(sampled))
      for (const to of others)
        if (sampled.get(name)?.needs.includes(to) !== true) this.#edge(name, to, 'class')
  }

  /** Whether `depends_on` names it; a reference beside that adds nothing. */
  #isNamed(name: string, to: string): boolean {
    const explicit = this.#program.resources.get(name)?.explicit
    return Array.isArray(explicit) && explicit.includes(to)
  }

  #edge(from: string, to: string, by: WaitsBy): void {
    const key = `${from}\0${to}`
    const known = this.#edges.get(key)
    if (known === undefined) this.#edges.set(key, { edge: { from, to, by }, count: 1 })
    else known.count++
  }

  result(samples: number) {
    const order = [...this.#program.resources.keys()]
    const at = new Map(order.map((name, index) => [name, index] as const))
    const rank = (name: string) => at.get(name) ?? order.length
    const resources = [...this.#resources].map(([name, { count, ...one }]) => ({
      name,
      ...one,
      ...(count < samples ? { isConditional: true as const } : {}),
    }))
    const edges = [...this.#edges.values()].map(({ edge, count }): GraphEdge => {
      const both = Math.min(this.#count(edge.from), this.#count(edge.to))
      return count < both ? { ...edge, isConditional: true } : edge
    })
    return {
      resources: resources.sort((a, b) => rank(a.name) - rank(b.name)),
      edges: edges.sort((a, b) => rank(a.from) - rank(b.from) || rank(a.to) - rank(b.to)),
      open: [...this.#open].map(([resource, why]) => ({ resource, why })),
    }
  }

  #count(name: string): number {
    return this.#resources.get(name)?.count ?? 0
  }
}

function insideOf(
  template: NestedTemplate,
  name: string,
  type: string,
  properties: Value,
  environment: EnvironmentValues | undefined,
  depth: number,
): ResourceGraph | undefined {
  const called = depth > 1 ? calledTemplate(template.nested, type, name) : undefined
  if (called === undefined) return undefined
  // `parameter_defaults` reach every level, `parameters` the outermost alone.
  const inherited = environment === undefined ? undefined : { ...environment, parameters: new Map() }
  return resourceGraph(called, { environment: inherited, given: passedIn(properties), depth: depth - 1 })
}

function passedIn(properties: Value): ReadonlyMap<string, Value> {
  const passed = new Map<string, Value>()
  if (properties instanceof Map)
    for (const [key, value] of properties as ReadonlyMap<unknown, Value>)
      if (typeof key === 'string' && value !== null && !(value instanceof Failure)) passed.set(key, value)
  return passed
}

function edgesByName(
  resources: readonly GraphResource[],
  edges: readonly GraphEdge[],
): ReadonlyMap<string, readonly GraphEdge[]> {
  const found = new Map<string, GraphEdge[]>(resources.map(({ name }) => [name, []]))
  for (const one of edges) found.get(one.from)?.push(one)
  return found
}

/** Each resource as early as what it waits for allows; those in a circle, and what waits for them, never. */
function wavesOf(
  resources: readonly GraphResource[],
  edges: readonly GraphEdge[],
): readonly (readonly string[])[] {
  const missing = new Map(resources.map(({ name }) => [name, 0]))
  const waiting = new Map<string, string[]>()
  for (const { from, to } of edges) {
    missing.set(from, (missing.get(from) ?? 0) + 1)
    push(waiting, to, from)
  }
  const waves: string[][] = []
  let wave = resources.flatMap(({ name }) => (missing.get(name) === 0 ? [name] : []))
  while (wave.length > 0) {
    waves.push([...wave].sort(compareTexts))
    const next: string[] = []
    for (const name of wave)
      for (const one of waiting.get(name) ?? []) {
        const left = (missing.get(one) ?? 0) - 1
        missing.set(one, left)
        if (left === 0) next.push(one)
      }
    wave = next
  }
  return waves
}

/** What its conditions, properties and outputs compare parameters with, and select from them. */
export function tellingOf(program: Program): Telling {
  const lowering = new TemplateLowering(new Terms(Budget.ofTerms(0)), program, { values: 'heat' })
  const conditions = [...program.conditions.keys()].map((name) => lowering.named(name))
  const values = [...program.resources.values()].flatMap(({ properties, metadata }) => [properties, metadata])
  const outputs = [...program.outputs.values()].map(({ value }) => value)
  return tellingIn([...conditions, ...[...values, ...outputs].map((one) => lowering.lower(one))])
}
