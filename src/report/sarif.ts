import type { Severity } from '../engine/finding.ts'
import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import type { LookUpCode, Reporter, Write } from './reporter.ts'

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

/**
 * The findings as a SARIF 2.1.0 log (OASIS standard), which code hosting sites show
 * beside the lines they concern. Paths are URI references relative to the working directory.
 */
export function sarifReporter(write: Write, version: string, lookUp: LookUpCode): Reporter {
  return {
    file() {},
    end: ({ files, totals }) => {
      const codes = [...new Set(files.flatMap(({ findings }) => findings.map(({ code }) => code)))].sort()
      const indices = new Map(codes.map((code, i) => [code, i]))
      const run = {
        tool: { driver: { name: 'hotshift', version, rules: codes.map((code) => ruleOf(code, lookUp)) } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: totals.failed === 0 }],
        results: files.flatMap((file) => file.findings.map((finding) => resultOf(file, finding, indices))),
      }
      const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
      return write(`${JSON.stringify(log, null, 2)}\n`)
    },
  }
}

function ruleOf(code: string, lookUp: LookUpCode) {
  const entry = lookUp(code)
  if (entry === undefined) return { id: code }
  return {
    id: code,
    shortDescription: { text: entry.title },
    help: { text: entry.help },
    defaultConfiguration: { level: LEVELS[entry.severity] },
  }
}

function resultOf(file: FileOutcome, finding: LocatedFinding, indices: ReadonlyMap<string, number>) {
  const { code, severity, message, line, column } = finding
  return {
    ruleId: code,
    ruleIndex: indices.get(code),
    level: LEVELS[severity],
    message: { text: finding.help === undefined ? message : `${message}\n${finding.help}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriReference(file.path) },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  }
}

/** RFC 3986: every segment percent-encoded; `./` keeps a colon in the first one from looking like a scheme. */
function uriReference(path: string): string {
  const uri = path.split('/').map(encodeURIComponent).join('/')
  return /^[^/]*(:|%3A)/i.test(uri) ? `./${uri}` : uri
}
