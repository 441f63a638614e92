import { blockLiteral, quotedLines } from '../../src/text/yaml/scalar-text.ts'

describe('blockLiteral', () => {
  it.each<[text: string, header: string, lines: string[]]>([
    ['a', '|-', ['a']],
    ['a\n', '|', ['a']],
    ['a\n\n', '|+', ['a', '']],
    ['a\n\n\n', '|+', ['a', '', '']],
    ['#!/bin/sh\necho "a: b"\n', '|', ['#!/bin/sh', 'echo "a: b"']],
    ['---\n...\n# x\n', '|', ['---', '...', '# x']],
    ['\n\na\n', '|', ['', '', 'a']],
    ['a\n\n  b', '|-', ['a', '', '  b']],
    ['a \n\t\nb', '|-', ['a ', '\t', 'b']],
    ['a\n  \nb\n', '|', ['a', '  ', 'b']],
    ['  a\n', '|2', ['  a']],
    ['\n  a', '|2-', ['', '  a']],
    ['\ta\n\n', '|2+', ['\ta', '']],
    ['   \na\n', '|2', ['   ', 'a']],
    ['a\n\t', '|-', ['a', '\t']],
    ['Zürich\n😀\n', '|', ['Zürich', '😀']],
  ])('gives %j as %s', (text, header, lines) => {
    expect(blockLiteral(text, 2)).toEqual({ header, lines })
  })

  it('takes the indentation indicator from the step', () => {
    expect(blockLiteral(' a', 4)).toEqual({ header: '|4-', lines: [' a'] })
    expect(blockLiteral(' a', 9)).toEqual({ header: '|9-', lines: [' a'] })
    expect(blockLiteral(' a', 10)).toBeUndefined()
    expect(blockLiteral('a', 10)).toEqual({ header: '|-', lines: ['a'] })
  })

  it.each([
    ['nothing', ''],
    ['nothing but line breaks', '\n\n'],
    ['nothing but blanks', '  '],
    ['a last line of spaces', 'a\n  '],
    ['a last line of spaces before line breaks', 'a\n  \n\n'],
    ['a carriage return', 'a\r\nb'],
    ['a control character', 'a\u0007\nb'],
    ['DEL', 'a\u007f\nb'],
    ['NEL', 'a\u0085\nb'],
    ['a line separator', 'a\u2028\nb'],
    ['a byte order mark', 'a\n\ufeffb'],
    ['U+FFFF', 'a\n\uffff'],
    ['half a character', 'a\n\ud83d'],
  ])('gives up on %s', (_, text) => {
    expect(blockLiteral(text, 2)).toBeUndefined()
  })
})

describe('quotedLines', () => {
  it.each<[text: string, lines: string[]]>([
    ['a\n  b\n  ', ['"a\\n\\', '\\  b\\n\\', '\\  "']],
    ['\n{ "a": 1 }\r\n\tb', ['"\\n\\', '{ \\"a\\": 1 }\\r\\n\\', '\\tb"']],
    [' a \n\n', ['" a \\n\\', '\\n"']],
  ])('gives %j as %j', (text, lines) => {
    expect(quotedLines(text)).toEqual(lines)
  })
})
