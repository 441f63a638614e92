import { syntaxFixes } from '../../src/apps/editor/syntax-fixes.ts'
import { applied } from '../../src/engine/findings/fixes.ts'
import { readDocument } from '../../src/text/document/document.ts'

/** The fixes of what is wrong first: their titles, and the text with each of them. */
function fixesOf(text: string): readonly (readonly [title: string, text: string])[] {
  const reading = readDocument(text)
  if (!('problem' in reading)) throw new Error('it can be read')
  return syntaxFixes(text, reading.problem).map(({ title, edits }) => [title, applied(text, edits)])
}

it.each([
  [
    'a bracket that is noticed in the next line',
    'a:\n  b: [1, {c: d\n  e: f\n',
    ['Write }] at the end of the line', 'a:\n  b: [1, {c: d}]\n  e: f\n'],
  ],
  [
    'one before a comment',
    'a: {get_param: b # of the office\nc: d\n',
    ['Write } at the end of the line', 'a: {get_param: b} # of the office\nc: d\n'],
  ],
  ['a quote', "a: 'b\nc: d\n", ["Write ' at the end of the line", "a: 'b'\nc: d\n"]],
  ['the other quote', 'a: \'b"\nc: d\n', ['Write \' for "', "a: 'b'\nc: d\n"]],
  [
    'a function without braces',
    'a: get_attr: [b, c] # here\nd: e\n',
    ['Write {get_attr: [b, c]}', 'a: {get_attr: [b, c]} # here\nd: e\n'],
  ],
  [
    'a function of CloudFormation without braces',
    'a:\r\n  X: Fn::GetAtt: [b, c]\r\n',
    ['Write {Fn::GetAtt: [b, c]}', 'a:\r\n  X: {Fn::GetAtt: [b, c]}\r\n'],
  ],
  ['tabs', 'a:\n\tb: c\n\td: {e: f}\n', ['Write blanks for the tabs', 'a:\n  b: c\n  d: {e: f}\n']],
])('finishes %s', (_, text, fix) => {
  expect(fixesOf(text)[0]).toEqual(fix)
})

it('says nothing where it does not help', () => {
  expect(fixesOf('a: b: c\n')).toEqual([])
  expect(fixesOf('a: [b\n  c: {d\n e: %\n- f\n')).toEqual([])
})
