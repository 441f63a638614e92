/** `--set name=value` of the commands about one stack. */
import type { Value } from '../../../heat/values/value.ts'
import type { Arguments, Option } from '../command.ts'
import { UsageError } from '../usage-error.ts'

export const setOption: Option = {
  name: 'set',
  value: '<name=value>',
  occurs: 'repeatedly',
  group: 'Options',
  description: 'The value of a parameter of the stack. Repeatable',
}

/** Values by name, of the command line. */
export function valuesOf(args: Arguments): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  for (const given of args.values(setOption.name)) {
    const end = given.indexOf('=')
    if (end < 1) throw new UsageError(`--set ${given}: not of the form name=value`)
    values.set(given.slice(0, end), given.slice(end + 1))
  }
  return values
}
