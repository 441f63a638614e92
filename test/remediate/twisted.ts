/** Packages of which names are exchanged, shortened or turned around, so that they contradict one another. */
import type { Texts } from '../onap/changes.ts'

/** Numbers from 0 to 1 that are the same in each run (Lehmer, modulus 2^31 - 1). */
function numbersFrom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** What may become of a name. */
const twists: readonly ((name: string) => string)[] = [
  (name) => name.replace('int_', ''),
  (name) => `int_${name}`,
  (name) => name.replace(/_\d+$/, ''),
  (name) => `${name}_1`,
  (name) => name.replace(/\d+/, (index) => `${Number(index) + 1}`),
  (name) => name.replace(/^([a-z]+)_/, 'x$1_'),
  (name) => name.replace(/_([a-z]+)_/, '_q$1_'),
  (name) => name.toUpperCase(),
  (name) => name.replace('_', '-'),
]

/** The package with some names twisted: everywhere, in some files, or where they are read but not where they are declared. */
export function twisted(texts: Texts, seed: number): Texts {
  const next = numbersFrom(seed)
  const pick = <One>(all: readonly One[]): One | undefined => all[Math.floor(next() * all.length)]
  const made = new Map(texts)
  const names = namesIn(texts)
  for (let left = 1 + Math.floor(next() * 3); left > 0; left -= 1) {
    const name = pick(names) ?? ''
    const isExchanged = next() < 0.35
    const alike = names.filter((one) => one !== name && withoutIndexes(one) === withoutIndexes(name))
    const other = isExchanged ? (pick(alike) ?? pick(names) ?? '') : (pick(twists)?.(name) ?? name)
    const [isReadOnly, isInSome] = [next() < 0.4, next() < 0.4]
    for (const [path, text] of made) {
      if (isInSome && next() < 0.5) continue
      const pattern = isReadOnly ? `(?<=get_(?:param|resource): \\[?)` : '\\b'
      const either = new RegExp(`${pattern}(?:${name}|${other})\\b`, 'g')
      made.set(
        path,
        text.replace(either, (found) => (found === name ? other : isExchanged ? name : found)),
      )
    }
  }
  return made
}

function withoutIndexes(name: string): string {
  return name.replace(/\d+/g, '')
}

/** What is declared, and what is read. */
function namesIn(texts: Texts): readonly string[] {
  const names = [...texts.values()].flatMap((text) =>
    [...text.matchAll(/get_param: \[?(\w+)|^ {2}(\w+):/gm)].map(
      ([, read, declared]) => read ?? declared ?? '',
    ),
  )
  return [...new Set(names)]
}
