/** What `explain` says of every code beyond its entry in the catalogue; read by those who ask only. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainData } from '../document/data.ts'
import { readDocument } from '../document/document.ts'
import { type FindingCode, isAboutTemplates } from '../engine/catalogue.ts'

/** Texts by file name. */
export type Files = Readonly<Record<string, string>>

/** A case that shows a finding, and how it looks without. A test runs the command over both. */
export interface Example {
  /** What is done before the command, as shell commands: what files alone cannot show. */
  readonly setup?: string
  /** The command line without `hotshift`, which reports the finding for `before`. */
  readonly command: string
  /** The files; or the text of the only one, whose name is the first path in the command. */
  readonly before: string | Files
  /** The files that are corrected, null for one that is removed: the command does not report the finding. */
  readonly after?: string | Readonly<Record<string, string | null>>
}

export interface Explanation {
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
    read = plainData('document' in reading ? reading.document.root : undefined) as Readonly<
      Record<FindingCode, Explanation>
    >
  }
  return read
}

/** The explanation of a code; undefined for what is not of the catalogue. */
export function explanationOf(code: string): Explanation | undefined {
  const all = allExplanations()
  return Object.hasOwn(all, code) ? all[code as FindingCode] : undefined
}

/** Whether a comment in the file can set the finding aside: it is about a readable template, and `check` reports it. */
export function canBeIgnored(code: string): boolean {
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
