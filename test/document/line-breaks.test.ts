import { entry, string, withEntries, withoutEntry } from '../../src/text/document/build.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Entry, Mapping } from '../../src/text/document/node.ts'
import { entryOf, stringOf, valueOf } from '../../src/text/document/read.ts'
import { printDocument } from '../../src/text/print/print.ts'
import { documentOf } from './documents.ts'

function read(source: string) {
  const document = documentOf(source)
  return { document, root: document.root as Mapping }
}

function problemOf(source: string) {
  const reading = readDocument(source)
  return 'problem' in reading ? reading.problem : undefined
}

const source = `# one
a: b # two
c: |
  x
  y
d: "q
   r"
e: 1
`

// LibYAML takes U+0085 for a line feed wherever it stands.
describe.each([
  ['a carriage return', '\r'],
  ['U+0085', '\x85'],
])('%s as a line break', (_name, lineBreak) => {
  const odd = source.replaceAll('\n', lineBreak)

  it('ends lines, comments and the lines of scalars', () => {
    const { document, root } = read(odd)
    expect(document.comments.map((comment) => comment.text)).toEqual(['one', 'two'])
    expect(stringOf(valueOf(root, 'c'))).toBe('x\ny\n')
    expect(stringOf(valueOf(root, 'd'))).toBe('q r')
    const { key } = entryOf(root, 'e') as Entry
    expect(document.lines.position(key.start ?? 0)).toEqual({ line: 8, column: 1 })
  })

  it('stays where nothing changes', () => {
    const { document, root } = read(odd)
    const less = withoutEntry(root, entryOf(root, 'a') as Entry)
    const rest = source.slice(source.indexOf('c:')).replaceAll('\n', lineBreak)
    expect(printDocument(document, less, 'yaml')).toBe(rest)
  })
})

describe('a text of lines that end in carriage returns', () => {
  it('gets new lines that end so, too', () => {
    const { document, root } = read('a: b\rc: d\r')
    const more = withEntries(root, [...root.entries, entry('e', string('x\ny\n'))])
    expect(printDocument(document, more, 'yaml')).toBe('a: b\rc: d\re: |\r  x\r  y\r')
  })

  it('keeps its last line without a break', () => {
    const { document, root } = read('a: b\rc: d')
    const more = withEntries(root, [...root.entries, entry('e', string('f'))])
    expect(printDocument(document, more, 'yaml')).toBe('a: b\rc: d\re: f')
  })
})

it('takes the line ends of the neighbours for a stray carriage return', () => {
  const { document, root } = read('a: b\rc: d\r\ne: f\r\n')
  const more = withEntries(root, [...root.entries, entry('g', string('h'))])
  expect(printDocument(document, more, 'yaml')).toBe('a: b\rc: d\r\ne: f\r\ng: h\r\n')
})

// Heat keeps these two in the value, where they break its lines.
describe.each(['\u2028', '\u2029'])('%j', (lineBreak) => {
  it('ends a line between scalars', () => {
    const { root } = read(`a: 1 # x${lineBreak}b: 2${lineBreak}`)
    expect(root.entries.map(({ value }) => value.kind === 'scalar' && value.value)).toEqual([1, 2])
  })

  it('is refused inside of one', () => {
    expect(problemOf(`a: 'x${lineBreak}  y'\n`)).toMatchObject({ code: 'odd-character', start: 5 })
    expect(problemOf(`a: |\n  x${lineBreak}  y\n`)).toMatchObject({ code: 'odd-character', start: 8 })
  })
})

// heat/common/template_format.py, `simple_parse`: SafeLoader reads what CSafeLoader refuses.
describe('a colon directly before a bracket or comma', () => {
  it.each([
    ['{port:[1, 2], b: 1}', ['port', 'b']],
    ['{a:{c: 1}, b: 1}', ['a', 'b']],
    ['{a:, b: 1}', ['a', 'b']],
    ['{http://x:[1]}', ['http://x']],
  ])('ends the key in %s', (flow, keys) => {
    const value = valueOf(read(`v: "2018-08-31"\nvalue: ${flow}\n`).root, 'value') as Mapping
    expect(value.entries.map(({ key }) => stringOf(key))).toEqual(keys)
  })

  it.each([
    ['with a date, which SafeLoader makes no string of', 'v: 2018-08-31\nvalue: {port:[1]}\n'],
    ['with a date as a key', '2018-08-31: 1\nvalue: {port:[1]}\n'],
    ['where SafeLoader rejects a question mark', 'value: {port:[1], u: http://x?y}\n'],
    ['where it is not closed', 'value: {port:[1}\n'],
  ])('is refused %s', (_why, source) => {
    expect(problemOf(source)).toMatchObject({ code: 'yaml-syntax' })
  })

  it('stays as it is beside a change', () => {
    const { document, root } = read('a: {port:[1, 2]}\nb: 1\n')
    const less = withoutEntry(root, entryOf(root, 'b') as Entry)
    expect(printDocument(document, less, 'yaml')).toBe('a: {port:[1, 2]}\n')
  })
})
