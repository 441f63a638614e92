/** A file of a package; its name is its path in the archive. */
export interface SdcFile {
  readonly name: string
  readonly path: string
  /** Undefined for what is no text. */
  readonly text: string | undefined
}
