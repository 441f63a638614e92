/** The outcomes of a mutation run, counted. */
import type { Outcome, Proof } from './run.ts'
import { isEscape } from './run.ts'

const percent = (part: number, whole: number) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`)

const headings = [
  'mutator',
  'mutants',
  'different',
  'equal',
  'differs',
  'unproved',
  'same',
  'equal',
  'differs',
  'unproved',
]

function rowOf(name: string, all: readonly Outcome[]): string[] {
  const counts = (verdict: 'differs' | 'same') => {
    const some = all.filter(({ judgement }) => judgement.verdict === verdict)
    const having = (...proofs: Proof[]) => some.filter(({ proof }) => proofs.includes(proof)).length
    return [some.length, having('equal'), having('differs'), having('unproved', 'failed')]
  }
  return [name, all.length, ...counts('differs'), ...counts('same')].map(String)
}

/**
 * A row for each mutator and each kind of them: how many mutants Heat shows to be different, and what our
 * proof says of those; how many Heat shows no difference of, and what our proof says of these.
 */
export function table(all: readonly Outcome[]): string {
  const counted = all.filter(({ judgement }) => judgement.verdict !== 'refused')
  const kinds = [...new Set(counted.map(({ mutant }) => mutant.mutator.kind))]
  const rows = kinds.flatMap((kind) => {
    const ofKind = counted.filter(({ mutant }) => mutant.mutator.kind === kind)
    const names = [...new Set(ofKind.map(({ mutant }) => mutant.mutator.name))]
    return [
      ...names.map((name) =>
        rowOf(
          name,
          ofKind.filter(({ mutant }) => mutant.mutator.name === name),
        ),
      ),
      rowOf(`(${kind})`, ofKind),
    ]
  })
  const cells = [headings, ...rows, rowOf('(all)', counted)]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', ...summary(all), ...refusals(all), ''].join('\n')
}

/** How many of those that Heat shows to be different are proved equal, and of those that are equal, too. */
export function summary(all: readonly Outcome[]): string[] {
  const counted = all.filter(({ judgement }) => judgement.verdict !== 'refused')
  const different = counted.filter(({ judgement }) => judgement.verdict === 'differs')
  const equal = counted.filter(
    ({ mutant, judgement }) => mutant.mutator.kind === 'equal' && judgement.verdict === 'same',
  )
  const escapes = different.filter(isEscape)
  const proved = equal.filter(({ proof }) => proof === 'equal')
  return [
    `escapes: ${escapes.length} of ${different.length} that Heat shows to be different, ${percent(escapes.length, different.length)}`,
    `proved: ${proved.length} of ${equal.length} that are equal by construction, ${percent(proved.length, equal.length)}`,
    `failed: ${counted.filter(({ proof }) => proof === 'failed').length}`,
  ]
}

/** Why pairs were not judged: what Heat says of the originals. */
function refusals(all: readonly Outcome[]): string[] {
  const reasons = new Map<string, number>()
  for (const { judgement } of all) {
    if (judgement.verdict !== 'refused') continue
    const why = judgement.why.slice(0, 100)
    reasons.set(why, (reasons.get(why) ?? 0) + 1)
  }
  const total = [...reasons.values()].reduce((sum, count) => sum + count, 0)
  return [
    `not judged, since Heat rejects the original: ${total}`,
    ...[...reasons].map(([why, count]) => `  ${count} ${why}`),
  ]
}
