/** What an update of a live stack does: from two templates that stand in files, or from what a run makes of a package. */

import type { Cloud } from '../../heat/cloud.ts'
import { isAws } from '../../heat/dialect.ts'
import { declarations } from '../../heat/sections.ts'
import type { Value } from '../../heat/values/value.ts'
import { TooLarge } from '../../meaning/budget.ts'
import type { Deployment } from '../../meaning/deployment.ts'
import {
  hiddenParameters,
  type LiveStack,
  livingSide,
  perhapsGiven,
  retainedParameters,
  withLive,
  withRetained,
} from '../../meaning/impact/live-stack.ts'
import {
  noImpact,
  type Refusal,
  type ResourceImpact,
  type StackImpact,
  unfinishedImpact,
} from '../../meaning/impact/model.ts'
import { everyUpdateReplaces } from '../../meaning/impact/replacement-rules.ts'
import { stackImpact } from '../../meaning/impact/stack-impact.ts'
import { openBetween } from '../../meaning/left-open.ts'
import { type ResourceGraph, resourceGraph } from '../../meaning/resource-graph.ts'
import { emptyEnvironment } from '../../meaning/sample.ts'
import { type Both, onBoth, type Side } from '../../meaning/side.ts'
import { templateSide } from '../../meaning/stack-side.ts'
import { declarationIn } from '../../rules/locations.ts'
import { fileName, isEnvironment, recognisedAnew, type SourceFile } from '../../stack/source-file.ts'
import type { Stack } from '../../stack/stack.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { rangeOf } from '../../text/document/node.ts'
import { extended } from '../../text/document/records.ts'
import { linesOf } from '../file-outcome.ts'
import { behaves } from '../findings/catalogue.ts'
import { deployedFiles, deploymentOf } from './package-proof.ts'
import { type Gate, type GateRefusal, updateGate } from './update-gate.ts'
import { environmentsOf, type ReadFile, sideOf, type VerifyInput, type VerifyProblem } from './verify-side.ts'

type ImpactAnswer = { readonly impact: StackImpact } | { readonly problem: VerifyProblem }

/** How the update is made, and what is known of the live stack. */
export interface UpdateOptions {
  /** What parameters are given on both sides, by their names; it counts before the environments. */
  readonly values?: ReadonlyMap<string, Value>
  readonly live?: LiveStack
  /** The update keeps the parameters and environments that the stack has (`--existing`), but for those that are cleared. */
  readonly existing?: { readonly cleared: ReadonlySet<string> }
  /** Whether what Heat refuses beforehand is part of the answer; rewrites are checked elsewhere. */
  readonly gate?: 'checked'
  /** The cloud of the stack: Heat refuses there what it does not have. */
  readonly cloud?: Cloud
}

/**
 * Compares the template of a live stack with the one that it is to be updated to.
 * @param read gives the files that the templates name
 */
export function impactOf(
  before: VerifyInput,
  after: VerifyInput,
  options: UpdateOptions = {},
  read: ReadFile = () => undefined,
): ImpactAnswer {
  const answer = impactOfUpdate(before, after, options, read)
  if ('problem' in answer || options.existing !== undefined || !answer.losesParameters) return answer
  const { gate: _gate, ...ungated } = options
  const kept = impactOfUpdate(before, after, { ...ungated, existing: { cleared: new Set() } }, read)
  return 'problem' in kept ? answer : { impact: withExisting(answer.impact, kept.impact) }
}

/** With `--existing` as the remedy for what an update that keeps the parameters of the stack neither deletes nor replaces. */
function withExisting(impact: StackImpact, kept: StackImpact): StackImpact {
  const goes = ({ effects }: ResourceImpact) =>
    effects.some(({ action }) => action === 'replace' || action === 'delete')
  const going = new Set(kept.resources.filter(goes).map(({ name }) => name))
  const resources = impact.resources.map((one) =>
    goes(one) && !going.has(one.name) ? extended(one, { remedy: '--existing' }) : one,
  )
  return extended(impact, { resources })
}

/** An answer, and whether parameters that the stack was given return to their defaults. */
type UpdateAnswer =
  | (Extract<ImpactAnswer, { readonly impact: unknown }> & { readonly losesParameters: boolean })
  | { readonly problem: VerifyProblem }

