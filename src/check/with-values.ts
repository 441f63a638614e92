/** What Heat refuses of a template with the values that its parameters get: all that is said of literals is said of these. */

import { type Node, offsetOf, rangeOf } from '../document/node.ts'
import { scalarOf } from '../document/read.ts'
import { entriesRead } from '../heat/merge-keys.ts'
import { isHidden } from '../heat/parameters.ts'
import { declarations, section } from '../heat/sections.ts'
import type { ParameterValue } from '../workspace/value-of.ts'
import { checkCallSites } from './functions.ts'
import { type LeaveOut, withKnownValues } from './known-values.ts'
import { declaredIn, type Related } from './locations.ts'
import { checkRelations } from './relations.ts'
import { checkResources } from './resources.ts'
import { checkBehaves, type TemplateProblem } from './rules.ts'
import { type CheckProblem, type CheckScope, hasAllValues, knownParameter } from './scope.ts'
import { typedValues, type ValueRead, type WithValues, withParameterValues } from './value-substitution.ts'
import { Worlds } from './worlds.ts'

/** A value that a parameter gets, in words. */
interface Origin {
  readonly parameter: string
  readonly value: ParameterValue
}

/** A problem, and the parameters whose values make it one. */
export interface ValueProblem {
  readonly problem: CheckProblem
  readonly of: readonly Origin[]
}

/** More parameters of one resource than these are not tried one by one. */
const mostTried = 8

/**
 * Reports what Heat refuses with the values that parameters get, and what it refuses with the defaults that count where
 * nobody gives others.
 * @param said what was found of the template as it is written
 */
export function checkWithValues(
  scope: CheckScope,
  said: readonly TemplateProblem[],
  leaveOut: LeaveOut,
): void {
  const isDefault = (name: string) => knownParameter(name, scope).from === 'default'
  const isOpen = (name: string) => !hasAllValues(scope) && isDefault(name)
  const certain = new ValueCheck(scope, said, (name) => !isOpen(name), leaveOut).problems()
  for (const one of certain) report(one, scope)
  if (hasAllValues(scope)) return
  const all = [...said, ...certain.map(({ problem }) => problem)]
  for (const one of new ValueCheck(scope, all, () => true, leaveOut).problems()) reportByDefault(one, scope)
}

/** What Heat refuses with the values that a template, which it accepts by itself, certainly gets. */
export function problemsWithValues(scope: CheckScope): readonly ValueProblem[] {
  const isCertain = (name: string) => hasAllValues(scope) || knownParameter(name, scope).from !== 'default'
  const gaps: ValueProblem[] = []
  const leaveOut = reportingOnce((problem) => gaps.push({ problem, of: [] }))
  const found = new ValueCheck(scope, [], isCertain, leaveOut).problems()
  return [...found.filter(({ problem }) => checkBehaves(problem.code, 'of values')), ...gaps]
}

/** Says once for all that values are left out. */
export function reportingOnce(report: (problem: CheckProblem) => void): LeaveOut {
  let isReported = false
  return (at) => {
    if (isReported) return
    isReported = true
    const message = 'this value is too large to be checked where it is used'
    report({ code: 'value-not-checked', at, message, rule: 'heat/engine/properties.py' })
  }
}

class ValueCheck {
  readonly #scope: CheckScope
  readonly #isCounted: (parameter: string) => boolean
  readonly #said: ReadonlySet<string>
  readonly #leaveOut: LeaveOut
  /** What is read with all values. */
  #reads: readonly ValueRead[] = []

  constructor(
    scope: CheckScope,
    said: readonly TemplateProblem[],
    isCounted: (parameter: string) => boolean,
    leaveOut: LeaveOut,
  ) {
    this.#leaveOut = leaveOut
    this.#scope = scope
    this.#isCounted = isCounted
    this.#said = new Set(said.filter(isRefusal).map(keyOf))
  }

