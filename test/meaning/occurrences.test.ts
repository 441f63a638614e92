import { chosenOccurrences } from '../../src/meaning/functions/occurrences.ts'

/** As Heat does it, key after key: what is replaced is cut out, and the parts on both sides are searched on. */
function keyAfterKey(text: string, keys: readonly string[]) {
  let parts: readonly { readonly from: number; readonly text: string }[] = [{ from: 0, text }]
  const found: { start: number; index: number }[] = []
  for (const [index, key] of keys.entries())
    parts = parts.flatMap((part) => {
      let { from } = part
      return part.text.split(key).map((rest, at) => {
        if (at > 0) {
          found.push({ start: from, index })
          from += key.length
        }
        const own = { from, text: rest }
        from += rest.length
        return own
      })
    })
  return found.sort((a, b) => a.start - b.start)
}

const longestFirst = (keys: readonly string[]) =>
  [...new Set(keys)].sort((a, b) => b.length - a.length || (a < b ? 1 : -1))

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

it.each([1, 200])('what is replaced is what key after key replaces, in %i times as long strings', (times) => {
  const next = random(7 * times)
  const string = (most: number, letters: string) =>
    Array.from(
      { length: 1 + Math.floor(next() * most) },
      () => letters[Math.floor(next() * letters.length)],
    ).join('')
  for (let round = 0; round < 300 / Math.sqrt(times); round++) {
    const letters = round % 3 === 0 ? 'a' : round % 3 === 1 ? 'ab' : 'abc'
    const keys = longestFirst(Array.from({ length: 1 + Math.floor(next() * 12) }, () => string(6, letters)))
    const text = string(60, letters).repeat(times)
    const [found, expected] = [chosenOccurrences(text, keys), keyAfterKey(text, keys)]
    // Comparing thousands of objects takes Jest most of the time.
    if (JSON.stringify(found) !== JSON.stringify(expected))
      expect([text, keys, found]).toEqual([text, keys, expected])
  }
})

it('takes time that grows with both lengths, and not with their product', () => {
  const nested = longestFirst(Array.from({ length: 1000 }, (_, index) => 'a'.repeat(index + 1)))
  const text = 'a'.repeat(999).concat('b').repeat(300)
  expect(chosenOccurrences(text, nested)).toHaveLength(300)
  const never = longestFirst(Array.from({ length: 1000 }, (_, index) => `b${'a'.repeat(index)}c`))
  expect(chosenOccurrences('a'.repeat(1_000_000), never)).toEqual([])
  const alike = longestFirst(Array.from({ length: 1000 }, (_, index) => `${'a'.repeat(index)}b`))
  expect(chosenOccurrences(`${'a'.repeat(500_000)}b`, alike)).toEqual([{ start: 499_001, index: 0 }])
})
