import type { Shard } from '../runner/run-options.ts'
import type { Arguments, Option } from './command.ts'
import { UsageError } from './usage-error.ts'

const MOST = 10_000

export const shardOption: Option = {
  name: 'shard',
  value: '<i/n>',
  occurs: 'once',
  isOfOneRun: true,
  excludes: [{ option: 'update-baseline' }, { option: 'commit' }, { option: 'patches' }],
  group: 'How it runs',
  description:
    'Run only part i of n equal parts, for jobs on one or many machines. Files that belong together are in one part, and a file stays in its part when others are added. `hotshift merge` merges the reports',
}

/**
 * The part of the files that a command line asks for; undefined for all.
 *
 * @throws UsageError for what is no part, and where parts would say or write something wrong
 */
export function shardFor(args: Arguments): Shard | undefined {
  const value = args.value('shard')
  if (value === undefined) return undefined
  const [, number = 0, count = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(value) ?? []).map(Number)
  if (number < 1 || number > count || count > MOST)
    throw new UsageError(`--shard ${value}: no such part`, [
      `write the number of the part and how many there are, at most ${MOST}: --shard 1/4`,
    ])
  const whole = [
    ...(args.positionals.some((path) => /\.(?:zip|csar)$/i.test(path)) ? ['an archive'] : []),
    ...(args.input === undefined ? [] : ['standard input']),
  ]
  if (whole[0] !== undefined) throw new UsageError(`--shard and ${whole[0]} exclude one another`)
  return { number, count }
}
