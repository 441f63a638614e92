import { colouredStyle, plainStyle, type Style, wantsColour } from '../report/style.ts'
import type { Arguments } from './command.ts'
import type { TextStream, World } from './world.ts'

/** Colours or none, for one of the two streams. */
export function styleOf(stream: TextStream, args: Arguments, world: World): Style {
  const option = args.has('no-color') ? 'no-color' : 'default'
  return wantsColour(stream, world.env, option) ? colouredStyle : plainStyle
}
