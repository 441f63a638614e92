/**
 * The findings as a SARIF 2.1.0 log (OASIS standard), which code hosting sites show beside the lines they concern, and
 * of a dry run each file that would change, with the change. Paths are URI references relative to the working directory.
 */

import type { Related, Severity } from '../../engine/findings/finding.ts'
import type { IgnoredFinding, LocatedFinding } from '../../engine/outcome.ts'
import { aboutKey, ofFile } from '../../heat/about.ts'
import { grow, push } from '../../text/document/multimap.ts'
import { defined } from '../../text/document/records.ts'
import { sha256 } from '../../text/document/sha256.ts'
import { compareTexts } from '../../text/document/sorted.ts'
import { quantity } from './counts.ts'
import { requirementEntry } from './json.ts'
import {
  type FullReport,
  gathered,
  type KeptOutcome,
  type LookUpCode,
  type Reporter,
  type Write,
} from './reporter.ts'
import { type Replacement, replacementsOf } from './sarif-fix.ts'
import { Tally } from './tally.ts'
import { packageName } from './version.ts'

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

/** GitHub takes no log with more results. */
const MOST_RESULTS = 25_000

/** @param most results, for tests */
export function sarifReporter(
  write: Write,
  version: string,
  lookUp: LookUpCode,
  most = MOST_RESULTS,
): Reporter {
  return gathered(async (report: SarifReport) => {
    const survey = new Survey(report, most)
    const rules = survey.codes.map((code) => ruleOf(code, survey.keywords.get(code), version, lookUp))
    const { totals, mode, files } = report
    const run = {
      tool: {
        driver: { name: 'hotshift', version, semanticVersion: version, informationUri: homepage, rules },
      },
      columnKind: 'utf16CodeUnits',
      invocations: [{ executionSuccessful: totals.failed === 0 }],
      results: [],
      properties: { totals, proof: Tally.of(files, mode).proof() },
    }
    const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
    const [head = '', foot = ''] = JSON.stringify(log, null, 2).split('"results": []')
    await write(`${head}"results": [`)
    let separator = '\n'
    for (const result of new SarifResults(report, survey).all()) {
      await write(`${separator}        ${JSON.stringify(result)}`)
      separator = ',\n'
    }
    await write(`${separator === '\n' ? '' : '\n      '}]${foot}\n`)
  }, replacementsOf)
}

/** The results, one after the other. */
class SarifResults {
  readonly #report: SarifReport
  readonly #survey: Survey
  readonly #fingerprint = fingerprints()
  readonly #indices: ReadonlyMap<string, number>
  readonly #counts = new Map<string, number>()
  /** What did not fit, by kind: the first of it, and how much it is. */
  readonly #rest = new Map<
    string,
    { readonly result: object; message: string; findings: number; files: number }
  >()
  /** Changes of groups of which a member is still to come. */
  readonly #open = new Map<string, { readonly changes: ArtifactChange[]; left: number }>()

  constructor(report: SarifReport, survey: Survey) {
    this.#report = report
    this.#survey = survey
    this.#indices = new Map(survey.codes.map((code, index) => [code, index]))
  }

