import { csvColumns } from '../../src/show/report/csv.ts'
import type { FileEntry, FindingEntry } from '../../src/show/report/json.ts'
import { generatedNotice, table } from './markdown.ts'

export const ofFiles: Readonly<Record<keyof FileEntry, string>> = {
  path: 'relative to the working directory, `/` as separator',
  newPath: 'the new name, if the file gets one',
  isNew: '`true` for a file that the run creates',
  kind: '`cfn-json`, `cfn-yaml`, `heat-cfn-json`, `heat-cfn-yaml`, `hot`, `hot-fragment` (HOT that declares no version), `environment`, `not-a-template` or `unread`',
  reading:
    '`heat` or `aws`: how hotshift read CloudFormation; absent for other kinds, and where no transform asks',
  readingBecause: 'why: `Heat loads it`, `Heat rejects short tags`, `asked for` …; there with `reading`',
  refused:
    'the first thing that Heat rejects in CloudFormation, and its line, where that decided the reading',
  status:
    '`changed`, `unchanged`, `skipped`, `blocked` or `failed`. With `check`, files are `unchanged`, or `blocked` if they cannot be read; see their findings',
  reason: 'why the file was skipped, blocked or failed; one line',
  version: 'the `heat_template_version` of the result of a migration',
  deployable:
    '`false` if Heat rejects the result, or lacks resource types that the result of a migration uses',
  why: 'what Heat rejects in the result, in counts; absent where nothing was found',
  refusedBefore: '`true` if Heat rejects the original, too; such a result does not change the exit code',
  missingTypes: 'the resource types that Heat lacks; an environment must register templates for them',
  unreplacedTypes:
    'the resource types of CloudFormation that neither Heat nor `--native` has anything for; the template needs another design',
  proof:
    "`equal`: the result means the same, in the given `reading` (Heat's if absent); `differs`: it does not, and hotshift never writes it; `unproved`: neither could be proved, and hotshift writes it only with `--allow-unproved`; `none`: not compared, because nothing changed, you accepted a loss, or errors are left",
  proofMilliseconds: 'how long the proof took',
  renderings:
    'of a file with tags of Jinja: over how many renderings, instead of all values, the proof holds',
  assumptions: 'what the proof takes for granted, as sentences, see [assumptions](../proof.md#assumptions)',
  transforms: 'IDs of the transforms that changed the file, in the order of the run',
  changes: 'the number of locations that each of these transforms changed, by its ID',
  sha256: 'with `--shard`: the SHA-256 of the file before the change, for `hotshift merge`',
  replacements:
    'with `--shard`: the change, in the form of SARIF, for `hotshift merge`; absent for files with hidden parameters',
  group: 'hotshift changes all files of a group, or none',
  acceptance:
    'of a blocked file: the `codes` that `--accept` covers in it, what that `costs`, and how many errors are `left` that need an edit, by their codes; absent where nothing can be accepted',
  impact:
    'the effect of an update on a live stack of the template: `verdict` (`nothing`, `something` or `untold`) and the answer of [`diff`](../impact.md). Absent for templates that others use, and if nothing changes. A template can have an effect without a change, if a file that it uses changes',
  findings: 'the findings of the file, in the order of their locations',
  ignored:
    'findings that are ignored, with `ignoredBy`: `kind` is `comment`, `baseline` or `waiver`, and `reason` what its author wrote',
  refusals:
    'with `check --profile`, at how many locations Heat rejects the file, also where a requirement says so instead; absent for none',
}

