/** Templates with one random damage of some kind. The same ones in every run. */
import { readDocument } from '../../src/text/document/document.ts'
import type { Node } from '../../src/text/document/node.ts'
import { nameOf, resolved } from '../../src/text/document/read.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Path = readonly string[]

/** Values that stand nowhere rightly. */
const strange: readonly Json[] = [
  ...[null, 'x', '', 3, -1, 1.5, true, [], {}, ['a'], [['a']], { a: 'b' }, '2018'],
]

const toNothing: readonly Json[] = [
  { get_param: 'nope' },
  { get_resource: 'nope' },
  { get_attr: ['nope', 'x'] },
  { Ref: 'nope' },
]

/** Calls that only some versions or sections have. */
const calls: readonly Json[] = [
  { str_split: [',', 'a'] },
  { if: ['nope', 'a', 'b'] },
  { 'Fn::Join': ['', ['a', 'b']] },
  { equals: ['a', 'b'] },
  { 'Fn::Equals': ['a', 'b'] },
  { list_join: [',', ['a', 'b']] },
  { str_replace: { template: 'a', params: { a: 'b' } } },
]

const spellings: readonly ((name: string) => string)[] = [
  (name) => `${name}x`,
  (name) => name.toLowerCase(),
  (name) => name.slice(1),
  () => 'description',
  () => 'Type',
  () => 'get_param',
  () => 'condition',
]

const versions = ['2013-05-23', '2014-10-16', '2015-10-15', '2016-10-14', '2018-03-02', '2021-04-16']

interface Choice {
  readonly root: Json
  readonly path: Path
  readonly value: Json
  readonly pick: <One>(list: readonly One[]) => One
  readonly locations: readonly Path[]
}

/** The entries that come instead of one; undefined where the damage does not fit. */
type Kind = (key: string, choice: Choice) => readonly (readonly [string, Json])[] | undefined

const kinds: Readonly<Record<string, Kind>> = {
  gone: () => [],
  misspelt: (key, { pick, value }) => [[pick(spellings)(key), value]],
  'a strange value': (key, { pick }) => [[key, pick(strange)]],
  'a value from elsewhere': (key, { root, pick, locations }) => [[key, valueAt(root, pick(locations))]],
  'a reference to nothing': (key, { pick }) => [[key, pick(toNothing)]],
  'a call of some dialect': (key, { pick }) => [[key, pick(calls)]],
  'in a list': (key, { value }) => [[key, [value]]],
  'out of its list or mapping': (key, { value }) => {
    const [first] = typeof value === 'object' && value !== null ? Object.values(value) : []
    return first === undefined ? undefined : [[key, first]]
  },
  'a number as text, a text as number': (key, { value }) => {
    if (typeof value === 'number') return [[key, `${value}x`]]
    return typeof value === 'string' ? [[key, 70000]] : undefined
  },
  'something added': (key, { value }) => [
    [key, value],
    [`${key}_more`, value],
  ],
  'another version': (_, { pick }) => [['heat_template_version', pick(versions)]],
}

export interface Damage {
  /** What was done, and where. */
  readonly what: string
  /** One of a few words for it. */
  readonly kind: string
  /** JSON. */
  readonly text: string
  /** The lines in which the damage is, from 1. */
  readonly lines: readonly [first: number, last: number]
  /** What was there or came instead, as names that others may refer to. */
  readonly names: readonly string[]
}

/** @param text a template without anchors and merge keys */
export function damaged(text: string, count: number, seed: number): readonly Damage[] {
  const reading = readDocument(text)
  if ('problem' in reading || reading.document.root === undefined) throw new Error('no template')
  const root = jsonOf(reading.document.root)
  const all = locationsIn(root, [])
  const locations = all.filter((path) => !/version$/i.test(String(path[0])))
  const version = all.filter((path) => path.length === 1 && path[0] === 'heat_template_version')
  const random = numbers(seed)
  const pick = <One>(list: readonly One[]): One => list[random() % list.length] as One
  const names = Object.keys(kinds).filter((kind) => kind !== 'another version' || version.length > 0)
  return Array.from({ length: count }, (): Damage => {
    const name = pick(names)
    for (let tries = 0; ; tries++) {
      const path = pick(name === 'another version' ? version : locations)
      const key = path.at(-1) ?? ''
      const value = valueAt(root, path)
      const instead = (kinds[tries < 20 ? name : 'gone'] as Kind)(key, { root, path, value, pick, locations })
      if (instead === undefined) continue
      const result = edited(root, path, () => instead)
      const [other = [key, value]] = instead
      const isThere = other[0] === key && instead.length === 1
      return {
        what: `${path.join(' / ')} ${name}: ${JSON.stringify(instead).slice(0, 200)}`,
        kind: name,
        text: write(result),
        lines: linesOf(result, isThere ? path : path.slice(0, -1)),
        names: [key, other[0]],
      }
    }
  })
}

const write = (value: Json): string => JSON.stringify(value, null, 1)
const height = (value: Json): number => write(value).split('\n').length

/** The first and last line of what stands at a path in the text that `write` makes. */
function linesOf(root: Json, path: Path): readonly [number, number] {
  let line = 1
  let value = root
  for (const step of path) {
    line++
    for (const [key, inner] of Object.entries(value as object) as [string, Json][]) {
      value = inner
      if (key === step) break
      line += height(inner)
    }
  }
  return [line, line + height(value) - 1]
}

function jsonOf(node: Node): Json {
  const target = resolved(node)
  if (target.kind === 'seq') return target.items.map(jsonOf)
  if (target.kind === 'map')
    return Object.fromEntries(target.entries.map((one) => [nameOf(one) ?? '', jsonOf(one.value)]))
  return typeof target.value === 'bigint' ? Number(target.value) : target.value
}

function locationsIn(value: Json, path: Path): readonly Path[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...locationsIn(inner, [...path, key]),
  ])
}

function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>((at, key) => (at as Record<string, Json>)[key] ?? null, value)
}

function edited(
  value: Json,
  [key = '', ...rest]: Path,
  edit: () => readonly (readonly [string, Json])[],
): Json {
  const entries = Object.entries(value as Record<string, Json>).flatMap(
    ([name, inner]): readonly (readonly [string, Json])[] => {
      if (name !== key) return [[name, inner]]
      return rest.length === 0 ? edit() : [[name, edited(inner, rest, edit)]]
    },
  )
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** Lehmer's numbers, the same for a seed everywhere. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state >> 4
  }
}
