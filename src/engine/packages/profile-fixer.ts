/** `check --fix` of a profile: the fixes of what Heat's rules find in each file, and then the repairs of its package. */
import { sdcCodes } from '../../rules/sdc/codes.ts'
import type { FileInput } from '../../stack/load.ts'
import { grow } from '../../text/document/multimap.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import type { Engine } from '../engine-contract.ts'
import { located } from '../file-outcome.ts'
import { sameIn } from '../findings/finding.ts'
import { createFixer, type FixedFile, type FixerOptions, fixedFile } from '../findings/fixer.ts'
import { type FileOutcome, type LocatedFinding, outcomesOf } from '../outcome.ts'
import { withPlain } from './gates.ts'
import { takingTogether, withStage } from './packages-engine.ts'

/**
 * An engine that fixes files and repairs their packages; the findings that it returns are those of the result, located in
 * what was read.
 * @param fixes how files are fixed; undefined where only some findings are asked for
 * @param repairer repairs packages; it is given the fixed files
 * @param isWanted whether findings of a profile are asked for, by their code
 */
export function createProfileFixer(
  fixes: FixerOptions | undefined,
  repairer: Engine,
  isWanted: (code: string) => boolean,
): Engine {
  const asked = withStage(repairer, {
    see: (_, outcomes) => outcomes.map((one) => ({ ...one, findings: one.findings.filter(isAsked) })),
  })
  const isAsked = ({ code, requirement }: LocatedFinding) =>
    (requirement === undefined && !(code in sdcCodes)) || isWanted(code)
  return fixes === undefined ? asked : fixedBefore(asked, fixes)
}

function fixedBefore(repairer: Engine, fixes: FixerOptions): Engine {
  const { givesName, nameFiles, followRenames } = createFixer(fixes)
  const run = (inputs: readonly FileInput[]) => {
    const fixed = new Map(inputs.map((input) => [input.path, fixedFile(input, fixes)]))
    const inputsNow = inputs.map((input) => withResult(input, fixed.get(input.path)?.outcome.after))
    const repaired =
      repairer.runTogether?.(inputsNow) ?? inputsNow.flatMap((one) => outcomesOf(repairer.run(one)))
    return repaired.map((one) => joined(fixed.get(one.path), one, fixes.checker))
  }
  return {
    ...repairer,
    ...takingTogether(run),
    givesName: (path, text) =>
      [givesName, repairer.givesName].some((one) => one !== 'never' && one(path, text)),
    ...(nameFiles === undefined ? {} : { nameFiles }),
    ...(followRenames === undefined ? {} : { followRenames }),
  }
}

function withResult(input: FileInput, after: string | undefined): FileInput {
  return after === undefined ? input : { path: input.path, bytes: new TextEncoder().encode(after) }
}

/** One outcome of a file that was fixed and then repaired; undefined for one that the repair creates. */
function joined(fixed: FixedFile | undefined, repaired: FileOutcome, checker: Engine): FileOutcome {
  if (fixed === undefined || repaired.status === 'failed') return repaired
  const { outcome, asRead } = fixed
  const isFixed = outcome.status === 'changed'
  if (!isFixed && outcome.status !== 'unchanged') return withPlain(repaired, outcome)
  const findings = located(repaired.findings.map(asRead), new LineIndex(outcome.before ?? ''))
  const plain = { ...outcome, findings: stillFound(outcome.findings, repaired, checker) }
  if (repaired.status !== 'changed') return withPlain({ ...outcome, findings }, plain)
  const { before, findings: read, asRead: first = read } = outcome
  const proof = isFixed && outcome.proof !== 'equal' ? outcome.proof : repaired.proof
  return withPlain(
    { ...repaired, findings, proof, asRead: first, ...(before === undefined ? {} : { before }) },
    plain,
  )
}

/** Without what the repair of the package has dealt with. */
function stillFound(
  findings: readonly LocatedFinding[],
  { path, status, after = '' }: FileOutcome,
  checker: Engine,
): readonly LocatedFinding[] {
  if (status !== 'changed') return findings
  const open = new Map<string, number>()
  for (const { findings: now } of outcomesOf(checker.run({ path, bytes: new TextEncoder().encode(after) })))
    for (const one of now) grow(open, sameIn(one))
  return findings.filter((one) => {
    const count = open.get(sameIn(one)) ?? 0
    open.set(sameIn(one), count - 1)
    return one.fixed !== undefined || count > 0
  })
}