export const ofFindings: Readonly<Record<keyof FindingEntry, string>> = {
  code: 'one of the [findings](findings.md)',
  severity: '`error`, `warning` or `info`',
  message: 'what is wrong at this location',
  path: 'the file, as above',
  line: 'from 1, in the original file',
  column: 'from 1, in UTF-16 units',
  endLine: 'the line of its end, if the finding concerns a range',
  endColumn: 'the column after its end',
  about:
    'what it is about, the same however the message is worded and wherever the lines are: `kind` (`parameter`, `resource`, `output` …, `section`, or `file`), `name`, the `type` of a resource, `location` (the keys that lead there, as in a JSON pointer), and `item` where several things are wrong at one location, such as the name that is missing',
  transform: 'the transform that reported it, if one did',
  help: 'what you can do',
  source: 'where the rule is written: a section of the HOT specification, or a file of Heat',
  related:
    'other locations that it is about, in the order of the message: the declaration, the other of two, the references of a circle. Each has a `message`, `line` and `column`, mostly `endLine` and `endColumn`, and a `path` if it is in another file',
  fixed: 'the fix that `check --fix` made of it; its severity is `info` then',
  accepted: '`true` where the user accepted the loss that it reports',
  needsEdit: '`true` where `--accept` does not cover the code at this location',
  requirement:
    'for a requirement of a profile, whose number is `code`: `keyword` (`MUST`, `SHOULD NOT`, …), `repair` (`safe`, `supplied`, `lossy`, `by-hand`, or `untried` where a check ran without `--repairs`), `isRepaired`, `isNew` where a repair brought it up, what a lossy repair `loses` (`new name`, `deleted value`, …), which component of ONAP a value is `suppliedBy` (`SO`, `SDNC`), the `task`, which all findings share that one thing to do ends: the `kind` of what it is about (`parameter`, `resource`, `file`, `value` or `property`), its `path` and `name`, the new name that it `becomes` by a repair or that is `proposed`, and `isUntested` where the test of VVP for this requirement looks for something else',
  feed: 'for an import that the run resolves: the new `parameter`, the `file` (its path before the run) and `output` that feed it, and where a parameter names the stack which has the output, this one as `stack`',
}

