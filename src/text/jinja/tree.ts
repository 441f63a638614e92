/** What the tags of a source make of it: branches and loops around what it copies. */
import { type Piece, piecesOf, type TagProblem } from './tags.ts'

export type Part =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'output'; readonly expression: string; readonly at: number }
  | { readonly is: 'set'; readonly name: string; readonly expression: string; readonly at: number }
  | { readonly is: 'if'; readonly branches: readonly Branch[] }
  | Loop

interface Branch {
  /** Undefined for `else`. */
  readonly condition: string | undefined
  readonly at: number
  readonly body: readonly Part[]
}

export interface Loop {
  readonly is: 'for'
  readonly targets: readonly string[]
  readonly iterable: string
  /** Which items it takes. */
  readonly condition: string | undefined
  readonly at: number
  readonly body: readonly Part[]
  /** What there is where it has no items. */
  readonly otherwise: readonly Part[]
}

/** How an environment of Jinja treats the line break behind a statement, and the indentation before it. */
type Trimming = 'trim_blocks' | 'none'

/** The parts of a source; a problem where tags are not closed, or do what only a run of Jinja can know. */
export function partsOf(source: string, trimming: Trimming): readonly Part[] | TagProblem {
  const pieces = piecesOf(source)
  if ('why' in pieces) return pieces
  const reader = new Reader(pieces.map((piece, index) => trimmed(piece, pieces, index, trimming)))
  try {
    return reader.all()
  } catch (error) {
    if (error instanceof Unsupported) return { at: error.at, why: error.message }
    throw error
  }
}

function trimmed(piece: Piece, pieces: readonly Piece[], index: number, trimming: Trimming): Piece {
  if (piece.kind !== 'text') return piece
  const [before, after] = [pieces[index - 1], pieces[index + 1]]
  let { content } = piece
  if (before?.trimsAfter === true) content = content.trimStart()
  else if (trimming === 'trim_blocks' && before !== undefined && takesLineBreak(before))
    content = content.replace(/^\r?\n/, '')
  if (after?.trimsBefore === true) content = content.trimEnd()
  return { ...piece, content }
}

/** `{% raw %}` and `{% … +%}` leave the line break (`Lexer` of jinja2/lexer.py). */
function takesLineBreak({ kind, content, keepsAfter }: Piece): boolean {
  return (kind === 'statement' || kind === 'comment') && content !== 'raw' && !keepsAfter
}

class Unsupported extends Error {
  readonly at: number

  constructor(at: number, why: string) {
    super(why)
    this.at = at
  }
}

class Reader {
  readonly #pieces: readonly Piece[]
  #next = 0

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
  }

  all(): readonly Part[] {
    const { parts, end } = this.#until([])
    if (end !== undefined) throw new Unsupported(end.start, `"${end.content}" belongs to no block`)
    return parts
  }

  /** The parts up to one of some statements, which is read as well. */
  #until(words: readonly string[]): { readonly parts: readonly Part[]; readonly end: Piece | undefined } {
    const parts: Part[] = []
    for (let piece = this.#pieces[this.#next]; piece !== undefined; piece = this.#pieces[this.#next]) {
      this.#next += 1
      if (piece.kind === 'text') parts.push({ is: 'text', text: piece.content })
      if (piece.kind === 'output') parts.push({ is: 'output', expression: piece.content, at: piece.start })
      if (piece.kind !== 'statement') continue
      const word = wordOf(piece)
      if (words.includes(word)) return { parts, end: piece }
      const part = this.#statement(piece, word)
      if (part !== undefined) parts.push(part)
    }
    if (words.length > 0)
      throw new Unsupported(this.#pieces.at(-1)?.start ?? 0, `"${words.at(-1)}" is missing`)
    return { parts, end: undefined }
  }

  #statement(piece: Piece, word: string): Part | undefined {
    if (word === 'raw' || word === 'endraw') return undefined
    if (word === 'if') return this.#if(piece)
    if (word === 'for') return this.#for(piece)
    const [name = '', ...values] = restOf(piece).split('=')
    if (word === 'set' && values.length > 0 && /^\w+$/.test(name.trim()))
      return { is: 'set', name: name.trim(), expression: values.join('=').trim(), at: piece.start }
    throw new Unsupported(piece.start, `hotshift does not follow "${word}" of Jinja`)
  }

  #if(first: Piece): Part {
    const branches: Branch[] = []
    let opening = first
    for (;;) {
      const condition = wordOf(opening) === 'else' ? undefined : restOf(opening)
      const { parts, end } = this.#until(['elif', 'else', 'endif'])
      branches.push({ condition, at: opening.start, body: parts })
      if (end === undefined || wordOf(end) === 'endif') return { is: 'if', branches }
      opening = end
    }
  }

  #for(opening: Piece): Part {
    const [names = '', ...behind] = restOf(opening).split(/\sin\s/)
    const [iterable = '', ...conditions] = behind.join(' in ').split(/\sif\s/)
    const targets = names.match(/\w+/g) ?? []
    if (!/^\w+(?:\s*,\s*\w+)*$/.test(names.trim()) || iterable.trim() === '')
      throw new Unsupported(opening.start, 'this loop cannot be read')
    const condition = conditions.length === 0 ? undefined : conditions.join(' if ').trim()
    const { parts: body, end } = this.#until(['else', 'endfor'])
    const otherwise = end !== undefined && wordOf(end) === 'else' ? this.#until(['endfor']).parts : []
    return {
      is: 'for',
      targets,
      iterable: iterable.trim(),
      condition,
      at: opening.start,
      body,
      otherwise,
    }
  }
}

function wordOf({ content }: Piece): string {
  return /^\w+/.exec(content)?.[0] ?? ''
}

function restOf(piece: Piece): string {
  return piece.content.slice(wordOf(piece).length).trim()
}
