/** Templates with one random damage: an entry gone, misspelt, or with another value. The same ones in every run. */
import { readDocument } from '../../src/document/document.ts'
import type { Node } from '../../src/document/node.ts'
import { nameOf, resolved } from '../../src/document/read.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Values that stand nowhere rightly, and calls of all dialects. */
const strange: readonly Json[] = [
  ...[null, 'x', '', 3, -1, 1.5, true, [], {}, ['a'], [['a']], { a: 'b' }, '2018'],
  { get_param: 'nope' },
  { get_resource: 'nope' },
  { get_attr: ['nope', 'x'] },
  { Ref: 'nope' },
  { str_split: [',', 'a'] },
  { if: ['nope', 'a', 'b'] },
  { 'Fn::Join': ['', ['a', 'b']] },
  { equals: ['a', 'b'] },
  { 'Fn::Equals': ['a', 'b'] },
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

export interface Damage {
  /** What was done, and where. */
  readonly what: string
  /** JSON. */
  readonly text: string
}

/** @param text a template without anchors and merge keys */
export function damaged(text: string, count: number, seed: number): readonly Damage[] {
  const reading = readDocument(text)
  if ('problem' in reading || reading.document.root === undefined) throw new Error('no template')
  const root = jsonOf(reading.document.root)
  const places = placesIn(root, []).filter((path) => !/version$/i.test(String(path[0])))
  const random = numbers(seed)
  const pick = <One>(list: readonly One[]): One => list[random() % list.length] as One
  return Array.from({ length: count }, () => {
    const path = pick(places)
    const at = path.join(' / ')
    const kind = random() % 4
    if (kind === 0) return { what: `${at} gone`, text: write(edited(root, path, () => [])) }
    if (kind === 1) {
      const spell = pick(spellings)
      return {
        what: `${at} misspelt`,
        text: write(edited(root, path, (key, value) => [[spell(key), value]])),
      }
    }
    const value = kind === 2 ? pick(strange) : valueAt(root, pick(places))
    return {
      what: `${at} is ${JSON.stringify(value)}`,
      text: write(edited(root, path, (key) => [[key, value]])),
    }
  })
}

const write = (value: Json): string => JSON.stringify(value, null, 1)

function jsonOf(node: Node): Json {
  const target = resolved(node)
  if (target.kind === 'seq') return target.items.map(jsonOf)
  if (target.kind === 'map')
    return Object.fromEntries(target.entries.map((one) => [nameOf(one) ?? '', jsonOf(one.value)]))
  return typeof target.value === 'bigint' ? Number(target.value) : target.value
}

type Path = readonly string[]

function placesIn(value: Json, path: Path): readonly Path[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])])
}

function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>((at, key) => (at as Record<string, Json>)[key] ?? null, value)
}

function edited(
  value: Json,
  [key = '', ...rest]: Path,
  edit: (key: string, value: Json) => [string, Json][],
): Json {
  const entries = Object.entries(value as Record<string, Json>).flatMap(([name, inner]): [string, Json][] => {
    if (name !== key) return [[name, inner]]
    return rest.length === 0 ? edit(name, inner) : [[name, edited(inner, rest, edit)]]
  })
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
