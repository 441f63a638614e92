/** What the build puts into the page. */

/** The text of the worker. */
declare const WORKER: string
/** Examples of the handbook by name. */
declare const EXAMPLES: readonly {
  readonly title: string
  readonly command: import('./protocol.ts').CommandName
  readonly files: readonly import('./protocol.ts').SourceText[]
}[]
