/** A file of a package; its name is its path in the archive. */
export interface SdcFile {
  readonly name: string
  readonly path: string
  /** Undefined for what is not UTF-8. */
  readonly text: string | undefined
}
