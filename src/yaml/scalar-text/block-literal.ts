import { loneSurrogate, unwritableInLines } from './characters.ts'

/** A literal block scalar: its header, and its lines without the indentation that the caller gives them. */
export interface BlockLiteral {
  /** `|` with an indentation indicator (1 to 9) and a chomping indicator where they are needed. */
  readonly header: string
  /** An empty line is the empty string and gets no indentation. */
  readonly lines: readonly string[]
}

/** No line breaks at the end: `|-`; one: `|`; more: `|+`, which keeps all. */
function chomping(text: string): '' | '-' | '+' {
  if (!text.endsWith('\n')) return '-'
  return text.endsWith('\n\n') ? '+' : ''
}

/**
 * A text as a literal block scalar.
 *
 * @param step columns by which the caller indents the lines more than the parent collection (YAML 1.1
 * section 9.2.1); it becomes the indicator where the text starts with a blank, at least after line breaks
 * @returns undefined when the block would not be exactly this text in PyYAML and npm `yaml`: without any
 * line but empty ones, with characters that only an escape can say, with a line of nothing but spaces at its
 * end (which npm `yaml` chomps), or with a leading blank and a step outside 1 to 9
 */
export function blockLiteral(text: string, step: number): BlockLiteral | undefined {
  if (unwritableInLines.test(text) || loneSurrogate.test(text)) return undefined
  const lines = text.split('\n')
  const chomp = chomping(text)
  if (chomp !== '-') lines.pop()
  const first = lines.find((line) => line !== '')
  const last = lines.findLast((line) => line !== '')
  if (first === undefined || last === undefined || /^ +$/.test(last)) return undefined
  if (!first.startsWith(' ') && !first.startsWith('\t')) return { header: `|${chomp}`, lines }
  if (!Number.isInteger(step) || step < 1 || step > 9) return undefined
  return { header: `|${step}${chomp}`, lines }
}
