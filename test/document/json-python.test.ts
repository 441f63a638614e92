import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { readJson } from '../../src/text/document/json/json-reader.ts'
import type { Node } from '../../src/text/document/node.ts'
import { pythonText } from '../../src/text/yaml/scalar-value.ts'

const hasPython = spawnSync('python3', ['-c', 'import json']).status === 0
if (!hasPython) console.warn('skipped: no python3 to compare with')
const withPython = hasPython ? describe : describe.skip

/** As `json-load.py` shows values. */
function shown(node: Node): unknown {
  switch (node.kind) {
    case 'scalar':
      return `${node.type} ${pythonText(node.type, node.value)}`
    case 'seq':
      return node.items.map(shown)
    case 'map':
      return Object.fromEntries(
        node.entries.map(({ key, value }) => [key.kind === 'scalar' ? key.value : '', shown(value)]),
      )
    case 'alias':
      throw new Error('JSON has no aliases')
  }
}

const piece = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    ' ',
    '\n',
    '\t',
    '-',
    '.',
    'e',
    '+',
    '0',
    '1',
    '/',
    '\u00a0',
  ),
  fc.constantFrom(
    '"a"',
    '"b":',
    'null',
    'true',
    'NaN',
    'Infinity',
    '-Infinity',
    '1.5',
    '-0',
    '01',
    '1e5',
    '2E-3',
    '1.',
    '.5',
  ),
  fc.constantFrom(
    '"\\u00e9"',
    '"\\x"',
    '"\\u12"',
    '"\t"',
    '"\\/"',
    '[]',
    '{}',
    '{"a":1}',
    '[1,2]',
    '// c\n',
    '/* c */',
    'é',
  ),
)
const fragments = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''))
/** A valid text with one place overwritten. */
const damaged = fc
  .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat(2), piece)
  .map(([json, location, length, insert]) => {
    const at = location % (json.length + 1)
    return json.slice(0, at) + insert + json.slice(at + length)
  })
const wrapped = fragments.map((text) => `{"k": [${text}]}`)

withPython('the same texts in Python', () => {
  it('are strict when Python loads them, and then have the same values', () => {
    const samples = fc.sample(fc.oneof(fragments, damaged, wrapped), { numRuns: 6000, seed: 3 })
    const texts = samples.filter((text) => !text.includes('__proto__') && !/\\u[dD][89a-fA-F]/.test(text))
    const run = spawnSync('python3', [join(__dirname, 'json-load.py')], {
      input: JSON.stringify(texts),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const expected = JSON.parse(run.stdout) as readonly unknown[]
    const ours = texts.map((text) => {
      const { root, strict } = readJson(text)
      return strict && root !== undefined ? shown(root) : null
    })
    const different = texts.flatMap((text, index) =>
      JSON.stringify(ours[index]) === JSON.stringify(expected[index])
        ? []
        : [{ text, ours: ours[index], python: expected[index] }],
    )
    expect(different).toEqual([])
    expect(expected.filter((value) => value !== null).length).toBeGreaterThan(1000)
    expect(expected.filter((value) => value === null).length).toBeGreaterThan(1000)
  })
})