  problems(): readonly ValueProblem[] {
    const { declared } = this.#scope
    if (![...declared.parameters.keys()].some((name) => this.#isKnown(name))) return []
    return this.#found(new Set()).map((problem) => ({ problem, of: this.#causesOf(problem) }))
  }

  #isKnown(name: string): boolean {
    return this.#isCounted(name) && knownParameter(name, this.#scope).node !== undefined
  }

  /** @param without parameters whose values are taken not to be known */
  #withValues(without: ReadonlySet<string>): WithValues | undefined {
    const { root, words, declared } = this.#scope
    const valueOf = (name: string) =>
      without.has(name) || !this.#isKnown(name) ? undefined : knownParameter(name, this.#scope)
    const values = typedValues(root, declared, valueOf, this.#leaveOut)
    return withParameterValues(root, words, values, this.#leaveOut)
  }

  #found(without: ReadonlySet<string>): readonly CheckProblem[] {
    const { root, words } = this.#scope
    const made = this.#withValues(without)
    if (made === undefined) return []
    if (without.size === 0) this.#reads = made.reads
    const found: CheckProblem[] = []
    const seen = new Set(this.#said)
    const whole = withKnownValues(made.root, words, this.#leaveOut)
    const own: CheckScope = {
      ...this.#scope,
      root: whole,
      declared: declarations(whole),
      tests: new Set(),
      report(code, at, message, rule, _remedy, related) {
        const problem = { code, at, message, rule, related }
        if (!isRefusal(problem) || seen.has(keyOf(problem))) return
        seen.add(keyOf(problem))
        found.push(problem)
      },
    }
    const worlds = new Worlds(own.declared, words.spell, () => undefined)
    const changed = withKnownValues(made.changed, words, this.#leaveOut)
    checkResources({ ...own, root: changed }, worlds)
    checkCallSites({ ...own, root: changed }, root)
    checkRelations(own, worlds)
    return found
  }

  /** The parameters in the resource of a problem without whose values it is none; all of them where each of several does. */
  #causesOf(problem: CheckProblem): readonly Origin[] {
    const names = this.#readAround(problem)
    const tried = names.length > 1 && names.length <= mostTried ? names : []
    const needed = tried.filter(
      (name) => !this.#found(new Set([name])).some((one) => keyOf(one) === keyOf(problem)),
    )
    return (needed.length > 0 ? needed : names).map((parameter) => ({
      parameter,
      value: knownParameter(parameter, this.#scope),
    }))
  }

  /** What is read where a problem is, else in its resource. */
  #readAround({ at }: CheckProblem): readonly string[] {
    const { root } = this.#scope
    const offset = offsetOf(at)
    if (offset === undefined) return []
    const namesIn = (start: number, end: number) => [
      ...new Set(this.#reads.flatMap((one) => (one.at >= start && one.at < end ? [one.parameter] : []))),
    ]
    const range = rangeOf(at)
    const inside = range === undefined ? [] : namesIn(range.start, range.end)
    if (inside.length === 1) return inside
    const around = entriesRead(section(root, 'resources')).find(({ key, value }) => {
      const [start, end] = [key.start, value.end]
      return start !== undefined && end !== undefined && start <= offset && offset < end
    })
    return around?.key.start === undefined ? inside : namesIn(around.key.start, around.value.end ?? 0)
  }
}

function isRefusal({ code }: Pick<TemplateProblem, 'code'>): boolean {
  return !checkBehaves(code, 'accepted by Heat') && code !== 'nested-error'
}

function keyOf({ code, at }: Pick<TemplateProblem, 'code' | 'at'>): string {
  return `${code} ${offsetOf(at)}`
}

function report({ problem, of }: ValueProblem, scope: CheckScope): void {
  const { code, at, message, rule } = problem
  const secret = hiddenIn(of, scope)
  const said =
    secret === undefined
      ? [message, of.map(inWords).join(', ')].filter(Boolean).join(': ')
      : `Heat rejects the value of the hidden parameter "${secret}" here`
  scope.report(code, at, said, rule, undefined, relatedTo(of, scope))
}

function reportByDefault({ problem, of }: ValueProblem, scope: CheckScope): void {
  const { at, message, rule } = problem
  const presets = of.filter(({ value }) => value.from === 'default')
  const [only, ...others] = presets
  const names = presets.map(({ parameter }) => `"${parameter}"`)
  const secret = hiddenIn(of, scope)
  const shown = only === undefined ? undefined : shownValue(only.value.node)
  const by =
    only !== undefined && others.length === 0
      ? `with the default${shown === undefined || secret !== undefined ? '' : ` ${shown}`} of ${names[0]}`
      : `with the default${names.length === 0 ? 's of its parameters' : `s of ${inList(names)}`}`
  const said = secret === undefined ? `: ${message}` : ''
  scope.report(
    'rejected-default',
    at,
    `${by}, Heat rejects this${said}`,
    rule,
    undefined,
    relatedTo(of, scope),
  )
}

function hiddenIn(of: readonly Origin[], { declared }: CheckScope): string | undefined {
  return of.find(({ parameter }) => isHidden(declared.parameters.get(parameter)))?.parameter
}

/** `"act" is "REJECT" (live.env)` */
function inWords({ parameter, value }: Origin): string {
  const shown = shownValue(value.node)
  const what = shown === undefined ? `"${parameter}"` : `"${parameter}" is ${shown}`
  return `${what} (${sourceOf(value)})`
}

function sourceOf(value: ParameterValue): string {
  switch (value.from) {
    case 'parameters':
    case 'parameter_defaults':
      return inList(value.parts.map(({ environment }) => environment.path))
    case 'property':
    case 'passed':
      return 'passed by the caller'
    case 'default':
      return 'its default'
    case 'input':
      return 'not given'
  }
}

function inList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const longestShown = 40

function shownValue(node: Node | undefined): string | undefined {
  const scalar = scalarOf(node)
  if (scalar === undefined) return undefined
  const text = scalar.type === 'str' ? JSON.stringify(scalar.value) : String(scalar.value)
  return text.length > longestShown ? undefined : text
}

/** Where the values are given, or else where the parameters are declared. */
function relatedTo(of: readonly Origin[], scope: CheckScope): readonly Related[] {
  return of.flatMap(({ parameter, value }) => {
    const given =
      'parts' in value ? value.parts.flatMap((part) => scope.beside.values?.locate(part) ?? []) : []
    return given.length > 0 ? given : declaredIn(scope.root, 'parameters', parameter)
  })
}
