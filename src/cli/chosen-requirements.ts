import type { Arguments } from './command.ts'

/** Which requirements `--only` and `--except` leave, by their numbers. */
export interface ChosenRequirements {
  readonly isWanted: (requirement: string) => boolean
  /** Whether `--except` names it. */
  readonly isExcepted: (requirement: string) => boolean
  /** All that are named. */
  readonly named: readonly string[]
}

export function chosenRequirements(args: Arguments): ChosenRequirements {
  const [only, except] = [args.listed('only'), args.listed('except')]
  const isExcepted = (requirement: string) => except.includes(requirement)
  return {
    named: [...only, ...except],
    isExcepted,
    isWanted: (requirement) => (only.length === 0 || only.includes(requirement)) && !isExcepted(requirement),
  }
}