function impactOfUpdate(
  before: VerifyInput,
  after: VerifyInput,
  options: UpdateOptions,
  read: ReadFile,
): UpdateAnswer {
  const first = sideOf(before, before.read ?? read)
  if ('problem' in first) return first
  const isKept = options.existing !== undefined
  const given = sideOf(after, after.read ?? read)
  if ('problem' in given) return given
  const anew = new Set(given.side.environment?.parameters.keys() ?? [])
  const next = isKept ? withEnvironmentsOf(before, after) : undefined
  const second = next === undefined ? given : sideOf(next, next.read ?? read)
  if ('problem' in second) return second
  const { values = new Map(), live } = options
  const had = livingSide(first.side, live, isKept)
  const { cleared = new Set<string>() } = options.existing ?? {}
  const retained = isKept ? retainedParameters(had, live, cleared) : new Map<string, Value>()
  const kept = isKept ? withRetained(second.side, retained, anew) : second.side
  const sides = { before: withValues(had, values), after: withValues(kept, values) }
  const impact = withHidden(withLive(wholeImpact(sides, live), live), sides, live, { isKept, anew, cleared })
  const losesParameters =
    !isKept && [...(had.environment?.parameters.keys() ?? [])].some((name) => isLost(name, kept))
  if (options.gate === undefined) return { impact, losesParameters }
  const environments = isKept ? first.stack.environments : []
  const [old, now] = [declaredIn(first.stack), declaredIn(given.stack)]
  // What only the live stack has a parameter for counts there, and is not handed on.
  const handed = [...values].filter(([name]) => now.has(name) || !old.has(name))
  const parameters = new Map<string, Value>([...retained, ...values])
  const perhaps = isKept && live !== undefined ? perhapsGiven(live, parameters, cleared) : new Map()
  const handedOn = { parameters: retained, given: new Map(handed), perhaps, environments }
  const gate = updateGate(before, after, given.stack, after.read ?? read, handedOn, options.cloud)
  const graph = graphOf(sides.after)
  if (graph === undefined)
    return { impact: withGate(impact, gate, given.stack.template.file), losesParameters }
  const all = extended(impact, { refusals: [...impact.refusals, ...circleRefusals(graph)] })
  return { impact: withGate(all, withoutAbsent(gate, graph), given.stack.template.file), losesParameters }
}

/** Whether a template declares a parameter that nothing gives a value. */
function isLost(name: string, { root, environment }: Side): boolean {
  return declarations(root).parameters.has(name) && environment?.parameters.has(name) !== true
}

/** What the resources wait for; undefined where that takes too much work. */
function graphOf(side: Side): ResourceGraph | undefined {
  try {
    return resourceGraph(side, { environment: side.environment, depth: 12 })
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    return undefined
  }
}

/** Circles that only classes close; `hotshift check` finds those that are written down. */
function circleRefusals({ circles, resources }: ResourceGraph): readonly Refusal[] {
  const own = circles.flatMap(({ names, closing, others }): readonly Refusal[] => {
    const edges = [closing, ...others]
    if (!edges.some(({ by }) => by === 'class')) return []
    const message = `resources wait for one another by what their classes wait for: ${names.join(' → ')}`
    const isOpen = edges.some(({ isConditional }) => isConditional === true)
    return [{ message, certainty: isOpen ? 'may' : 'sure' }]
  })
  return [...own, ...resources.flatMap(({ inside }) => (inside === undefined ? [] : circleRefusals(inside)))]
}

/** Without what is wrong with resources that a condition leaves out (`HOTemplate20161014.resource_definitions`). */
function withoutAbsent({ refusals, accepted }: Gate, { absent }: ResourceGraph): Gate {
  const counts = ({ refusal, names: [owner = ''] }: GateRefusal) =>
    !behaves(refusal.code ?? '', 'of created resources') || !absent.has(owner)
  return { refusals: refusals.filter(counts), accepted: accepted.filter(counts) }
}

function declaredIn({ template }: Stack): ReadonlySet<string> {
  return new Set(declarations(template.file.root).parameters.keys())
}

