/** Values that environments give, held against the parameters that they are for (heat/engine/parameters.py). */

import type { Entry, Mapping, Node } from '../document/node.ts'
import { isNull, mapOf, nameOf, resolved } from '../document/read.ts'
import { defined } from '../document/records.ts'
import { callOf } from '../heat/calls.ts'
import { readValue } from '../heat/merge-keys.ts'
import { mergeStrategyIn } from '../heat/merge-strategies.ts'
import { didYouMean, type Guess } from '../heat/near-names.ts'
import { declaredType, isHidden } from '../heat/parameters.ts'
import { declarations } from '../heat/sections.ts'
import { nodeMisfitInUse } from '../heat/values/nodes.ts'
import { hasFunction, latestVersion } from '../heat/versions.ts'
import type { Presence, SourceFile } from '../workspace/source-file.ts'
import { type ValueSection, valueSections } from '../workspace/values.ts'
import { checkNamed, literalLimits } from './constraints.ts'
import { declarationIn, type Elsewhere, type Locate } from './locations.ts'
import { checkGiven } from './misread.ts'
import { removal } from './remedy.ts'
import type { CheckProblem, CheckScope, ReportProblem } from './scope.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A template whose parameters an environment gives values. */
interface ParameterOwner {
  readonly path: string
  readonly root: Mapping
  /** The words of its dialect. */
  readonly words: Vocabulary
  readonly locate: Locate
}

/** What lies around an environment. */
export interface AroundEnvironment {
  readonly path: string
  readonly hasFile: (path: string) => Presence
  /** Whether some template declares a parameter; undefined where that is not known. */
  readonly isDeclared: (parameter: string) => boolean | undefined
  /** The templates whose stacks are certainly created with it. */
  readonly templates: readonly ParameterOwner[]
  /** The environments that are merged, this one among them, in the order of that. */
  readonly merged: readonly Pick<SourceFile, 'path' | 'root'>[]
  /** What Heat refuses when it merges the environment into those before it. */
  readonly mergeProblems: readonly CheckProblem[]
}

const rule = 'heat/engine/parameters.py: Parameters.validate'

/** How a check of an environment reports, and the source text of a value. */
type EnvironmentScope = Pick<CheckScope, 'report' | 'source'>

export function checkValues(root: Mapping, around: AroundEnvironment, scope: EnvironmentScope): void {
  const { report } = scope
  const owners = around.templates.map((one) => ({ ...one, parameters: declarations(one.root).parameters }))
  for (const section of valueSections) {
    for (const one of mapOf(readValue(root, section))?.entries ?? []) {
      const name = nameOf(one)
      if (name === undefined) continue
      const declaring = owners.filter(({ parameters }) => parameters.has(name))
      if (section === 'parameters' && owners.length > declaring.length && declaring.length === 0)
        refused(one, name, owners, around, report)
      else if (declaring.length === 0) undeclared(one, name, section, owners, around, report)
      const instead = readInstead(section, name, around)
      checkDeclared({ entry: one, name, ...defined({ instead }) }, declaring, scope)
    }
  }
}

/** A value that an environment gives. */
interface GivenValue {
  readonly entry: Entry
  readonly name: string
  /** Where another value is given, which Heat reads instead for the stack itself. */
  readonly instead?: string
}

/**
 * Where the value stands that counts for a stack instead of one: `parameters` before `parameter_defaults`, and a later
 * environment before an earlier one whose value it does not merge (`Parameters.__init__`, `merge_parameters`).
 */
function readInstead(
  section: ValueSection,
  name: string,
  { path, merged }: AroundEnvironment,
): string | undefined {
  const givesIn =
    (part: ValueSection) =>
    ({ root }: Pick<SourceFile, 'root'>) => {
      const value = readValue(mapOf(readValue(root, part)), name)
      return value !== undefined && !isNull(value)
    }
  const before = section === 'parameter_defaults' ? merged.findLast(givesIn('parameters')) : undefined
  if (before !== undefined) return `parameters of ${before.path}`
  const strategies = merged.map(({ root }) => mergeStrategyIn(root, name, undefined))
  if (strategies.some((one) => one !== 'overwrite')) return undefined
  const later = merged.slice(merged.findIndex((one) => one.path === path) + 1).findLast(givesIn(section))
  return later && `${section} of ${later.path}`
}

