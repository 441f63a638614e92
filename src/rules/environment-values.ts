/** Values that environments give, held against the parameters that they are for (heat/engine/parameters.py). */

import { callOf } from '../heat/calls.ts'
import { readValue } from '../heat/merge-keys.ts'
import { didYouMean, type Guess } from '../heat/near-names.ts'
import { declaredType, isHidden } from '../heat/parameters.ts'
import { declarations } from '../heat/sections.ts'
import { literalOf } from '../heat/values/nodes.ts'
import { misfitInUse } from '../heat/values/parameters.ts'
import { hasFunction, latestVersion } from '../heat/versions.ts'
import { fileName, type Presence } from '../stack/source-file.ts'
import { type StackValues, valueGiven } from '../stack/value-of.ts'
import { type ValueSection, valueSections } from '../stack/values.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { isNull, mapOf, nameOf, resolved } from '../text/document/read.ts'
import { checkNamed, literalLimits } from './constraints.ts'
import { checkGiven } from './heat/misread-values.ts'
import { declarationIn, type Elsewhere, type ErrorElsewhere, type Locate } from './locations.ts'
import { removal } from './remedy.ts'
import type { CheckScope, Report } from './scope.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A template whose parameters an environment gives values. */
interface ParameterOwner {
  readonly path: string
  readonly root: Mapping
  /** The words of its dialect. */
  readonly words: Vocabulary
  readonly locate: Locate
  /** Of a stack that is made from it with the environment. */
  readonly values: StackValues
}

/** What lies around an environment. */
export interface AroundEnvironment {
  readonly path: string
  readonly hasFile: (path: string) => Presence
  /** Those that are named before it on the same command line. */
  readonly earlier: readonly Pick<ParameterOwner, 'path' | 'root' | 'locate'>[]
  /** What a client does not find that reads a template, and the files that it names; undefined where it finds all. */
  readonly absentBelow: (path: string) => ErrorElsewhere | undefined
  /** Whether some template declares a parameter; undefined where that is not known. */
  readonly isDeclared: (parameter: string) => boolean | undefined
  /** The templates whose stacks are certainly created with it. */
  readonly templates: readonly ParameterOwner[]
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
      const isDropped = owners.every((owner) => isDroppedFrom({ entry: one, name, section }, around, owner))
      if (
        section === 'parameters' &&
        owners.length > declaring.length &&
        declaring.length === 0 &&
        !isDropped
      )
        refused(one, name, owners, around, report)
      else if (declaring.length === 0) undeclared(one, name, section, owners, around, report)
      checkDeclared({ entry: one, name, section }, declaring, around.path, scope)
    }
  }
  for (const { environment, at, why } of owners.flatMap(({ values }) => values.environments.refusals()))
    if (environment.path === around.path) report('bad-value', at, why, { source: mergeRule })
}

const mergeRule = 'heat/common/environment_util.py: merge_parameters'

/** A value that an environment gives. */
interface GivenValue {
  readonly entry: Entry
  readonly name: string
  readonly section: ValueSection
}

/** Heat drops what no template of the stack declares, but for the first environment with such a section. */
function isDroppedFrom(
  { name, section }: GivenValue,
  { path, isDeclared }: AroundEnvironment,
  { values: { environments } }: Owner,
): boolean {
  return isDeclared(name) === false && environments.drops(path, section, name)
}

/** What a stack has of a value. */
type Counting =
  | { readonly is: 'read'; readonly value: Node; readonly with: readonly string[] }
  /** With where another value is given, which Heat reads instead. */
  | { readonly is: 'unread'; readonly instead: string }
  /** It is merged with later ones, and looked at with them. */
  | { readonly is: 'merged later' }

