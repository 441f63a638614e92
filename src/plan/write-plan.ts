/** Writes a plan as the run goes on: nothing of a file is kept. */
import type { FileOutcome } from '../engine/outcome.ts'
import type { RunReport } from '../runner/run-report.ts'
import { type PlanHeader, planSchemaId } from './plan.ts'
import { plannedFile } from './planned-file.ts'

/** How every plan begins. */
export const planStart = `{\n"$schema": ${JSON.stringify(planSchemaId)}`

export interface PlanWriter {
  file(outcome: FileOutcome): void
  end(report: Pick<RunReport, 'totals'>): void
}

/** A file stands on a line of its own, so that plans diff well. */
export function planWriter(write: (text: string) => void, header: PlanHeader): PlanWriter {
  const fields = Object.entries(header).map(
    ([name, value]) => `,\n${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  let isBegun = false
  const begin = () => {
    if (isBegun) return ',\n'
    isBegun = true
    return `${planStart}${fields.join('')},\n"files": [\n`
  }
  return {
    file: (outcome) => write(begin() + JSON.stringify(plannedFile(outcome))),
    end: ({ totals }) => write(`${isBegun ? '' : begin()}\n],\n"totals": ${JSON.stringify(totals)}\n}\n`),
  }
}
