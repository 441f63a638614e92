import { type Digest, digestOf, type FindingTally, proofSentence } from '../digest.ts'
import { quantity } from '../quantity.ts'
import type { LookUpCode, Reporter, Write } from '../reporter.ts'
import { labelOf } from '../verdict.ts'
import { advice, code, details, prose, table } from './escape.ts'
import { requirementParts } from './requirements.ts'

/** Lists up to this length stand open. */
const SHORT = 10

/** A summary of the run as GitHub and GitLab show it, for a merge request or a file of record. */
export function markdownReporter(write: Write, version: string, lookUp: LookUpCode): Reporter {
  return {
    file() {},
    end: (report) => write(`${parts(digestOf(report, lookUp), version).join('\n')}`),
  }
}

function parts(digest: Digest, version: string): string[] {
  return [
    '# hotshift report\n',
    `hotshift ${prose(version)}: ${digest.headline}.\n`,
    totalsTable(digest),
    ...proofPart(digest),
    ...requirementParts(digest),
    ...stoppedPart(digest),
    ...findingsPart(digest.findings),
    ...changedPart(digest),
    ...skippedPart(digest),
  ]
}

function totalsTable({ verdicts }: Digest): string {
  return table(
    verdicts.map(([verdict]) => labelOf(verdict)),
    [verdicts.map(([, count]) => `${count}`)],
  )
}

function proofPart(digest: Digest): string[] {
  const sentence = proofSentence(digest)
  return sentence === '' ? [] : [`${sentence}.\n`]
}

function stoppedPart({ stopped, stoppedHeading }: Digest): string[] {
  if (stopped.length === 0) return []
  const rows = stopped.map(({ path, verdict, reason }) => [code(path), verdict, prose(reason)])
  return [`## ${stoppedHeading}\n`, folded(table(['file', 'status', 'why'], rows), rows.length, 'file')]
}

function findingsPart(findings: readonly FindingTally[]): string[] {
  if (findings.length === 0) return []
  const rows = findings.map((one) => [
    code(one.code),
    one.severity,
    `${one.files}`,
    `${one.places}`,
    prose(one.title),
  ])
  return [
    '## Findings\n',
    table(['finding', 'severity', 'files', 'places', 'meaning'], rows),
    ...findings.map((one) =>
      details(`${one.code} (${one.severity}): ${quantity(one.places, 'place')}`, spotsOf(one)),
    ),
  ]
}

function spotsOf({ help, spots }: FindingTally): string {
  const rows = spots.map(({ path, line, column, message }) => [
    code(`${path}:${line}:${column}`),
    prose(message),
  ])
  return `${help === '' ? '' : `${advice(help)}\n\n`}${table(['place', 'what'], rows)}`
}

function changedPart({ changed, transforms }: Digest): string[] {
  if (changed.length === 0) return []
  const rows = changed.map((file) => [
    file.newPath === undefined ? code(file.path) : `${code(file.path)} → ${code(file.newPath)}`,
    file.isNew === true ? 'created' : 'changed',
    file.proof === 'none' ? '' : file.proof,
    file.transforms.map(({ id }) => code(id)).join(' '),
  ])
  const counts = transforms.map(({ id, files, changes }) => [code(id), `${files}`, `${changes}`])
  return [
    '## Changes\n',
    table(['transform', 'files', 'changes'], counts),
    folded(table(['file', 'status', 'proof', 'transforms'], rows), rows.length, 'file'),
  ]
}

function skippedPart({ skipped }: Digest): string[] {
  if (skipped.length === 0) return []
  return [
    '## Skipped\n',
    table(
      ['reason', 'files'],
      skipped.map(({ reason, files }) => [prose(reason), `${files}`]),
    ),
  ]
}

function folded(text: string, length: number, noun: string): string {
  return length > SHORT ? details(quantity(length, noun), text) : text
}
