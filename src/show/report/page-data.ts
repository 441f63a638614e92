/** What the page is made from, and reads: short names, because thousands of files have them. */

/** An element of SVG. */
export interface Drawn {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Drawn | string)[]
}

/** What the resources of a template wait for, as a picture, with the circles in words. */
export interface Drawing {
  readonly picture: Drawn
  readonly circles: readonly string[]
}

/** A finding of a file. */
export interface PageFinding {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  /** From 1, in the file before; 0 for the file as a whole. */
  readonly line: number
  readonly transform?: string
  readonly help?: string
}

/** A hunk of the diff, in its order. */
interface PageHunk {
  readonly transforms: readonly string[]
}

/** What is shown of a file when it is opened. */
export interface PageBody {
  /** As `git apply` takes it; absent where nothing changes. */
  readonly diff?: string
  readonly hunks: readonly PageHunk[]
  readonly findings: readonly PageFinding[]
  readonly impact?: PageImpact
  /** What the proof assumes. */
  readonly assumptions?: readonly string[]
  readonly drawing?: Drawing
}

/** What happens to a resource of a live stack, in plain words. */
export interface ImpactRow {
  readonly mark: string
  readonly name: string
  /** What it was where that is another, and what it is. */
  readonly types: readonly string[]
  readonly effects: readonly string[]
  readonly why: readonly string[]
}

/** The effect on a stack created from the file as it was. */
export interface PageImpact {
  /** In one line. */
  readonly said: string
  readonly rows: readonly ImpactRow[]
  /** What else is to be said, a line each. */
  readonly others: readonly string[]
}

/** What the list knows of a file. */
export interface PageFile {
  readonly path: string
  readonly newPath?: string
  readonly isNew?: true
  readonly status: string
  readonly reason?: string
  readonly kind: string
  readonly proof: string
  readonly group?: string
  readonly transforms: readonly string[]
  /** Codes of its findings, each once. */
  readonly codes: readonly string[]
  /** The worst of its findings. */
  readonly worst?: 'error' | 'warning' | 'info'
  /** Why no stack can be made of the result, if so. */
  readonly undeployable?: string
  /** Of a changed file: by which decisions know it again. */
  readonly before?: string
  readonly after?: string
  readonly hunks: number
  /** Whether there is a body to open. */
  readonly hasBody: boolean
}

export interface PageIndex {
  readonly version: string
  readonly files: readonly PageFile[]
  /** What codes mean. */
  readonly codes: Readonly<Record<string, { readonly title: string; readonly help: string }>>
  /** Whether this page can have the choices made. */
  readonly session?: string
  /** What can be answered: each entry of the file of answers, up to the answer. */
  readonly questions?: { readonly heading: string; readonly entries: readonly string[] }
}
