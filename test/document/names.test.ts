/** Looking names up in large mappings gives what reading all entries gives, whatever was changed before. */
import { entry, integer, mapping, withEntries } from '../../src/text/document/build.ts'
import type { Entry, Mapping } from '../../src/text/document/node.ts'
import { countOf, entryOf, nameOf } from '../../src/text/document/read.ts'

const one = (name: string, value: number): Entry => entry(name, integer(value))
const large = (size: number): Mapping => mapping(Array.from({ length: size }, (_, at) => one(`n${at}`, at)))

function expectSame(map: Mapping, names: readonly string[]): void {
  for (const name of names) {
    const all = map.entries.filter((other) => nameOf(other) === name)
    expect([name, entryOf(map, name)]).toEqual([name, all.at(-1)])
    expect([name, countOf(map, name)]).toEqual([name, all.length])
  }
}

/** A change of some entries, by the number of the step. */
function changed({ entries }: Mapping, step: number): readonly Entry[] {
  const at = (step * 7) % entries.length
  switch (step % 5) {
    case 0:
      return entries.filter((_, index) => index !== at)
    case 1:
      return [...entries, one(`n${at}`, step)]
    case 2:
      return entries.map((other, index) => (index === at ? one(`m${step}`, step) : other))
    case 3:
      return [...entries.slice(0, at), one('n1', step), ...entries.slice(at)]
    default:
      return entries.map((other, index) => (index === at ? one(nameOf(other) ?? '', step) : other))
  }
}

it('follows changes, names that stand twice included', () => {
  let map = large(60)
  const names = ['n0', 'n1', 'n7', 'n14', 'n59', 'm2', 'm7', 'm12', 'gone']
  for (let step = 0; step < 120; step += 1) {
    const next = withEntries(map, changed(map, step))
    expectSame(next, names)
    // What was changed is still what it was.
    expectSame(map, names)
    map = next
  }
})

it('takes of several names the last entry', () => {
  const map = large(30)
  expect(entryOf(map, 'n3', 'n20', 'gone')).toBe(map.entries[20])
  expect(entryOf(map, 'gone', 'n3')).toBe(map.entries[3])
})
