import { located, mostAlike } from '../../src/engine/file-outcome.ts'
import { type Finding, findingOf } from '../../src/engine/findings/finding.ts'
import { LineIndex } from '../../src/text/yaml/position.ts'

const at = (start: number, code: 'duplicate-key' | 'unknown-reference'): Finding =>
  findingOf(code, `${code} ${start}`, { start, end: start + 1 })

describe('findings of one code in one file', () => {
  it('are listed up to a number, the first ones, and the last of these counts the rest', () => {
    const many = Array.from({ length: mostAlike + 5 }, (_, index) =>
      at(mostAlike * 2 - index, 'unknown-reference'),
    )
    const listed = located([...many, at(3, 'duplicate-key')], new LineIndex(''))
    expect(listed).toHaveLength(mostAlike + 1)
    const [first] = listed
    expect(first?.code).toBe('duplicate-key')
    expect(listed.at(-1)?.message).toBe(
      `unknown-reference ${mostAlike * 2 - 5} (and 5 more of this kind, which are not listed)`,
    )
    expect(listed.filter(({ message }) => message.includes('not listed'))).toHaveLength(1)
  })

  it('are all listed up to that number', () => {
    const exact = Array.from({ length: mostAlike }, (_, index) => at(index, 'unknown-reference'))
    const listed = located([...exact, at(mostAlike + 1, 'duplicate-key')], new LineIndex(''))
    expect(listed.map(({ message }) => message)).toEqual([
      ...exact.map(({ message }) => message),
      `duplicate-key ${mostAlike + 1}`,
    ])
  })

  it('are counted apart where some are accepted', () => {
    const many = Array.from({ length: mostAlike }, (_, index) => at(index, 'unknown-reference'))
    const others = many.map((one): Finding => ({ ...one, severity: 'warning' }))
    expect(located([...many, ...others], new LineIndex(''))).toHaveLength(2 * mostAlike)
  })
})
