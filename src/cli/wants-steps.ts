import type { Arguments } from './command.ts'

/** Whether each transform's share of a change is to be known. */
export function wantsSteps(args: Arguments): boolean {
  return (
    args.has('interactive') ||
    args.has('commit') ||
    ['only', 'except'].some((name) => args.values(name).some((value) => /^\s*transform:/.test(value))) ||
    ['plan', 'decisions', 'patches'].some((name) => args.value(name) !== undefined)
  )
}
