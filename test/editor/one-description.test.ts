/** Hover, `explain` and the JSON schema say the same of every type, property, key, attribute and function. */
import { explainedFunction, functionText } from '../../src/cli/explained-function.ts'
import { explainedMember, memberText } from '../../src/cli/explained-property.ts'
import { typeText } from '../../src/cli/explained-type.ts'
import type { Mapping, Node } from '../../src/document/node.ts'
import { nameOf } from '../../src/document/read.ts'
import { hoverAt } from '../../src/editor/hover.ts'
import { readTolerantly } from '../../src/editor/tolerant.ts'
import {
  type PropertySchema,
  type PropertySchemas,
  resourceTypeNames,
  resourceTypeSchema,
} from '../../src/heat/facts/resource-types.ts'
import { functionsOf } from '../../src/heat/versions.ts'
import { plainStyle } from '../../src/report/style.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { templateSchema } from '../../src/schema/template.ts'

const plain = plainStyle
const version = 'heat_template_version: 2021-04-16\n'
const schema = templateSchema('2021-04-16') as Record<string, any>

/** What hover shows without its markup: the heading, then paragraphs. */
function hovered(root: Mapping, at: Node | undefined): readonly string[] {
  const { markdown = '' } = (at?.start === undefined ? undefined : hoverAt(root, at.start)) ?? {}
  return markdown.replaceAll(/\*\*(?=\w)|(?<=\w)\*\*|[`\\]/g, '').split('\n\n')
}

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
  if (node.kind === 'seq') return node.items.flatMap((item) => keysIn(item, `${path}[]`, itemsOf(schemas)))
  if (node.kind !== 'map') return []
  return node.entries.flatMap((one) => {
    const name = nameOf(one) ?? ''
    const own = propertiesOf(schemas)?.[name] as JsonSchema | undefined
    const inner = path === '' ? name : `${path}.${name}`
    return [
      { path: inner, at: one.key, described: own?.description as string | undefined },
      ...keysIn(one.value, inner, own),
    ]
  })
}

function alternatives(one: JsonSchema | undefined): readonly Record<string, any>[] {
  const all = one === undefined ? [] : [one, ...((one.anyOf as JsonSchema[] | undefined) ?? [])]
  return all as Record<string, any>[]
}

const itemsOf = (one: JsonSchema | undefined) =>
  alternatives(one).find(({ items }) => items !== undefined)?.items as JsonSchema | undefined
const propertiesOf = (one: JsonSchema | undefined) =>
  alternatives(one).find(({ properties }) => properties !== undefined)?.properties as JsonSchema | undefined

/** What the JSON schema says of the properties of a type. */
function schemaOfType(type: string): JsonSchema | undefined {
  const conditions = schema.definitions.resource.allOf as Record<string, any>[]
  const own = conditions.find(
    ({ if: condition, then }) =>
      condition.properties?.type.enum.includes(type) && then.properties?.properties !== undefined,
  )
  return own?.then.properties.properties as JsonSchema | undefined
}

const typed = resourceTypeNames().flatMap((type) => {
  const { properties = {}, attributes = {} } = resourceTypeSchema(type) ?? { name: type, class: '' }
  return [{ type, properties: properties as PropertySchemas, attributes: Object.keys(attributes) }]
})

it('of every property and every key within one', () => {
  let count = 0
  const unlike = typed.flatMap(({ type, properties }) => {
    const text = `${version}resources: ${JSON.stringify({ r: { type, properties: valueOf({ schema: properties }) } })}\n`
    const root = readTolerantly(text).root as Mapping
    const section = (root.entries[1]?.value as Mapping).entries[0]?.value as Mapping
    return keysIn(section.entries[1]?.value as Node, '', schemaOfType(type)).flatMap(
      ({ path, at, described }) => {
        const { facts, notes } = explained(type, path, 'property')
        const [heading, ...paragraphs] = hovered(root, at)
        count += 1
        const byHover = `${heading} ${paragraphs.join(' ')}`
        const expected = `${path.replace(/^.*\./, '')}: ${facts} ${notes.join(' ')}`
        const found =
          byHover === expected ? [] : [`${type}.${path}: hover "${byHover}", explain "${expected}"`]
        // What Heat rejects, and what may be anything, has no schema.
        const bySchema = described === undefined ? undefined : unmarked(described)
        const inSchema = [...notes, facts].join(' ')
        return bySchema === undefined || bySchema === inSchema
          ? found
          : [...found, `${type}.${path}: JSON schema "${bySchema}", explain "${inSchema}"`]
      },
    )
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
    const root = readTolerantly(`${version}resources: {r: {type: "${type}"}}\noutputs:\n${outputs}`)
      .root as Mapping
    return attributes.flatMap((name, index) => {
      const call = ((root.entries[2]?.value as Mapping).entries[index]?.value as Mapping).entries[0]
        ?.value as Mapping
      const items = call.entries[0]?.value
      const [heading = '', ...paragraphs] = hovered(root, items?.kind === 'seq' ? items.items[1] : undefined)
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
  const { enum: names, enumDescriptions } = schema.definitions.resource.properties.type.anyOf[0]
  const unlike = typed.flatMap(({ type }) => {
    const root = readTolerantly(`${version}resources: {r: {type: "${type}"}}\n`).root as Mapping
    const at = ((root.entries[1]?.value as Mapping).entries[0]?.value as Mapping).entries[0]?.value
    const byHover = hovered(root, at).slice(1)
    const byExplain = unmarked(typeText(type, plain, undefined) ?? '').split('\n')
    const bySchema = unmarked(enumDescriptions[names.indexOf(type)])
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
  const described = schema.definitions.function.properties as Record<string, { description: string }>
  const unlike = [...functionsOf('2021-04-16')].flatMap((name) => {
    const root = readTolerantly(`${version}outputs: {o: {value: {${name}: }}}\n`).root as Mapping
    const output = (root.entries[1]?.value as Mapping).entries[0]?.value as Mapping
    const at = (output.entries[0]?.value as Mapping).entries[0]?.key
    const notes = hovered(root, at)
      .slice(1)
      .filter((line) => !line.startsWith('yaml'))
    const own = explainedFunction(name)
    const byExplain = own === undefined ? '' : unmarked(functionText(own, plain, undefined))
    return notes.flatMap((line) => [
      ...(byExplain.includes(`\n${line}\n`) ? [] : [`${name}: explain lacks "${line}"`]),
      ...(unmarked(described[name]?.description ?? '').includes(line)
        ? []
        : [`${name}: JSON schema lacks "${line}"`]),
    ])
  })
  expect(unlike).toEqual([])
})
