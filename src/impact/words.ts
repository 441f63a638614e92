/** Terms in words: the value that somebody gives, and the conditions under which something happens. */
import { shown } from '../semantics/terms/shown.ts'
import type { Term, Terms } from '../semantics/terms/term.ts'

/** So many ways to a condition are written out. */
const mostWays = 3
/** So many questions of one way are. */
const mostQuestions = 4

/** Says conditions by the names that the templates have for them, where they have one. */
export class Words {
  readonly #terms: Terms
  readonly #named: ReadonlyMap<Term, string>

  /** @param named conditions with a name */
  constructor(terms: Terms, named: ReadonlyMap<Term, string>) {
    this.#terms = terms
    this.#named = named
  }

  /** `env is "prod"`, `not is_small`; undefined for what holds always. */
  when(condition: Term): string | undefined {
    if (condition === this.#terms.true) return undefined
    const whole = this.#nameOf(condition)
    if (whole !== undefined) return whole
    const ways: string[][] = []
    if (!this.#collect(condition, [], ways)) return `that depends on ${this.#questionsIn(condition)}`
    return ways.map((way) => way.join(' and ')).join(', or ')
  }

  #nameOf(condition: Term): string | undefined {
    const name = this.#named.get(condition)
    if (name !== undefined) return name
    const opposite = this.#named.get(this.#terms.not(condition))
    return opposite === undefined ? undefined : `not ${opposite}`
  }

  /** @returns whether all ways were few and short enough */
  #collect(condition: Term, way: readonly string[], ways: string[][]): boolean {
    if (condition === this.#terms.false) return true
    if (condition.tag !== 'choice') {
      ways.push([...way])
      return ways.length <= mostWays
    }
    const rest = way.length === 0 ? undefined : this.#nameOf(condition)
    if (rest !== undefined) {
      ways.push([...way, rest])
      return ways.length <= mostWays
    }
    if (way.length >= mostQuestions) return false
    return [true, false].every((holds) =>
      this.#collect(
        holds ? condition.then : condition.otherwise,
        [...way, this.#question(condition.atom, holds)],
        ways,
      ),
    )
  }

  #question(atom: Term, holds: boolean): string {
    const name = this.#nameOf(this.#terms.condition(atom))
    if (name !== undefined) return holds ? name : name.startsWith('not ') ? name.slice(4) : `not ${name}`
    if (atom.tag === 'input' && atom.of === 'pseudo' && atom.name.startsWith(givenMark)) {
      const parameter = atom.name.slice(givenMark.length)
      return `"${parameter}" is ${holds ? '' : 'not '}given`
    }
    if (atom.tag === 'apply' && atom.name === 'equals') {
      const [one, other] = [...atom.args].sort((a, b) => Number(a.isData) - Number(b.isData)) as [Term, Term]
      return `${inWords(one)} is ${holds ? '' : 'not '}${inWords(other)}`
    }
    return `${holds ? '' : 'not '}${inWords(atom)}`
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

/** What stands in front of the name of a parameter in the question whether somebody gives it a value. */
export const givenMark = 'given '

/** A value in one line, as a person would say it. */
export function inWords(term: Term): string {
  return shown(term)
    .replace(/\u00abparameter ([^\u00bb]*)\u00bb/g, '"$1"')
    .replace(/\u00ab(?:given|pseudo) ([^\u00bb]*)\u00bb/g, '$1')
}
