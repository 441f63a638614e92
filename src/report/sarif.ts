import { createHash } from 'node:crypto'
import type { Severity } from '../engine/finding.ts'
import type { IgnoredFinding, LocatedFinding, ReportedOutcome } from '../engine/outcome.ts'
import { compareTexts } from './counts.ts'
import { type FullReport, gathered } from './gathered.ts'
import { requirementEntry } from './json.ts'
import type { LookUpCode, Reporter, Write } from './reporter.ts'
import { Tally } from './tally.ts'

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

/**
 * The findings as a SARIF 2.1.0 log (OASIS standard), which code hosting sites show
 * beside the lines they concern. Paths are URI references relative to the working directory.
 */
export function sarifReporter(write: Write, version: string, lookUp: LookUpCode): Reporter {
  return gathered((report) => write(`${JSON.stringify(logOf(report, version, lookUp), null, 2)}\n`))
}

function logOf({ files, totals, mode }: FullReport, version: string, lookUp: LookUpCode) {
  const rules = rulesOf(files, lookUp)
  const indices = new Map(rules.map(({ id }, i) => [id, i]))
  const fingerprint = fingerprints()
  const run = {
    tool: { driver: { name: 'hotshift', version, rules } },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: totals.failed === 0 }],
    results: files.flatMap((file) =>
      [...file.findings, ...(file.ignored ?? [])].map((finding) => ({
        ...resultOf(file, finding, indices, fingerprint(file.path, finding)),
        ...suppression(finding),
      })),
    ),
    properties: { totals, proof: Tally.of(files, mode).proof() },
  }
  return { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
}

/** One rule per code; for a code of a profile, its requirement. */
function rulesOf(files: readonly ReportedOutcome[], lookUp: LookUpCode) {
  const first = new Map<string, LocatedFinding>()
  for (const { findings, ignored = [] } of files) {
    for (const finding of [...findings, ...ignored])
      if (!first.has(finding.code)) first.set(finding.code, finding)
  }
  return [...first.values()]
    .sort((a, b) => compareTexts(a.code, b.code))
    .map(({ code, requirement }) => {
      const entry = lookUp(code)
      const properties = requirement === undefined ? {} : { properties: { tags: [requirement.keyword] } }
      if (entry === undefined) return { id: code, ...properties }
      return {
        id: code,
        shortDescription: { text: entry.title },
        help: { text: entry.help },
        defaultConfiguration: { level: LEVELS[entry.severity] },
        ...properties,
      }
    })
}

function resultOf(
  file: ReportedOutcome,
  finding: LocatedFinding,
  indices: ReadonlyMap<string, number>,
  fingerprint: string,
) {
  const { code, severity, message, line, column, endLine, endColumn, requirement } = finding
  return {
    ruleId: code,
    ruleIndex: indices.get(code),
    level: LEVELS[severity],
    message: { text: finding.help === undefined ? message : `${message}\n${finding.help}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriReference(file.path) },
          region: {
            startLine: line,
            startColumn: column,
            ...(endLine === undefined ? {} : { endLine }),
            ...(endColumn === undefined ? {} : { endColumn }),
          },
        },
      },
    ],
    partialFingerprints: { 'hotshift/v1': fingerprint },
    ...(requirement === undefined ? {} : { properties: requirementEntry(requirement) }),
  }
}

/** Section 3.35: `inSource` for comments, `external` for what stands in another file. */
function suppression(finding: LocatedFinding | IgnoredFinding) {
  if (!('ignoredBy' in finding)) return {}
  const { kind, reason } = finding.ignoredBy
  const justification = reason === undefined ? {} : { justification: reason }
  return { suppressions: [{ kind: kind === 'comment' ? 'inSource' : 'external', ...justification }] }
}

/**
 * Tells findings apart from one run to the next, although lines above them come and
 * go: by file, code and message, and by their order where these are the same.
 */
export function fingerprints(): (path: string, finding: LocatedFinding) => string {
  const counts = new Map<string, number>()
  return (path, { code, message }) => {
    const key = JSON.stringify([path, code, message])
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return createHash('sha256').update(`${key} ${count}`).digest('hex').slice(0, 32)
  }
}

/** RFC 3986: every segment percent-encoded; `./` keeps a colon in the first one from looking like a scheme. */
function uriReference(path: string): string {
  const uri = path.split('/').map(encodeURIComponent).join('/')
  return /^[^/]*(:|%3A)/i.test(uri) ? `./${uri}` : uri
}
