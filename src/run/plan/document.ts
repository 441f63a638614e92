/** JSON documents that users give: what they must look like, and what is said of those that do not. */
import type * as z from 'zod/mini'
import { jsonMistake } from './json-mistake.ts'

/** Why a document is not what it should be. */
export class DocumentProblem extends Error {
  /** Where its source is wrong, lines and columns from 1; absent where what it says is. */
  readonly location: { readonly line: number; readonly column: number } | undefined

  constructor(message: string, location?: { readonly line: number; readonly column: number }) {
    super(message)
    this.location = location
  }
}

/**
 * Reads a JSON document of a known form.
 *
 * @throws DocumentProblem that says where it is wrong
 */
export function readDocument<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  what: string,
): z.infer<Schema> {
  return validated(parseJson(text, what), schema, what)
}

/**
 * Checks the form of a part of a document, or of all of it.
 *
 * @param above where in the document the part stands
 * @throws DocumentProblem that says where it is wrong
 */
export function validated<Schema extends z.ZodMiniType>(
  value: unknown,
  schema: Schema,
  what: string,
  above: readonly (string | number)[] = [],
): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const location = [...above, ...(issue?.path ?? [])]
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
  throw new DocumentProblem(
    `is not a ${what}: at ${location.replace(/^\./, '') || 'the top'}: ${wordsOf(issue)}`,
  )
}

function parseJson(text: string, what: string): unknown {
  const content = text.replace(/^\ufeff/, '')
  try {
    return JSON.parse(content)
  } catch (error) {
    const { message, ...location } = jsonMistake(content, error)
    throw new DocumentProblem(`is not a ${what}: ${message}`, location)
  }
}

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return `${issue.expected} is expected`
    case 'invalid_value':
      return `${issue.values.map((value) => JSON.stringify(value)).join(' or ')} is expected`
    case 'invalid_format':
      return 'the content has another form'
    default:
      return issue?.message ?? 'another form is expected'
  }
}
