/** What Heat refuses of a template with the values that its parameters get: all that is said of literals is said of these. */

import type { RuleCode } from '../../heat/code-facts.ts'
import { entriesRead } from '../../heat/merge-keys.ts'
import { isHidden } from '../../heat/parameters.ts'
import { section } from '../../heat/sections.ts'
import { fileName } from '../../stack/source-file.ts'
import type { ParameterValue } from '../../stack/value-of.ts'
import { type Node, offsetOf, rangeOf } from '../../text/document/node.ts'
import { scalarOf } from '../../text/document/read.ts'
import type { CheckCode } from '../codes.ts'
import { type LeaveOut, withKnownValues } from '../known-values.ts'
import { declaredIn, type Related } from '../locations.ts'
import { rule } from '../rule.ts'
import { askRules } from '../run-rules.ts'
import {
  type CheckProblem,
  hasAllValues,
  knownParameter,
  type Report,
  type CheckScope as RuleScope,
} from '../scope.ts'
import { TemplateView } from '../template-view.ts'
import { typedValues, type ValueRead, type WithValues, withParameterValues } from '../value-substitution.ts'
import { Worlds } from '../worlds.ts'
import { functionCalls } from './function-calls.ts'
import { relations } from './relations.ts'
import { resources } from './resources.ts'

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

