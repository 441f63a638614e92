/** Options of which only one can count, as `excludes` declares them. */
import type { Arguments, Command, OptionValues } from './command.ts'
import { UsageError } from './usage-error.ts'

/** @throws UsageError for two that exclude one another, be they given or configured */
export function checkExclusions({ options }: Command, args: Pick<Arguments, 'has'>): void {
  for (const { name, excludes = [] } of options) {
    const other = args.has(name) ? excludes.find(({ option }) => args.has(option)) : undefined
    if (other === undefined) continue
    const hints = other.hint === undefined ? [] : [other.hint]
    throw new UsageError(`--${name} and --${other.option} exclude one another`, hints)
  }
}

/** What is configured without what the command line excludes. */
export function withoutExcluded(
  configured: OptionValues,
  { options }: Command,
  args: Pick<Arguments, 'isGiven'>,
): OptionValues {
  const pairs = options.flatMap(({ name, excludes = [] }) => excludes.map(({ option }) => [name, option]))
  const excluded = pairs.flatMap(([one = '', other = '']) => [
    ...(args.isGiven(one) ? [other] : []),
    ...(args.isGiven(other) ? [one] : []),
  ])
  return new Map([...configured].filter(([name]) => !excluded.includes(name)))
}
