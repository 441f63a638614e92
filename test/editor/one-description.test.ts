/** Hover, `explain` and the JSON schema say the same of every type, property, key, attribute and function. */
import { explainedFunction, functionText } from '../../src/apps/cli/explain/explained-function.ts'
import { explainedMember, memberText } from '../../src/apps/cli/explain/explained-property.ts'
import { explainedType, typeText } from '../../src/apps/cli/explain/explained-type.ts'
import { hoverAt } from '../../src/apps/editor/hover.ts'
import { readTolerantly } from '../../src/apps/editor/tolerant.ts'
import {
  type PropertySchema,
  type PropertySchemas,
  resourceTypeNames,
  resourceTypeSchema,
} from '../../src/heat/facts/resource-types.ts'
import { readValue } from '../../src/heat/merge-keys.ts'
import type { JsonSchema } from '../../src/heat/schema/json-schema.ts'
import { templateSchema } from '../../src/heat/schema/template.ts'
import { functionsOf } from '../../src/heat/versions.ts'
import { plainStyle } from '../../src/show/report/style.ts'
import type { Mapping, Node } from '../../src/text/document/node.ts'
import { mapOf, nameOf } from '../../src/text/document/read.ts'

const plain = plainStyle
const version = 'heat_template_version: 2021-04-16\n'
const schema = templateSchema('2021-04-16')

/** What is at some steps in data. */
function pick(data: unknown, ...steps: readonly string[]): unknown {
  return steps.reduce((at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step], data)
}

/** What hover shows without its markup: the heading, then paragraphs. */
function hovered(root: Mapping, offset: number): readonly string[] {
  return unmarked(hoverAt(root, offset)?.markdown ?? '').split('\n\n')
}

const rootOf = (text: string) => readTolerantly(text).root as Mapping

