/** The outcomes of a plan or of a run, of which few are in memory at a time. */
import type { ChangedOutcome, FileOutcome } from '../../engine/outcome.ts'

/** What is known of every outcome at any time. */
export type OutcomeFacts = Pick<FileOutcome, 'path' | 'newPath' | 'isNew' | 'kind' | 'status' | 'group'>

/** What is retained of an outcome. Spreads would give each of very many objects a hidden class of its own. */
export function factsOf({ path, newPath, isNew, kind, status, group }: FileOutcome): OutcomeFacts {
  const facts: { -readonly [Key in keyof OutcomeFacts]: OutcomeFacts[Key] } = { path, kind, status }
  if (newPath !== undefined) facts.newPath = newPath
  if (isNew !== undefined) facts.isNew = isNew
  if (group !== undefined) facts.group = group
  return facts
}

/** Outcomes, each of which is made when it is asked for. */
export class Outcomes implements Iterable<FileOutcome> {
  readonly facts: readonly OutcomeFacts[]
  readonly #make: (index: number) => FileOutcome
  #byPath: ReadonlyMap<string, number> | undefined
  #byResult: ReadonlyMap<string, number | undefined> | undefined
  #environments: PlannedEnvironments | undefined

  /** @param make gives the outcome of the facts with an index, the same each time */
  constructor(facts: readonly OutcomeFacts[], make: (index: number) => FileOutcome) {
    this.facts = facts
    this.#make = make
  }

  /** Outcomes that are in memory. */
  static of(outcomes: readonly FileOutcome[]): Outcomes {
    return new Outcomes(outcomes, (index) => outcomes[index] as FileOutcome)
  }

  get length(): number {
    return this.facts.length
  }

  at(index: number): FileOutcome {
    return this.#make(index)
  }

  *[Symbol.iterator](): Generator<FileOutcome> {
    for (let index = 0; index < this.length; index++) yield this.at(index)
  }

  /** The outcome of the file with a path. */
  of(path: string): FileOutcome | undefined {
    const index = this.#indexOf(path)
    return index === undefined ? undefined : this.at(index)
  }

  /** The change of the file with a path. */
  changeOf(path: string): ChangedOutcome | undefined {
    const index = this.#indexOf(path)
    const isChanged = index !== undefined && this.facts[index]?.status === 'changed'
    const outcome = isChanged ? this.at(index) : undefined
    return outcome?.status === 'changed' ? outcome : undefined
  }

  /** What stands at a path when all changes are made: a changed file, no file, or what nothing here is about. */
  resultAt(path: string): FileOutcome | 'no file' | 'unknown' {
    this.#byResult ??= resultsOf(this.facts)
    const index = this.#byResult.get(path)
    if (index !== undefined) return this.at(index)
    return this.#byResult.has(path) ? 'no file' : 'unknown'
  }

  /** The path of the environment of a template: the one named after it, else one that changes together with it. */
  environmentOf(path: string): string | undefined {
    this.#environments ??= new PlannedEnvironments(this.facts)
    const index = this.#indexOf(path)
    return this.#environments.of(path, index === undefined ? undefined : this.facts[index]?.group)
  }

  /** Those with some facts, or with something that only the outcome itself has. */
  where(isWanted: (facts: OutcomeFacts, outcome: () => FileOutcome) => boolean): Outcomes {
    const indexes = [...this.facts.keys()].filter((index) =>
      isWanted(this.facts[index] as OutcomeFacts, () => this.at(index)),
    )
    return new Outcomes(
      indexes.map((index) => this.facts[index] as OutcomeFacts),
      (index) => this.at(indexes[index] as number),
    )
  }

  /** The same, of which some are others now. */
  revised(
    isConcerned: (facts: OutcomeFacts) => boolean,
    revise: (outcome: FileOutcome) => FileOutcome,
  ): Outcomes {
    const facts = this.facts.map((one, index) => (isConcerned(one) ? factsOf(revise(this.at(index))) : one))
    return new Outcomes(facts, (index) => {
      const outcome = this.at(index)
      return facts[index] === this.facts[index] ? outcome : revise(outcome)
    })
  }

  #indexOf(path: string): number | undefined {
    this.#byPath ??= new Map(this.facts.map((one, index) => [one.path, index]))
    return this.#byPath.get(path)
  }
}

/** By each path that a change leaves something or nothing at, the index of the change. */
function resultsOf(facts: readonly OutcomeFacts[]): ReadonlyMap<string, number | undefined> {
  const results = new Map<string, number | undefined>()
  facts.forEach(({ path, newPath, status }, index) => {
    if (status !== 'changed') return
    if (newPath !== undefined) results.set(path, undefined)
    results.set(newPath ?? path, index)
  })
  return results
}

/** The environments among some files. */
class PlannedEnvironments {
  /** By the name of a template without its ending. */
  readonly #byTemplate = new Map<string, string>()
  readonly #byGroup = new Map<string, string>()

  constructor(facts: readonly OutcomeFacts[]) {
    const templates = new Set(
      facts.filter(({ kind }) => kind !== 'environment').map(({ path }) => baseOf(path)),
    )
    for (const { path, kind, group } of facts) {
      if (kind !== 'environment') continue
      const template = templateOf(path, templates)
      if (template !== undefined && !this.#byTemplate.has(template)) this.#byTemplate.set(template, path)
      if (group !== undefined && !this.#byGroup.has(group)) this.#byGroup.set(group, path)
    }
  }

  of(path: string, group: string | undefined): string | undefined {
    return this.#byTemplate.get(baseOf(path)) ?? (group === undefined ? undefined : this.#byGroup.get(group))
  }
}

function baseOf(path: string): string {
  return path.replace(/\.[^./]*$/, '')
}

/** The base name of the template that an environment is named after: the longest, for `a-b.env` is not that of `a`. */
function templateOf(environment: string, templates: ReadonlySet<string>): string | undefined {
  const name = environment.lastIndexOf('/') + 1
  for (let end = environment.length - 1; end >= name; end--) {
    if (!/[-._]/.test(environment[end] ?? '')) continue
    const base = environment.slice(0, end)
    if (templates.has(base)) return base
  }
  return undefined
}