const codes = {
  'rejected-default': {
    title: 'A default that Heat rejects where it is used',
    severity: 'warning',
    behaves: ['accepted by Heat', 'without a value'],
    help: 'Write a default that Heat accepts, or remove it to require a value.',
    why: 'Heat rejects the stack unless another value is given for the parameter. Where environments are named with `-e` and give none, the default is certain to count, and the same is an error.',
    example: {
      command: 'check volume.yaml',
      at: 'volume.yaml:3',
      before: `heat_template_version: 2018-08-31
parameters: {size: {type: string, default: big}}
resources: {disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters: {size: {type: string, default: '8'}}
resources: {disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

type CheckScope = RuleScope<keyof typeof codes>

/**
 * Reports what Heat refuses with the values that parameters get, and what it refuses with the defaults that count where
 * nobody gives others.
 */
export const withValues = rule({
  codes,
  source: 'heat/engine/parameters.py',
  asks: 'template',
  stage: 'values',
  extent: 'parts',
  find(view, report) {
    const scope = { ...view, report }
    const said = [...view.found]
    const isDefault = (name: string) => knownParameter(name, view).from === 'default'
    const isOpen = (name: string) => !hasAllValues(view) && isDefault(name)
    const certain = new ValueCheck(view, said, (name) => !isOpen(name), view.leaveOut).problems()
    for (const one of certain) reportCertain(one, scope)
    if (hasAllValues(view)) return
    const all = [...said, ...certain.map(({ problem }) => problem)]
    for (const one of new ValueCheck(view, all, () => true, view.leaveOut).problems())
      reportByDefault(one, scope)
  },
})

/** What Heat refuses with the values that a template, which it accepts by itself, certainly gets. */
export function problemsWithValues(view: TemplateView): readonly ValueProblem[] {
  const isCertain = (name: string) => hasAllValues(view) || knownParameter(name, view).from !== 'default'
  const gaps: ValueProblem[] = []
  const leaveOut = reportingOnce((problem) => gaps.push({ problem, of: [] }))
  const found = new ValueCheck(view, [], isCertain, leaveOut).problems()
  return [...found.filter(({ problem }) => view.behaves(problem.code, 'of values')), ...gaps]
}

/** Says once for all that values are left out. */
export function reportingOnce(report: (problem: CheckProblem) => void): LeaveOut {
  let isReported = false
  return (at) => {
    if (isReported) return
    isReported = true
    const message = 'this value is too large to be checked where it is used'
    report({ code: 'value-not-checked', at, message, source: 'heat/engine/properties.py' })
  }
}

class ValueCheck {
  readonly #view: TemplateView
  readonly #isCounted: (parameter: string) => boolean
  readonly #said: ReadonlySet<string>
  readonly #refused: readonly CheckProblem<string>[]
  readonly #leaveOut: LeaveOut
  /** What is read with all values. */
  #reads: readonly ValueRead[] = []

  constructor(
    view: TemplateView,
    said: readonly CheckProblem<string>[],
    isCounted: (parameter: string) => boolean,
    leaveOut: LeaveOut,
  ) {
    this.#leaveOut = leaveOut
    this.#view = view
    this.#isCounted = isCounted
    this.#refused = said.filter(({ code }) => this.#isRefusal(code))
    this.#said = new Set(this.#refused.map(keyOf))
  }

  /** Whether an argument of it is refused already, whatever value it has. */
  #isCausedInside({ code, at }: CheckProblem): boolean {
    const start = offsetOf(at)
    const end = rangeOf('kind' in at ? at : at.value)?.end
    return this.#refused.some((one) => {
      const offset = offsetOf(one.at)
      return (
        one.code === code &&
        start !== undefined &&
        end !== undefined &&
        offset !== undefined &&
        start < offset &&
        offset < end
      )
    })
  }

  problems(): readonly ValueProblem[] {
    const { declared } = this.#view
    if (![...declared.parameters.keys()].some((name) => this.#isKnown(name))) return []
    return this.#found(new Set()).map((problem) => ({ problem, of: this.#causesOf(problem) }))
  }

  #isKnown(name: string): boolean {
    return this.#isCounted(name) && knownParameter(name, this.#view).node !== undefined
  }

  /** @param without parameters whose values are taken not to be known */
  #withValues(without: ReadonlySet<string>): WithValues | undefined {
    const { root, words, declared } = this.#view
    const valueOf = (name: string) =>
      without.has(name) || !this.#isKnown(name) ? undefined : knownParameter(name, this.#view)
    const values = typedValues(root, declared, valueOf, this.#leaveOut)
    return withParameterValues(root, words, values, this.#leaveOut)
  }

  #found(without: ReadonlySet<string>): readonly CheckProblem[] {
    const { root, words } = this.#view
    const made = this.#withValues(without)
    if (made === undefined) return []
    if (without.size === 0) this.#reads = made.reads
    const found: CheckProblem[] = []
    const seen = new Set(this.#said)
    const report: Report<string> = (code, at, message, { source = '', related } = {}) => {
      const problem = { code: code as CheckCode, at, message, source, related }
      if (!this.#isRefusal(code) || seen.has(keyOf(problem)) || this.#isCausedInside(problem)) return
      seen.add(keyOf(problem))
      found.push(problem)
    }
    const whole = withKnownValues(made.root, words, this.#leaveOut)
    const declared = this.#view.declaredWith(whole)
    const worlds = new Worlds(declared, words.spell, () => undefined)
    const basis = { ...this.#view, declared, tests: new Set<Node>(), worlds }
    const changed = withKnownValues(made.changed, words, this.#leaveOut)
    askRules([resources, functionCalls], new TemplateView({ ...basis, root: changed, before: root }), report)
    askRules(relations, new TemplateView({ ...basis, root: whole }), report)
    return found
  }

  #isRefusal(code: string): boolean {
    return !this.#view.behaves(code, 'accepted by Heat') && code !== 'nested-error'
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
      value: knownParameter(parameter, this.#view),
    }))
  }

  /** What is read where a problem is, else in its resource. */
  #readAround({ at }: CheckProblem): readonly string[] {
    const { root } = this.#view
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

function keyOf({ code, at }: Pick<CheckProblem<string>, 'code' | 'at'>): string {
  return `${code} ${offsetOf(at)}`
}

function reportCertain({ problem, of }: ValueProblem, scope: CheckScope): void {
  const { code, at, message, source } = problem
  const secret = hiddenIn(of, scope)
  const said =
    secret === undefined
      ? [message, of.map(inWords).join(', ')].filter(Boolean).join(': ')
      : `Heat rejects the value of the hidden parameter "${secret}" here`
  scope.report(code, at, said, { source, related: relatedTo(of, scope) })
}

function reportByDefault({ problem, of }: ValueProblem, scope: CheckScope): void {
  const { at, message, source } = problem
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
  scope.report('rejected-default', at, `${by}, Heat rejects this${said}`, {
    source,
    related: relatedTo(of, scope),
  })
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
      return inList(value.parts.map(({ environment }) => fileName(environment.path)))
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
