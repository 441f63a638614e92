/** What the build puts into the page. */

/** What stands for what in AWS's types, see bin/packed-facts.mjs. */
declare const AWS_TYPES_DICTIONARY: readonly (readonly [character: string, phrase: string])[]

/** Examples of the handbook by name. */
declare const EXAMPLES: readonly {
  readonly title: string
  readonly command: import('./protocol.ts').CommandName
  readonly files: readonly import('./protocol.ts').SourceText[]
}[]
