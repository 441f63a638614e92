/** Laws of making the same edit, over trees and edits of them that are made at random, the same ones each time. */

import { alikeness } from '../../src/stack/refactor/alikeness.ts'
import { isSameEdit, sameEdit } from '../../src/stack/refactor/same-edit.ts'
import { sameData } from '../../src/text/document/data.ts'
import { type Document, readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'

type Data = string | Data[] | { [key: string]: Data }

/** A generator of numbers with a seed (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function made(below: (n: number) => number, depth: number): Data {
  const kind = depth === 0 ? 0 : below(3)
  if (kind === 0) return `v${below(6)}`
  if (kind === 1) return Array.from({ length: below(5) }, () => made(below, depth - 1))
  return Object.fromEntries(Array.from({ length: below(5) }, () => [`k${below(8)}`, made(below, depth - 1)]))
}

/** Adds, removes and changes some parts. */
function changed(data: Data, below: (n: number) => number): Data {
  if (below(12) === 0) return made(below, 1)
  if (typeof data === 'string') return data
  if (Array.isArray(data)) {
    const items = data.flatMap((item) => (below(8) === 0 ? [] : [changed(item, below)]))
    return below(4) === 0 ? [...items, made(below, 1)] : items
  }
  const entries = Object.entries(data).flatMap(([key, value]) =>
    below(8) === 0 ? [] : [[key, changed(value, below)]],
  )
  return Object.fromEntries(below(4) === 0 ? [...entries, [`n${below(8)}`, made(below, 1)]] : entries)
}

function documentOf(data: Data): Document & { readonly root: Mapping } {
  const reading = readDocument(JSON.stringify({ root: data }))
  if ('problem' in reading || reading.document.root?.kind !== 'map') throw new Error('it is JSON')
  return reading.document as Document & { readonly root: Mapping }
}

const cases = Array.from({ length: 400 }, (_, seed) => {
  const below = random(seed)
  const base = made(below, 4)
  return { base, after: changed(base, below), other: changed(base, below) }
})

describe('the same edit', () => {
  it('in an equal template gives what it gave', () => {
    const wrong = cases.flatMap(({ base, after }, seed) => {
      const [before, behind, ours] = [base, after, base].map(documentOf) as [
        ReturnType<typeof documentOf>,
        ReturnType<typeof documentOf>,
        ReturnType<typeof documentOf>,
      ]
      const edit = { before: before.root, after: behind.root, source: behind }
      const { root, left } = sameEdit(edit, ours.root)
      return sameUpToOrder(root, behind.root) && left.length === 0 ? [] : [seed]
    })
    expect(wrong).toEqual([])
  })

  it('changes nothing where there is no edit', () => {
    for (const { base, other } of cases) {
      const [before, ours] = [documentOf(base), documentOf(other)]
      const made = sameEdit({ before: before.root, after: before.root, source: before }, ours.root)
      expect([made.root === ours.root, made.made, made.left]).toEqual([true, [], []])
    }
  })

  it('is known from what is not the same', () => {
    let known = 0
    for (const { base, after, other } of cases) {
      const [before, behind, ours] = [documentOf(base), documentOf(after), documentOf(other)]
      const edit = { before: before.root, after: behind.root, source: behind }
      const made = sameEdit(edit, ours.root)
      if (made.made.length === 0 || !isSameEdit(edit, ours.root, made)) continue
      known += 1
      expect(isSameEdit(edit, ours.root, { ...made, root: documentOf('another').root })).toBe(false)
    }
    expect(known).toBeGreaterThan(90)
  })
})

/** New entries stand behind those that both have, which may be another order. */
function sameUpToOrder(one: Mapping, other: Mapping): boolean {
  return sameData(documentOf(sorted(one)).root, documentOf(sorted(other)).root)
}

function sorted(node: Mapping['entries'][number]['value']): Data {
  if (node.kind === 'seq') return node.items.map(sorted)
  if (node.kind !== 'map') return node.kind === 'scalar' ? String(node.value) : ''
  const entries = node.entries.map(
    (one) => [one.key.kind === 'scalar' ? String(one.key.value) : '', sorted(one.value)] as const,
  )
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe('how much is alike', () => {
  it.each([
    [{ a: 'x', b: 'y' }, { a: 'x', b: 'y' }, 1],
    [{ a: 'x', b: 'y' }, { a: 'x', b: 'z' }, 0.5],
    [{ a: ['x', 'y'] }, { a: ['y', 'x'] }, 1],
    [{ a: 'x' }, { b: 'x' }, 0],
  ])('of %j and %j', (one, other, share) => {
    expect(alikeness(documentOf(one as Data).root, documentOf(other as Data).root)).toBe(share)
  })
})
