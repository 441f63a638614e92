// Memory of whole runs over very many small templates. `FILES=100000 npm run bench -- many` takes as many as that.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { type Kind, writeMany } from './many-templates.ts'
import { type Usage, usageOf } from './processes.ts'

const FILES = Number(process.env.FILES ?? 5000)
/** For any number of files. */
const PEAK = 300

const formats = ['json', 'sarif', 'md', 'html', 'junit.xml', 'csv', 'xlsx']
const reports = (folder: string) =>
  formats.flatMap((format) => ['--output', join(folder, `report.${format}`)])

interface Run {
  readonly name: string
  /** What it is given: the folder with these files, or what a run before it has made of one. */
  readonly kind: Kind | 'plan'
  readonly args: (folder: string) => readonly string[]
}

/** In this order: those at the end need the plan and the reports of others, and the last one changes the files. */
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
  { name: 'rename', kind: 'hot', args: () => ['rename', '--rename', 'image=picture', '--format', 'jsonl'] },
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
  {
    name: 'upgrade --plan',
    kind: 'hot',
    args: (folder) => [
      ...['upgrade', '--to', 'rocky', '--quiet'],
      ...['--plan', join(folder, 'plan.json'), '--output', join(folder, 'report.json')],
    ],
  },
  { name: 'show', kind: 'plan', args: (folder) => ['show', join(folder, 'plan.json'), '--format', 'jsonl'] },
  {
    name: 'show --format html',
    kind: 'plan',
    args: (folder) => ['show', join(folder, 'plan.json'), '--output', join(folder, 'page.html'), '--quiet'],
  },
  {
    name: 'merge',
    kind: 'plan',
    args: (folder) => ['merge', join(folder, 'report.json'), '--format', 'jsonl'],
  },
  {
    name: 'apply --write',
    kind: 'plan',
    args: (folder) => ['apply', join(folder, 'plan.json'), '--write', '--format', 'jsonl'],
  },
]

/** The names of the figures. */
export const manyFigureNames = runs.map(({ name }) => name)

/**
 * @param hotshift path of the executable
 * @param folder an empty one to work in
 * @param isWanted by the name of the figure
 * @param say receives each figure when it is there: all of them take an hour at 100,000 files
 */
export function manyFigures(
  hotshift: string,
  folder: string,
  isWanted: (name: string) => boolean,
  say: (text: string) => void,
): readonly Figure[] {
  const written = new Set<Kind>()
  return runs
    .filter(({ name }) => isWanted(name))
    .map(({ name, kind, args }): Figure => {
      const given = kind === 'plan' ? [] : [join(folder, kind)]
      for (const own of given) {
        if (kind === 'plan' || written.has(kind)) continue
        mkdirSync(own)
        writeMany(own, kind, FILES)
        written.add(kind)
      }
      // The folder has files of the bench, which are no templates.
      const usage = usageOf([hotshift, ...args(folder), ...given], folder)
      const figure = {
        name: `${name}: memory`,
        value: usage.peak,
        target: PEAK,
        unit: 'MB',
        note: noteOf(usage),
      } as const
      say(`${figure.name} ${usage.peak.toFixed(0)} MB; ${figure.note}`)
      return figure
    })
}

function noteOf({ wall, cpu, firstLine, firstFile }: Usage): string {
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  const first = [
    ...(firstLine === undefined ? [] : [`first line after ${seconds(firstLine)}`]),
    ...(firstFile === undefined ? [] : [`first file after ${seconds(firstFile)}`]),
  ]
  return [`${FILES} files of 2 KB: ${seconds(wall)}, ${seconds(cpu)} of CPU`, ...first].join(', ')
}
