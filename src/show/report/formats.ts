import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../run/package-root.ts'
import type { DrawingOf, LookUpCode, ReportExtent, Reporter } from './reporter.ts'
import { version } from './version.ts'

/** A string, or the bytes of a workbook. */
type WriteReport = (data: string | Uint8Array) => void | Promise<void>

/** @param drawingOf gives the pictures of reports that have some */
type MakeReporter = (
  write: WriteReport,
  lookUp: LookUpCode,
  extent: ReportExtent,
  drawingOf?: DrawingOf,
) => Promise<Reporter>

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
    // A list of findings is known by nothing: it goes to standard output, and never overwrites a file.
    endings: [],
    start: '',
    make: async (write) => (await import('./concise.ts')).conciseReporter(write),
  },
  json: {
    endings: ['.json'],
    start: '{\n"version"',
    make: async (write, lookUp, extent) =>
      (await import('./json.ts')).jsonReporter(write, version, lookUp, extent),
  },
  jsonl: {
    endings: ['.jsonl', '.ndjson'],
    start: '{"type":"',
    make: async (write, lookUp, extent) =>
      (await import('./json.ts')).jsonLinesReporter(write, version, lookUp, extent),
  },
  sarif: {
    endings: ['.sarif', '.sarif.json'],
    start: '{\n  "$schema"',
    make: async (write, lookUp) => (await import('./sarif.ts')).sarifReporter(write, version, lookUp),
  },
  csv: {
    endings: ['.csv'],
    start: 'path,line,column,',
    make: async (write, lookUp) => (await import('./csv.ts')).csvReporter(write, lookUp),
  },
  markdown: {
    endings: ['.md', '.markdown'],
    start: '# hotshift report\n',
    make: async (write, lookUp, extent) =>
      (await import('./markdown.ts')).markdownReporter(write, version, lookUp, extent),
  },
  html: {
    endings: ['.html', '.htm'],
    start: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    make: async (write, lookUp, extent, drawingOf) =>
      (await import('./html.ts')).htmlReporter(write, version, lookUp, {
        assets: pageAssets(),
        extent,
        ...(drawingOf === undefined ? {} : { drawingOf }),
      }),
  },
  xlsx: {
    endings: ['.xlsx'],
    start: 'PK\u0003\u0004',
    make: async (write, lookUp, extent) =>
      (await import('./xlsx.ts')).xlsxReporter(write, version, lookUp, extent),
  },
  github: {
    endings: [],
    start: '::',
    make: async (write, lookUp) => (await import('./ci.ts')).githubReporter(write, lookUp),
  },
  gitlab: {
    endings: ['.codequality.json'],
    start: '[\n',
    make: async (write) => (await import('./ci.ts')).gitlabReporter(write),
  },
  junit: {
    endings: ['.junit.xml', '.xml'],
    start: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ',
    make: async (write) => (await import('./ci.ts')).junitReporter(write),
  },
} as const satisfies Readonly<Record<string, ReportFormat>>

/** What the build made of src/show/page/. */
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