const unmarked = (text: string) => text.replaceAll(/\*\*(?=\w)|(?<=\w)\*\*|[`\\]/g, '')

/** The line of `explain` about a property or an attribute, and what follows it. */
function explained(type: string, path: string, what: 'property' | 'attribute') {
  const member = explainedMember(type, path)
  const lines = member === undefined ? [] : memberText(member, plain, undefined).split('\n')
  const start = lines.findIndex((line) => line.startsWith(`${what}: `))
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => !line.startsWith('    '))
  return {
    facts: unmarked((lines[start] ?? '').slice(`${what}: `.length)),
    notes: rest.slice(0, end).map((line) => unmarked(line.slice(4))),
  }
}

/** A value in which every key of a schema occurs. */
function valueOf({ schema: keys, items }: PropertySchema, depth = 0): unknown {
  if (depth > 6) return 'x'
  if (keys !== undefined)
    return Object.fromEntries(Object.entries(keys).map(([name, one]) => [name, valueOf(one, depth + 1)]))
  return items === undefined ? 'x' : [valueOf(items, depth + 1)]
}

interface Located {
  readonly path: string
  readonly at: Node
  readonly described: string | undefined
}

/** Every key in a value, with what the JSON schema says of it. */
function keysIn(node: Node, path: string, schemas: JsonSchema | undefined): readonly Located[] {
  if (node.kind === 'seq')
    return node.items.flatMap((item) => keysIn(item, `${path}[]`, under(schemas, 'items')))
  if (node.kind !== 'map') return []
  return node.entries.flatMap((one) => {
    const name = nameOf(one) ?? ''
    const own = under(schemas, 'properties')?.[name] as JsonSchema | undefined
    const inner = path === '' ? name : `${path}.${name}`
    return [
      { path: inner, at: one.key, described: own?.description as string | undefined },
      ...keysIn(one.value, inner, own),
    ]
  })
}

/** A schema, or the first of the alternatives that it has, which has a key. */
function under(one: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const all = [one, ...((one?.anyOf as readonly JsonSchema[] | undefined) ?? [])]
  return all.find((each) => each?.[key] !== undefined)?.[key] as JsonSchema | undefined
}

/** What the JSON schema says of the properties of a type. */
function schemaOfType(type: string): JsonSchema | undefined {
  const conditions = pick(schema, 'definitions', 'resource', 'allOf') as readonly JsonSchema[]
  const all = conditions
    .filter((one) => (pick(one, 'if', 'properties', 'type', 'enum') as readonly string[]).includes(type))
    .map((one) => pick(one, 'then', 'properties', 'properties') as JsonSchema | undefined)
  return all.find((one) => one !== undefined)
}

const typed = resourceTypeNames().flatMap((type) => {
  const { properties = {}, attributes = {} } = resourceTypeSchema(type) ?? { name: type, class: '' }
  return [{ type, properties: properties as PropertySchemas, attributes: Object.keys(attributes) }]
})

it('of every property and every key within one', () => {
  let count = 0
  const unlike = typed.flatMap(({ type, properties }) => {
    const text = `${version}resources: ${JSON.stringify({ r: { type, properties: valueOf({ schema: properties }) } })}\n`
    const root = rootOf(text)
    const resource = mapOf(readValue(mapOf(readValue(root, 'resources')), 'r'))
    const given = readValue(resource, 'properties') as Node
    return keysIn(given, '', schemaOfType(type)).flatMap(({ path, at, described }) => {
      const { facts, notes } = explained(type, path, 'property')
      const [heading, ...paragraphs] = hovered(root, at.start ?? 0)
      count += 1
      const byHover = `${heading} ${paragraphs.join(' ')}`
      const expected = `${path.replace(/^.*\./, '')}: ${facts} ${notes.join(' ')}`
      const found = byHover === expected ? [] : [`${type}.${path}: hover "${byHover}", explain "${expected}"`]
      // What Heat rejects, and what may be anything, has no schema.
      const bySchema = described === undefined ? undefined : unmarked(described)
      const inSchema = [...notes, facts].join(' ')
      return bySchema === undefined || bySchema === inSchema
        ? found
        : [...found, `${type}.${path}: JSON schema "${bySchema}", explain "${inSchema}"`]
    })
  })
  expect(count).toBeGreaterThan(1400)
  expect(unlike).toEqual([])
})

it('of every attribute', () => {
  let count = 0
  const unlike = typed.flatMap(({ type, attributes }) => {
    const outputs = attributes
      .map((one, index) => `  o${index}: {value: {get_attr: [r, '${one}']}}\n`)
      .join('')
    const text = `${version}resources: {r: {type: "${type}"}}\noutputs:\n${outputs}`
    const root = rootOf(text)
    return attributes.flatMap((name) => {
      const [heading = '', ...paragraphs] = hovered(root, text.indexOf(`'${name}'`) + 1)
      const { facts, notes } = explained(type, name, 'attribute')
      count += 1
      const byHover = `${heading.replace(/(?:; )?attribute of .*$/, '')} ${paragraphs.join(' ')}`
      const expected = `${name}: ${facts} ${notes.join(' ')}`
      return byHover === expected ? [] : [`${type}.${name}: hover "${byHover}", explain "${expected}"`]
    })
  })
  expect(count).toBeGreaterThan(350)
  expect(unlike).toEqual([])
})

it('of every type', () => {
  const [names, descriptions] = ['enum', 'enumDescriptions'].map((key) =>
    pick(schema, 'definitions', 'resource', 'properties', 'type', 'anyOf', '0', key),
  ) as [readonly string[], readonly string[]]
  const unlike = typed.flatMap(({ type }) => {
    const text = `${version}resources: {r: {type: "${type}"}}\n`
    const byHover = hovered(rootOf(text), text.indexOf(type)).slice(1)
    const byExplain = unmarked(typeText(explainedType(type)!, plain, undefined)).split('\n')
    const bySchema = unmarked(descriptions[names.indexOf(type)] ?? '')
    const said = byHover.filter((line) => !line.startsWith('Attributes: '))
    return said.flatMap((line, index) => [
      ...(byExplain.includes(line) ? [] : [`${type}: explain lacks "${line}"`]),
      // The JSON schema has the first paragraph of what Heat says alone.
      ...(bySchema.includes(line) || (index > 0 && !isNote(line))
        ? []
        : [`${type}: JSON schema lacks "${line}"`]),
    ])
  })
  expect(unlike).toEqual([])
})

const isNote = (line: string) =>
  /^(?:Heat has it under|Heat says|It (?:is|was|cannot) |Required: )/.test(line)

it('of every function', () => {
  const described = pick(schema, 'definitions', 'function', 'properties')
  const unlike = [...functionsOf('2021-04-16')].flatMap((name) => {
    const text = `${version}outputs: {o: {value: {${name}: }}}\n`
    const notes = hovered(rootOf(text), text.indexOf(`{${name}`) + 1)
      .slice(1)
      .filter((line) => !line.startsWith('yaml'))
    const own = explainedFunction(name)
    const byExplain = own === undefined ? '' : unmarked(functionText(own, plain, undefined))
    return notes.flatMap((line) => [
      ...(byExplain.includes(`\n${line}\n`) ? [] : [`${name}: explain lacks "${line}"`]),
      ...(unmarked(String(pick(described, name, 'description'))).includes(line)
        ? []
        : [`${name}: JSON schema lacks "${line}"`]),
    ])
  })
  expect(unlike).toEqual([])
})
