import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearNames } from '../heat/near-names.ts'
import type { LookUpCode, ReportExtent, Reporter } from '../report/reporter.ts'
import { packageRoot } from '../runner/package-root.ts'
import { didYouMean, UsageError } from './usage-error.ts'
import { version } from './version.ts'

/** Text, and of a workbook bytes. */
type WriteReport = (data: string | Uint8Array) => void | Promise<void>

type MakeReporter = (write: WriteReport, lookUp: LookUpCode, extent: ReportExtent) => Promise<Reporter>

export interface ReportFormat {
  /** Endings of file names that ask for it. */
  readonly endings: readonly string[]
  /** How every report of the format begins; a file that begins otherwise is not ours to replace. */
  readonly start: string
  readonly make: MakeReporter
}

/** The formats for programs and for records; each is loaded only when it is used. */
export const reportFormats = {
  concise: {
    // A list of findings is known by nothing: it goes to standard output, and never in the place of a file.
    endings: [],
    start: '',
    make: async (write) => (await import('../report/concise.ts')).conciseReporter(write),
  },
  json: {
    endings: ['.json'],
    start: '{\n"version"',
    make: async (write, lookUp, extent) =>
      (await import('../report/json.ts')).jsonReporter(write, version, lookUp, extent),
  },
  jsonl: {
    endings: ['.jsonl', '.ndjson'],
    start: '{"type":"',
    make: async (write, lookUp, extent) =>
      (await import('../report/json.ts')).jsonLinesReporter(write, version, lookUp, extent),
  },
  sarif: {
    endings: ['.sarif', '.sarif.json'],
    start: '{\n  "$schema"',
    make: async (write, lookUp) => (await import('../report/sarif.ts')).sarifReporter(write, version, lookUp),
  },
  csv: {
    endings: ['.csv'],
    start: 'path,line,column,',
    make: async (write, lookUp) => (await import('../report/csv.ts')).csvReporter(write, lookUp),
  },
  markdown: {
    endings: ['.md', '.markdown'],
    start: '# hotshift report\n',
    make: async (write, lookUp, extent) =>
      (await import('../report/markdown.ts')).markdownReporter(write, version, lookUp, extent),
  },
  html: {
    endings: ['.html', '.htm'],
    start: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    make: async (write, lookUp, extent) =>
      (await import('../report/html.ts')).htmlReporter(write, version, lookUp, pageAssets(), extent),
  },
  xlsx: {
    endings: ['.xlsx'],
    start: 'PK\u0003\u0004',
    make: async (write, lookUp, extent) =>
      (await import('../report/xlsx.ts')).xlsxReporter(write, version, lookUp, extent),
  },
  github: {
    endings: [],
    start: '::',
    make: async (write, lookUp) => (await import('../report/ci.ts')).githubReporter(write, lookUp),
  },
  gitlab: {
    endings: ['.codequality.json'],
    start: '[\n',
    make: async (write) => (await import('../report/ci.ts')).gitlabReporter(write),
  },
  junit: {
    endings: ['.junit.xml', '.xml'],
    start: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ',
    make: async (write) => (await import('../report/ci.ts')).junitReporter(write),
  },
} as const satisfies Readonly<Record<string, ReportFormat>>

/** What the build made of src/page/. */
export function pageAssets() {
  return { script: pagePart('review.js'), style: pagePart('review.css') }
}

function pagePart(name: string): string {
  return readFileSync(join(packageRoot(), 'dist/page', name), 'utf8')
}

/** The script that asks the hotshift that serves the page for it. */
export function openerScript(): string {
  return pagePart('open.js')
}

export type FormatName = keyof typeof reportFormats

export const formats: readonly string[] = ['text', ...Object.keys(reportFormats)]

/** The part of a command line that asks for formats. */
interface Asked {
  value(option: 'format'): string | undefined
  values(option: 'output'): readonly string[]
}

/**
 * What `--format` asks for, or the ending of a file that `--output` names.
 *
 * @throws UsageError for a format that there is not, or that no file can have
 */
export function formatOf(args: Asked, output: undefined): FormatName | 'text'
export function formatOf(args: Asked, output: string): FormatName
export function formatOf(args: Asked, output: string | undefined): FormatName | 'text' {
  const name = args.value('format')
  if (name !== undefined && name !== 'text' && !isFormat(name)) {
    const near = didYouMean(nearNames(name, formats))
    throw new UsageError(`--format ${name}: no such format`, [
      ...near,
      `the formats are ${formats.join(', ')}`,
    ])
  }
  if (output === undefined) return name ?? 'text'
  if (name === 'text') {
    throw new UsageError('--output is for the other formats; text goes to the terminal', [
      '--patch writes the diff to a file',
    ])
  }
  if (name === 'concise')
    throw new UsageError('--output is for the other formats; --format concise goes to standard output')
  // Of several files each has the format of its name.
  const isOnly = args.values('output').length === 1
  return name === undefined || !isOnly ? formatOfName(output, name) : name
}

/** @param otherwise the format of a file whose ending names none */
function formatOfName(output: string, otherwise: FormatName | undefined): FormatName {
  const named = Object.entries(reportFormats).flatMap(([name, { endings }]) =>
    endings.map((ending: string) => ({ name, ending })),
  )
  const fitting = named.filter(({ ending }) => output.toLowerCase().endsWith(ending))
  // `.sarif.json` ends in `.json` as well.
  const best = fitting.sort((a, b) => b.ending.length - a.ending.length)[0]?.name
  if (best !== undefined && isFormat(best)) return best
  if (otherwise !== undefined) return otherwise
  throw new UsageError(`--output ${output}: the ending names no format`, ['name the format: --format html'])
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(reportFormats, name)
}
