import type { FileOutcome } from '../../../engine/outcome.ts'
import { holdHeap } from '../../../run/heap.ts'
import { DocumentProblem } from '../../../run/plan/document.ts'
import { factsOf, type OutcomeFacts, Outcomes } from '../../../run/plan/outcomes.ts'
import { type PlanHeader, ReadPlan } from '../../../run/plan/plan.ts'
import { outcomeOf, planStart, planWriter } from '../../../run/plan/planned-file.ts'
import type { RunReport } from '../../../run/run-report.ts'
import { version } from '../../../show/report/version.ts'
import type { Arguments } from '../command.ts'
import type { UsedNames } from '../selectors.ts'
import { openDocument } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'
import type { ReportOrigin } from './origin.ts'
import { openOutputFile } from './output-file.ts'
import { reportedOptions } from './reporters.ts'

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
export function openPlan(path: string, args: Arguments, world: World): PlanFile {
  const output = openOutputFile({ option: 'plan', path, kind: 'plan', start: planStart }, world.cwd)
  const header = { version, command: args.command, arguments: [...args.named], options: args.all() }
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

/** A plan that is read as its files are asked for. */
interface LoadedPlan {
  readonly outcomes: Outcomes
  /** The transforms and findings in it. */
  readonly names: UsedNames
  readonly options: PlanHeader['options']
  /** What made the plan. */
  readonly made: ReportOrigin
  /** What a person has to decide, where the run was asked. */
  readonly questions: RunReport['questions']
  close(): void
}

/** @throws UsageError for a file that cannot be read, or is no plan */
export function loadPlan(path: string, world: World): LoadedPlan {
  const file = openDocument(path, world)
  try {
    const plan = orUsage(path, () => new ReadPlan(file.source))
    holdHeap(plan.length)
    const [facts, transforms, findings] = [[] as OutcomeFacts[], new Set<string>(), new Set<string>()]
    const seen = new Set<string>()
    const make = (index: number) => orUsage(path, () => outcomeOf(plan.file(index)))
    for (let index = 0; index < plan.length; index++) {
      const outcome = make(index)
      if (seen.has(outcome.path))
        throw new UsageError(`${path} is not a plan: ${outcome.path} stands in it twice`)
      seen.add(outcome.path)
      facts.push(factsOf(outcome))
      for (const { id } of outcome.transforms) transforms.add(id)
      for (const { code } of outcome.findings) findings.add(code)
    }
    return {
      outcomes: new Outcomes(facts, make),
      names: { transforms, findings },
      options: plan.header.options,
      made: {
        command: plan.header.command,
        paths: plan.header.arguments,
        options: reportedOptions(plan.header.options),
      },
      questions: plan.questions,
      close: file.close,
    }
  } catch (error) {
    file.close()
    throw error
  }
}

/** A document that is not what it should be is a mistake in the command line. */
export function orUsage<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DocumentProblem)) throw error
    const { location, message } = error
    const place = location === undefined ? '' : `:${location.line}:${location.column}`
    throw new UsageError(`${path}${place} ${message}`)
  }
}
