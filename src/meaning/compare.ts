/** Shows two templates to mean the same, or where they do not. */

import { type Dialect, isAws } from '../heat/dialect.ts'
import type { Reading } from '../heat/template.ts'
import { Failure, isList, isMap, type Key, sameValue, type Value } from '../heat/values/value.ts'
import { isRegistryKey } from '../stack/registry.ts'
import { defined } from '../text/document/records.ts'
import { Budget, TooLarge } from './budget.ts'
import type { Premises } from './compare-parameters.ts'
import { ConstraintFlow } from './constraint-flow.ts'
import {
  absent,
  type Circumstances,
  type Difference,
  type DifferenceKind,
  Differences,
  isBreaking,
  type Reason,
} from './differences.ts'
import { changedAttached, openBetween } from './left-open.ts'
import { correspondence } from './natives/correspondence.ts'
import { Order } from './order.ts'
import { platformParameter } from './platform.ts'
import { type Program, readProgram } from './program.ts'
import { type EnvironmentValues, presetOf } from './sample.ts'
import type { EvaluationContext } from './sampled-world.ts'
import { SampleFrame, Samples } from './samples.ts'
import { type Both, type CompareOptions, type Facts, onBoth, type Side } from './side.ts'
import { commonAllowed } from './terms/allowed.ts'
import { typedTerm } from './terms/arriving.ts'
import type { Assumption } from './terms/assumptions.ts'
import { laws } from './terms/laws.ts'
import { type LoweringOptions, TemplateLowering } from './terms/lowering.ts'
import { NestedComparisons } from './terms/nested.ts'
import { Presets } from './terms/presets.ts'
import type { Telling } from './terms/telling.ts'
import { TemplateComparison } from './terms/template-comparison.ts'
import { kinds, type Term, Terms } from './terms/term.ts'
import { Witnesses } from './terms/witness.ts'
import { untouchedParts } from './untouched.ts'

// Errors in the environments themselves.

/**
 * Heat refuses an environment that gives a value to a parameter that the template does not declare
 * (`Parameters._validate_user_parameters` of heat/engine/parameters.py); `parameter_defaults` may.
 */
function compareEnvironments(
  programs: Both<Program>,
  { before, after }: Both<Side>,
  found: Differences,
  renamed: ReadonlyMap<string, string>,
): void {
  compareSections({ before, after }, found, renamed)
  for (const name of after.environment?.parameters.keys() ?? []) {
    const wasRefused =
      before.environment?.parameters.has(name) === true && !programs.before.parameters.has(name)
    if (programs.after.parameters.has(name) || wasRefused) continue
    const refused = new Failure(
      'UnknownUserParameter',
      `The Parameter (${name}) was not defined in template.`,
    )
    found.add('value-to-error', `environment.parameters.${name}`, absent, refused, 'declaration')
  }
}

const noSections: ReadonlyMap<string, Value> = new Map()

/** `resource_registry`, `parameter_merge_strategies`, `encrypted_param_names`, `event_sinks` and the like, as data. */
function compareSections(sides: Both<Side>, found: Differences, renamed: ReadonlyMap<string, string>): void {
  const circumstances: Circumstances = { world: 'declaration', notReady: false, renamed }
  const [before, after] = [sides.before, sides.after].map((one) => one.environment?.sections ?? noSections)
  if (before === undefined || after === undefined) return
  const registries = registriesOf(sides, before, after)
  for (const name of new Set([...before.keys(), ...after.keys()]))
    if (name === 'resource_registry')
      found.compare(`environment.${name}`, registries.before, registries.after, circumstances)
    else
      found.compare(`environment.${name}`, before.get(name) ?? null, after.get(name) ?? null, circumstances)
}

/**
 * The registries of both sides: as data, or what they make of the types that both have, where nothing else of them
 * counts (`ResourceRegistry.get_resource_info` of heat/engine/environment.py).
 */
function registriesOf(
  sides: Both<Side>,
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): Both<Value> {
  const [one, other] = [before, after].map((all) => withListsIn(all.get('resource_registry') ?? null))
  const written = { before: one ?? null, after: other ?? null }
  if (sameValue(written.before, written.after)) return written
  const meanings = onBoth((side) => sides[side].registered?.())
  if (meanings.before === undefined || meanings.after === undefined) return written
  const common = [...meanings.before.keys()].filter((key) => meanings.after?.has(key))
  return onBoth((side) => {
    const registry = written[side]
    const others = isMap(registry) ? [...registry].filter(([key]) => isRegistryKey(String(key))) : []
    const types = common.map((key): [Key, Value] => [
      key.replace('\0', ': '),
      meanings[side]?.get(key) ?? null,
    ])
    return new Map<Key, Value>([...others, ...types])
  })
}

function withListsIn(registry: Value): Value {
  return isMap(registry)
    ? new Map([...registry].map(([key, one]) => [key, key === 'resources' ? withLists(one) : one]))
    : registry
}

/**
 * One hook or restricted action of a resource is a list of it, and their order does not matter
 * (`ResourceRegistry.matches_hook` and `get_rsrc_restricted_actions` of heat/engine/environment.py).
 */
