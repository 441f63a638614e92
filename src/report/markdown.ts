import { Checksums } from './checksums.ts'
import { labelOf, quantity } from './counts.ts'
import { type Digest, digestOf, type FindingTally, proofSentence } from './digest.ts'
import { gathered } from './gathered.ts'
import { headline, impactBlocks } from './impact.ts'
import { advice, code, details, prose, table } from './markdown-text.ts'
import { packageCounts } from './packages.ts'
import type { LookUpCode, Reporter, Write } from './reporter.ts'
import {
  type CellMarkup,
  locationGroups,
  locationRows,
  type RequirementLocation,
  type RequirementTally,
  requirementTables,
  sumText,
} from './requirements.ts'

/** Lists up to this length stand open. */
const SHORT = 10

/** A summary of the run as GitHub and GitLab show it, for a merge request or a file of record. */
export function markdownReporter(write: Write, version: string, lookUp: LookUpCode): Reporter {
  const checksums = new Checksums()
  return gathered(
    (report) => write(`${parts(digestOf(report, lookUp, checksums), version).join('\n')}`),
    (outcome) => checksums.add(outcome),
  )
}

function parts(digest: Digest, version: string): string[] {
  return [
    '# hotshift report\n',
    `hotshift ${prose(version)}: ${digest.headline}.\n`,
    ...packagesPart(digest),
    totalsTable(digest),
    ...proofPart(digest),
    ...requirementParts(digest),
    ...stoppedPart(digest),
    ...impactPart(digest),
    ...findingsPart(digest.findings),
    ...changedPart(digest),
    ...skippedPart(digest),
    ...checkedPart(digest),
  ]
}

/** What somebody signs: of each package whether it meets the profile. */
function packagesPart({ packages, mode }: Digest): string[] {
  if (packages.length === 0) return []
  const counts = packageCounts(packages, mode)
  return [
    ...packages.map(
      ({ path, verdict, said, checksum }) =>
        `${verdict === 'met' ? '✔' : '✘'} ${code(path)} **${prose(said)}**.${checksum === undefined ? '' : ` SHA-256 ${code(checksum)}`}\n`,
    ),
    table(
      ['package', ...counts.map(({ name }) => name)],
      packages.map((one) => [code(one.path), ...counts.map(({ of }) => `${of(one)}`)]),
    ),
  ]
}

function checkedPart({ checked }: Digest): string[] {
  if (checked.length === 0) return []
  const rows = checked.map(({ path, checksum }) => [code(path), code(checksum)])
  return ['## What was looked at\n', folded(table(['file', 'SHA-256'], rows), rows.length, 'file')]
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

/** What stacks feel that were made from the old templates. */
function impactPart({ impactSentence, felt }: Digest): string[] {
  if (impactSentence === '') return []
  return [
    '## Live stacks\n',
    `${prose(impactSentence.replace(/^[as]/, (first) => first.toUpperCase()))}.\n`,
    ...felt.map(({ path, impact }) =>
      details(`${path}: ${headline(impact)}`, `${impactBlocks(impact).join('\n')}\n`),
    ),
  ]
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

const cells: CellMarkup = {
  code,
  link: (text, address) => `[${code(text)}](<${address}>)`,
  prose,
  advice,
  keyword: (keyword) => keyword,
  verdict: (verdict) => verdict,
}

/** What a profile asks for: before, repaired, left and why; nothing when no profile was asked for. */
function requirementParts(digest: Digest): string[] {
  const { requirements, mode } = digest
  if (requirements.length === 0) return []
  const { counts, byRequirement, byFile } = requirementTables(digest, cells)
  const names = counts.map(({ name }) => name)
  return [
    '## Requirements\n',
    `${sumText(requirements, mode)}.\n`,
    table(['requirement', 'keyword', 'rule', 'tested by', ...names], byRequirement),
    details(`by file: ${quantity(byFile.length, 'file')}`, table(['file', 'status', ...names], byFile)),
    ...locationGroups(digest).flatMap(({ heading, tallies }) => [
      `### ${heading}\n`,
      ...tallies.map(({ tally, locations }) => locationsOfOne(tally, locations)),
    ]),
  ]
}

function locationsOfOne(
  { code: number, keyword }: RequirementTally,
  places: readonly RequirementLocation[],
): string {
  const summary = `${number} (${keyword}): ${quantity(places.length, 'place')}`
  return details(summary, table(['place', 'what', 'note'], locationRows(places, cells)))
}