/** With the parameters that the stack hides, unless the update keeps them. */
function withHidden(
  impact: StackImpact,
  { before, after }: Both<Side>,
  live: LiveStack | undefined,
  update: {
    readonly isKept: boolean
    readonly anew: ReadonlySet<string>
    readonly cleared: ReadonlySet<string>
  },
): StackImpact {
  if (live === undefined) return impact
  const { isKept, anew, cleared } = update
  const open = hiddenParameters(live, before, after)
    .filter((name) => !isKept || anew.has(name) || cleared.has(name))
    .map(
      (name) =>
        `the stack hides its value of the parameter ${name}: whether the update changes it is unknown`,
    )
  return open.length === 0 ? impact : extended(impact, { open: [...impact.open, ...open] })
}

/** The environments of the live stack come first, and the new ones win (`new_env.load(params)`). */
function withEnvironmentsOf(before: VerifyInput, after: VerifyInput): VerifyInput {
  const read = (path: string) => after.read?.(path) ?? before.read?.(path)
  return { ...after, environments: [...environmentsOf(before), ...environmentsOf(after)], read }
}

/** What is checked says the same of a template as what is computed, and with its location. */
function withGate(impact: StackImpact, { refusals, accepted }: Gate, file: SourceFile): StackImpact {
  const said = new Set(refusals.flatMap(({ names }) => names))
  const explaining = new Set(refusals.map(({ refusal }) => refusal))
  const own = impact.refusals.filter((one) => {
    if (one.of === undefined) return one.parameter === undefined || !said.has(one.parameter)
    // Heat accepts it nowhere: that the live stack has it as well is no reason to leave its location out.
    const reasons = reasonsFor(one, [...refusals, ...accepted])
    for (const reason of reasons) explaining.add(reason)
    return reasons.length === 0
  })
  const doubted = accepted
    .filter(({ refusal }) => !explaining.has(refusal))
    .map(({ refusal }): Refusal => ({ ...refusal, certainty: 'may', of: 'both' }))
  const all = [...explaining, ...own.map((one) => locatedIn(file, one)), ...doubted]
  return extended(impact, { refusals: all })
}

/** With the location of the parameter that it is about. */
function locatedIn({ path, root, document }: SourceFile, refusal: Refusal): Refusal {
  const { parameter } = refusal
  const declaration = parameter === undefined ? undefined : declarationIn(root, 'parameters', parameter)
  const start = declaration === undefined ? undefined : rangeOf(declaration)?.start
  if (start === undefined) return refusal
  return { ...refusal, path, ...linesOf(document).position(start) }
}

/** The findings that say why a template is refused, as far as names tell; functions do not name the part that they are in. */
function reasonsFor(refused: Refusal, findings: readonly GateRefusal[]): readonly Refusal[] {
  const words = wordsOf(refused.message)
  const named = findings.filter(({ names }) => names.some((name) => words.has(name)))
  const reasons =
    named.length > 0 ? named : findings.filter(({ refusal }) => behaves(refusal.code ?? '', 'on evaluation'))
  return reasons.map(({ refusal }) => refusal)
}

/** The names that Heat itself puts at the end of what it says: `Invalid keyword(s) inside a resource definition: foo`. */
function wordsOf(saidByHeat: string): ReadonlySet<string> {
  return new Set(saidByHeat.slice(saidByHeat.lastIndexOf(': ') + 1).split(/[^\w.-]+/))
}

/** With what was not compared: what an update does there is unknown. */
function wholeImpact(sides: Both<Side>, live?: LiveStack): StackImpact {
  const impact = stackImpact(sides.before, sides.after, live?.ids)
  const told = new Set(impact.resources.flatMap(({ type, typeBefore = type }) => [type, typeBefore]))
  const untold = onBoth((side) =>
    extended(sides[side], { open: (sides[side].open ?? []).filter(({ name }) => !told.has(name)) }),
  )
  return extended(impact, { open: [...impact.open, ...openBetween(untold)] })
}

function withValues(side: Side, values: ReadonlyMap<string, Value>): Side {
  if (values.size === 0) return side
  const environment = side.environment ?? emptyEnvironment
  return {
    ...side,
    environment: { ...environment, parameters: new Map([...environment.parameters, ...values]) },
  }
}

