/** What `explain` says of a finding beyond its entry in the catalogue. */

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
  /** The files corrected: the command does not report the finding. */
  readonly after?: string | Files
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

export type Explanations = Readonly<Record<string, Explanation>>

/** The files of an example, by name. */
export function filesOf({ command }: Example, files: string | Files): Files {
  if (typeof files !== 'string') return files
  const name = command.split(' ').find((word) => /\.(?:ya?ml|json|template|env)$/.test(word))
  return { [name ?? 'template.yaml']: files }
}