  *all(): Generator<object> {
    const { files, mode } = this.#report
    for (const file of files) {
      for (const alike of this.#together(findingsOf(file))) {
        const [first] = alike
        if (first === undefined) continue
        const result = this.#resultOf(file, first, alike.length)
        if (this.#fits(kindOf(first), first.code, result, alike.length)) yield result
      }
      if (mode !== 'dry-run' || file.status !== 'changed') continue
      const result = this.#changeOf(file)
      if (this.#fits(CHANGE, CHANGE, result, 1)) yield result
    }
    for (const { result, message, findings, files: count } of this.#rest.values())
      yield {
        ...result,
        message: {
          text: `${quantity(findings, 'more result')} like this in ${quantity(count, 'file')}; the first: ${message}`,
        },
        occurrenceCount: findings,
      }
  }

  #together(findings: readonly AnyFinding[]): readonly (readonly AnyFinding[])[] {
    if (this.#survey.grouping === 'none') return findings.map((one) => [one])
    const kinds = new Map<string, AnyFinding[]>()
    for (const one of findings) push(kinds, kindOf(one), one)
    return [...kinds.values()]
  }

  #fits(
    kind: string,
    code: string,
    result: { readonly message: { readonly text: string } },
    findings: number,
  ) {
    const count = this.#counts.get(kind) ?? 0
    this.#counts.set(kind, count + 1)
    if (count < this.#survey.most) return true
    const known = this.#rest.get(kind)
    const { fixes: _fixes, ...rest } = result as { readonly fixes?: unknown }
    const fingerprint = { partialFingerprints: { 'hotshift/v2': digest(`the rest of ${code}`) } }
    if (known === undefined)
      this.#rest.set(kind, {
        result: { ...rest, ...fingerprint },
        message: result.message.text,
        findings,
        files: 1,
      })
    else {
      known.findings += findings
      known.files++
    }
    return false
  }

  #resultOf(file: SarifFile, finding: AnyFinding, count: number) {
    const { code, severity, message, line, column, endLine, endColumn, requirement } = finding
    const more = count === 1 ? '' : ` (and ${quantity(count - 1, 'more location')} in this file)`
    const help = finding.help === undefined ? '' : `\n${finding.help}`
    const region = defined({ startLine: line, startColumn: column, endLine, endColumn })
    const related = (finding.related ?? []).map((one) => relatedLocation(file.path, one))
    return {
      ruleId: code,
      ruleIndex: this.#indices.get(code),
      level: LEVELS[severity],
      message: { text: `${message}${more}${help}` },
      locations: [locationOf(file.path, region)],
      ...(related.length === 0 ? {} : { relatedLocations: related }),
      partialFingerprints: { 'hotshift/v2': this.#fingerprint(file.path, finding) },
      ...(count === 1 ? {} : { occurrenceCount: count }),
      ...(requirement === undefined ? {} : { properties: requirementEntry(requirement) }),
      ...suppression(finding),
    }
  }

  /** A file that would change. The change stands with it, or with the last of those that change together. */
  #changeOf(file: SarifFile) {
    const { path, newPath, isNew, transforms, group, extra: replacements = [] } = file
    const what = isNew === true ? 'would be created' : 'would be rewritten'
    const name = newPath === undefined ? '' : ` as ${newPath}`
    const by = transforms.length === 0 ? '' : ` by ${transforms.map(({ id }) => id).join(', ')}`
    const members = group === undefined ? 1 : (this.#survey.members.get(group) ?? 1)
    const together = members === 1 ? '' : ', together with other files'
    const change = { artifactLocation: { uri: uriReference(path) }, replacements }
    const fixes =
      newPath !== undefined || isNew === true || members === -1
        ? undefined
        : this.#fixOf(group ?? path, members, change)
    return {
      ruleId: CHANGE,
      ruleIndex: this.#indices.get(CHANGE),
      level: 'note',
      message: { text: `${what}${name}${by}${together}` },
      locations: [locationOf(path, { startLine: replacements[0]?.deletedRegion.startLine ?? 1 })],
      partialFingerprints: { 'hotshift/v2': digest(JSON.stringify([path, CHANGE])) },
      ...(fixes === undefined ? {} : { fixes }),
    }
  }

  /** The fix of a group, once all its members are there: half of it would be another change. */
  #fixOf(group: string, members: number, change: ArtifactChange) {
    const open = this.#open.get(group) ?? { changes: [], left: members }
    open.left--
    if (change.replacements.length > 0) open.changes.push(change)
    if (open.left > 0) this.#open.set(group, open)
    else this.#open.delete(group)
    if (open.left > 0 || open.changes.length === 0) return undefined
    const text = `What hotshift ${this.#report.invocation?.command ?? ''} would write`.replace('  ', ' ')
    return [{ description: { text }, artifactChanges: open.changes }]
  }
}

interface ArtifactChange {
  readonly artifactLocation: { readonly uri: string }
  readonly replacements: readonly Replacement[]
}

function relatedLocation(own: string, { path = own, message, line, column, endLine, endColumn }: Related) {
  const region = defined({ startLine: line, startColumn: column, endLine, endColumn })
  return { ...locationOf(path, region), message: { text: message } }
}

function locationOf(path: string, region: object) {
  return { physicalLocation: { artifactLocation: { uri: uriReference(path) }, region } }
}

const WOULD_CHANGE = 'hotshift would change the file.'

