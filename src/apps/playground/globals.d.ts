/** What the build puts into the page. */

/** Which character is which phrase in facts, by their file, see bin/packed-facts.mjs. */
declare const FACTS_DICTIONARIES: Readonly<
  Record<
    'aws-types.jsonl' | 'resource-types.jsonl',
    readonly (readonly [character: string, phrase: string])[]
  >
>

/** Examples of the handbook by name. */
declare const EXAMPLES: readonly {
  readonly title: string
  readonly command: import('./protocol.ts').CommandName
  readonly files: readonly import('./protocol.ts').SourceText[]
}[]
