/** One line of the result. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** The same on the clock, where the value counts what other threads do, too. */
  readonly clock?: number
  /** The same of code that has run so often that V8 has optimised what it will. */
  readonly warm?: number
  /** The value must not be above it; undefined for what is only good to know. */
  readonly target?: number
  readonly unit: Unit
  /** What was measured, in a few words. */
  readonly note?: string
}

export type Unit = 'P' | 'ms' | 'MB' | 'files/s' | 'x'

export function isMet({ value, target }: Figure): boolean {
  return target === undefined || value <= target
}

function shown(value: number, unit: Unit): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4
  return `${value.toFixed(digits)} ${unit}`
}

/** The figures as a table for a terminal. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, clock, warm, target, unit, note = '' } = figure
    const verdict = target === undefined ? '' : isMet(figure) ? 'ok' : 'OVER'
    return [
      name,
      shown(value, unit),
      clock === undefined ? '' : shown(clock, unit),
      warm === undefined ? '' : shown(warm, unit),
      target === undefined ? '' : `<= ${target} ${unit}`,
      verdict,
      note,
    ]
  })
  const all = [['figure', 'measured', 'clock', 'warm', 'target', '', 'of what'], ...rows]
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column >= 1 && column <= 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return `${all.map(line).join('\n')}\n`
}
