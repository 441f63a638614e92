/** What has changed since an earlier run, as tables that every format for people shows. */
import { grow } from '../../text/document/multimap.ts'
import { compareTexts } from '../../text/document/sorted.ts'
import type { FullReport } from './reporter.ts'
import type { WrittenTable } from './written.ts'

const states = ['new', 'gone', 'still there'] as const

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0)
}

/** By finding, what is new, fixed and still there; and one by one what is fixed. None where nothing was compared. */
export function sinceTables({ files, since }: Pick<FullReport, 'files' | 'since'>): readonly WrittenTable[] {
  if (since === undefined) return []
  const [added, gone, still] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ]
  for (const { findings, ignored = [] } of files) {
    for (const { code, requirement } of findings) if (requirement?.isRepaired !== true) grow(added, code)
    for (const { code, ignoredBy } of ignored) if (ignoredBy.kind === 'baseline') grow(still, code)
  }
  for (const { code } of since.gone) grow(gone, code)
  const counts = [added, gone, still]
  const codes = [...new Set(counts.flatMap((one) => [...one.keys()]))].sort(compareTexts)
  const all: readonly WrittenTable[] = [
    {
      heading: `Since ${since.path}: ${counts.map((one, index) => `${sumOf(one)} ${states[index]}`).join(', ')}`,
      name: 'Since',
      columns: [{ name: 'finding', is: 'code' }, ...states.map((name) => ({ name, is: 'prose' as const }))],
      rows: codes.map((code) => [code, ...counts.map((one) => `${one.get(code) ?? 0}`)]),
    },
    {
      heading: 'What is gone',
      name: 'Gone',
      columns: [
        { name: 'file', is: 'code' },
        { name: 'finding', is: 'code' },
        { name: 'what', is: 'prose' },
      ],
      rows: since.gone.map(({ path, code, message }) => [path, code, message]),
    },
  ]
  return all.filter(({ rows }, index) => index === 0 || rows.length > 0)
}
