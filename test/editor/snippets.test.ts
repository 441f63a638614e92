/** What completion fills in: valid where it is written, and with all that Heat requires. */

import { completionsAt } from '../../src/apps/editor/complete.ts'
import { functionSnippet } from '../../src/apps/editor/snippets.ts'
import { createChecker } from '../../src/engine/check.ts'
import { callOf } from '../../src/heat/calls.ts'
import { functionNames, functionRow } from '../../src/heat/functions/table.ts'
import { resourceTypeNames } from '../../src/heat/resource-types.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { mapOf, valueOf } from '../../src/text/document/read.ts'

/** A snippet as somebody leaves it who types nothing: presets, the first choice, else a word. */
function left(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, (_, preset: string) => preset.replace(/\\(.)/g, '$1'))
    .replace(/\$\{\d+\}/g, 'x')
}

/** The text with what an item writes at the mark, its lines as deep as the line of the mark. */
function written(text: string, label: string): string {
  const offset = text.indexOf('‸')
  const source = text.replace('‸', '')
  const { items, start } = completionsAt(source, offset)
  const item = items.find((one) => one.label === label)
  if (item?.snippet === undefined) throw new Error(`${label} has no snippet among ${items.length}`)
  const line = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  const indent = /^ */.exec(line)?.[0] ?? ''
  const body = left(item.snippet).replaceAll('\n', `\n${indent}`)
  return source.slice(0, start) + body + source.slice(offset)
}

const findings = (text: string) => createChecker().run({ path: 't.yaml', bytes: Buffer.from(text) }).findings

it('a type brings the properties that Heat requires', () => {
  const text = 'heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Neutron::Subn‸\n'
  expect(written(text, 'OS::Neutron::Subnet')).toBe(
    'heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Neutron::Subnet\n    properties:\n      network: x\n',
  )
  const given = text.replace('resources', 'parameters: {network: {type: string}}\nresources')
  expect(written(given, 'OS::Neutron::Subnet')).toContain('      network: {get_param: network}\n')
  expect(() => written(text.replace('‸', '‸\n    properties: {cidr: a}'), 'OS::Neutron::Subnet')).toThrow(
    'no snippet',
  )
})

const typing = (type: string) =>
  `heat_template_version: 2018-08-31\nresources:\n  a:\n    type: ${type.slice(0, -1)}‸\n`

/** Those that require properties, and so are completed with them. */
const withSnippet = resourceTypeNames().filter((type) => {
  const text = typing(type)
  const { items } = completionsAt(text.replace('‸', ''), text.indexOf('‸'))
  return items.find(({ label }) => label === type)?.snippet !== undefined
})

it('more than a hundred types are completed with what they require', () => {
  expect(withSnippet.length).toBeGreaterThan(100)
})

it.each(withSnippet)('%s lacks nothing that is required', (type) => {
  const text = typing(type)
  const codes = findings(written(text, type)).map(({ code }) => code)
  expect(codes.filter((code) => /^(?:missing|unknown)-property$|^yaml-/.test(code))).toEqual([])
})

it.each(functionNames.filter((name) => functionRow(name)?.example !== undefined))(
  '%s has the form of its arguments',
  (name) => {
    const snippet = functionSnippet(name) ?? ''
    const reading = readDocument(`value: {${left(snippet)}}\nblock:\n  ${left(snippet)}\n`)
    const root = 'document' in reading ? mapOf(reading.document.root) : undefined
    expect(callOf(valueOf(root, 'value'))?.name).toBe(name)
    expect(callOf(valueOf(root, 'block'))?.name).toBe(name)
  },
)

it('a value may be a function in braces', () => {
  const text = `heat_template_version: 2018-08-31
parameters: {net: {type: string}}
resources:
  a:
    type: OS::Neutron::Port
    properties:
      network: get‸
`
  expect(written(text, 'get_param')).toContain('      network: {get_param: x}\n')
})

it.each([
  ['parameters', 'new parameter', 'parameters:\n  name:\n    type: string\n    description: x\n'],
  ['resources', 'new resource', 'resources:\n  name:\n    type: x\n'],
  ['outputs', 'new output', 'outputs:\n  name:\n    description: x\n    value: x\n'],
  ['conditions', 'new condition', 'conditions:\n  name: {equals: [{get_param: x}, x]}\n'],
])('a part of %s has what it cannot do without', (section, label, after) => {
  const head = 'heat_template_version: 2018-08-31\n'
  expect(written(`${head}${section}:\n  n‸\n`, label)).toBe(`${head}${after}`)
})

it('there are no conditions where the version has none', () => {
  const text = 'heat_template_version: 2015-04-30\nconditions:\n  n\n'
  expect(completionsAt(text, text.length - 1).items).toEqual([])
})
