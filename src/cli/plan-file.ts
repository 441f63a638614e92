import type { FileOutcome } from '../engine/outcome.ts'
import { DocumentProblem, type Plan, readPlan } from '../plan/plan.ts'
import { outcomeOf } from '../plan/planned-file.ts'
import { planStart, planWriter } from '../plan/write-plan.ts'
import type { RunReport } from '../runner/run-report.ts'
import type { Arguments } from './command.ts'
import { openOutputFile } from './output-file.ts'
import { readTextFile } from './text-file.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'
import type { World } from './world.ts'

/** A plan in the making. */
export interface PlanFile {
  file(outcome: FileOutcome): void
  end(report: RunReport): void
  discard(): void
}

/**
 * Begins the plan that `--plan` asks for.
 *
 * @throws UsageError when the file cannot be made
 */
export function openPlan(path: string, args: Arguments, command: string, world: World): PlanFile {
  const output = openOutputFile({ option: 'plan', path, kind: 'plan', start: planStart }, world.cwd)
  const header = { version, command, arguments: [...args.named], options: args.all() }
  const writer = planWriter(output.append, header)
  return {
    file: writer.file,
    end: (report) => {
      writer.end(report)
      output.finish()
    },
    discard: output.discard,
  }
}

/** A plan as it was read, with the outcomes that it was made from. */
export interface LoadedPlan {
  readonly plan: Plan
  readonly outcomes: readonly FileOutcome[]
}

/** @throws UsageError for a file that cannot be read, or is no plan */
export function loadPlan(path: string, world: World): LoadedPlan {
  const text = readTextFile(path, world)
  return orUsage(path, () => {
    const plan = readPlan(text)
    const seen = new Set<string>()
    for (const file of plan.files) {
      if (seen.has(file.path)) throw new DocumentProblem(`is not a plan: ${file.path} stands in it twice`)
      seen.add(file.path)
    }
    return { plan, outcomes: plan.files.map(outcomeOf) }
  })
}

/** A document that is not what it should be is a mistake in the command line. */
export function orUsage<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof DocumentProblem) throw new UsageError(`${path} ${error.message}`)
    throw error
  }
}
