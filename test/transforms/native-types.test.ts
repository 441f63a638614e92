/** Every type of the facts stands in a fixture of the transform that converts it, or of the one that says why it stays. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nativeTypes, successorTypes } from '../../src/heat/native-types.ts'
import { filesBelow } from '../engine/corpus-files.ts'

const transforms = join(import.meta.dirname, '../../transforms')

/** The fixtures of a transform in which resources of a type stand: what goes in, and what comes out. */
function pairsOf(id: string, type: string): readonly (readonly [string, string])[] {
  const folder = join(transforms, id, 'fixtures')
  const stands = new RegExp(`type: ${type}\\s*(?:[#,}]|$)`, 'm')
  return filesBelow(folder)
    .filter((path) => path.endsWith('/input.yaml'))
    .map((path) => [join(folder, path), join(folder, path.replace(/input\.yaml$/, 'expected.yaml'))] as const)
    .map(([input, expected]) => [input, existsSync(expected) ? expected : input] as const)
    .filter(([input]) => stands.test(readFileSync(input, 'utf8')))
    .map(([input, expected]) => [readFileSync(input, 'utf8'), readFileSync(expected, 'utf8')] as const)
}

it.each([...nativeTypes, ...successorTypes])('%s', (type, { transform }) => {
  const pairs = pairsOf(transform ?? 'os/remaining-types', type)
  const named = new RegExp(`type: ${type}\\b`)
  expect(pairs.length).toBeGreaterThan(0)
  const converted = pairs.filter(([, after]) => !named.test(after))
  if (transform === undefined) expect(converted).toEqual([])
  else expect(converted.length).toBeGreaterThan(0)
})
