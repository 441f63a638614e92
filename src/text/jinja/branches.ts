/**
 * Branches of one `if` often give the same key a value. So a source is seen several times, each time with other branches
 * hidden, and what becomes of a branch is taken from where it is seen.
 */
import { type Piece, piecesOf } from './tags.ts'

export interface Hidden {
  readonly start: number
  readonly end: number
}

/** One way to see a source. */
interface View {
  readonly hidden: readonly Hidden[]
  /** Which of the stretches between statements are seen, in their order. */
  readonly isSeen: readonly boolean[]
}

/** A branch that a stretch belongs to. */
interface Place {
  readonly chain: Chain
  readonly branch: number
}

interface Chain {
  /** In how many others it is. */
  readonly depth: number
  /** The tags of the branches, and the last one. */
  readonly tags: Piece[]
}

const mostViews = 9

/** The views that show every branch; one that shows all where there is no choice. */
export function viewsOf(source: string): readonly View[] {
  const { chains, stretches } = chainsIn(source)
  const chosen = chains.filter(({ tags }) => tags.length > 2 && tags.every((tag) => isAlone(source, tag)))
  const base = Math.max(1, ...chosen.map(({ tags }) => tags.length - 1))
  const depth = Math.max(0, ...chosen.map((one) => one.depth + 1))
  const known = new Set(chosen)
  return Array.from({ length: Math.min(mostViews, base ** depth) }, (_, number) => {
    const choice = (chain: Chain) =>
      Math.min(Math.floor(number / base ** chain.depth) % base, chain.tags.length - 2)
    const isSeen = ({ chain, branch }: Place) => !known.has(chain) || choice(chain) === branch
    return {
      hidden: chosen.flatMap((chain) => hiddenIn(chain, choice(chain))),
      isSeen: stretches.map((places) => places.every(isSeen)),
    }
  })
}

/** What was made of a source by views of it, each stretch from the first view that sees it; undefined where tags were lost. */
export function assembled(
  source: string,
  views: readonly View[],
  results: readonly string[],
): string | undefined {
  const own = split(source)
  const made = results.map(split)
  if (made.some(({ stretches }) => stretches.length !== own.stretches.length)) return undefined
  return own.stretches
    .map((stretch, index) => {
      const view = Math.max(
        0,
        views.findIndex(({ isSeen }) => isSeen[index] === true),
      )
      return (made[view]?.stretches[index] ?? stretch) + (own.statements[index] ?? '')
    })
    .join('')
}

function split(source: string): {
  readonly statements: readonly string[]
  readonly stretches: readonly string[]
} {
  const tags = statementsIn(source)
  const ends = [0, ...tags.map(({ end }) => end)]
  return {
    statements: tags.map(({ start, end }) => source.slice(start, end)),
    stretches: ends.map((end, index) => source.slice(end, tags[index]?.start ?? source.length)),
  }
}

function statementsIn(source: string): readonly Piece[] {
  const pieces = piecesOf(source)
  return 'why' in pieces ? [] : pieces.filter(({ kind }) => kind === 'statement')
}

function chainsIn(source: string): {
  readonly chains: readonly Chain[]
  readonly stretches: readonly (readonly Place[])[]
} {
  const chains: Chain[] = []
  const open: { readonly chain: Chain; branch: number }[] = []
  const stretches: (readonly Place[])[] = [[]]
  for (const tag of statementsIn(source)) {
    const word = /^\w+/.exec(tag.content)?.[0]
    const last = open.at(-1)
    if (word === 'if' || word === 'for') {
      const chain = { depth: open.filter((one) => chains.includes(one.chain)).length, tags: [tag] }
      open.push({ chain, branch: 0 })
      if (word === 'if') chains.push(chain)
    } else if (last !== undefined && (word === 'elif' || word === 'else')) {
      last.chain.tags.push(tag)
      last.branch += 1
    } else if (word === 'endif' || word === 'endfor') {
      last?.chain.tags.push(tag)
      open.pop()
    }
    stretches.push(open.map(({ chain, branch }) => ({ chain, branch })))
  }
  return { chains, stretches }
}

function hiddenIn({ tags }: Chain, seen: number): readonly Hidden[] {
  return tags.slice(0, -1).flatMap((tag, branch) => {
    const next = tags[branch + 1]
    return branch === seen || next === undefined ? [] : [{ start: tag.end, end: next.start }]
  })
}

/** Whether there is nothing else on the lines of a tag. */
function isAlone(source: string, { start, end }: Piece): boolean {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  const lineEnd = source.indexOf('\n', end)
  return before.trim() === '' && source.slice(end, lineEnd === -1 ? undefined : lineEnd).trim() === ''
}
