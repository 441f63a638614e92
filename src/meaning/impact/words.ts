/** Terms in words: the value that somebody gives, and the conditions under which something happens. */

import { functionNameOf } from '../../heat/dialects.ts'
import { hiddenValue } from '../../heat/parameters.ts'
import { ownValue } from '../../text/document/records.ts'
import { clipped, written } from '../terms/shown.ts'
import type { Apply, Input, Term, Terms } from '../terms/term.ts'
import { innerTerms, parametersIn } from './inner-terms.ts'
import { tableOf } from './lookups.ts'
import { dependingOn } from './model.ts'
import { isSecret } from './secret-terms.ts'

/** So many ways to a condition are written out. */
const mostWays = 3
/** So many questions of one way are. */
const mostQuestions = 4

/** Says conditions by the names that the templates have for them, where they have one. */
export class ConditionWords {
  readonly #terms: Terms
  readonly #named: ReadonlyMap<Term, string>
  readonly #isHidden: (parameter: string) => boolean

  /**
   * @param named conditions with a name
   * @param isHidden whether the value of a parameter is in no report, and nothing that it is compared with
   */
  constructor(terms: Terms, named: ReadonlyMap<Term, string>, isHidden: (parameter: string) => boolean) {
    this.#terms = terms
    this.#named = named
    this.#isHidden = isHidden
  }

