/**
 * The known names closest to a name that nobody knows, best first: those within a third of its
 * length in edits (at least two), at most `limit` of them. Case does not count.
 */
export function nearNames(name: string, known: Iterable<string>, limit = 3): string[] {
  const wanted = name.toLowerCase()
  const tolerance = Math.max(2, Math.floor(wanted.length / 3))
  const near: { readonly candidate: string; readonly edits: number }[] = []
  for (const candidate of known) {
    // Seen early, as every unknown type of a package is compared with all that Heat has.
    if (Math.abs(wanted.length - candidate.length) > tolerance) continue
    const edits = editDistance(wanted, candidate.toLowerCase(), tolerance)
    if (edits !== undefined) near.push({ candidate, edits })
  }
  return near
    .sort((a, b) => a.edits - b.edits)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** How many answers are kept for the next state of a template: most of its names are the same then. */
const mostKept = 50

const kept = new Map<string, Map<string, string | undefined>>()

/** The nearest of some names that are only listed when somebody asks. */
export class NearNames {
  readonly #list: () => readonly string[]
  #answers: Map<string, string | undefined> | undefined
  #names: readonly string[] = []

  constructor(list: () => readonly string[]) {
    this.#list = list
  }

  of(name: string): string | undefined {
    const answers = this.#known()
    if (!answers.has(name)) answers.set(name, nearNames(name, this.#names, 1)[0])
    return answers.get(name)
  }

  /** Answers depend on the names alone, so that the same names have the same answers. */
  #known(): Map<string, string | undefined> {
    if (this.#answers !== undefined) return this.#answers
    this.#names = this.#list()
    const key = this.#names.join('\n')
    const answers = kept.get(key) ?? new Map<string, string | undefined>()
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, answers)
    this.#answers = answers
    return answers
  }
}

/**
 * Insertions, deletions and replacements of one character that turn `a` into `b` (Levenshtein); undefined when they
 * are more than `most`.
 */
function editDistance(a: string, b: string, most: number): number | undefined {
  const width = b.length
  let row = new Uint32Array(width + 1)
  let next = new Uint32Array(width + 1)
  for (let column = 0; column <= width; column += 1) row[column] = column
  for (let i = 1; i <= a.length; i += 1) {
    const letter = a.charCodeAt(i - 1)
    let least = i
    let left = i
    next[0] = i
    for (let j = 1; j <= width; j += 1) {
      const replaced = (row[j - 1] as number) + (letter === b.charCodeAt(j - 1) ? 0 : 1)
      left = Math.min(replaced, (row[j] as number) + 1, left + 1)
      next[j] = left
      if (left < least) least = left
    }
    if (least > most) return undefined
    ;[row, next] = [next, row]
  }
  const edits = row[width] as number
  return edits > most ? undefined : edits
}

/** Comparisons with one set of names; nobody who has that many wrong ones is helped by guesses, and they take long. */
const MOST_COMPARISONS = 20_000

const compared = new WeakMap<object, number>()

/**
 * The end of a message: the known name that is most like one that nobody knows. Short names are like all others.
 * @param known things by their names
 */
export function didYouMean(name: string, ...known: readonly ReadonlyMap<string, unknown>[]): string {
  if (name.length < 4 || !known.every(isCheap)) return ''
  const names = known.flatMap((one) => [...one.keys()])
  const [near] = nearNames(name, names, 1)
  return near === undefined ? '' : `; did you mean "${near}"?`
}

function isCheap(known: ReadonlyMap<string, unknown>): boolean {
  const comparisons = (compared.get(known) ?? 0) + known.size
  compared.set(known, comparisons)
  return comparisons <= Math.max(MOST_COMPARISONS, known.size)
}
