/** What is said of a finding's code, for `explain` and for the reference page. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  behaves,
  type CatalogueEntry,
  catalogue,
  type FindingCode,
  isAboutTemplates,
} from '../../../engine/findings/catalogue.ts'
import type { RequirementExample } from '../../../rules/onap/facts/facts.ts'
import { isOwnCode } from '../../../rules/own-rule.ts'
import type { AnyRule } from '../../../rules/rule.ts'
import { heatRules } from '../../../rules/rules.ts'
import { optionNames } from '../../../rules/run-rules.ts'
import { type Style, wrap } from '../../../show/report/style.ts'
import { plainData } from '../../../text/document/data.ts'
import { readDocument } from '../../../text/document/document.ts'
import { capitalized } from '../../../text/document/listed.ts'
import { defined, ownValue } from '../../../text/document/records.ts'
import { loadRequirementExamples } from './code-look-up.ts'

/** One way to deal with a finding, with what it costs. */
interface WayOut {
  /** What to type: options, or a comment. */
  readonly what: string
  readonly effect: string
}

/** A code with all that is known of it; for requirements of profiles there is less. */
interface Explained {
  readonly why?: string
  readonly ways?: readonly WayOut[]
  readonly example?: ShownExample
  readonly page?: string
  /** The choices of the rule that finds it, as `--rule-option` takes them, each with its default. */
  readonly options?: readonly string[]
}

/** Files with a finding, what was run, and the files without it. */
export interface ShownExample {
  readonly setup?: string
  readonly command?: string
  readonly before: Files
  readonly after?: Files
  /** Files that are there no longer. */
  readonly removed?: readonly string[]
  /** Of a requirement: who makes the one of the other. */
  readonly by?: RequirementExample['by']
}

/** All that is known of a code beyond its entry in the catalogue. @param own the user's own rule that has the code */
export async function explainedCode(code: string, entry: CatalogueEntry, own?: AnyRule): Promise<Explained> {
  const ofOwn = own?.codes[code]
  if (own !== undefined && ofOwn !== undefined) return explainedFinding(code, entry, ofOwn, [own])
  const explanation = explanationOf(code)
  if (explanation !== undefined) return explainedFinding(code, entry, explanation)
  const example = (await loadRequirementExamples())(code)
  return example === undefined ? {} : { example }
}

/** The same for a code of the catalogue. */
export function explainedFinding(
  code: string,
  entry: CatalogueEntry,
  { why, example, page }: Explanation,
  rules: readonly AnyRule[] = heatRules,
): Explained {
  const shown = example === undefined ? undefined : shownExample(example)
  const options = optionsOf(code, rules)
  return { why, ways: waysOut(code, entry), options, ...defined({ example: shown, page }) }
}

/** The choices of a rule, by its first code. */
function optionsOf(code: string, rules: readonly AnyRule[]): readonly string[] {
  return rules.flatMap((one) => {
    const all = Object.values(one.options ?? {})
    return optionNames(one).flatMap((name, index) => {
      const { title, default: preset } = all[index] ?? {}
      return name.startsWith(`${code}.`) ? [`${name}=${preset} (${title})`] : []
    })
  })
}

function waysOut(code: string, { accept }: CatalogueEntry): readonly WayOut[] {
  const { partial, to } = explanationOf(code) ?? {}
  const ways: readonly (WayOut | false)[] = [
    accept !== undefined && { what: `--accept ${code}`, effect: `${capitalized(accept)}.` },
    behaves(code, 'of AWS') && {
      what: '--from aws',
      effect: 'Reads the template as AWS does, and accepts everything for which Heat has no counterpart.',
    },
    to !== undefined && {
      what: `--to ${to}`,
      effect: 'That version can express it. It may lack functions that the rest of the template needs.',
    },
    partial !== undefined && {
      what: '--partial',
      effect:
        'Rewrites the rest of the file and leaves this location as it is. Finish it by hand before you deploy.',
    },
    canBeIgnored(code) && {
      what: `# hotshift-ignore ${code}: <reason>`,
      effect: 'As a comment above the line: check no longer reports it. Heat does the same as before.',
    },
  ]
  return ways.filter((way) => way !== false)
}

function shownExample(example: Example): ShownExample {
  const { setup, command } = example
  const [before, after] = [filesBefore(example), filesAfter(example)]
  return defined({ setup, command: `hotshift ${command}`, before, after })
}

/** The output of `explain` for a finding code. */
export function explainedText(
  code: string,
  entry: CatalogueEntry & Explained,
  style: Style,
  width: number | undefined,
): string {
  const { title, severity, help, link, testedBy, why, ways = [], example, page } = entry
  const { introduced, updated, options = [] } = entry
  const paragraph = (text: string) => ['', ...wrap(text, width)]
  return [
    `${style.bold(code)}  ${title}`,
    ...(why === undefined ? [] : paragraph(why)),
    ...paragraph(help),
    ...ways.flatMap((way) => ['', style.cyan(way.what), ...indented(wrap(way.effect, width && width - 2))]),
    ...(example === undefined ? [] : exampleLines(code, example, style)),
    '',
    `severity: ${severity}`,
    ...options.map((one) => `option: ${one}`),
    ...(page === undefined ? [] : [`more: ${page}`]),
    ...(link === undefined ? [] : [`published: ${link}`]),
    ...(introduced === undefined ? [] : [`introduced: ONAP ${introduced}`]),
    ...(updated === undefined ? [] : [`last reworded: ONAP ${updated}`]),
    ...(testedBy === undefined ? [] : [`tested by ONAP's validation scripts: ${testedBy}`]),
    '',
  ].join('\n')
}

