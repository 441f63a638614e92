/** One column of a table: how its cells line up. */
export type Alignment = 'left' | 'right'

/** Lines of cells in aligned columns, two blanks apart, without blanks at their ends. */
export function renderTable(
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[],
): string[] {
  const widths = alignments.map((_, i) => Math.max(...rows.map((row) => width(row[i] ?? ''))))
  return rows.map((row) =>
    alignments
      .map((alignment, i) => {
        const cell = row[i] ?? ''
        const fill = ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell)))
        return alignment === 'left' ? cell + fill : fill + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

/** Code points; wide characters are rare in names of templates. */
function width(text: string): number {
  return [...text].length
}
