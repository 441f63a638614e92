/** Which names lead back to themselves. */
import { circleMembers } from '../../src/text/document/circles.ts'

/** Names as letters: `a: 'bc'` leads to b and c. */
function membersFrom(first: string, graph: Readonly<Record<string, string>>): Record<string, string> {
  const found = circleMembers(first, (name) => new Set(graph[name] ?? ''))
  return Object.fromEntries([...found].map(([name, members]) => [name, [...members].sort().join('')]))
}

describe('members of circles', () => {
  it('are none without one', () => {
    expect(membersFrom('a', { a: 'bc', b: 'd', c: 'd' })).toEqual({})
  })

  it('are those that lead back to one another, and not what leads to them or from them', () => {
    expect(membersFrom('a', { a: 'b', b: 'c', c: 'bd', d: 'd', e: 'a' })).toEqual({
      b: 'bc',
      c: 'bc',
      d: 'd',
    })
  })

  it('are found by another way as well: a circle is met again from the side', () => {
    expect(membersFrom('a', { a: 'bc', b: 'd', d: 'ab', c: 'b' })).toEqual({
      a: 'abcd',
      b: 'abcd',
      c: 'abcd',
      d: 'abcd',
    })
  })

  it('are as those of a slow search, in all graphs of four names and five edges drawn at random', () => {
    const names = ['a', 'b', 'c', 'd']
    for (let seed = 0; seed < 2000; seed++) {
      const graph = new Map(names.map((name) => [name, new Set<string>()]))
      for (let n = 0, state = seed * 7919 + 1; n < 5; n++) {
        state = (state * 1103515245 + 12345) % 2147483648
        graph.get(names[state % 4] ?? '')?.add(names[(state >> 8) % 4] ?? '')
      }
      const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
        [...(graph.get(from) ?? [])].some((one) => {
          if (one === to) return true
          if (seen.has(one)) return false
          return leadsTo(one, to, seen.add(one))
        })
      const reached = names.filter((name) => name === 'a' || leadsTo('a', name))
      const expected = reached.filter((name) => leadsTo(name, name))
      const found = circleMembers('a', (name) => graph.get(name) ?? new Set())
      expect([...found.keys()].sort()).toEqual(expected)
      for (const [name, members] of found)
        expect([...members].sort()).toEqual(
          expected.filter((other) => leadsTo(name, other) && leadsTo(other, name)),
        )
    }
  })
})
