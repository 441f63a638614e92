import { type Arguments, separated } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Whether a value of `--only` and `--except` is about files and changes, and not a name of what a command works on: `kind:value`. */
export function isSelector(value: string): boolean {
  return /^[a-z]+:(?!:)/.test(value)
}

/** The names, or patterns of names, that an option gives beside selectors. */
export function namesIn(args: Arguments, option: 'only' | 'except'): readonly string[] {
  return args
    .values(option)
    .filter((value) => !isSelector(value))
    .flatMap(separated)
}

/** Which names `--only` and `--except` leave, by patterns in which `*` and `?` stand for characters. */
export function chosenNames(only: readonly string[], except: readonly string[]): (name: string) => boolean {
  return (name) =>
    (only.length === 0 || only.some((pattern) => matchesName(pattern, name))) &&
    !except.some((pattern) => matchesName(pattern, name))
}

/** Takes a time that is the product of the two lengths at most, whatever the pattern is. */
function matchesName(pattern: string, name: string): boolean {
  let [at, from] = [0, 0]
  let star = -1
  for (let index = 0; index < name.length; ) {
    if (pattern[at] === '*') {
      star = at
      from = index
      at += 1
    } else if (pattern[at] === '?' || pattern[at] === name[index]) {
      at += 1
      index += 1
    } else if (star >= 0) {
      from += 1
      index = from
      at = star + 1
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}

/** Which requirements `--only` and `--except` leave, by their numbers. */
interface ChosenRequirements {
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
