/** Shows two templates to mean the same, or where they do not. */
import { compareEnvironments } from './compare-environments.ts'
import type { CompareManner } from './compare-parameters.ts'
import { type Both, Comparison } from './comparison.ts'
import type { Dialect } from './dialect.ts'
import { type Difference, Differences, isBreaking, type Reason } from './differences.ts'
import { NestedCalls } from './nested-calls.ts'
import { readProgram } from './program.ts'
import type { Surroundings } from './sampled-world.ts'
import { Samples } from './samples.ts'
import type { CompareOptions, Side } from './side.ts'
import { TooLarge } from './world.ts'

export type { CompareOptions, NestedTemplate, Side } from './side.ts'

export interface Verdict {
  readonly verdict: 'equal' | 'differs' | 'unproved'
  /** What makes them differ. */
  readonly differences: readonly Difference[]
  /** Differences that a rewrite may make. */
  readonly tolerated: readonly Difference[]
  /** What could not be shown. */
  readonly reasons: readonly Reason[]
  /** In how many samples both were resolved. */
  readonly worlds: number
}

/** Resolves both templates in the same samples and compares all that Heat would build from them. */
export function compareTemplates(before: Side, after: Side, options: CompareOptions = {}): Verdict {
  const found = new Differences()
  let worlds = 0
  try {
    worlds = compared({ before, after }, options, found)
  } catch (error) {
    // A text that is longer than JavaScript can hold is a RangeError.
    if (!(error instanceof TooLarge || error instanceof RangeError)) throw error
    found.unproved('', 'the template takes too many steps to be resolved')
  }
  return verdictOf(found, worlds)
}

function verdictOf(found: Differences, worlds: number): Verdict {
  const differences = found.all.filter(isBreaking)
  const tolerated = found.all.filter((one) => !differences.includes(one))
  const { reasons } = found
  const verdict = differences.length > 0 ? 'differs' : reasons.length > 0 ? 'unproved' : 'equal'
  return { verdict, differences, tolerated, reasons, worlds }
}

/** Where functions come from that HOT never had; Heat's meaning comes before that of AWS. */
const foreign: readonly Dialect[] = [
  { kind: 'cfn', reading: 'aws' },
  { kind: 'cfn', reading: 'heat' },
]

function compared(sides: Both<Side>, options: CompareOptions, found: Differences): number {
  const { before, after } = sides
  const accepted = options.accepted ?? new Set<string>()
  const settled = options.settled ?? new Set<string>()
  const futureCalls = [
    ...(accepted.has('foreign-function') ? foreign : []),
    ...(accepted.has('becomes-call') ? [after.dialect] : []),
  ]
  const programs = {
    before: readProgram(before.root, before.dialect, before.text, futureCalls),
    after: readProgram(after.root, after.dialect, after.text),
  }
  const surroundings = {
    before: { ...surroundingsOf(before, options), accepted },
    after: surroundingsOf(after, options),
  }
  const manner: CompareManner = {
    renamed: options.renamed ?? new Map(),
    accepted,
    defaults: 'compared',
    names: options.names ?? 'as written',
    declared: options.declared ?? new Map(),
    declaredInside: options.declaredInside ?? new Map(),
    settledInside: options.settledInside ?? new Map(),
  }
  compareEnvironments(programs, sides, found)
  const environments = { before: before.environment, after: after.environment }
  const samples = new Samples(programs.before, programs.after, { accepted, environments, settled })
  const calls = new NestedCalls(sides, surroundings, manner)
  return new Comparison(programs, surroundings, samples, found, manner, calls).run()
}

function surroundingsOf(side: Side, options: CompareOptions): Surroundings {
  const files = side.files ?? options.files
  return {
    ...(side.environment === undefined ? {} : { environment: side.environment }),
    ...(files === undefined ? {} : { files }),
  }
}
