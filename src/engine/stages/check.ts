/** The fourth stage: whether Heat takes what the chain made. */

import { lazily } from '../../text/document/attached.ts'
import type { Transform } from '../authoring/package-transform.ts'
import { besideIn } from '../check.ts'
import type { Command } from '../command.ts'
import { foundIn } from '../defect.ts'
import { eachFile, type FileRun, type RewrittenRun } from '../file-run.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import { checkResult, type ResultCheck, type ResultSurroundings } from '../findings/result-check.ts'
import { isConversion } from '../presets.ts'

/** Of files that are written whole: what is left in the others is known already. */
export function checked(run: RewrittenRun, command: Command): RewrittenRun {
  const surroundings = lazily(() => ({
    target: run.run.target,
    beside: besideIn(run.run.chain.pkg),
    besideBefore: besideIn(run.before),
    cloud: command.cloud,
  }))
  return eachFile(run, (one) => {
    if (!isToBeWritten(one) || one.isPartial || one.file === undefined) return one
    return { ...one, result: resultOf(one, surroundings, command) }
  })
}

/** Whether nothing that was found so far keeps a change from being written. */
export function isToBeWritten({ isChanged, refusals, failure, file }: FileRun): boolean {
  return isChanged && refusals.length === 0 && failure === undefined && file !== undefined
}

function resultOf(
  { before, verdict, file, lossy }: FileRun,
  surroundings: () => ResultSurroundings,
  { extent, refusesLoneSteps }: Command,
): ResultCheck {
  let result: ResultCheck = { findings: [] }
  const defects = foundIn(() => {
    if (file !== undefined) result = checkResult({ ...(before && { before }), verdict }, file, surroundings)
    return []
  })
  if (defects.length > 0) return { findings: defects }
  // What single steps make is on its way to something: that it is not deployable is all there is to say.
  if (extent !== 'steps') return result
  const steps = lossy.filter(({ keeps }) => keeps === 'meaning of the chain')
  const refused = refusesLoneSteps && result.undeployable?.isNew === true ? result.undeployable : undefined
  if (refused === undefined || steps.length === 0) return { ...result, findings: [] }
  return { ...result, findings: [loneSteps(steps, refused.why)] }
}

/** Nothing is written of which it is known that Heat refuses it. */
function loneSteps(steps: readonly Transform[], why: string): Finding {
  const ids = steps.map(({ id }) => id)
  const preset = ids.some(isConversion) ? 'migrate' : 'upgrade'
  return findingOf('lone-step', `Heat rejects the result of ${ids.join(', ')} alone: ${why}`, undefined, {
    help: `Run hotshift ${preset}, which takes all steps together, or name the others with -t, too.`,
  })
}
