/** The options of commands that look into one stack. */
import type { Arguments, Option } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import { allowOutsideOption, stdinPathOption } from './options.ts'
import { setOption } from './set-values.ts'

/** Levels of nested templates that can be asked for; Heat follows five unless it is configured otherwise. */
const DEEPEST = 20

export const stackOptions: readonly Option[] = [
  {
    name: 'env',
    alias: 'e',
    value: '<file>',
    isPath: true,
    group: 'Options',
    occurs: 'repeatedly',
    description: 'An environment of the stack. Repeatable: later ones win, as for Heat',
  },
  setOption,
  { ...stdinPathOption, group: 'Options' },
  { ...allowOutsideOption, group: 'Options' },
]

export const depthOption: Option = {
  name: 'depth',
  value: '<levels>',
  group: 'Options',
  description: 'How many levels of nested templates are shown (default 1: the template alone)',
}

/** The formats of data, and the option that chooses one. */
export const dataFormats = ['yaml', 'json'] as const
export const dataFormatOption: Option = {
  name: 'format',
  value: '<format>',
  choices: dataFormats,
  group: 'Options',
  description: 'yaml (default) or json',
}

/** @throws UsageError for what is no number of levels */
export function depthOf(args: Arguments): number {
  const given = args.value('depth') ?? '1'
  const depth = Number(given)
  if (Number.isInteger(depth) && depth >= 1 && depth <= DEEPEST) return depth
  throw new UsageError(`--depth ${given}: not a number from 1 to ${DEEPEST}`)
}
