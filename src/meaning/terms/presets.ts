/** What a pair of templates shows about the values of its parameters: no assumption may contradict it. */
import { allowedValues } from '../../heat/constraints.ts'
import { Failure, isList, isMap, type Value } from '../../heat/values/value.ts'
import { orFailure } from '../failing.ts'
import { type ParameterSchema, parameterValue } from '../parameters.ts'
import type { Program } from '../program.ts'
import { type EnvironmentValues, presetOf } from '../sample.ts'
import type { Both } from '../side.ts'
import type { Input, Term, Terms } from './term.ts'

/** Values for parameters, as they are given. */
type Assignment = ReadonlyMap<string, Value>

/** At most this many values of one parameter are considered, and this many assignments. */
const most = 32

export class Presets {
  readonly #terms: Terms
  readonly #scope: string
  readonly #assign: () => readonly Assignment[]
  readonly #done: Map<Term, Term>[] = []
  #assigned: readonly Assignment[] | undefined

  /** @param assign called once an assumption has to be checked, which few pairs need */
  private constructor(terms: Terms, scope: string, assign: () => readonly Assignment[]) {
    this.#terms = terms
    this.#scope = scope
    this.#assign = assign
  }

  get #assignments(): readonly Assignment[] {
    this.#assigned ??= this.#assign()
    return this.#assigned
  }

  /**
   * The defaults, allowed values and environments of both sides.
   * @param passed what callers of a nested template pass, where that is data
   */
  static of(
    terms: Terms,
    scope: string,
    programs: Both<Program>,
    environments: Both<EnvironmentValues | undefined>,
    passed: readonly Assignment[] = [],
  ): Presets {
    return new Presets(terms, scope, () => assignmentsOf(programs, environments, passed))
  }

  /** Whether one of the values that a json parameter is given by itself is neither a list nor a map. */
  hasScalar(name: string): boolean {
    return this.#assignments.some((assignment) => {
      const raw = assignment.get(name) ?? null
      const value = raw === null ? null : orFailure(() => parameterValue('json', raw))
      return raw !== null && !isList(value) && !isMap(value) && !(value instanceof Failure)
    })
  }

  /** Whether some values in the pair turn a term into data that violates a condition. */
  contradict(term: Term, holds: (data: Term) => boolean): boolean {
    if (term.isData) return !holds(term)
    return this.#assignments.some((_, index) => {
      const made = this.#with(term, index)
      return made.isData && !holds(made)
    })
  }

  /** The term with the values of one assignment in it. */
  #with(term: Term, index: number): Term {
    const terms = this.#terms
    this.#done[index] ??= new Map()
    const done = this.#done[index]
    const known = done.get(term)
    if (known !== undefined) return known
    const inside = (one: Term) => this.#with(one, index)
    const made =
      term.tag === 'input'
        ? this.#valueOf(term, index)
        : terms.rebuilt(term, inside, (choice) =>
            terms.choice(terms.condition(inside(choice.atom)), inside(choice.then), inside(choice.otherwise)),
          )
    done.set(term, made)
    return made
  }

  #valueOf(input: Input, index: number): Term {
    const { of, scope, name, detail } = input
    if (of !== 'parameter' || scope !== this.#scope) return input
    const raw = this.#assignments[index]?.get(name) ?? null
    return raw === null
      ? input
      : this.#terms.data(orFailure(() => parameterValue(detail as ParameterSchema['type'], raw)))
  }
}

function assignmentsOf(
  programs: Both<Program>,
  environments: Both<EnvironmentValues | undefined>,
  passed: readonly Assignment[],
): readonly Assignment[] {
  const base = presetsOf(programs.before, environments.before)
  const other = presetsOf(programs.after, environments.after)
  const assignments = [base, other, ...passed.map((own) => new Map([...other, ...own]))]
  for (const [name, schema] of programs.before.parameters) {
    if (schema instanceof Failure || assignments.length >= most) continue
    for (const value of namedBy(schema)) assignments.push(new Map([...base, [name, value]]))
  }
  return assignments
}

function presetsOf({ parameters }: Program, environment: EnvironmentValues | undefined): Assignment {
  const values = new Map<string, Value>()
  for (const [name, schema] of parameters) {
    const value = presetOf(environment, schema instanceof Failure ? { name, default: null } : schema)
    if (value !== null) values.set(name, value)
  }
  return values
}

function namedBy({ constraints }: ParameterSchema): readonly Value[] {
  const named = allowedValues(constraints)
  return named === undefined || named.length > most ? [] : named
}