/** A code; for one of a profile, its requirement. */
function ruleOf(code: string, keyword: string | undefined, version: string, lookUp: LookUpCode) {
  if (code === CHANGE)
    return {
      id: code,
      shortDescription: { text: WOULD_CHANGE },
      fullDescription: { text: WOULD_CHANGE },
      helpUri: pageUri(version, 'output.md'),
      help: { text: 'Run the command with --write, or apply the fix.' },
      defaultConfiguration: { level: 'note' },
    }
  const properties = keyword === undefined ? {} : { properties: { tags: [keyword] } }
  const entry = lookUp(code)
  if (entry === undefined) return { id: code, shortDescription: { text: code }, ...properties }
  const own = keyword === undefined ? findingUri(version, code) : pageUri(version, 'onap-requirements.md')
  const helpUri = entry.link ?? own
  return {
    id: code,
    shortDescription: { text: entry.title },
    // GitHub shows it beside the result, and asks for it.
    fullDescription: { text: `${entry.title.replace(/\.$/, '')}. ${entry.help}` },
    helpUri,
    help: { text: entry.help, markdown: `${entry.help} [More](${helpUri})` },
    defaultConfiguration: { level: LEVELS[entry.severity] },
    ...properties,
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
 * The identity of a finding from one run to the next, although lines above it come and go: by file, code and what it is
 * about, and by their order where these are the same. Asked file by file.
 */
export function fingerprints(): (path: string, finding: LocatedFinding) => string {
  const counts = new Map<string, number>()
  let current: string | undefined
  return (path, { code, about = ofFile }) => {
    if (path !== current) counts.clear()
    current = path
    const key = JSON.stringify([path, code, aboutKey(about)])
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return digest(`${key} ${count}`)
  }
}

function digest(text: string): string {
  return sha256(text).slice(0, 32)
}

/** RFC 3986: every segment percent-encoded; `./` keeps a colon in the first one from looking like a scheme. */
function uriReference(path: string): string {
  const uri = path.split('/').map(encodeURIComponent).join('/')
  return /^[^/]*(:|%3A)/i.test(uri) ? `./${uri}` : uri
}

// --- where pages are read by somebody who has only a report: as the package of that version has them

/** Where hotshift is published; `homepage` of package.json. */
export const homepage = `https://www.npmjs.com/package/${packageName}`

/** The address of what is said of a finding's code. */
function findingUri(version: string, code: string): string {
  return `${pageUri(version, 'findings.md')}#${encodeURIComponent(code)}`
}

/** The address of a reference page. */
function pageUri(version: string, page: string): string {
  return `https://unpkg.com/${packageName}@${encodeURIComponent(version)}/docs/reference/${page}`
}

// What a SARIF log has to know of all files before it can begin with the first: rules, groups, and what has
// to be put together.

/** The rule of a file that would change; no finding has this code. */
const CHANGE = 'would-change'

type SarifReport = FullReport<readonly Replacement[]>
type SarifFile = KeptOutcome<readonly Replacement[]>
type AnyFinding = LocatedFinding | IgnoredFinding

/** What results have in common that may be grouped. */
function kindOf(finding: AnyFinding): string {
  return JSON.stringify([finding.code, finding.severity, 'ignoredBy' in finding])
}

/** A first look at all files: the rules, the groups, and how far results have to be put together. */
class Survey {
  /** Sorted. */
  readonly codes: readonly string[]
  readonly keywords = new Map<string, string>()
  /** Members of groups that change; -1 where the change of a group cannot be said. */
  readonly members = new Map<string, number>()
  readonly grouping: 'none' | 'by file'
  /** Results of one kind. */
  readonly most: number

  constructor({ files, mode }: SarifReport, most: number) {
    const codes = new Set<string>()
    const findings = new Map<string, number>()
    const groups = new Map<string, number>()
    for (const file of files) {
      const own = new Set<string>()
      for (const finding of findingsOf(file)) {
        codes.add(finding.code)
        if (finding.requirement !== undefined) this.keywords.set(finding.code, finding.requirement.keyword)
        own.add(kindOf(finding))
        grow(findings, kindOf(finding))
      }
      if (mode === 'dry-run' && file.status === 'changed') {
        codes.add(CHANGE)
        own.add(CHANGE)
        grow(findings, CHANGE)
        this.#join(file)
      }
      for (const kind of own) grow(groups, kind)
    }
    this.codes = [...codes].sort(compareTexts)
    this.grouping = sum(findings.values()) <= most ? 'none' : 'by file'
    this.most = this.grouping === 'none' ? most : capFor([...groups.values()], most)
  }

  #join({ group, newPath, isNew, extra }: SarifFile): void {
    if (group === undefined) return
    const known = this.members.get(group) ?? 0
    const cannotBeSaid = newPath !== undefined || isNew === true || extra === undefined || known === -1
    this.members.set(group, cannotBeSaid ? -1 : known + 1)
  }
}

function findingsOf({ findings, ignored = [] }: SarifFile): readonly AnyFinding[] {
  return [...findings, ...ignored]
}

/** The largest number of results of each kind with which all of them fit, one for the rest of each kind included. */
function capFor(counts: readonly number[], most: number): number {
  const of = (cap: number) => sum(counts.map((count) => (count > cap ? cap + 1 : count)))
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (of(middle) <= most) low = middle
    else high = middle - 1
  }
  return low
}

function sum(numbers: Iterable<number>): number {
  let all = 0
  for (const one of numbers) all += one
  return all
}