function withLists(resources: Value): Value {
  if (!isMap(resources)) return resources
  return new Map(
    [...resources].map(([key, one]) => {
      if (key !== 'hooks' && key !== 'restricted_actions') return [key, withLists(one)]
      const items = typeof one === 'string' ? [one] : one
      return [key, isList(items) && items.every((item) => typeof item === 'string') ? items.toSorted() : one]
    }),
  )
}

/** The types that a registry has something of its own for. */
function registeredTypes(environment: EnvironmentValues | undefined): readonly string[] {
  const registry = environment?.sections?.get('resource_registry')
  return isMap(registry) ? [...registry.keys()].filter((key) => typeof key === 'string') : []
}

export interface Verdict {
  readonly verdict: 'equal' | 'differs' | 'unproved'
  /** Of equal ones: whether Heat refuses the first for some values or all, and accepts the second. */
  readonly refines: boolean
  /** Where Heat refuses the first and accepts the second, of those that are tolerated. */
  readonly refined: readonly Difference[]
  /** Under whose reading it holds: AWS's where one of the two is a template that Heat does not accept. */
  readonly reading: Reading
  /** What makes them differ. */
  readonly differences: readonly Difference[]
  /** Differences that a rewrite may make. */
  readonly tolerated: readonly Difference[]
  /** The assumptions that it depends on. */
  readonly assumptions: readonly Assumption[]
  /** What could not be shown. */
  readonly reasons: readonly Reason[]
  /** In how many samples both were resolved. */
  readonly worlds: number
}

/** Resolves both templates in the same samples and compares all that Heat would build from them. */
export function compareTemplates(before: Side, after: Side, options: CompareOptions = {}): Verdict {
  const found = new Differences()
  const assumptions: Assumption[] = []
  let worlds = 0
  try {
    worlds = compared({ before, after }, options, found, assumptions)
  } catch (error) {
    // A string that is longer than JavaScript can hold is a RangeError.
    if (!(error instanceof TooLarge || error instanceof RangeError)) throw error
    found.unproved('', 'the template takes too many steps to be resolved', { because: 'over-budget' })
  }
  for (const name of changedAttached({ before, after }))
    found.add('value', `files.${name}`, 'its content before', 'its content after', 'declaration')
  for (const why of openBetween({ before, after })) found.unproved('', why)
  const reading = [before, after].some(({ dialect }) => isAws(dialect)) ? 'aws' : 'heat'
  return { ...verdictOf(found, worlds, reading), assumptions }
}

/** Where Heat refuses the first and accepts the second. */
const kinder: ReadonlySet<DifferenceKind> = new Set([
  'error-to-value',
  'some-errors-to-values',
  'parameter-errors-to-values',
  'known-by-another-name',
])

function verdictOf(found: Differences, worlds: number, reading: Reading): Omit<Verdict, 'assumptions'> {
  const differences = found.all.filter(isBreaking)
  const tolerated = found.all.filter((one) => !isBreaking(one))
  const { reasons } = found
  const verdict = differences.length > 0 ? 'differs' : reasons.length > 0 ? 'unproved' : 'equal'
  const refined = tolerated.filter(({ kind }) => kinder.has(kind))
  const refines = verdict === 'equal' && refined.length > 0
  return { verdict, refines, refined, reading, differences, tolerated, reasons, worlds }
}

/** Where functions come from that HOT never had; Heat's meaning comes before that of AWS. */
const allDialects: readonly Dialect[] = [
  { kind: 'cfn', reading: 'aws' },
  { kind: 'cfn', reading: 'heat' },
]

/** @returns in how many samples both were resolved */
function compared(
  sides: Both<Side>,
  options: CompareOptions,
  found: Differences,
  assumptions: Assumption[],
): number {
  const { before, after } = sides
  if ([before, after].some(({ environment }) => environment?.isTooLarge === true)) throw new TooLarge()
  const untouched = untouchedParts(sides, options)
  if (untouched.everything) return 0
  const facts = options.facts ?? {}
  const programs = programsOf(sides, facts)
  const size = (before.text?.length ?? 0) + (after.text?.length ?? 0)
  const flow = before.nested === undefined || before.nested.size === 0 ? undefined : new ConstraintFlow()
  flow?.add('', programs)
  const premises = premisesOf(sides, programs, options, flow)
  compareEnvironments(programs, sides, found, premises.renamed)
  const budget = Budget.ofSamples(size)
  const surroundings = {
    before: { facts, budget, ...surroundingsOf(before, options) },
    after: { budget, ...surroundingsOf(after, options) },
  }
  const environments = { before: before.environment, after: after.environment }
  const assumed = options.assumed ?? new Set<string>()
  const frame = new SampleFrame(programs.before, programs.after, { facts, environments, assumed })
  const samples = (telling: Telling) => new Samples(frame, telling)
  const terms = new Terms(Budget.ofTerms(size), laws)
  const lowerings = loweringsOf(terms, sides, programs, premises, options)
  const inside = insideOptions(sides, facts, options)
  const nested = NestedComparisons.ofStacks(terms, sides, surroundings, premises, inside, found)
  const witnesses = new Witnesses(programs, surroundings, samples, premises.renamed)
  new TemplateComparison(lowerings, found, premises, witnesses, nested).run(untouched)
  flow?.settle()
  assumptions.push(...terms.assumptions)
  return witnesses.tried
}

