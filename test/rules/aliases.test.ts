/** What is written by a merge key or read through an alias is the same to Heat, and has the same findings. */

import { createChecker } from '../../src/engine/check.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Entry, Mapping } from '../../src/text/document/node.ts'
import { entryOf, mapOf } from '../../src/text/document/read.ts'
import { cases, givenFiles } from '../cli/examples.ts'

/** Templates of the examples that use no anchors yet. */
const templates = cases.flatMap(([code, example]) =>
  Object.entries(givenFiles(example))
    .filter(([path, text]) => path.endsWith('.yaml') && /^heat_template_version/.test(text))
    .filter(([, text]) => !/[&*]\w|<</.test(text))
    .map(([path, text]) => [`${code} ${path}`, text] as const),
)

function codesIn(text: string): readonly string[] {
  const { findings } = createChecker().run({ path: 'a.yaml', bytes: Buffer.from(text) })
  return findings.map(({ code }) => code).sort()
}

function rootOf(text: string): Mapping | undefined {
  const reading = readDocument(text, 'yaml')
  return 'document' in reading ? mapOf(reading.document.root) : undefined
}

/** The mappings in braces of a template: its parts, and what is in them. */
function flowMappings(map: Mapping | undefined, levels = 4): readonly Mapping[] {
  const below = (map?.entries ?? []).flatMap(({ value }) => mapOf(value) ?? [])
  const own = below.filter(({ style, entries }) => style === 'flow' && entries.length > 0)
  return levels === 0 ? own : [...own, ...below.flatMap((one) => flowMappings(one, levels - 1))]
}

it.each(templates)('merged: %s', (_, text) => {
  const expected = codesIn(text)
  for (const { start, end } of flowMappings(rootOf(text)))
    if (start !== undefined && end !== undefined)
      expect(codesIn(`${text.slice(0, start)}{<<: ${text.slice(start, end)}}${text.slice(end)}`)).toEqual(
        expected,
      )
})

/** The properties of the resources, each with an anchor that another resource uses as a value. */
function withAliases(text: string): readonly string[] {
  const resources = mapOf(entryOf(rootOf(text), 'resources')?.value)
  const last = resources?.entries.at(-1)?.value.end
  if (resources?.style !== 'block' || last === undefined) return []
  const lineEnd = text.indexOf('\n', last) + 1
  const properties = resources.entries.flatMap(
    ({ value }) => mapOf(entryOf(mapOf(value), 'properties')?.value)?.entries ?? [],
  )
  const anchored = ({ key, value }: Entry) => {
    const colon = text.indexOf(':', key.end) + 1
    const isInline = value.start !== undefined && !text.slice(colon, value.start).includes('\n')
    if (value.kind === 'map' && value.style === 'block' && isInline) return []
    const use = '  alias_of_it: {type: OS::Heat::Value, properties: {value: *it}}\n'
    return [`${text.slice(0, colon)} &it${text.slice(colon, lineEnd)}${use}${text.slice(lineEnd)}`]
  }
  return properties.flatMap(anchored)
}

it.each(templates)('behind an alias: %s', (_, text) => {
  const expected = codesIn(text)
  // Nothing uses the other resource.
  const unused = (code: string) => code !== 'unused-resource'
  for (const made of withAliases(text)) expect(codesIn(made).filter(unused)).toEqual(expected.filter(unused))
})
