/** Marks text for a terminal; every function gives its text unchanged when colours are off. */
export interface Style {
  readonly enabled: boolean
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export const plainStyle: Style = makeStyle(false)
export const colouredStyle: Style = makeStyle(true)

/**
 * Whether to colour what goes to a stream: `--no-color` first, then `FORCE_COLOR`
 * (as for Node, `0` and `false` turn colours off), then `NO_COLOR`, then whether it is a terminal.
 */
export function wantsColour(
  stream: { readonly isTTY: boolean },
  env: Readonly<Record<string, string | undefined>>,
  option: 'no-color' | 'default',
): boolean {
  if (option === 'no-color') return false
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = env
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (no !== undefined && no !== '') return false
  return stream.isTTY && terminal !== 'dumb'
}

function makeStyle(enabled: boolean): Style {
  const mark = (open: number, close: number) => (text: string) =>
    enabled && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text
  return {
    enabled,
    bold: mark(1, 22),
    dim: mark(2, 22),
    red: mark(31, 39),
    green: mark(32, 39),
    yellow: mark(33, 39),
    cyan: mark(36, 39),
  }
}

/**
 * Makes control characters visible, `\x1b` as `\x1b` spelled out: names and contents
 * of files must not be able to steer the terminal.
 */
export function visible(text: string): string {
  return text.replace(
    /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g,
    (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** `visible` for text that has to stay on one line. */
export function oneLine(text: string): string {
  return visible(text.replace(/\s*\r?\n\s*/g, ' ').replaceAll('\t', ' '))
}