function programsOf({ before, after }: Both<Side>, facts: Facts): Both<Program> {
  const futureCalls = [
    ...(facts.foreignCalls === true ? allDialects : []),
    ...(facts.laterCalls === true ? [after.dialect] : []),
  ]
  return {
    before: readProgram(before.root, before.dialect, before.text, futureCalls),
    after: readProgram(after.root, after.dialect, after.text),
  }
}

function premisesOf(
  sides: Both<Side>,
  programs: Both<Program>,
  options: CompareOptions,
  flow: ConstraintFlow | undefined,
): Premises {
  const { before, after } = sides
  return {
    template: '',
    order: new Order(sides),
    ...defined({ flow }),
    renamed: options.renamed ?? new Map(),
    facts: options.facts ?? {},
    defaults: 'compared',
    names: options.names ?? 'as written',
    registered: new Set([before, after].flatMap(({ environment }) => registeredTypes(environment))),
    declared: options.declared ?? new Map(),
    declaredInside: options.declaredInside ?? new Map(),
    assumedInside: options.assumedInside ?? new Map(),
    ...(options.types === 'natively' ? { natives: correspondence(programs, options.newInside) } : {}),
  }
}

function loweringsOf(
  terms: Terms,
  { before, after }: Both<Side>,
  programs: Both<Program>,
  { facts, natives }: Premises,
  options: CompareOptions,
): Both<TemplateLowering> {
  const environments = { before: before.environment, after: after.environment }
  const assumed = options.assumed ?? new Set<string>()
  const presets = Presets.of(terms, '', programs, environments)
  const allowed = commonAllowed(terms, programs)
  const common = { values: valuesReadBy(before), facts, presets, allowed } as const
  return {
    before: new TemplateLowering(terms, programs.before, {
      given: assumedTerms(terms, programs.before, before, assumed),
      decoded: facts.stringsAreJson === true ? decodedParameters(programs) : new Set(),
      ...common,
      ...filesOf(before, options),
      ...defined({ natives: natives?.retyped, inside: options.inside }),
    }),
    after: new TemplateLowering(terms, programs.after, {
      given: new Map([
        ...assumedTerms(terms, programs.after, after, assumed),
        ...newParameters(terms, programs, after, facts),
      ]),
      ...common,
      ...filesOf(after, options),
    }),
  }
}

/** How nested templates are lowered. */
function insideOptions(sides: Both<Side>, facts: Facts, options: CompareOptions): Both<LoweringOptions> {
  const values = valuesReadBy(sides.before)
  return onBoth((side) => ({ values, facts, ...filesOf(sides[side], options) }))
}

const valuesReadBy = (before: Side): Reading => (isAws(before.dialect) ? 'aws' : 'heat')

/** The files of a side, else those that both have. */
function filesOf(side: Side, options: CompareOptions): Pick<EvaluationContext, 'files'> {
  return defined({ files: side.files ?? options.files })
}

function surroundingsOf(side: Side, options: CompareOptions): EvaluationContext {
  return { ...defined({ environment: side.environment }), ...filesOf(side, options) }
}

/** Parameters that have the value which environment or template give them. */
function assumedTerms(
  terms: Terms,
  program: Program,
  side: Side,
  assumed: ReadonlySet<string>,
): ReadonlyMap<string, Term> {
  const given = new Map<string, Term>()
  for (const name of assumed) {
    const schema = program.parameters.get(name)
    if (schema === undefined || schema instanceof Failure) continue
    const preset = presetOf(side.environment, schema)
    if (preset !== null) given.set(name, typedTerm(terms, schema, preset))
  }
  return given
}

/** The values of parameters that only the rewrite has: what the platform knew, or the value that they bring. */
function newParameters(
  terms: Terms,
  { before, after }: Both<Program>,
  side: Side,
  facts: Facts,
): ReadonlyMap<string, Term> {
  const given = new Map<string, Term>()
  for (const [name, schema] of after.parameters) {
    if (before.parameters.has(name) || schema instanceof Failure) continue
    const platform = platformParameter(schema, before.dialect, facts)
    const preset = presetOf(side.environment, schema)
    if (platform !== undefined)
      given.set(
        name,
        platform.stands === 'zones'
          ? terms.input('zones', '', kinds.list, 'comma_delimited_list')
          : terms.input('pseudo', platform.stands, kinds.str),
      )
    else if (preset !== null) given.set(name, typedTerm(terms, schema, preset))
  }
  return given
}

function decodedParameters({ before, after }: Both<Program>): ReadonlySet<string> {
  const decoded = new Set<string>()
  for (const [name, one] of before.parameters) {
    const other = after.parameters.get(name)
    if (one instanceof Failure || other === undefined || other instanceof Failure) continue
    if (one.type === 'string' && other.type === 'json') decoded.add(name)
  }
  return decoded
}
