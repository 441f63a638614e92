import { namesIn } from './chosen-names.ts'
import type { Arguments } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Which requirements `--only` and `--except` leave, by their numbers. */
export interface ChosenRequirements {
  readonly isWanted: (requirement: string) => boolean
  /** Whether `--except` names it. */
  readonly isExcepted: (requirement: string) => boolean
  /** All that are named. */
  readonly named: readonly string[]
}

export function chosenRequirements(args: Arguments): ChosenRequirements {
  const [only, except] = [namesIn(args, 'only'), namesIn(args, 'except')]
  const isExcepted = (requirement: string) => except.includes(requirement)
  return {
    named: [...only, ...except],
    isExcepted,
    isWanted: (requirement) => (only.length === 0 || only.includes(requirement)) && !isExcepted(requirement),
  }
}

/**
 * The same, with numbers that there are.
 *
 * @throws UsageError for a requirement that there is not
 */
export async function knownRequirements(args: Arguments): Promise<ChosenRequirements> {
  const { requirementIds } = await import('../onap/requirement.ts')
  const chosen = chosenRequirements(args)
  const unknown = chosen.named.find((id) => !requirementIds.some((one) => one === id))
  if (unknown !== undefined)
    throw new UsageError(`${unknown}: ONAP has no such requirement`, ['for example R-90526'])
  return chosen
}
