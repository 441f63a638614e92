/** YAML texts as people (and their tools) lay them out: each a text that Heat can load. */
import type { Choices } from './choices.ts'
import {
  blockLines,
  doubleQuoted,
  foldedWords,
  keys,
  plainEverywhere,
  plainInBlock,
  singleQuoted,
  tags,
} from './yaml-words.ts'

type Role = 'root' | 'key' | 'dash' | 'explicit'

/** Writes one document; every method returns text that goes on where the last one ended. */
class YamlWriter {
  readonly #choices: Choices
  readonly #anchors: string[] = []
  /** Anchors of mappings, for `<<`. */
  readonly #mapAnchors: string[] = []
  #comments = 0
  #names = 0
  #budget: number

  constructor(choices: Choices, budget: number) {
    this.#choices = choices
    this.#budget = budget
  }

  document(): string {
    const choices = this.#choices
    let text = ''
    if (choices.once(6)) text += this.#between(0)
    if (choices.once(12)) text += `%YAML 1.1\n---${this.#lineEnd()}`
    else if (choices.once(6)) text += `---${this.#lineEnd()}`
    // biome-ignore lint/suspicious/noDuplicateElseIf: chance is asked anew each time
    else if (choices.once(12)) text += '--- '
    const inline = text.endsWith('--- ')
    if (choices.once(30)) text += this.#between(0)
    else text += this.#root(inline)
    if (choices.once(5)) text += this.#between(0)
    if (choices.once(12) && !inline) text += `...${this.#lineEnd()}`
    return this.#finish(text)
  }

