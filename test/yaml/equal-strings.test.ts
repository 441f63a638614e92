import { readJson } from '../../src/text/document/json/json-reader.ts'
import { EqualStrings } from '../../src/text/yaml/equal-strings.ts'
import { readYaml } from '../../src/text/yaml/read-yaml.ts'

const LARGE = 2 * 1024 * 1024

/** Of the same length, and alike where a slot is chosen by: at both ends, in the middle and a quarter in. */
const alike = ['a1bcd2e', 'a2bcd1e', 'a3bcd3e']

it('gives each string as it is, also those that share a slot', () => {
  const strings = new EqualStrings(LARGE)
  const asked = ['', 'Ref', ...alike, 'é', '\u{1f600}', 'x'.repeat(64), 'x'.repeat(65), ...alike, 'Ref']
  expect(asked.map((value) => strings.one(value))).toEqual(asked)
})

const item = (index: number) => ({ Ref: `server-${index % 700}`, [`key${index % 90}`]: alike[index % 3] })
const items = Array.from({ length: 60_000 }, (_, index) => item(index))

it.each([
  ['JSON', readJson],
  ['YAML', readYaml],
])('reads a large text of equal and of similar strings in %s', (_, read) => {
  const text = JSON.stringify(items)
  expect(text.length).toBeGreaterThan(LARGE)
  const { root } = read(text)
  const made = root?.kind === 'seq' ? root.items : []
  const plain = made.map((one) =>
    one.kind === 'map'
      ? Object.fromEntries(
          one.entries.map(({ key, value }) => [
            key.kind === 'scalar' && key.value,
            value.kind === 'scalar' && value.value,
          ]),
        )
      : undefined,
  )
  // Not all at once: a difference of lists of this length takes minutes to show.
  const wrong = plain.findIndex((one, index) => JSON.stringify(one) !== JSON.stringify(items[index]))
  expect(plain[wrong]).toBeUndefined()
  expect(plain).toHaveLength(items.length)
})