function exampleLines(
  code: string,
  { setup, command, before, after = {}, removed = [], by }: ShownExample,
  style: Style,
): readonly string[] {
  const commands = [...(setup === undefined ? [] : [setup]), ...commandOf(command, by)]
  const isReported = command !== undefined
  return [
    ...fileLines(style.bold('before'), before),
    ...(commands.length === 0 ? [] : ['', ...commands.map((one) => `  $ ${one}`)]),
    ...(isReported ? indented(reportOf(code)) : []),
    ...fileLines(style.bold(isReported ? 'after, corrected' : 'after'), changedFiles(before, after)),
    ...removed.flatMap((path) => ['', `${style.bold('after')}: ${path} is removed`]),
  ]
}

/** What reports the finding; of a requirement what repairs it, if anything does. */
function commandOf(command: string | undefined, by: ShownExample['by']): readonly string[] {
  if (command !== undefined) return [command]
  return by === undefined || by === 'hand'
    ? []
    : [`hotshift remediate --profile onap${by === 'lossy' ? ' --lossy' : ''}`]
}

/** Of the corrected files those that were corrected. */
export function changedFiles(before: Files, after: Files): Files {
  return Object.fromEntries(Object.entries(after).filter(([path, text]) => before[path] !== text))
}

function fileLines(heading: string, files: Files): readonly string[] {
  return Object.entries(files).flatMap(([path, text]) => [
    '',
    `${heading}: ${path}`,
    ...indented(text.trimEnd().split('\n')),
  ])
}

const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `  ${line}`))

// What `explain` says of every code beyond its entry in the catalogue; read by those who ask only.

/** Sources by file name. */
export type Files = Readonly<Record<string, string>>

/** A case that shows a finding, and how it looks without. A test runs the command over both. */
export interface Example {
  /** What is done before the command, as shell commands: what files alone cannot show. */
  readonly setup?: string
  /** The command line without `hotshift`, which reports the finding for `before`. */
  readonly command: string
  /** Where it is found, as `file:line`, if on no line that the correction changes. */
  readonly at?: string
  /** The files; or the source of the only one, whose name is the first path in the command. */
  readonly before: string | Files
  /** The files that are corrected, null for one that is removed: the command does not report the finding. */
  readonly after?: string | Readonly<Record<string, string | null>>
}

interface Explanation {
  /** What happens because of it, and why that matters. */
  readonly why: string
  /** Absent where no command line can show it, such as a full disk. */
  readonly example?: Example
  /** `--partial` rewrites the rest of the file of the example. */
  readonly partial?: true
  /** A target version with which the example does not have the finding. */
  readonly to?: string
  /** The page of the documentation that says more. */
  readonly page?: string
}

let read: Readonly<Record<FindingCode, Explanation>> | undefined

/** The explanations of all codes, as they stand in `explanations.yaml`. */
export function allExplanations(): Readonly<Record<FindingCode, Explanation>> {
  if (read === undefined) {
    const text = readFileSync(join(import.meta.dirname, 'explanations.yaml'), 'utf8')
    const reading = readDocument(text, 'yaml')
    const written = plainData('document' in reading ? reading.document.root : undefined)
    read = { ...(written as Readonly<Record<FindingCode, Explanation>>), ...explainedByRules() }
  }
  return read
}

/** Rules explain their codes; a bundle has that in the file. */
function explainedByRules(): Readonly<Record<string, Explanation>> {
  const all = Object.entries<CatalogueEntry & Partial<Explanation>>(catalogue).flatMap(
    ([code, { why, example, page, partial, to }]) =>
      why === undefined ? [] : [[code, { why, ...defined({ example, page, partial, to }) }] as const],
  )
  return Object.fromEntries(all)
}

let reported: Readonly<Record<string, string>> | undefined

/** What the example of a code prints about it, as a test has recorded it; the code alone where that needs a shell. */
export function reportOf(code: string): readonly string[] {
  reported ??= JSON.parse(readFileSync(join(import.meta.dirname, 'example-reports.json'), 'utf8'))
  return (ownValue<string>(reported ?? {}, code) ?? `reports ${code}`).split('\n')
}

/** The explanation of a code; undefined for what is not of the catalogue. */
export function explanationOf(code: string): Explanation | undefined {
  const all = allExplanations()
  return ownValue<Explanation>(all, code)
}

/** Whether a comment in the file can set the finding aside: it is about a readable template, and `check` reports it. */
export function canBeIgnored(code: string): boolean {
  if (isOwnCode(code)) return true
  const command = explanationOf(code)?.example?.command ?? ''
  return command.startsWith('check ') && isAboutTemplates(code)
}

/** The files of an example, by name. */
export function filesBefore({ command, before }: Example): Files {
  if (typeof before !== 'string') return before
  return { [fileOf(command)]: before }
}

/** The files of an example once they are corrected; undefined where nothing in a file corrects it. */
export function filesAfter(example: Example): Files | undefined {
  const { command, after } = example
  if (after === undefined) return undefined
  if (typeof after === 'string') return { [fileOf(command)]: after }
  const all = Object.entries({ ...filesBefore(example), ...after })
  return Object.fromEntries(all.filter((file): file is [string, string] => file[1] !== null))
}

const fileOf = (command: string) =>
  command.split(' ').find((word) => /\.(?:ya?ml|json|template|env)$/.test(word)) ?? 'template.yaml'
