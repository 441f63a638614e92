import { sourceLines } from '../../src/engine/findings/source-lines.ts'
import type { FileOutcome, LocatedFinding } from '../../src/engine/outcome.ts'
import { excerptOf } from '../../src/show/report/file-lines.ts'

const finding = (line: number, column: number, endColumn?: number, endLine = line): LocatedFinding => ({
  code: 'bad-value',
  severity: 'error',
  message: 'wrong',
  line,
  column,
  ...(endColumn === undefined ? {} : { endLine, endColumn }),
})

const outcome = (before: string, findings: readonly LocatedFinding[], kind = 'hot') => {
  const lines = sourceLines({ before, kind, findings })
  return { sourceLines: lines } as FileOutcome
}

const shown = (before: string, one: LocatedFinding, room = 100, kind?: string) =>
  excerptOf(outcome(before, [one], kind), one, room)

describe('an excerpt', () => {
  it('marks what a finding is about', () => {
    expect(shown('a: 1\nb: wrong # why\n', finding(2, 4, 9))).toEqual(['2 | b: wrong # why', '  |    ^^^^^'])
  })

  it('marks one character where nothing says more, and the rest of the line where the part goes on below', () => {
    expect(shown('a: 1\n', finding(1, 4))).toEqual(['1 | a: 1', '  |    ^'])
    expect(shown('a: {b: 1,\n  c: 2}\n', finding(1, 4, 7, 2))).toEqual(['1 | a: {b: 1,', '  |    ^^^^^^'])
  })

  it('has marks below tabs, wide characters and marks on letters', () => {
    expect(shown('\ta: 日本 x\n', finding(1, 8, 9))).toEqual(['1 |  a: 日本 x', '  |          ^'])
    expect(shown('a: e\u0301 x\n', finding(1, 7, 8))).toEqual(['1 | a: e\u0301 x', '  |      ^'])
  })

  it('is cut off on the sides that say less', () => {
    const long = `${'x'.repeat(60)} wrong ${'y'.repeat(60)}`
    const [line = '', marks = ''] = shown(long, finding(1, 62, 67), 44)
    expect(line.length).toBeLessThanOrEqual(44)
    expect(line).toMatch(/^1 \| …x{9} wrong y+…$/)
    expect(line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('wrong')
  })

  it('shows control characters', () => {
    expect(shown('a: \u001b[31m\n', finding(1, 1, 2))[0]).not.toContain('\u001b')
  })

  it('shows nothing of environments, of hidden parameters and of lines that are data', () => {
    const hidden = 'parameters:\n  p: {type: string, hidden: true, default: secret}\nresources: {r: 1}\n'
    expect(shown('parameters: {p: secret}\n', finding(1, 13), 80, 'environment')).toEqual([])
    expect(shown(hidden, finding(2, 44))).toEqual([])
    expect(shown(hidden, finding(3, 13))[0]).toBe('3 | resources: {r: 1}')
    expect(shown('{"Parameters": {"P": {"NoEcho": true, "Default": "secret"}}}', finding(1, 50))).toEqual([])
    expect(shown(`a: ${'x'.repeat(3000)}\n`, finding(1, 4))).toEqual([])
  })
})
