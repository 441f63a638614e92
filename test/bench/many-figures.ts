// Memory of whole runs over very many small templates. `FILES=100000 npm run bench -- many` takes as many as that.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { type Kind, writeMany } from './many-templates.ts'
import { usageOf } from './processes.ts'

const FILES = Number(process.env.FILES ?? 5000)
/** For any number of files. */
const PEAK = 300

const formats = ['json', 'sarif', 'md', 'html', 'junit.xml', 'csv', 'xlsx']
const reports = (folder: string) =>
  formats.flatMap((format) => ['--output', join(folder, `report.${format}`)])

interface Run {
  readonly name: string
  readonly kind: Kind
  readonly args: (folder: string) => readonly string[]
}

const runs: readonly Run[] = [
  { name: 'check', kind: 'hot', args: () => ['check', '--format', 'jsonl'] },
  { name: 'upgrade', kind: 'hot', args: () => ['upgrade', '--to', 'rocky', '--format', 'jsonl'] },
  {
    name: 'upgrade with all reports',
    kind: 'hot',
    args: (folder) => ['upgrade', '--to', 'rocky', '--quiet', ...reports(folder)],
  },
  {
    name: 'upgrade --jobs 2',
    kind: 'hot',
    args: () => ['upgrade', '--to', 'rocky', '--quiet', '--jobs', '2'],
  },
  {
    name: 'upgrade --plan',
    kind: 'hot',
    args: (folder) => ['upgrade', '--to', 'rocky', '--quiet', '--plan', join(folder, 'plan.json')],
  },
  { name: 'extract-defaults', kind: 'hot', args: () => ['extract-defaults', '--format', 'jsonl'] },
  {
    name: 'migrate',
    kind: 'cloudformation',
    args: () => ['migrate', '--to', 'rocky', '--format', 'jsonl'],
  },
  { name: 'nativize', kind: 'aws-in-hot', args: () => ['nativize', '--format', 'jsonl'] },
  {
    name: 'remediate --lossy',
    kind: 'packages',
    args: () => ['remediate', '--profile', 'onap', '--lossy', '--format', 'jsonl'],
  },
  {
    name: 'check --profile onap',
    kind: 'packages',
    args: () => ['check', '--profile', 'onap', '--format', 'jsonl'],
  },
]

/**
 * @param hotshift path of the executable
 * @param folder an empty one to work in
 */
export function manyFigures(hotshift: string, folder: string): readonly Figure[] {
  const written = new Set<Kind>()
  return runs.map(({ name, kind, args }): Figure => {
    const own = join(folder, kind)
    if (!written.has(kind)) {
      mkdirSync(own)
      writeMany(own, kind, FILES)
      written.add(kind)
    }
    // The folder has files of the bench, which are no templates.
    const { cpu, wall, peak } = usageOf([hotshift, ...args(folder), own], folder)
    const note = `${FILES} files of 2 KB: ${(wall / 1000).toFixed(1)} s, ${(cpu / 1000).toFixed(1)} s of CPU`
    return { name: `${name}: memory`, value: peak, target: PEAK, unit: 'MB', note }
  })
}
