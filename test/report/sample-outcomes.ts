import type { CatalogueEntry } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { type RunMode, type RunReport, reportOn } from '../../src/run/run-report.ts'
import type { Reporter } from '../../src/show/report/reporter.ts'
import { finding } from '../run/fake-engine.ts'

export const lookUp = (code: string): CatalogueEntry | undefined =>
  code === 'unknown-function' ? { title: 'A title', severity: 'error', help: 'General help.' } : undefined

export const outcome = (fields: Partial<FileOutcome> & Pick<FileOutcome, 'path' | 'status'>): FileOutcome =>
  ({ kind: 'cfn-yaml', proof: 'none', transforms: [], findings: [], ...fields }) as FileOutcome

export const outcomes: readonly FileOutcome[] = [
  outcome({
    path: 'a b.json',
    newPath: 'a b.yaml',
    status: 'changed',
    before: '{}\n',
    after: 'x: 1\n',
    transforms: [
      { id: 'cfn/json-to-yaml', changes: 1 },
      { id: 'cfn/parameters', changes: 11 },
    ],
    findings: [
      finding({
        code: 'select-null',
        severity: 'info',
        line: 12,
        column: 3,
        transform: 'cfn/select',
        help: 'Own help.',
      }),
      finding({
        code: 'unknown-function',
        severity: 'warning',
        line: 2,
        column: 10,
        message: 'two\n  lines',
      }),
      finding({ code: 'unknown-function', severity: 'warning', line: 3, column: 1, message: 'again' }),
    ],
  }),
  outcome({
    path: 'b.yaml',
    status: 'unchanged',
    findings: [finding({ code: 'aws-name', severity: 'info' })],
  }),
  outcome({
    path: 'c.yaml',
    status: 'blocked',
    reason: 'Fn::Foo is unknown',
    findings: [finding({ code: 'unknown-function', line: 7, column: 5, message: 'Fn::Foo is unknown' })],
  }),
  outcome({ path: 'd.txt', status: 'skipped', kind: 'not-a-template', reason: 'not a template' }),
  outcome({ path: 'e.txt', status: 'skipped', kind: 'not-a-template', reason: 'not a template' }),
  outcome({
    path: 'f',
    status: 'skipped',
    kind: 'unread',
    reason: 'links to ../x, which is not part of this run',
    findings: [finding({ code: 'link-not-followed', severity: 'info' })],
  }),
  outcome({ path: 'g.yaml', status: 'failed', reason: 'no way' }),
  outcome({
    path: 'h.yaml',
    status: 'changed',
    before: 'a\n',
    after: 'b\n',
    transforms: [{ id: 'cfn/parameters', changes: 1 }],
  }),
]

/** Feeds the outcomes to a reporter. */
export async function feed(
  reporter: Reporter,
  files: readonly FileOutcome[] = outcomes,
  mode: RunMode = 'dry-run',
  more: Partial<RunReport> = {},
): Promise<void> {
  for (const file of files) await reporter.file(file)
  await reporter.end({ ...reportOn(files, mode), ...more })
}

/** A place to write to that remembers everything. */
export function collector() {
  const pieces: string[] = []
  return { write: (text: string) => void pieces.push(text), pieces, text: () => pieces.join('') }
}

/** Everything a reporter writes. */
export async function written(
  make: (write: (text: string) => void) => Reporter,
  files: readonly FileOutcome[] = outcomes,
  mode: RunMode = 'dry-run',
): Promise<string> {
  const to = collector()
  await feed(make(to.write), files, mode)
  return to.text()
}
