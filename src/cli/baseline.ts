/** A baseline: findings that were there when somebody began to check. Only others count. */
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { FileOutcome, IgnoredFinding, LocatedFinding } from '../engine/outcome.ts'
import { compareTexts, quantity } from '../report/counts.ts'
import { messageOf } from '../runner/problem.ts'
import type { Arguments, Option } from './command.ts'
import { openOutputFile } from './output-file.ts'
import { UsageError } from './usage-error.ts'

export const baselineOptions: readonly Option[] = [
  {
    name: 'baseline',
    value: '<file>',
    occurs: 'once',
    isPath: true,
    group: 'The report',
    description: 'Count only findings that are not in this file, which --update-baseline writes',
  },
  {
    name: 'update-baseline',
    occurs: 'once',
    isOfOneRun: true,
    group: 'The report',
    description: 'Write the findings of this run into the file that --baseline names',
  },
]

/** Findings that are alike: lines are no part of it, for they come and go. */
interface Known {
  /** Relative to the folder of the baseline, `/` as separator. */
  readonly path: string
  readonly code: string
  readonly message: string
  readonly count: number
}

/** How every file of this kind begins. */
const start = '{\n"hotshiftBaseline"'

/** What sets findings aside that somebody lives with. */
export interface Revision {
  /** The outcome without these findings. */
  readonly revise: (outcome: FileOutcome) => FileOutcome
  /** To be called when all outcomes were revised: what is to be said. */
  readonly end: () => readonly string[]
}

/**
 * The baseline of a command line; undefined where none is asked for.
 *
 * @throws UsageError for a file that is none, and for --update-baseline without --baseline
 */
export function baselineOf(args: Arguments, cwd: string): Revision | undefined {
  const path = args.value('baseline')
  const isUpdated = args.has('update-baseline')
  if (path === undefined) {
    if (isUpdated) throw new UsageError('--update-baseline needs a file: --baseline <file>')
    return undefined
  }
  const file = resolve(cwd, path)
  const keyOf = ({ path: at }: FileOutcome, { code, message }: LocatedFinding) =>
    JSON.stringify([relative(dirname(file), resolve(cwd, at)).replaceAll('\\', '/'), code, message])
  return isUpdated ? updating(path, cwd, keyOf) : comparing(known(file, path), path, keyOf)
}

type KeyOf = (outcome: FileOutcome, finding: LocatedFinding) => string

function updating(path: string, cwd: string, keyOf: KeyOf): Revision {
  const counts = new Map<string, number>()
  return {
    revise: (outcome) => {
      for (const finding of outcome.findings) {
        const key = keyOf(outcome, finding)
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      return setAside(outcome, () => true)
    },
    end: () => {
      const out = openOutputFile({ option: 'baseline', path, kind: 'baseline', start }, cwd)
      try {
        const lines = [...counts].sort(([a], [b]) => compareTexts(a, b)).map(entryLine)
        out.append(`${start}: 1,\n"findings": [${lines.join(',')}\n]\n}\n`)
        out.finish()
      } finally {
        out.discard()
      }
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
      return [`the baseline ${path} holds ${quantity(all, 'finding')} now`]
    },
  }
}

function entryLine([key, count]: readonly [string, number]): string {
  const [path, code, message] = JSON.parse(key)
  return `\n${JSON.stringify({ path, code, message, count })}`
}

function comparing(baseline: readonly Known[], path: string, keyOf: KeyOf): Revision {
  const left = new Map(
    baseline.map(({ path: at, code, message, count }) => [JSON.stringify([at, code, message]), count]),
  )
  return {
    revise: (outcome) =>
      setAside(outcome, (finding) => {
        const key = keyOf(outcome, finding)
        const count = left.get(key) ?? 0
        if (count > 0) left.set(key, count - 1)
        return count > 0
      }),
    end: () => {
      const gone = [...left.values()].reduce((sum, count) => sum + count, 0)
      if (gone === 0) return []
      const are = gone === 1 ? 'is' : 'are'
      return [
        `${quantity(gone, 'finding')} of the baseline ${path} ${are} gone; --update-baseline removes them`,
      ]
    },
  }
}

function setAside(outcome: FileOutcome, isKnown: (finding: LocatedFinding) => boolean): FileOutcome {
  const ignored: IgnoredFinding[] = []
  const findings = outcome.findings.filter((finding) => {
    if (!isKnown(finding)) return true
    ignored.push({ ...finding, ignoredBy: { kind: 'baseline' } })
    return false
  })
  return ignored.length === 0
    ? outcome
    : { ...outcome, findings, ignored: [...(outcome.ignored ?? []), ...ignored] }
}

/** @throws UsageError */
function known(file: string, path: string): readonly Known[] {
  try {
    const { hotshiftBaseline, findings } = JSON.parse(readFileSync(file, 'utf8'))
    if (hotshiftBaseline === 1 && Array.isArray(findings)) return findings
  } catch (error) {
    throw new UsageError(`--baseline ${path}: it cannot be read: ${messageOf(error)}`, [
      '--update-baseline writes one',
    ])
  }
  throw new UsageError(`--baseline ${path}: the file is no baseline`, ['--update-baseline writes one'])
}
