/** The tags of Jinja in a source: where each begins and ends, and what it says. Template Designer Documentation of Jinja 3. */

/** A piece of a source: what Jinja copies, or a tag. Pieces follow one another without gaps. */
export interface Piece {
  readonly kind: 'text' | 'output' | 'statement' | 'comment'
  /** Offsets in the source, braces included. */
  readonly start: number
  readonly end: number
  /** What stands between the braces, trimmed; of what Jinja copies all of it. */
  readonly content: string
  /** Whether the tag takes the white space before it, or behind it, along (`{%-`, `-%}`). */
  readonly trimsBefore: boolean
  readonly trimsAfter: boolean
  /** Whether it leaves a line break behind it where such tags take it (`+%}`). */
  readonly keepsAfter: boolean
}

/** A tag that Jinja would not read. */
export interface TagProblem {
  readonly at: number
  readonly why: string
}

const kinds = { '{{': 'output', '{%': 'statement', '{#': 'comment' } as const
const closing = { output: '}}', statement: '%}', comment: '#}' } as const
const endOfRaw = /\{%[-+]?\s*endraw\s*[-+]?%\}/g

/** The pieces of a source. What `{% raw %}` encloses is copied. */
export function piecesOf(source: string): readonly Piece[] | TagProblem {
  const pieces: Piece[] = []
  let at = 0
  for (let open = nextTag(source, 0); open !== -1; open = nextTag(source, at)) {
    if (open > at) pieces.push(textPiece(source, at, open))
    const tag = tagAt(source, open)
    if (tag === undefined) return { at: open, why: 'this tag is never closed' }
    pieces.push(tag)
    at = tag.end
    if (tag.kind !== 'statement' || tag.content !== 'raw') continue
    if (tag.keepsAfter) return { at: open, why: 'Jinja does not read "+%}" behind raw' }
    endOfRaw.lastIndex = at
    const end = endOfRaw.exec(source)?.index
    if (end === undefined) return { at: open, why: 'this raw block is never closed' }
    if (end > at) pieces.push(textPiece(source, at, end))
    const closed = tagAt(source, end)
    if (closed !== undefined) pieces.push(closed)
    at = closed?.end ?? end
  }
  if (at < source.length) pieces.push(textPiece(source, at, source.length))
  return pieces
}

function nextTag(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at !== -1; at = source.indexOf('{', at + 1))
    if (source.slice(at, at + 2) in kinds) return at
  return -1
}

function textPiece(source: string, start: number, end: number): Piece {
  return {
    kind: 'text',
    start,
    end,
    content: source.slice(start, end),
    trimsBefore: false,
    trimsAfter: false,
    keepsAfter: false,
  }
}

function tagAt(source: string, start: number): Piece | undefined {
  const kind = kinds[source.slice(start, start + 2) as keyof typeof kinds]
  const close =
    kind === 'comment' ? source.indexOf('#}', start + 2) : endOfTag(source, start + 2, closing[kind])
  if (close === -1) return undefined
  const inside = source.slice(start + 2, close)
  const trimsBefore = inside.startsWith('-')
  const trimsAfter = inside.endsWith('-')
  const content = inside.replace(/^[-+]/, '').replace(/[-+]$/, '').trim()
  return { kind, start, end: close + 2, content, trimsBefore, trimsAfter, keepsAfter: inside.endsWith('+') }
}

/** Strings and brackets may contain what looks like the end (`Lexer` of jinja2/lexer.py balances braces). */
function endOfTag(source: string, from: number, close: string): number {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    const one = source.charAt(at)
    if (depth === 0 && source.startsWith(close, at)) return at
    if (one === '"' || one === "'") {
      at = endOfString(source, at)
      if (at === -1) return -1
    } else if ('([{'.includes(one)) depth += 1
    else if (')]}'.includes(one)) depth -= 1
  }
  return -1
}

function endOfString(source: string, start: number): number {
  const quote = source.charAt(start)
  for (let at = start + 1; at < source.length; at += 1) {
    if (source.charAt(at) === '\\') at += 1
    else if (source.charAt(at) === quote) return at
  }
  return -1
}
