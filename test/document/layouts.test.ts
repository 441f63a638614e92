/**
 * V8 keeps objects apart by their layout ("hidden class"), and code that has met more than a few of them becomes slow. In
 * the V8 of Node 20 a literal that begins with a spread and adds a field has a layout of its own for every single object.
 */

import { setFlagsFromString } from 'node:v8'
import { type Template, withRoot } from '../../src/heat/template.ts'
import { portName } from '../../src/rules/onap/vnf/names.ts'
import { load } from '../../src/stack/load.ts'
import { Attached } from '../../src/text/document/attached.ts'
import { inPlaceOf, string, withAnchor, withoutTag } from '../../src/text/document/build.ts'
import type { Node, SourceText } from '../../src/text/document/node.ts'
import { extended } from '../../src/text/document/records.ts'
import { transplanted } from '../../src/text/document/transplant.ts'
import { rendered } from '../../src/text/print/context.ts'
import { scan } from '../../src/text/yaml/scanner.ts'
import { mappingOf } from './documents.ts'

/** Releases of Node whose V8 is known to lay objects out as this file says: the oldest supported one, and the reference. */
const known = [20, 24]
const isKnown = known.includes(Number(process.versions.node.split('.', 1)[0]))
const [testLayout, describeLayout] = isKnown ? [test, describe] : [test.skip, describe.skip]

if (isKnown) setFlagsFromString('--allow-natives-syntax')
/** Undefined where V8 is not known: a native of V8 is a syntax error where there is none. */
const haveSameLayout = isKnown
  ? (new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
      one: object,
      other: object,
    ) => boolean)
  : undefined

/** So many, that V8 has changed to the faster code by which the layouts part. */
const many = 200

function layouts(objects: readonly object[]): number {
  if (haveSameLayout === undefined) throw new Error('the layouts of this V8 are not known')
  const found: object[] = []
  for (const object of objects) if (!found.some((one) => haveSameLayout(one, object))) found.push(object)
  return found.length
}

function made(make: (index: number) => object): number {
  return layouts(Array.from({ length: many }, (_, index) => make(index)))
}

function values(text: (index: number) => string): readonly Node[] {
  const lines = Array.from({ length: many }, (_, index) => `k${index}: ${text(index)}\n`)
  return mappingOf(lines.join('')).entries.map(({ value }) => value)
}

function fileWith(index: number) {
  const text = `AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  r${index}: {Type: 'AWS::EC2::Instance'}\n`
  const loaded = load({ path: `t${index}.yaml`, bytes: new TextEncoder().encode(text) })
  if (loaded.is !== 'file') throw new Error(text)
  return loaded.file
}

const forms: Readonly<Record<string, (index: number) => string>> = {
  scalar: (index) => `!Ref name${index}`,
  list: (index) => `!Join [a, b${index}]`,
  mapping: (index) => `!Transform {Name: b${index}}`,
}

describeLayout.each(Object.entries(forms))(
  `in Node ${known.join(' and ')}, copies of one %s after the other have one layout`,
  (_name, form) => {
    const nodes = values(form)

    test('without their tags', () => {
      expect(made((index) => withoutTag(nodes[index] as Node))).toBe(1)
    })

    test('with other anchors', () => {
      expect(made((index) => withAnchor(nodes[index] as Node, 'other'))).toBe(1)
    })

    test('where another node stood', () => {
      const [first] = nodes as [Node]
      expect(layouts(nodes.slice(1).map((node) => inPlaceOf(node, first)))).toBe(1)
    })
  },
)

testLayout('scalars that another document gave', () => {
  const from: SourceText = { text: '', syntax: 'yaml', root: undefined, comments: [] }
  const plain = values((index) => `v${index}`)
  expect(layouts(plain.map((node) => transplanted(node, from)))).toBe(1)
})

testLayout('names of ONAP that are taken apart', () => {
  const names = Array.from({ length: many }, (_, index) => portName(`vm${index}_0_oam_port_0`, new Set()))
  expect(names[0]).toEqual({ vmType: 'vm0', index: 0, role: 'oam', vmIndex: 0 })
  expect(layouts(names as readonly object[])).toBe(1)
})

testLayout('pairs without braces', () => {
  const pairs = values((index) => `[a${index}: b]`).map((list) =>
    list.kind === 'seq' ? list.items[0] : list,
  )
  expect(layouts([...(pairs as readonly Node[]), ...values((index) => `{a${index}: b}`)])).toBe(1)
})

testLayout('aliases, and scalars with anchors', () => {
  const nodes = values((index) => (index % 2 === 0 ? `&a${index} b` : `*a${index - 1}`))
  expect(new Set(nodes.map(({ kind }) => kind))).toEqual(new Set(['scalar', 'alias']))
  expect(layouts(nodes)).toBe(1)
})

testLayout('scalars that were made, and those that were read with anchors', () => {
  const read = values((index) => `&a${index} b`)
  expect(layouts([...read, ...read.map((_, index) => string(`b${index}`))])).toBe(1)
})

testLayout('mappings, whatever was found out about them', () => {
  const notes = [new Attached<Node, number>(), new Attached<Node, number>()]
  const nodes = values((index) => `{a${index}: b}`)
  for (const [index, node] of nodes.entries())
    for (const [at, note] of notes.entries()) if ((index & (1 << at)) !== 0) note.set(node, index)
  expect(layouts(nodes)).toBe(1)
})

testLayout('records with more members, and templates with other trees', () => {
  expect(made((index) => extended({ a: index, b: 'b' }, { c: index }))).toBe(1)
  const template = { ...(fileWith(0) as Template) }
  expect(made((index) => withRoot(template, mappingOf(`a: ${index}\n`)))).toBe(1)
})

testLayout('values as texts', () => {
  expect(made((index) => rendered('a', '', 'inline', index % 2 === 0 ? [] : undefined))).toBe(1)
})

testLayout('what is scanned', () => {
  expect(made((index) => scan(`a: ${index}\n`, 'libyaml'))).toBe(1)
})

testLayout('files that are loaded, and what is recognised of them', () => {
  const files = Array.from({ length: many }, (_, index) => fileWith(index))
  expect(layouts(files)).toBe(1)
  expect(layouts(files.map(({ recognition }) => recognition))).toBe(1)
})

test('a scalar that was read has no more fields than it needs: a template of 10 MB has a million', () => {
  const fields = ['kind', 'type', 'value', 'style', 'start', 'end']
  for (const form of ['a', "'a'", '"a"', '1', '']) {
    const [{ key, value } = { key: undefined, value: undefined }] = mappingOf(`k: ${form}\n`).entries
    expect(Object.keys(key ?? {})).toEqual(fields)
    expect(Object.keys(value ?? {})).toEqual(fields)
  }
})
