import { readDocument } from '../../src/text/document/document.ts'
import { printDocument } from '../../src/text/print/print.ts'

function asYaml(json: string): string {
  const reading = readDocument(json)
  if ('problem' in reading || reading.document.root === undefined) throw new Error('not read')
  return printDocument(reading.document, reading.document.root, 'yaml')
}

describe('a string of JSON as YAML', () => {
  it('is no block where only its end breaks a line, however long the line', () => {
    // As many steps as half the square of this would take an hour.
    const line = 'x'.repeat(2_000_000)
    expect(asYaml(JSON.stringify({ a: `${line}\n` }))).toBe(`a: "${line}\\n"\n`)
  })

  it.each([
    ['one\ntwo', '|-\n  one\n  two'],
    [' \none\ntwo\n', '|2\n   \n  one\n  two'],
    ['\n \none\n', '"\\n \\none\\n"'],
    ['\n\n', '"\\n\\n"'],
    ['a\n\u00a0\n', '"a\\n\u00a0\\n"'],
  ])('of several lines is a block: %j', (value, written) => {
    expect(asYaml(JSON.stringify({ a: value }))).toBe(`a: ${written}\n`)
  })

  it.each([
    ['AWS::Region', 'AWS::Region'],
    ['a:b', 'a:b'],
    ['a: b', "'a: b'"],
    ['a:', "'a:'"],
    ['a::', "'a::'"],
    ['a ', "'a '"],
    ['a  b', 'a  b'],
    ['a #b', "'a #b'"],
    ['a#b', 'a#b'],
    ['a\tb', 'a\tb'],
    ['no', "'no'"],
    ['null', "'null'"],
    ['nan', 'nan'],
    ['e1', 'e1'],
    ['\u00e4', '\u00e4'],
    ['a\u2028b', '"a\\u2028b"'],
    ['a - b', 'a - b'],
    ['http://a/?b=c', 'http://a/?b=c'],
  ])('has quotes where it needs them: %j', (value, written) => {
    expect(asYaml(JSON.stringify({ a: value }))).toBe(`a: ${written}\n`)
  })

  it.each([
    ['a,b', "['a,b']"],
    ['a:b', '[a:b]'],
    ['a:', "['a:']"],
    ['a b', '[a b]'],
    ['a]', "['a]']"],
  ])('has quotes where brackets ask for them: %j', (value, written) => {
    expect(asYaml(JSON.stringify({ 'Fn::Join': [value] }))).toBe(`Fn::Join: ${written}\n`)
  })
})

describe('a comment of JSON', () => {
  it('in several lines loses its stars and empty ends, and keeps its indentation', () => {
    const starred = '{\n  /**\n   * The ovens:\n   *   two of stone\n   */\n  "a": 1\n}\n'
    expect(asYaml(starred)).toBe('# The ovens:\n#   two of stone\na: 1\n')
    const plain = '{\n  /*\n     The ovens:\n\n       * of stone\n  */\n  "a": 1 /** one */\n}\n'
    expect(asYaml(plain)).toBe('# The ovens:\n#\n#   * of stone\na: 1 # one\n')
  })

  it('behind a bracket below another comment goes to the line where the collection begins', () => {
    const json = `{
  "a": [ {"b": 1 // one
    // last
  } ], // list
  "c": {
    "d": 2 // two
  } // end
}
`
    expect(asYaml(json)).toBe('a: # list\n  - b: 1 # one\n    # last\nc: # end\n  d: 2 # two\n')
  })
})

describe('blank lines of JSON', () => {
  it('stay between entries, and only those', () => {
    const json = '{\n  "a": 1,\n\n  "b": {\n    "c": 2,\n    "d": [\n      3,\n \t\n      4\n    ]\n  }\n}\n'
    expect(asYaml(json)).toBe('a: 1\n\nb:\n  c: 2\n  d:\n    - 3\n\n    - 4\n')
  })
})
