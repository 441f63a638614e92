/** Small edits of JSON that is neither a template nor an environment: what stays is not touched. */
import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

export type { JSONPath }

/** What a text says; a byte order mark is allowed, comments and commas at the end are not. */
export function readJson(
  text: string,
): { readonly value: unknown } | { readonly problem: { readonly message: string; readonly offset: number } } {
  const errors: ParseError[] = []
  const value: unknown = parse(text.replace(/^\ufeff/, ' '), errors, { disallowComments: true })
  const [first] = errors
  return first === undefined
    ? { value }
    : { problem: { message: printParseErrorCode(first.error), offset: first.offset } }
}

/**
 * The text with another value at a path, in the layout of the text.
 * @param how `insert` puts an item into a list, before the one at the end of the path
 */
export function withJsonValue(
  text: string,
  path: JSONPath,
  value: unknown,
  how: 'set' | 'insert' = 'set',
): string {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '    '
  const formattingOptions = {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    keepLines: true,
  }
  return applyEdits(
    text,
    modify(text, path, value, { formattingOptions, isArrayInsertion: how === 'insert' }),
  )
}
