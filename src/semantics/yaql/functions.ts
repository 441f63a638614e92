/** What is called by name, and what is called on a value. */
import * as collections from './collections.ts'
import type { Library } from './library.ts'
import * as texts from './texts.ts'

export const methods: Library = {
  ...collections.methods,
  ...texts.methods,
  ...collections.extensions,
  ...texts.extensions,
}

export const functions: Library = {
  ...collections.functions,
  ...texts.functions,
  ...collections.extensions,
  ...texts.extensions,
}
