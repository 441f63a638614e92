import { colouredStyle, plainStyle, type Style, wantsColour } from '../../../show/report/style.ts'
import type { Arguments } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import type { TextStream, World } from '../world.ts'

const choices = ['always', 'never', 'auto'] as const

/**
 * Colours or none, for one of the two streams.
 *
 * @throws UsageError for a value of `--color` that there is not, and for one that `--no-color` denies
 */
export function styleOf(stream: TextStream, args: Arguments, world: World): Style {
  return wantsColour(stream, world.env, choiceOf(args)) ? colouredStyle : plainStyle
}

function choiceOf(args: Arguments): (typeof choices)[number] {
  const given = args.value('color')
  const choice = choices.find((one) => one === (given ?? 'auto'))
  if (choice === undefined)
    throw new UsageError(`--color ${given}: no such choice`, ['the choices are always, never and auto'])
  if (!args.has('no-color')) return choice
  if (choice === 'always' && args.isGiven('color') && args.isGiven('no-color'))
    throw new UsageError('--color always and --no-color cannot be combined')
  return args.isGiven('color') && !args.isGiven('no-color') ? choice : 'never'
}