/** What several templates have to say of one value is said once. */
function checkDeclared(given: GivenValue, declaring: readonly Owner[], scope: EnvironmentScope): void {
  const { entry: one, name } = given
  const isRefused = declaring.map((owner) => checkValue(given, owner, scope.report)).some(Boolean)
  const types = new Set(declaring.map(({ parameters }) => declaredType(parameters.get(name))))
  const [type] = types
  if (isRefused || types.size !== 1 || isNull(one.value)) return
  checkGiven(name, type, one.value, scope)
  if (type === 'json') checkComputed(one.value, name, scope.report)
}

/** Heat resolves no functions in environments, and clients read no files for them. */
function checkComputed(value: Node, name: string, report: ReportProblem): void {
  const call = callOf(resolved(value))
  if (call === undefined || !hasFunction(latestVersion, call.name)) return
  const message = `the value of "${name}" is the mapping {${call.name}: …} itself: nothing is computed in environments`
  report('unresolved-call', value, message, rule)
}

type Owner = ParameterOwner & { readonly parameters: ReadonlyMap<string, Mapping | undefined> }

/** `Parameters._validate_user_parameters`: also for a name that only a nested template has. */
function refused(
  one: Entry,
  name: string,
  owners: readonly Owner[],
  { isDeclared }: AroundEnvironment,
  report: ReportProblem,
): void {
  const { hint: nearHint, instead } = nearest(name, owners)
  const isElsewhere = isDeclared(name) === true
  const hint = isElsewhere ? '; parameter_defaults gives values to nested templates' : ''
  const [only] = owners
  const whose = owners.length === 1 ? only?.path : `none of ${owners.length} templates`
  const what = owners.length === 1 ? 'has no' : 'has a'
  report(
    'refused-parameter',
    one,
    `${whose} ${what} parameter "${name}", and Heat refuses a value for it${nearHint || hint}`,
    rule,
    instead ?? (isElsewhere ? undefined : removal(one)),
    owners.flatMap((owner) => instead?.names.flatMap((near) => declaredBy(owner, near)) ?? []).slice(0, 1),
  )
}

/** The parameter that may be meant by a name that no template declares. */
function nearest(name: string, owners: readonly Owner[]): Guess {
  return didYouMean(name, ...owners.map(({ parameters }) => parameters))
}

function undeclared(
  one: Entry,
  name: string,
  section: 'parameters' | 'parameter_defaults',
  owners: readonly Owner[],
  { isDeclared }: AroundEnvironment,
  report: ReportProblem,
): void {
  if (isDeclared(name) !== false) return
  const what = section === 'parameters' ? 'Heat refuses it' : 'nothing reads it'
  const { hint, instead } = nearest(name, owners)
  report(
    'undeclared-parameter',
    one,
    `no template here declares the parameter "${name}"; ${what}${hint}`,
    rule,
    instead ?? removal(one),
  )
}

/** Where a template declares a parameter. */
function declaredBy({ root, locate }: Owner, name: string): readonly Elsewhere[] {
  const at = declarationIn(root, 'parameters', name)
  return at === undefined ? [] : locate(at, `"${name}" is declared here`)
}

/** Null is no value. Gives whether Heat refuses it. */
function checkValue({ entry: one, name, instead }: GivenValue, owner: Owner, report: ReportProblem): boolean {
  const { path, parameters, words } = owner
  const map = parameters.get(name)
  const type = declaredType(map)
  if (map === undefined || type === undefined || isNull(one.value)) return false
  checkNamed({ map }, one.value, { words, report })
  const limits = literalLimits({ name, map }, type, words)
  const problem = nodeMisfitInUse(type, limits, one.value)?.problem
  if (problem === undefined) return false
  const shown = isHidden(map) ? 'is not what the parameter takes' : problem
  const message = `the value of "${name}" ${shown}, as ${path} declares it`
  const related = declaredBy(owner, name)
  if (instead === undefined) report('bad-value', one, message, rule, undefined, related)
  else {
    const why = `Heat does not read it, for ${instead} give another one`
    report('unread-key', one, `${message}; ${why}`, rule, undefined, related)
  }
  return true
}