const ofReport: Readonly<Record<string, string>> = {
  version: 'the version of hotshift',
  $schema: 'identifies [the schema](report.schema.json)',
  files: 'every file of the run, ordered by path',
  command: 'the command',
  options:
    'the given options, by name, without those that only decide where the report goes and how it looks',
  exitCode: 'the exit code',
  mode: '`written`, `dry-run` or `checked`',
  totals: 'the number of files for each status',
  summary:
    'with `--summary`, which leaves `files` empty: the number of files, `verdicts`, `findings`, `requirements`, `transforms`, `skipped` by reason, and `proof`',
  requirements:
    'with `--profile onap`: the `release` whose requirements were asked for; those that it does not have and that were not (`introducedLater`); those that it words otherwise, and that were asked for in the newest wording (`rewordedLater`)',
  prospects:
    'of `migrate`: how many CloudFormation `templates` there are, and how many of them are `ready` to be created as they come out, would be with `--native` (`native`), need `design` or an `edit`; and in how many files each of the `types` stands that need design',
  since:
    'with `--baseline` (not for parts of a run): its `path`, and what is `gone`: findings of it that the run did not have. New ones are in `findings`, and those that both have in `ignored`',
  written:
    'for `remediate`, the packages as they are written (or would be), read again: `day`, release of the `requirements`, new `archives` and all `files` with their SHA-256, what is `left` with its place in the new text (`isNew`: not violated before), what Heat and SDC have `rejected` there, new `names`, `mentions` of the old ones in other files (not rewritten), and the `values` that must be given (`before`: `given` by the package, `needed` already, or `absent`)',
  repositories: 'the totals of each repository, if `hotshift merge` combined several',
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
    '`--format` prints a report for programs on standard output, instead of the diff. `--output <file>` writes it to a\nfile, and the terminal shows the same as without. Exit codes are those of the\n[command line](command-line.md#exit-codes). Apart from times, the same files always give the same report.\n',
    '## json\n',
    'One object:\n',
    table(
      ['field', 'meaning'],
      Object.entries(ofReport).map(([name, what]) => [`\`${name}\``, what]),
    ),
    'New versions may add fields, and never rename one.\n',
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
      'why',
      'refusedBefore',
      'missingTypes',
      'unreplacedTypes',
      'sha256',
      'replacements',
      'proofMilliseconds',
      'renderings',
      'assumptions',
      'acceptance',
      'impact',
    ]),
    'A finding:\n',
    fields(ofFindings, [
      'endLine',
      'endColumn',
      'transform',
      'help',
      'source',
      'fixed',
      'accepted',
      'needsEdit',
      'requirement',
      'feed',
    ]),
    '## jsonl\n',
    'The same, one object per line: `{"type": "file", …}` for every file, then `{"type": "totals", "version": …,\n"totals": {…}}`. Where no file is done for half a second, standard output has `{"type": "progress", "step": …, "done": 5000,\n"total": 100000}`, not with `--quiet`, `--summary` or `SOURCE_DATE_EPOCH`. Steps are `finding` (without `total`), `preparing`\n(what belongs together), `reading`,\n`repairing` (counts the repairs of packages) and `writing`.\n',
    '## sarif\n',
    'The findings as a [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) log. Code hosting\nsites show them at their lines. The rules are codes of findings, and numbers of requirements. `partialFingerprints`\nidentify a finding when its line number changes.\n\n`properties` of the run contain `totals` and `proof`: `equal`, `equalToAws` (those of them equal in the reading of AWS), `unproved` and\n`notCompared` count changed files; `heldDiffering` and `heldUnproved` count blocked ones; `milliseconds` is the time.\nFor a requirement of a profile, `properties` of the result contain `keyword`, `repair` and `isRepaired`.\n\nA dry run adds a result `would-change` for each file that would change, with the change in `fixes`. Files that change\ntogether have one fix, at the last of them. There is no fix for a file that is created or renamed, because SARIF cannot\nexpress it, and none for a file with hidden parameters.\n\nA log has at most 25,000 results, the limit of GitHub. If there are more, hotshift first combines the results of one code\nin one file, then the remaining results of a code. `occurrenceCount` is the number of findings in a result.\n',
    '## github\n',
    'Commands for the log of a GitHub workflow: `::error`, `::warning` and `::notice`. GitHub shows them at their lines, ten\nof each for a step, so hotshift prints no more. The last line counts the rest.\n',
    '## gitlab\n',
    'A [Code Quality](https://docs.gitlab.com/ci/testing/code_quality/) report: an array of `description`, `check_name`,\n`fingerprint`, `severity` (`major`, `minor`, `info`) and `location`.\n',
    '## junit\n',
    'JUnit XML, with one `testcase` for each file. Errors are a `failure`, a failed file is an `error`, a skipped file is\n`skipped`, and warnings are in `system-out`.\n',
    '## csv\n',
    `One row for each finding (RFC 4180, UTF-8, CRLF). With a profile, one row for each package follows, with the code \`verdict\`, and one for each gate, with the code \`gate\`; with \`--baseline\`, one with the code \`gone\` for what is gone.\nThe header is \`${csvColumns.join(',')}\`.\nA cell that a spreadsheet would read as a formula begins with an apostrophe.\n`,
    '## markdown, html and xlsx\n',
    "Summaries for people: totals, files that need manual work, findings with their locations, and changes.\n\nWith a profile, they begin with the verdict on each package, its locations by MUST and SHOULD, what Heat, VVP and SDC say of it, and the SHA-256 of the files\nthat were checked. Then come the requirements, with links to their publication and the tests of VVP, ONAP's validation\nscripts: how many locations there were, how many were repaired, with or without loss, and which are left or waived,\nand why.\n\n`html` is one file that loads nothing, with a light and a dark theme. For a rewriting command, it is the\n[page for reviews](../bulk.md#the-page-for-reviews). `xlsx` (Office Open XML) has the same in sheets that you can sort and\nfilter. Long lists are folded.\n",
  ].join('\n')
}
