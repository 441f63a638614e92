import { csvColumns } from '../../src/report/csv.ts'
import type { FileEntry, FindingEntry } from '../../src/report/json.ts'
import { generatedNotice, table } from './markdown.ts'

export const ofFiles: Readonly<Record<keyof FileEntry, string>> = {
  path: 'relative to the working directory, `/` as separator',
  newPath: 'where the result belongs, when the file gets another name',
  isNew: '`true` for a file that the run creates',
  kind: '`cfn-json`, `cfn-yaml`, `heat-cfn-json`, `heat-cfn-yaml`, `hot`, `hot-fragment` (HOT that declares no version), `environment`, `not-a-template` or `unread`',
  reading:
    '`heat` or `aws`: how CloudFormation was read; absent for other kinds, and where nothing depended on it',
  status:
    '`changed`, `unchanged`, `skipped`, `blocked` or `failed`; every file has exactly one. `check` leaves files `unchanged`, and `blocked` when they cannot be read: their findings say the rest',
  reason: 'why the file was skipped, blocked or failed, in one line',
  version: 'the `heat_template_version` of what was CloudFormation',
  deployable: '`false` where Heat does not have all resource types of what was CloudFormation and is HOT now',
  missingTypes:
    'the types that Heat does not have, where it is not deployable: an environment has to register templates for them',
  proof:
    '`equal`: shown to mean the same, as the file was read (`reading`; by Heat where that is absent); `differs`: it does not, and is never written; `unproved`: it cannot be shown, and is written with `--allow-unproved` only; `none`: not compared, because nothing changed, something was given up on request, or errors are left',
  proofMilliseconds: 'what the proof took, when there was one',
  transforms: 'ids of the transforms that changed the file, in the order in which they ran',
  changes: 'places that each of these changed, by its id',
  replacements:
    'in the report of a part of a run (`--shard`): the change, as SARIF has it, so that `hotshift merge` can write it; not of files with hidden parameters',
  group: 'files with the same group are changed together or not at all',
  impact:
    'the effect of the run on a live stack of the template: `verdict` (`nothing`, `something` or `untold`) and what [`diff`](../impact.md) says. Absent where other templates call it, or nothing of it changes. Files that it calls may change although the template does not',
  findings: 'what is to say about places of the file, in their order',
  ignored:
    'findings that were set aside, with `ignoredBy`: its `kind` is `comment`, `baseline` or `waiver`, its `reason` what the author gave',
}

export const ofFindings: Readonly<Record<keyof FindingEntry, string>> = {
  code: 'one of the [findings](findings.md)',
  severity: '`error`, `warning` or `info`',
  message: 'what is the matter at this place',
  path: 'the file, as above',
  line: 'from 1; in the text as it was before',
  column: 'from 1, in UTF-16 units',
  endLine: 'where it ends, as far as it is about a stretch of text',
  endColumn: 'the column behind its end',
  transform: 'the transform that found it; absent when it was none',
  help: 'what can be done',
  requirement:
    'of a finding about a requirement of a profile: its `keyword` (`MUST`, `SHOULD NOT`, …), `repair` (`safe`, `lossy` or `by-hand`) and `isRepaired`; `code` is its number',
}

function fields(meanings: Readonly<Record<string, string>>, optional: readonly string[]): string {
  const rows = Object.entries(meanings).map(([name, what]) => [
    `\`${name}\`${optional.includes(name) ? ', may be absent' : ''}`,
    what,
  ])
  return table(['field', 'meaning'], rows)
}

/** @param example the output of a run, as a fenced block */
export function outputPage(example: string): string {
  return [
    `${generatedNotice}# Reports\n`,
    '`--format` puts a report for programs or for records on standard output, in place of the diff; `--output <file>` puts\nit into a file and leaves the terminal as it is. Exit codes are those of the\n[command line](command-line.md#exit-codes). Apart from the time that proofs took, the same files give the same report.\n',
    '## json\n',
    'One object: `version` is that of hotshift, `$schema` names [the schema](report.schema.json); `command`, `options` (by\ntheir names: those that are given, without those that only say where the report goes and how it looks), `exitCode` and `mode` (`written`, `dry-run` or `checked`) say what\nwas asked; `files` holds every file of the run in the order of the paths, `totals` counts them per status. What\n`hotshift merge` makes of several repositories has their totals in `repositories`. Fields are\nadded, never renamed.\n',
    example,
    'A file:\n',
    fields(ofFiles, [
      'newPath',
      'isNew',
      'reading',
      'reason',
      'ignored',
      'version',
      'deployable',
      'missingTypes',
      'replacements',
      'proofMilliseconds',
      'impact',
    ]),
    'A finding:\n',
    fields(ofFindings, ['endLine', 'endColumn', 'transform', 'help', 'requirement']),
    '## jsonl\n',
    'The same, one object per line: `{"type": "file", …}` for every file, then `{"type": "totals", "version": …,\n"totals": {…}}`.\n',
    '## sarif\n',
    'The findings as a [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) log, which\ncode hosting sites show beside the lines they concern. Codes, and numbers of requirements, are its rules.\n`partialFingerprints` know a finding again when lines above it have come or gone. `properties` of the run hold\n`totals` and `proof` (`equal`, those of them that are so as AWS reads them in `equalToAws`, `unproved` and `notCompared` of changed files,\n`heldDiffering` and `heldUnproved` of blocked ones, `milliseconds`), those of a result what a finding of a profile says.\n\nA dry run has a result `would-change` for each file that would change, with the change as `fixes`. Files that change\ntogether have one fix, with the last of them; a file that is created or gets another name has none, because SARIF cannot\nsay that, and neither has one with hidden parameters. A log has 25,000 results at most, as many as GitHub takes: where there would be more, those of one code are\nput together by file, and if that is not enough, what is too much of a code becomes one result. `occurrenceCount` says\nhow many a result stands for.\n',
    '## github\n',
    'Commands for the log of a GitHub workflow, which shows them beside the lines: `::error`, `::warning` and `::notice`, ten\nof each at most, which is what GitHub shows of a step; the last line counts the rest.\n',
    '## gitlab\n',
    'A [Code Quality](https://docs.gitlab.com/ci/testing/code_quality/) report: an array of `description`, `check_name`,\n`fingerprint`, `severity` (`major`, `minor`, `info`) and `location`.\n',
    '## junit\n',
    'JUnit XML: one `testcase` per file; errors are its `failure`, what failed its `error`, what was skipped is `skipped`,\nwarnings are its `system-out`.\n',
    '## csv\n',
    `One row per finding (RFC 4180, UTF-8, CRLF), with a profile after one row per package, whose code is \`verdict\`, under the header\n\`${csvColumns.join(',')}\`. A cell that a\nspreadsheet would take for a formula begins with an apostrophe.\n`,
    '## markdown, html and xlsx\n',
    "Summaries for people: of a profile the verdict on each package, with its places by MUST and SHOULD, and the SHA-256 of what\nwas looked at; totals, requirements of a profile with links to\nwhat is published, and whether ONAP's own validation scripts (VVP) test them (before, repaired, repaired by giving something up, left or set aside,\nand why; after `check` the places, and what can be done), files that need a hand, findings with their places, changes. Long lists are\nfolded. The HTML is one file that loads nothing, and follows the light or dark setting of its reader. Of a run that rewrites\nit is a page on which the changes can be [reviewed and chosen from](../bulk.md#the-page-for-reviews). The workbook (Office Open XML) has the same in sheets to sort and filter.\n",
  ].join('\n')
}