  #finish(text: string): string {
    const choices = this.#choices
    let result = choices.once(5) && text.endsWith('\n') ? text.slice(0, -1) : text
    if (choices.once(5)) result = result.replaceAll('\n', '\r\n')
    return choices.once(8) ? `\ufeff${result}` : result
  }

  #root(inline: boolean): string {
    const choices = this.#choices
    const kind = choices.below(12)
    if (inline)
      return kind < 4
        ? `${this.#inline(0).trim()}${this.#lineEnd()}`
        : `${this.#flow(0, true)}${this.#lineEnd()}`
    if (kind === 11) return `${this.#flow(0, true)}${this.#lineEnd()}`
    if (kind === 10) return this.#sequence(choices.once(4) ? 2 : 0, '')
    const column = choices.once(10) ? choices.below(3) + 1 : 0
    return this.#mapping(column, '')
  }

  // --- comments and blanks

  #comment(): string {
    this.#comments += 1
    return `#${this.#choices.pick([' ', '', '  ', '# '])}c${this.#comments}${this.#choices.pick(['', '', ' é: [', " 'x"])}`
  }

  /** The rest of a line: blanks, perhaps a comment, the line break. */
  #lineEnd(): string {
    const choices = this.#choices
    if (choices.once(7)) return `${choices.pick([' ', '  ', '\t'])}${this.#comment()}\n`
    return `${choices.once(12) ? choices.pick([' ', '  ', '\t']) : ''}\n`
  }

  /** Lines between two entries. */
  #between(column: number): string {
    const choices = this.#choices
    let text = ''
    while (choices.once(6)) {
      if (choices.once(3)) text += choices.pick(['\n', '\n', '  \n', '\n\n'])
      else text += `${' '.repeat(choices.once(5) ? choices.below(6) : column)}${this.#comment()}\n`
    }
    return text
  }

  // --- collections in block style

  /** @param first what stands already on the first line, up to `column` */
  #mapping(column: number, first: string): string {
    const choices = this.#choices
    const pad = ' '.repeat(column)
    let text = first
    let count = 1 + choices.below(4)
    while (count < 12 && choices.once(9)) count += 3
    for (let index = 0; index < count; index += 1) {
      if (index > 0) text += this.#between(column)
      if (index > 0 || first === '') text += pad
      text += this.#entry(column)
      if (this.#budget <= 0) break
    }
    return text
  }

  #entry(column: number): string {
    const choices = this.#choices
    this.#budget -= 1
    const merged = this.#mapAnchors.length > 0 && choices.once(6) ? choices.pick(this.#mapAnchors) : undefined
    if (merged !== undefined)
      return `<<: ${choices.once(3) ? `[*${merged}]` : `*${merged}`}${this.#lineEnd()}`
    if (choices.once(20)) return this.#explicitEntry(column)
    return `${this.#key(true)}:${this.#value(column, 'key')}`
  }

  #explicitEntry(column: number): string {
    const choices = this.#choices
    const pad = ' '.repeat(column)
    const key = choices.once(4)
      ? `? |\n${pad}  ${choices.pick(['a', 'long key'])}\n`
      : `? ${this.#key(false)}${this.#lineEnd()}`
    if (choices.once(4)) return key
    return `${key}${this.#between(column)}${pad}:${this.#value(column, 'explicit')}`
  }

  #key(implicit: boolean): string {
    const choices = this.#choices
    const key = choices.once(4) ? `k${choices.below(40)}` : choices.pick(keys)
    const before = choices.once(40) ? `&${this.#newAnchor()} ` : ''
    const tag = choices.once(40) ? '!!str ' : ''
    return `${before}${tag}${key}${implicit && choices.once(20) ? ' ' : ''}`
  }

  #sequence(column: number, first: string): string {
    const choices = this.#choices
    const pad = ' '.repeat(column)
    let text = first
    const count = 1 + choices.below(4)
    for (let index = 0; index < count; index += 1) {
      if (index > 0) text += this.#between(column)
      if (index > 0 || first === '') text += pad
      this.#budget -= 1
      text += `-${this.#value(column, 'dash')}`
      if (this.#budget <= 0) break
    }
    return text
  }

  /** What follows `key:`, `-` or `? `, up to the line break after its last line. */
  #value(column: number, role: Role): string {
    const choices = this.#choices
    const kind = choices.below(20)
    const deep = this.#budget <= 0 || column > 40
    if (kind < 6 || deep)
      return kind === 5 ? this.#lineEnd() : `${this.#gap()}${this.#inline(column)}${this.#lineEnd()}`
    if (kind === 6) return this.#blockScalar(column)
    if (kind === 7) return `${this.#gap()}${this.#multiLine(column)}${this.#lineEnd()}`
    if (kind < 10) return `${this.#gap()}${this.#anchoredFlow(column, choices.once(3), 0)}${this.#lineEnd()}`
    if (kind === 10)
      return `${this.#lineEnd()}${this.#between(column + 2)}${' '.repeat(column + 2)}${this.#inline(column)}${this.#lineEnd()}`
    return this.#blockCollection(column, role, kind < 16)
  }

  #blockCollection(column: number, role: Role, isMap: boolean): string {
    const choices = this.#choices
    const compact = (role === 'dash' || role === 'explicit') && choices.below(4) !== 3
    if (compact) {
      const blanks = choices.once(6) ? 1 + choices.below(3) : 1
      const inner = column + 1 + blanks
      const first = ' '.repeat(blanks)
      return isMap ? this.#mapping(inner, first) : this.#sequence(inner, first)
    }
    const anchor = choices.once(8) ? this.#newAnchor() : undefined
    const tag = choices.once(20) ? choices.pick(['!Map', '!Fn']) : undefined
    const props = [anchor === undefined ? '' : ` &${anchor}`, tag === undefined ? '' : ` ${tag}`]
    if (choices.once(2)) props.reverse()
    const flush = role === 'key' && !isMap && choices.once(3)
    const inner = flush ? column : column + choices.pick([2, 2, 2, 4, 1, 3])
    const head = `${props.join('')}${this.#lineEnd()}${this.#between(inner)}`
    const body = isMap ? this.#mapping(inner, '') : this.#sequence(inner, '')
    this.#define(anchor, isMap && tag === undefined)
    return head + body
  }

  // --- scalars and flow

  #gap(): string {
    return this.#choices.once(12) ? this.#choices.pick(['  ', '\t', ' \t', '    ']) : ' '
  }

  #newAnchor(): string {
    this.#names += 1
    return `x${this.#names}`
  }

  #define(anchor: string | undefined, isMap = false): void {
    if (anchor === undefined) return
    this.#anchors.push(anchor)
    if (isMap) this.#mapAnchors.push(anchor)
  }

  #props(): string {
    const choices = this.#choices
    if (!choices.once(10)) return ''
    const anchor = this.#newAnchor()
    this.#define(anchor)
    return `&${anchor} `
  }

  /** A scalar or alias on one line. */
  #inline(_column: number, inFlow = false): string {
    const choices = this.#choices
    if (this.#anchors.length > 0 && choices.once(8)) return `*${choices.pick(this.#anchors)}`
    const anchor = choices.once(15) ? this.#newAnchor() : undefined
    const tag = choices.once(15) ? choices.pick(tags) : undefined
    const props = `${anchor === undefined ? '' : `&${anchor} `}${tag === undefined ? '' : `${tag} `}`
    const kind = choices.below(6)
    let text: string
    if (kind === 5) text = choices.pick(doubleQuoted)
    else if (kind === 4) text = choices.pick(singleQuoted)
    else if (kind === 3 && !inFlow) text = choices.pick(plainInBlock)
    else text = choices.pick(plainEverywhere)
    this.#define(anchor)
    return props + text
  }

  /** A text over several lines, without quotes or in them. */
  #multiLine(column: number): string {
    const choices = this.#choices
    const quote = choices.pick(['', "'", '"'])
    const pad = ' '.repeat(column + 1 + choices.below(5))
    const lines: string[] = [
      choices.pick(foldedWords.filter((word) => quote !== '"' || !word.includes('\\'))),
    ]
    const count = 1 + choices.below(3)
    for (let index = 0; index < count; index += 1) {
      if (choices.once(5)) lines.push(choices.once(4) && quote !== '' ? '\t' : '')
      const word = choices.pick(foldedWords.filter((one) => quote !== '"' || !one.includes('\\')))
      lines.push(`${pad}${choices.once(10) ? '\t' : ''}${quote === '' && word === '-x' ? 'x' : word}`)
    }
    if (quote === '"' && choices.once(3)) lines[0] += ' \\'
    return quote + lines.join(`${choices.once(8) ? ' ' : ''}\n`) + quote
  }

  #blockScalar(column: number): string {
    const choices = this.#choices
    const base = Math.max(column, 0)
    const indicator = choices.once(4) ? 1 + choices.below(4) : undefined
    const indent = base + (indicator ?? 1 + choices.below(4))
    const chomping = choices.pick(['', '', '-', '+'])
    const digits =
      indicator === undefined
        ? chomping
        : choices.once(2)
          ? `${chomping}${indicator}`
          : `${indicator}${chomping}`
    const pad = ' '.repeat(indent)
    const lines: string[] = []
    const count = choices.below(6)
    for (let index = 0; index < count; index += 1) lines.push(choices.pick(blockLines))
    const firstText = lines.findIndex((line) => line.trim() !== '')
    if (indicator === undefined && firstText !== -1)
      lines.splice(0, firstText, ...lines.slice(0, firstText).map(() => ''))
    if (indicator === undefined && firstText !== -1)
      lines[firstText] = (lines[firstText] as string).trimStart()
    const body = lines.map((line) => (line === '' ? '\n' : `${pad}${line}\n`)).join('')
    const anchor = this.#props()
    return `${this.#gap()}${anchor}${choices.pick(['|', '|', '>'])}${digits}${this.#lineEnd()}${body}`
  }

  /** An alias inside its own anchor has no end: the anchor counts only behind the brackets. */
  #anchoredFlow(column: number, severalLines: boolean, depth: number): string {
    const anchor = this.#choices.once(10) ? this.#newAnchor() : undefined
    const text = this.#flow(column, severalLines, depth)
    this.#define(anchor)
    return anchor === undefined ? text : `&${anchor} ${text}`
  }

  #flow(column: number, severalLines: boolean, depth = 0): string {
    const choices = this.#choices
    this.#budget -= 1
    const isMap = choices.once(2)
    const count = depth > 4 ? choices.below(2) : choices.below(4)
    const parts: string[] = []
    for (let index = 0; index < count; index += 1) {
      parts.push(
        isMap ? this.#flowEntry(column, severalLines, depth) : this.#flowItem(column, severalLines, depth),
      )
    }
    if (count > 0 && choices.once(8)) parts.push('')
    let text = ''
    parts.forEach((part, index) => {
      text += this.#flowGap(column, severalLines, index === 0)
      text += part
      if (index < parts.length - 1) text += `${choices.once(12) ? ' ' : ''},`
    })
    text += choices.once(3) || severalLines ? this.#flowGap(column, severalLines, true) : ''
    return isMap ? `{${text}}` : `[${text}]`
  }

  #flowGap(column: number, severalLines: boolean, optional: boolean): string {
    const choices = this.#choices
    if (severalLines && choices.once(2)) {
      const indent = ' '.repeat(choices.once(8) ? 0 : Math.max(column, 0) + choices.below(5))
      const blank = choices.once(8) ? '\n' : ''
      const own = choices.once(8) ? `${indent}${this.#comment()}\n` : ''
      return `${this.#lineEnd()}${blank}${own}${indent}`
    }
    return choices.once(12) ? '\t' : optional && choices.once(2) ? '' : ' '
  }

  #flowItem(column: number, severalLines: boolean, depth: number): string {
    const choices = this.#choices
    if (choices.once(10)) return `${this.#flowKey()}: ${this.#inline(0, true)}`
    return this.#flowValue(column, severalLines, depth)
  }

  #flowKey(): string {
    const key = this.#choices.pick(keys.filter((one) => !/^[-=]/.test(one)))
    return key
  }

  #flowEntry(column: number, severalLines: boolean, depth: number): string {
    const choices = this.#choices
    const key = this.#flowKey()
    const form = choices.below(14)
    if (form === 13) return key
    if (form === 12) return `? ${key} : ${this.#inline(0, true)}`
    if (form === 11 && /^['"]/.test(key)) return `${key}:${this.#inline(0, true)}`
    if (form === 10) return `${key}: `
    if (form === 9 && severalLines)
      return `${key}:${this.#flowGap(column, true, false)}${this.#flowValue(column, true, depth)}`
    return `${key}: ${this.#flowValue(column, severalLines, depth)}`
  }

  #flowValue(column: number, severalLines: boolean, depth: number): string {
    const choices = this.#choices
    if (this.#budget > 0 && choices.once(4)) return this.#anchoredFlow(column, severalLines, depth + 1)
    return this.#inline(0, true)
  }
}

/** @param budget about how many entries and items it may have */
export function yamlText(choices: Choices, budget: number): string {
  return new YamlWriter(choices, budget).document()
}