/** `parameters` before `parameter_defaults`, and a later environment before an earlier one whose value it does not merge. */
function countingOf({ entry: one, name, section }: GivenValue, path: string, { values }: Owner): Counting {
  const counts = valueGiven(values.environments, name)
  const own = valueGiven(values.environments, name, [section])
  const whole = { is: 'read', value: one.value, with: [] } as const
  if (own === undefined || counts === undefined) return whole
  const isPart = own.parts.some(({ environment }) => environment.path === path)
  const last = own.parts.at(-1)?.environment.path
  if (counts.from !== section)
    return { is: 'unread', instead: `${counts.from} of ${counts.parts.at(-1)?.environment.path}` }
  if (!isPart) return { is: 'unread', instead: `${section} of ${last}` }
  if (last !== path) return { is: 'merged later' }
  const others = own.parts.slice(0, -1).map(({ environment }) => environment.path)
  return others.length === 0 ? whole : { is: 'read', value: own.node, with: others }
}

/** What several templates have to say of one value is said once. */
function checkDeclared(
  given: GivenValue,
  declaring: readonly Owner[],
  path: string,
  scope: EnvironmentScope,
): void {
  const { entry: one, name } = given
  const isRefused = declaring
    .map((owner) => checkValue(given, countingOf(given, path, owner), owner, scope.report))
    .some(Boolean)
  const types = new Set(declaring.map(({ parameters }) => declaredType(parameters.get(name))))
  const [type] = types
  if (isRefused || types.size !== 1 || isNull(one.value)) return
  checkGiven(name, type, one.value, scope)
  if (type === 'json') checkComputed(one.value, name, scope.report)
}

/** Heat resolves no functions in environments, and clients read no files for them. */
function checkComputed(value: Node, name: string, report: Report): void {
  const call = callOf(resolved(value))
  if (call === undefined || !hasFunction(latestVersion, call.name)) return
  const message = `the value of "${name}" is the mapping {${call.name}: …} itself: nothing is computed in environments`
  report('unresolved-call', value, message, { source: rule })
}

type Owner = ParameterOwner & { readonly parameters: ReadonlyMap<string, Mapping | undefined> }

/** `Parameters._validate_user_parameters`: also for a name that only a nested template has. */
function refused(
  one: Entry,
  name: string,
  owners: readonly Owner[],
  { isDeclared }: AroundEnvironment,
  report: Report,
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
    {
      source: rule,
      repair: instead ?? (isElsewhere ? undefined : removal(one)),
      related: owners
        .flatMap((owner) => instead?.names.flatMap((near) => declaredBy(owner, near)) ?? [])
        .slice(0, 1),
    },
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
  report: Report,
): void {
  if (isDeclared(name) !== false) return
  const isDropped = owners.length > 0
  const what = section === 'parameters' && !isDropped ? 'Heat rejects it' : 'nothing reads it'
  const { hint, instead } = nearest(name, owners)
  report('undeclared-parameter', one, `no template in this run has a parameter "${name}"; ${what}${hint}`, {
    source: rule,
    repair: instead ?? removal(one),
  })
}

/** Where a template declares a parameter. */
function declaredBy({ root, locate }: Owner, name: string): readonly Elsewhere[] {
  const at = declarationIn(root, 'parameters', name)
  return at === undefined ? [] : locate(at, `"${name}" is declared here`)
}

/** Null is no value. Gives whether Heat refuses it. */
function checkValue(
  { entry: one, name }: GivenValue,
  counting: Counting,
  owner: Owner,
  report: Report,
): boolean {
  const { path, parameters, words } = owner
  const map = parameters.get(name)
  const type = declaredType(map)
  if (map === undefined || type === undefined || isNull(one.value)) return false
  checkNamed({ map }, one.value, { words, report })
  if (counting.is === 'merged later') return false
  const value = counting.is === 'read' ? counting.value : one.value
  const problem = misfitInUse(type, literalLimits({ name, map }, type, words), literalOf(value))?.problem
  if (problem === undefined) return false
  const shown = isHidden(map) ? 'is not what the parameter takes' : problem
  const merged = counting.is === 'read' && counting.with.length > 0
  const whose = merged
    ? `the value of "${name}", merged with ${counting.with.join(' and ')},`
    : `the value of "${name}"`
  const message = `${whose} ${shown}, as ${fileName(path)} declares it`
  const related = declaredBy(owner, name)
  if (counting.is === 'read') report('bad-value', one, message, { source: rule, related })
  else {
    const why = `Heat does not read it, for ${counting.instead} give another one`
    report('unread-key', one, `${message}; ${why}`, { source: rule, related })
  }
  return true
}
