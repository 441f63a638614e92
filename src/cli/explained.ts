/** What is said of a finding's code, for `explain` and for the reference page. */
import type { CatalogueEntry } from '../engine/catalogue.ts'
import type { RequirementExample } from '../onap/facts/facts.ts'
import { type Style, wrap } from '../report/style.ts'
import { loadRequirementExamples } from './code-look-up.ts'
import {
  canBeIgnored,
  type Example,
  type Explanation,
  explanationOf,
  type Files,
  filesAfter,
  filesBefore,
} from './explanations.ts'

/** One way to deal with a finding, with what it costs. */
export interface WayOut {
  /** What to type: options, or a comment. */
  readonly what: string
  readonly effect: string
}

/** A code with all that is known of it; for requirements of profiles there is less. */
export interface Explained {
  readonly why?: string
  readonly ways?: readonly WayOut[]
  readonly example?: ShownExample
  readonly page?: string
}

/** Files with a finding, what was run, and the files without it. */
export interface ShownExample {
  readonly setup?: string
  readonly command?: string
  readonly before: Files
  readonly after?: Files
  /** Of a requirement: who makes the one of the other. */
  readonly by?: RequirementExample['by']
}

/** All that is known of a code beyond its entry in the catalogue. */
export async function explainedCode(code: string, entry: CatalogueEntry): Promise<Explained> {
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
): Explained {
  return {
    why,
    ways: waysOut(code, entry),
    ...(example === undefined ? {} : { example: shownExample(example) }),
    ...(page === undefined ? {} : { page }),
  }
}

function waysOut(code: string, { accept, isOfAws }: CatalogueEntry): readonly WayOut[] {
  const { partial, to } = explanationOf(code) ?? {}
  return [
    ...(accept === undefined ? [] : [{ what: `--accept ${code}`, effect: sentence(accept) }]),
    ...(isOfAws === undefined
      ? []
      : [
          {
            what: '--from aws',
            effect:
              'Reads the template as AWS does, and accepts everything for which Heat has no counterpart.',
          },
        ]),
    ...(to === undefined
      ? []
      : [
          {
            what: `--to ${to}`,
            effect: 'That version can express it. It may lack functions that the rest of the template needs.',
          },
        ]),
    ...(partial === undefined
      ? []
      : [
          {
            what: '--partial',
            effect:
              'Rewrites the rest of the file and leaves this location as it is. Finish it by hand before you deploy.',
          },
        ]),
    ...(canBeIgnored(code)
      ? [
          {
            what: `# hotshift-ignore ${code}: <reason>`,
            effect: 'As a comment above the line: check no longer reports it. Heat does the same as before.',
          },
        ]
      : []),
  ]
}

function shownExample(example: Example): ShownExample {
  const { setup, command } = example
  const after = filesAfter(example)
  return {
    ...(setup === undefined ? {} : { setup }),
    command: `hotshift ${command}`,
    before: filesBefore(example),
    ...(after === undefined ? {} : { after }),
  }
}

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

/** The text of `explain`. */
export function explainedText(
  code: string,
  entry: CatalogueEntry & Explained,
  style: Style,
  width: number | undefined,
): string {
  const { title, severity, help, link, testedBy, why, ways = [], example, page } = entry
  const paragraph = (text: string) => ['', ...wrap(text, width)]
  return [
    `${style.bold(code)}  ${title}`,
    ...(why === undefined ? [] : paragraph(why)),
    ...paragraph(help),
    ...ways.flatMap((way) => ['', style.cyan(way.what), ...indented(wrap(way.effect, width && width - 2))]),
    ...(example === undefined ? [] : exampleLines(code, example, style)),
    '',
    `severity: ${severity}`,
    ...(page === undefined ? [] : [`more: ${page}`]),
    ...(link === undefined ? [] : [`published: ${link}`]),
    ...(testedBy === undefined ? [] : [`tested by ONAP's validation scripts: ${testedBy}`]),
    '',
  ].join('\n')
}

function exampleLines(
  code: string,
  { setup, command, before, after = {}, by }: ShownExample,
  style: Style,
): readonly string[] {
  const commands = [...(setup === undefined ? [] : [setup]), ...commandOf(command, by)]
  const removed = Object.keys(before).filter((path) => by !== undefined && after[path] === undefined)
  const isReported = command !== undefined
  return [
    ...fileLines(style.bold('before'), before),
    ...(commands.length === 0 ? [] : ['', ...commands.map((one) => `  $ ${one}`)]),
    ...(isReported ? [`  reports ${code}`] : []),
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
