/** Where a source stops being JSON, also where JSON.parse does not say so. */
import { jsonMistake } from '../../src/run/plan/json-mistake.ts'

const mistakeIn = (text: string) => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { line, column } = jsonMistake(text, error)
    return `${line}:${column}`
  }
}

it.each([
  ['[1,\n 2,\n]', '3:1'],
  ['{"a": tru}', '1:10'],
  ['[nulx]', '1:5'],
  ['[-]', '1:3'],
  ['[1.]', '1:4'],
  ['[1e]', '1:4'],
  ['[01]', '1:3'],
  ['{a: 1}', '1:2'],
  ['{"a": "\\u12"}', '1:12'],
  ['["a\nb"]', '1:4'],
  ['["\ud83d\ude00" x]', '1:7'],
  ['a: 1\n', '1:1'],
  ['', '1:1'],
  ['[1] 2', '1:5'],
])('%j', (text, place) => {
  expect(mistakeIn(text)).toBe(place)
})

it('has the words of JSON.parse, without its offset', () => {
  const text = '[1 2]'
  const error = new SyntaxError("Expected ',' in JSON at position 3 (line 1 column 4)")
  expect(jsonMistake(text, error)).toEqual({ message: "Expected ',' in JSON", line: 1, column: 4 })
})