/** A change of a package, and what is known of it. */
interface PackageChange {
  readonly before: Workspace
  /** With what is written of the change. */
  readonly after: Workspace
  /** The paths of the files that are written. */
  readonly changed: ReadonlySet<string>
  /** Whether a module has been shown to deploy what it deployed, and nothing was given up or assumed for that. */
  readonly isEqual: (module: string, paths: readonly string[]) => boolean
  /** Whether something of a file was left to a person. */
  readonly isUnfinished: (path: string) => boolean
}

/**
 * The effect of a change on stacks created from the modules of a package, by module path; without modules of which Heat
 * created no stack. Modules proved equal are not compared again.
 */
export function impactsOf(change: PackageChange): ReadonlyMap<string, StackImpact> {
  const { before, changed, isEqual } = change
  const impacts = new Map<string, StackImpact>()
  if (changed.size === 0) return impacts
  const only = soleModule(before, change.after)
  if (only !== undefined) {
    const impact = impactOfSole(only, change)
    return impact === undefined ? impacts : impacts.set(only.path, impact)
  }
  const after = withChangedKinds(change)
  for (const { path } of after.modules()) {
    const paths = deployedFiles(after, path)
    if (!paths.some((one) => changed.has(one))) continue
    const old = deploymentOf(before, path, 'as read')
    if (old === undefined || isAws(old.dialect)) continue
    if (paths.some(change.isUnfinished)) {
      impacts.set(path, unfinishedImpact)
      continue
    }
    const isReplacing = paths.some((one) => everyUpdateReplaces(before.files.get(one)?.document.text ?? ''))
    const files = { before: stackTemplates(before, path), after: stackTemplates(after, path) }
    const isGivenAnew = [...files.before].some(([name, text]) => files.after.get(name) !== text)
    if (isEqual(path, paths) && !isReplacing && !isGivenAnew) {
      impacts.set(path, noImpact)
      continue
    }
    const next = deploymentOf(after, path, 'as read')
    if (next !== undefined) impacts.set(path, wholeImpact({ before: old, after: next }))
  }
  return impacts
}

/** The templates of separate stacks created below a module, by their names in `get_file`: resources receive the source. */
function stackTemplates(pkg: Workspace, module: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const caller of [module, ...pkg.reachableFrom(module)])
    for (const { name, callee, how } of pkg.callsFrom(caller)) {
      const text = how === 'stack' ? pkg.files.get(callee)?.document.text : undefined
      if (text !== undefined) texts.set(name, text)
    }
  return texts
}

/**
 * The only template of a package, if it certainly references none: its source does not even contain its own file name, so
 * that the search for callers can be skipped. Escapes alone could hide the name.
 */
function soleModule(before: Workspace, after: Workspace): SourceFile | undefined {
  const [only] = before.files.values()
  if (only === undefined || [before, after].some(({ files, unreadable }) => files.size + unreadable.size > 1))
    return undefined
  const { text } = only.document
  return isEnvironment(only) || text.includes(fileName(only.path)) || /\\[xuU\r\n]/.test(text)
    ? undefined
    : only
}

/** The same of a module that calls no template. */
function impactOfSole(file: SourceFile, change: PackageChange): StackImpact | undefined {
  const { path } = file
  const old = callingNone(file)
  if (old === undefined || isAws(old.dialect)) return undefined
  if (change.isUnfinished(path)) return unfinishedImpact
  if (change.isEqual(path, [path]) && !everyUpdateReplaces(file.document.text)) return noImpact
  const next = callingNone(withChangedKinds(change).files.get(path))
  return next === undefined ? undefined : stackImpact(old, next)
}

function callingNone(file: SourceFile | undefined): Deployment | undefined {
  const side = file === undefined ? undefined : templateSide(file)
  return side === undefined ? undefined : { nested: new Map(), ...side }
}

/** The package with what its changed files are now. */
function withChangedKinds({ after, changed }: PackageChange): Workspace {
  const files = [...changed].flatMap((path) => after.files.get(path) ?? [])
  return after.withFiles(files.map(recognisedAnew))
}
