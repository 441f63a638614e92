import { hasEscapedKey } from '../text/document/mentions.ts'

/** Words that hardly any file has that is neither a template nor an environment. */
const tellingWords = [
  'TemplateFormatVersion', // AWSTemplateFormatVersion and HeatTemplateFormatVersion
  'heat_template_version',
  'resource_registry',
  'parameter_defaults',
]

/** All keys of a blueprint. */
export const blueprintKeys: readonly string[] = ['name', 'components', 'requires']

/** A key under which a template without a version can be known, in block or flow, quoted or not. */
const versionlessKey = /(?:^|[\s{,"'\uFEFF])(?:[Rr]esources|Transform)["']?\s*:/

/**
 * Whether a source is worth parsing: a search for marker words, at a small fraction of the cost of a parse. Templates
 * and environments are never missed; files that only resemble them are sorted out by `recognise`.
 *
 * A source without a marker word can still be an environment of nothing but `parameters`, which is known by its first
 * key, or a template without a version, which AWS accepts: it has resources and names types (`AWS::S3::Bucket`). A
 * blueprint is known by its first key as well.
 */
export function looksLikeTemplate(text: string): boolean {
  return (
    tellingWords.some((word) => text.includes(word)) ||
    startsWithKey(text, environmentSections) ||
    // Also where it is misspelt, or has an unexpected key beside it.
    (text.includes('comp') &&
      (startsWithKey(text, [...blueprintKeys, 'description']) || startsAlike(text))) ||
    (text.includes('::') && versionlessKey.test(text)) ||
    hasEscapedKey(text)
  )
}

/** What an environment or a blueprint has no other keys than: its first key is one of them. */
function startsWithKey(text: string, keys: readonly string[]): boolean {
  const start = firstKeyOffset(text)
  const key = keys.find((name) => text.startsWith(name, start))
  return key !== undefined && /[\s:"']/.test(text.charAt(start + key.length))
}

/** Whether the first key may be `components`, misspelt. */
function startsAlike(text: string): boolean {
  const start = firstKeyOffset(text)
  return /^comp\w{3,8}["']?\s*:/.test(text.slice(start, start + 20))
}

/** Where the first key begins: after byte order mark, comments, directives, `---`, `{` and a quote. */
function firstKeyOffset(text: string): number {
  let offset = 0
  for (;;) {
    const next = afterPrelude(text, offset)
    if (next === offset) return offset
    offset = next
  }
}

function afterPrelude(text: string, offset: number): number {
  switch (text.charAt(offset)) {
    case '\uFEFF':
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '{':
    case '"':
    case "'":
      return offset + 1
    case '#':
    case '%':
      return afterNext(text, '\n', offset)
    case '-':
      return text.startsWith('---', offset) ? offset + 3 : offset
    case '/':
      if (text.startsWith('//', offset)) return afterNext(text, '\n', offset)
      return text.startsWith('/*', offset) ? afterNext(text, '*/', offset) : offset
    default:
      return offset
  }
}

function afterNext(text: string, what: string, offset: number): number {
  const found = text.indexOf(what, offset)
  return found < 0 ? text.length : found + what.length
}

/** The sections of an environment file; Heat refuses any other (heat/common/environment_format.py). */
export const environmentSections: readonly string[] = [
  'parameters',
  'resource_registry',
  'parameter_defaults',
  'encrypted_param_names',
  'event_sinks',
  'parameter_merge_strategies',
]