  /** `env is "prod"`, `not is_small`; undefined for what holds always. */
  when(condition: Term): string | undefined {
    if (condition === this.#terms.true) return undefined
    const whole = this.#nameOf(condition)
    if (whole !== undefined) return whole
    const ways = new Set<string>()
    if (!this.#collect(condition, [], ways)) return `${dependingOn}${this.#questionsIn(condition)}`
    return [...ways].join(', or ')
  }

  /**
   * A value in one line, in the words of the template: `get_attr server.first_address`.
   * @param scope the level at which it stands: what is of another one has its path in front of the name
   */
  expression(term: Term, scope: string): string {
    const inWords = (one: Term) =>
      one.tag === 'input' && one.scope !== scope && isOfResource(one)
        ? inputInWords({ ...one, name: `/${one.scope}${one.name}` })
        : this.#inTemplate(one)
    return bare(written(term, inWords))
  }

  /** Two values, each in one line that shows where they part. */
  parted(before: Term, after: Term): readonly [string, string] {
    const named = (term: Term) => written(term, (one) => this.#inTemplate(one))
    let [one, other] = [named(before), named(after)]
    if (one === other) [one, other] = [written(before, inDetail), written(after, inDetail)]
    let same = 0
    while (same < one.length && one[same] === other[same]) same += 1
    const start = same > longStart ? same - leading : 0
    const from = (text: string) => clipped(start === 0 ? text : `…${text.slice(start)}`)
    const shown = [from(one), from(other)] as const
    if (shown[0] !== shown[1]) return shown
    // Too deep inside to be written: only what differs there.
    const [inner, otherInner] = innermost(before, after)
    if (inner === before) return shown
    const [was, is] = this.parted(inner, otherInner)
    return [`… ${was} …`, `… ${is} …`]
  }

  /**
   * The lines in which two scripts differ; what is no constant in them stands between `«` and `»`.
   * @returns undefined where one of them is no string of several lines
   */
  lines(before: Term, after: Term): readonly string[] | undefined {
    const [one, other] = [this.#script(before), this.#script(after)]
    return one === undefined || other === undefined ? undefined : lineChanges(one, other)
  }

  #script(term: Term): string | undefined {
    const parts = term.tag === 'concat' ? term.parts : [term]
    if (!parts.some((one) => one.tag === 'constant' && typeof one.value === 'string')) return undefined
    return parts
      .map((one) =>
        one.tag === 'constant' && typeof one.value === 'string'
          ? one.value
          : `«${clipped(bare(written(one, (inner) => this.#inTemplate(inner))))}»`,
      )
      .join('')
  }

  /** With conditions by their names. */
  #inTemplate(term: Term): string | Term | undefined {
    const instead = asInTemplate(term)
    if (instead !== undefined || term.tag !== 'choice') return instead
    const inside = (one: Term) => written(one, (inner) => this.#inTemplate(inner), 4)
    const otherwise = term.otherwise === this.#terms.omitted ? '' : ` else ${inside(term.otherwise)}`
    return `(if ${this.#question(term.atom, true)} then ${inside(term.then)}${otherwise})`
  }

  #nameOf(condition: Term): string | undefined {
    const name = this.#named.get(condition)
    if (name !== undefined) return name
    const opposite = this.#named.get(this.#terms.not(condition))
    return opposite === undefined ? undefined : `not ${opposite}`
  }

  /** @returns whether all ways were few and short enough */
  #collect(condition: Term, way: readonly Literal[], ways: Set<string>): boolean {
    if (condition === this.#terms.false) return true
    const rest = way.length === 0 ? undefined : this.#nameOf(condition)
    if (condition.tag !== 'choice' || rest !== undefined) {
      const said = withoutIdle(way).map(({ atom, holds }) => this.#question(atom, holds))
      ways.add([...said, ...(rest === undefined ? [] : [rest])].join(' and '))
      return ways.size <= mostWays
    }
    if (way.length >= mostQuestions) return false
    const { atom } = condition
    return [true, false].every((holds) =>
      this.#collect(holds ? condition.then : condition.otherwise, [...way, { atom, holds }], ways),
    )
  }

  #question(atom: Term, holds: boolean): string {
    const name = this.#nameOf(this.#terms.condition(atom))
    if (name !== undefined) return holds ? name : name.startsWith('not ') ? name.slice(4) : `not ${name}`
    const parameter = parameterAskedFor(atom)
    if (parameter !== undefined) return `${parameter} is ${holds ? '' : 'not '}given`
    const shown = this.#isAboutHidden(atom) ? withoutConstants : asked
    if (atom.tag === 'apply' && atom.name === 'equals') {
      const [one, other] = [...atom.args].sort((a, b) => Number(a.isData) - Number(b.isData)) as [Term, Term]
      const truth = truthIn(one, other)
      if (truth !== undefined) return `${asked(one)} is ${truth === holds}`
      return `${shown(one)} is ${holds ? '' : 'not '}${shown(other)}`
    }
    return `${holds ? '' : 'not '}${shown(atom)}`
  }

  #isAboutHidden(term: Term): boolean {
    const isOne =
      isSecret(term) || (term.tag === 'input' && term.of === 'parameter' && this.#isHidden(term.name))
    return isOne || innerTerms(term).some((one) => this.#isAboutHidden(one))
  }

  #questionsIn(condition: Term): string {
    const found = new Set<string>()
    const open = [condition]
    const seen = new Set<Term>()
    for (let term = open.pop(); term !== undefined && found.size < mostQuestions; term = open.pop()) {
      if (term.tag !== 'choice' || seen.has(term)) continue
      seen.add(term)
      found.add(this.#question(term.atom, true))
      open.push(term.otherwise, term.then)
    }
    return [...found].map((one) => `whether ${one}`).join(', ')
  }
}

/** One question of a condition, with its answer. */
interface Literal {
  readonly atom: Term
  readonly holds: boolean
}

/** The parameter of which a question is whether somebody gives it a value. */
function parameterAskedFor(atom: Term): string | undefined {
  const isAsked = atom.tag === 'input' && atom.of === 'pseudo' && atom.name.startsWith(givenMark)
  return isAsked ? atom.name.slice(givenMark.length) : undefined
}

/** Without questions about the value of parameters that are not given. */
function withoutIdle(way: readonly Literal[]): readonly Literal[] {
  const missing = new Set(way.flatMap(({ atom, holds }) => (holds ? [] : (parameterAskedFor(atom) ?? []))))
  if (missing.size === 0) return way
  return way.filter(({ atom }) => {
    const parameters = parameterAskedFor(atom) === undefined ? parametersIn(atom) : []
    return parameters.length === 0 || parameters.some((one) => !missing.has(one))
  })
}

/** Without the parentheses around all of it. */
function bare(text: string): string {
  return text.startsWith('(if ') && text.endsWith(')') ? text.slice(1, -1) : text
}

/** The deepest parts of two terms in which alone these differ. */
function innermost(before: Term, after: Term): readonly [Term, Term] {
  const [one, other] = [innerTerms(before), innerTerms(after)]
  if (before.tag !== after.tag || one.length !== other.length) return [before, after]
  const differing = one.flatMap((part, index) => {
    const counterpart = other[index]
    return counterpart === undefined || part === counterpart ? [] : [[part, counterpart] as const]
  })
  const [sole, ...others] = differing
  return sole === undefined || others.length > 0 ? [before, after] : innermost(...sole)
}

/** The boolean that a parameter for one is compared with, which may be a number to Python. */
function truthIn(one: Term, other: Term): boolean | undefined {
  if (one.tag !== 'input' || one.detail !== 'boolean' || other.tag !== 'constant') return undefined
  return [0, 1].includes(Number(other.value)) ? Number(other.value) === 1 : undefined
}

/** A parameter in a question has its plain name. */
function asked(term: Term): string {
  return term.tag === 'input' && term.of === 'parameter' ? term.name : inWords(term)
}

/** The same in a question about a hidden value, of which what it is compared with would tell too much. */
function withoutConstants(term: Term): string {
  if (term.tag === 'input') return asked(term)
  return clipped(written(term, (one) => (one.tag === 'constant' ? hiddenValue : asInTemplate(one))))
}

/** What stands in front of the name of a parameter in the question whether somebody gives it a value. */
export const givenMark = 'given '

/** What stands for any of the members of a group. */
export const anyMember = '*'

/** The attribute of a group that stands for which members it has. */
export const memberSetMark = 'members'

/** A value in one line, in the words of a template: `get_param zone`, `get_attr server.first_address`, `"text"`. */
export function inWords(term: Term): string {
  return clipped(written(term, asInTemplate))
}

/** Of what two values have in common so much is shown, where it is longer than that. */
const leading = 24
const longStart = 100

function asInTemplate(term: Term): string | Term | undefined {
  switch (term.tag) {
    case 'constant':
      if (typeof term.value === 'boolean' || term.value === null) return String(term.value)
      return typeof term.value === 'string' ? JSON.stringify(term.value) : undefined
    case 'input':
      return inputInWords(term)
    case 'choice':
      return isGiven(term.atom, handedOver(term.then)) ? term.then : undefined
    case 'step':
      return lookupInWords(term)
    case 'apply':
      return handedOver(term) === term ? callInWords(term) : handedOver(term)
    case 'refused':
      return `what Heat rejects: ${term.failure.message}`
    default:
      return undefined
  }
}

/** A value of a table that is written out, without the table. */
function lookupInWords(term: Term): string | undefined {
  const { keys } = tableOf(term) ?? {}
  return keys === undefined
    ? undefined
    : `{…}${keys.map((key) => `[${written(key, asInTemplate, 4)}]`).join('')}`
}

/** Functions that terms call otherwise. */
const functions: Readonly<Record<string, string>> = {
  join: 'list_join',
  'filter by': 'filter',
  'map_merge of': 'map_merge',
  'map_replace of': 'map_replace',
  'repeat over': 'repeat',
  split: 'str_split',
  unique: 'list_concat_unique',
}

/** A function of templates with its arguments, by the name that it has there: `digest("sha256", get_param key)`. */
function callInWords({ name, args }: Apply): string | undefined {
  const [only] = args
  if (only !== undefined && name === 'text') return written(only, asInTemplate, 4)
  if (only !== undefined && name === 'each member') return `${written(only, asInTemplate, 4)} of each member`
  const known = functionNameOf(name) ?? ownValue(functions, name)
  if (known === undefined) return undefined
  const given = args.length === 1 && only?.tag === 'list' ? only.items : args
  return `${known}(${given.map((one) => written(one, asInTemplate, 4)).join(', ')})`
}

/** With what a template does not say: what stands for a part that is missing, and what a value is passed through. */
function inDetail(term: Term): string | undefined {
  if (term.tag !== 'step') return plainInput(term)
  return `${written(term, plainInput)} (${term.missing === null ? 'null' : '""'} where it is missing)`
}

function plainInput(term: Term): string | undefined {
  return term.tag === 'input' ? inputInWords(term) : undefined
}

function inputInWords({ of, name, detail }: Input): string {
  switch (of) {
    case 'parameter':
      return `get_param ${name}`
    case 'reference':
      return `get_resource ${name}`
    case 'attribute':
      return `get_attr ${name}.${detail}`
    case 'file':
      return `get_file ${name}`
    case 'pseudo':
      return name.startsWith(givenMark)
        ? name.slice(givenMark.length)
        : (ownValue(pseudoParameters, name) ?? name)
    default:
      return [of, name].filter((one) => one !== '').join(' ')
  }
}

function isOfResource({ of }: Input): boolean {
  return of === 'reference' || of === 'attribute' || of === 'attributes'
}

/** What templates call the parameters that every stack has, by their names in terms. */
const pseudoParameters: Readonly<Record<string, string>> = {
  stack_name: 'get_param OS::stack_name',
  stack_id: 'get_param OS::stack_id',
  project_id: 'get_param OS::project_id',
  region: 'Ref AWS::Region',
  partition: 'Ref AWS::Partition',
  url_suffix: 'Ref AWS::URLSuffix',
  notifications: 'Ref AWS::NotificationARNs',
}

/** What a value was before it was handed to a nested stack or to the members of a group. */
export function handedOver(term: Term): Term {
  const [passed] = term.tag === 'apply' && /^(?:with index$|passed as )/.test(term.name) ? term.args : []
  return passed === undefined ? term : handedOver(passed)
}

function isGiven(atom: Term, value: Term): boolean {
  return (
    atom.tag === 'input' &&
    atom.of === 'pseudo' &&
    value.tag === 'input' &&
    atom.name === givenMark + value.name
  )
}

/** So many lines around a difference, and of one, are shown. */
const context = 2
const mostLines = 40

/**
 * Lines with `-`, `+` or a space in front, from the first that differs to the last; undefined where one line is all there is.
 */
function lineChanges(before: string, after: string): readonly string[] | undefined {
  if (!before.includes('\n') || !after.includes('\n')) return undefined
  const [old, next] = [before, after].map((text) => text.replace(/\n$/, '').split('\n')) as [
    string[],
    string[],
  ]
  let start = 0
  while (start < Math.min(old.length, next.length) && old[start] === next[start]) start += 1
  let end = 0
  const most = Math.min(old.length, next.length) - start
  while (end < most && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1
  // Only how they end differs.
  if (start === old.length && start === next.length) return undefined
  const marked = (mark: string, lines: readonly string[]) => lines.map((line) => `${mark}${line}`)
  const lines = [
    ...marked(' ', old.slice(Math.max(0, start - context), start)),
    ...marked('-', old.slice(start, old.length - end)),
    ...marked('+', next.slice(start, next.length - end)),
    ...marked(' ', old.slice(old.length - end, old.length - end + context)),
  ]
  const left = lines.length - mostLines
  return left > 0 ? [...lines.slice(0, mostLines), ` (${left} more lines)`] : lines
}
