/** What is known of what stands at an offset, as Markdown. */

import { valueIn } from '../../engine/queries/resolved-stack.ts'
import { callOf } from '../../heat/calls.ts'
import { constraintText } from '../../heat/constraints.ts'
import {
  type Description,
  describeAttribute,
  describeFunction,
  describeOutput,
  describeSchema,
  describeType,
} from '../../heat/describe.ts'
import { functionRow } from '../../heat/functions/table.ts'
import { recognise, type TemplateKind } from '../../heat/kind.ts'
import { entryRead, readValue } from '../../heat/merge-keys.ts'
import { isHidden } from '../../heat/parameters.ts'
import { declarations } from '../../heat/sections.ts'
import { isCfn } from '../../heat/template.ts'
import type { Value } from '../../heat/values/value.ts'
import { latestVersion, releaseOf, versionOf } from '../../heat/versions.ts'
import { parameterSchema } from '../../stack/parameter-schemas.ts'
import type { TypeReference } from '../../stack/references.ts'
import {
  type LocatedType,
  meaningOf,
  schemaAt,
  type TypeMeaning,
  templateSchema,
  typeNamed,
} from '../../stack/type-of.ts'
import { valueSections } from '../../stack/values.ts'
import type { Mapping, Range } from '../../text/document/node.ts'
import { textRange } from '../../text/document/node.ts'
import { isNull, nameOf, stringOf } from '../../text/document/read.ts'
import { attributeAt, attributesAt, type KnownAttribute } from './attributes.ts'
import { referenceAt } from './elsewhere.ts'
import { declarationOf, mentionAt, mentionsIn } from './mentions.ts'
import { type Found, findAt, pathOf } from './paths.ts'
import { mapOf, plainText, shownEntry } from './plain.ts'
import { typedDocument } from './schemas.ts'
import { alone, type Neighbour, readersOf, type Surroundings } from './surroundings.ts'

interface Hover {
  readonly markdown: string
  readonly range: Range | undefined
}

export function hoverAt(root: Mapping, offset: number, around: Surroundings = alone): Hover | undefined {
  const found = findAt(root, offset)
  if (found.node.kind === 'map' || found.node.kind === 'seq') return undefined
  const path = pathOf(found.steps)
  const range = textRange(found.node)
  const word = stringOf(found.node) ?? ''
  const said = (lines: readonly string[] | undefined) =>
    lines === undefined || lines.length === 0 ? undefined : { markdown: lines.join('\n\n'), range }
  const last = String(path.at(-1))
  const { kind } = recognise(root, 'yaml')
  if (kind === 'environment') return said(environmentLines(path, found.isKey, around))
  if (found.isKey) {
    const located = schemaAt(typedDocument(root, around), path)
    if (located !== undefined) return said(propertyLines(word, located))
    if (functionRow(word) !== undefined && path.length > 2)
      return said([...functionLines(word, kind), ...resultLines(root, found, around)])
  } else {
    const reference = referenceAt(root, found)
    if (reference !== undefined) return said(referenceLines(root, reference, around))
    if (last === 'heat_template_version' && path.length === 1) return said(versionLines(word))
  }
  const attribute = attributeAt(found)
  if (attribute !== undefined) return said(attributeLines(word, attributesAt(root, attribute, around)))
  return said(mentionLines(root, offset, around))
}

function mentionLines(root: Mapping, offset: number, around: Surroundings): readonly string[] | undefined {
  const mention = mentionAt(mentionsIn(root), offset)
  switch (mention?.kind) {
    case 'parameter':
      return parameterLines(root, mention.name, around.valuesOf(mention.name))
    case 'condition':
    case 'mapping':
      return valueLines(root, mention.kind, mention.name)
    case 'output':
      return outputLines(root, mention.name)
    case 'resource': {
      const type = typeNamed(root, mention.name)
      return [
        `**${mention.name}** (resource)`,
        ...(type === undefined ? [] : (typeLines(type, mention.name, around) ?? [`\`${type}\``])),
      ]
    }
    default:
      return undefined
  }
}

/** In an environment: the parameter that a name stands for, and the template that one leads to. */
function environmentLines(
  path: readonly (string | number)[],
  isKey: boolean,
  around: Surroundings,
): readonly string[] | undefined {
  const [section, name] = path
  if (section === 'resource_registry')
    return isKey ? typeLines(String(path.at(-1)), undefined, around) : undefined
  if (path.length !== 2 || !isKey || !valueSections.some((one) => one === section)) return undefined
  for (const { path: template, root } of readersOf(section, around)) {
    const lines = parameterLines(root, String(name), [])
    if (lines !== undefined) return [`${lines[0]} of ${template}`, ...lines.slice(1)]
  }
  return undefined
}

function valueLines(
  root: Mapping,
  kind: 'condition' | 'mapping',
  name: string,
): readonly string[] | undefined {
  const value = declarationOf(root, kind, name)?.value
  return value === undefined ? undefined : [`**${name}** (${kind})`, `\`${plainText(value)}\``]
}

function outputLines(root: Mapping, name: string): readonly string[] | undefined {
  const output = mapOf(declarationOf(root, 'output', name)?.value)
  const value = readValue(output, 'value', 'Value')
  return [
    `**${name}** (output)`,
    ...describedBy(output),
    ...(value === undefined ? [] : [`Value: \`${plainText(value)}\``]),
  ]
}

/** What the author says of a part of a template, or of the whole. */
function describedBy(part: Mapping | undefined): readonly string[] {
  const about = stringOf(readValue(part, 'description', 'Description'))?.trim()
  return about === undefined || about === '' ? [] : [asMarkdown(about)]
}

function referenceLines(
  root: Mapping,
  reference: TypeReference,
  around: Surroundings,
): readonly string[] | undefined {
  return meaningLines(reference.name, meaningOf(typedDocument(root, around), reference))
}

/** @param resource the resource that has the type; undefined for members of groups */
export function typeLines(
  name: string,
  resource: string | undefined,
  around: Surroundings,
): readonly string[] | undefined {
  return meaningLines(name, around.type(name, resource))
}

function meaningLines(name: string, meaning: TypeMeaning<Neighbour>): readonly string[] | undefined {
  switch (meaning.is) {
    case 'template':
      return templateLines(name, meaning.template)
    case 'class':
      return classLines(name, meaning.type)
    case 'open':
      return undefined
  }
}

/** A template that serves as a type. */
function templateLines(name: string, template: Neighbour): readonly string[] {
  const { properties, attributes } = templateSchema(template)
  const all = Object.entries(properties)
  const namesOf = (some: typeof all) => some.map(([one]) => `\`${one}\``).join(', ')
  const required = all.filter(([, schema]) => schema.required === true)
  const others = all.filter(([, schema]) => schema.required !== true)
  const outputs = Object.keys(attributes).map((one) => `\`${one}\``)
  return [
    name === template.path
      ? `**${name}** (nested template)`
      : `**${name}** (nested template, ${template.path})`,
    ...describedBy(template.root),
    ...(required.length === 0 ? [] : [`Required: ${namesOf(required)}`]),
    ...(others.length === 0 ? [] : [`With a default: ${namesOf(others)}`]),
    ...(outputs.length === 0 ? [] : [`Attributes: ${outputs.join(', ')}`]),
  ]
}

/** @param type what environments make of the name */
function classLines(name: string, type: string): readonly string[] | undefined {
  const described = describeType(type, '`')
  if (described === undefined) return undefined
  const { about, notes, attributes } = described
  return [
    `**${name}** (resource type${type === name ? '' : `, ${type}`})`,
    ...shortened(about).map(asMarkdown),
    ...notes.map(asMarkdown),
    ...(attributes.length === 0 ? [] : [`Attributes: ${attributes.map((one) => `\`${one}\``).join(', ')}`]),
  ]
}

/** About so many characters of what Heat says of a type are shown: whole paragraphs, and the first one always. */
const mostShown = 500

/** What Heat says, without examples; `explain` has all of it. */
function shortened([first, ...others]: readonly string[]): readonly string[] {
  if (first === undefined) return []
  const shown = [first]
  let left = mostShown - first.length
  for (const one of others) {
    left -= one.length
    if (left < 0 || one.startsWith('    ')) break
    shown.push(one)
  }
  return shown
}

/** Outside of literals and of what is emphasised, what would be markup in Markdown is a character. */
export function asMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`|\*\*\w[^*`]*\*\*)/)
    .map((part) => (/^(?:`|\*\*\w)/.test(part) ? part : part.replaceAll(/[<*[\]]/g, '\\$&')))
    .join('')
}

function attributeLines(
  name: string,
  all: ReadonlyMap<string, KnownAttribute>,
): readonly string[] | undefined {
  const known = all.get(name)
  if (known === undefined) return undefined
  const { owner, template } = known
  const what = `${template === undefined ? 'attribute' : 'output'} of ${owner}`
  const { facts, notes } = attributeDescription(known)
  return [`**${name}**: ${[...facts, what].join('; ')}`, ...notes.map(asMarkdown)]
}

/** What is said of an attribute, be it of a class or of a template. */
export function attributeDescription({
  schema,
  about,
  owner,
  name,
  template,
  isOfMembers,
}: KnownAttribute): Description {
  const own = template === undefined ? describeAttribute(owner, name, schema) : describeOutput(schema, about)
  if (!isOfMembers) return own
  const [type, ...others] = own.facts
  const isTyped = schema.type !== 'unknown'
  const ofEach = isTyped ? `${type} of each member` : 'of each member'
  return { ...own, facts: [ofEach, ...(isTyped ? others : own.facts)] }
}

export function propertyLines(name: string, located: LocatedType<Neighbour>): readonly string[] {
  const { schema, about, fate, declaration, isWhole, template } = located
  // What an update of a nested stack does is up to its template.
  const updates = isWhole && template === undefined ? 'by schema' : 'unknown'
  const preset = declaration && shownDefault(declaration)
  const { facts, notes } = describeSchema(schema, { about, fate, preset, updates }, '`')
  const of = template === undefined || !isWhole ? [] : [`parameter of ${template.path}`]
  return [`**${name}**: ${[...facts, ...of].join('; ')}`, ...notes.map(asMarkdown)]
}

function shownDefault(declaration: Mapping): string | undefined {
  const preset = entryRead(declaration, 'default') ?? entryRead(declaration, 'Default')
  if (preset === undefined || isNull(preset.value)) return undefined
  const shown = shownEntry(declaration, preset)
  return shown === '' ? '""' : shown
}

/**
 * What a function takes and gives, which versions have it, and an example.
 *
 * @param kind of the template: versions of HOT are nothing to one of CloudFormation
 */
export function functionLines(name: string, kind: TemplateKind): readonly string[] {
  const isOfHot = !isCfn(kind)
  const { notes, example } = describeFunction(name, isOfHot ? 'HOT' : 'CloudFormation')
  return [
    `**${name}** (function)`,
    ...notes,
    ...(example === undefined || !isOfHot ? [] : [`\`\`\`yaml\n${example}\n\`\`\``]),
  ]
}

/** So many characters of a value are shown. */
const mostOfValue = 1500

/** What the function gives with the values of the environments and the defaults; nothing where only the cloud knows it. */
function resultLines(root: Mapping, { steps }: Found, around: Surroundings): readonly string[] {
  const step = steps.at(-1)
  const call = step?.kind === 'entry' && callOf(step.of) !== undefined ? step.of : undefined
  const answer = call && valueIn(root, call, givenValues(root, around))
  if (answer === undefined || answer.refused !== undefined) return []
  const { value } = answer
  const shown = typeof value === 'string' ? value : JSON.stringify(value, asJson, 2)
  if (/^<.*>$/s.test(shown) || shown.length > mostOfValue) return []
  return shown === '' || /[\n`]/.test(shown)
    ? [`Value:\n\`\`\`\`\n${shown}\n\`\`\`\``]
    : [`Value: \`${shown}\``]
}

/** The values that all environments agree on. */
function givenValues(root: Mapping, around: Surroundings): ReadonlyMap<string, Value> {
  return new Map(
    [...declarations(root).parameters.keys()].flatMap((name) => {
      const [first, ...others] = new Set(around.valuesOf(name).map(({ value }) => value))
      return first === undefined || others.length > 0 ? [] : [[name, first] as const]
    }),
  )
}

/** Maps are objects of JSON. */
function asJson(_: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value)
  return typeof value === 'bigint' ? Number(value) : value
}

function versionLines(word: string): readonly string[] | undefined {
  const version = versionOf(word)
  const release = version === undefined ? undefined : releaseOf(version)
  return version === undefined
    ? undefined
    : [`**${version}**${release === undefined ? '' : ` (${release})`}`, `The newest is ${latestVersion}.`]
}

function parameterLines(
  root: Mapping,
  name: string,
  values: readonly { readonly path: string; readonly value: string }[],
): readonly string[] | undefined {
  const declaration = mapOf(declarationOf(root, 'parameter', name)?.value)
  if (declaration === undefined) return undefined
  const isSecret = isHidden(declaration)
  const shown = declaration.entries.flatMap((entry) => {
    const key = nameOf(entry) ?? ''
    if (/^description$/i.test(key)) return []
    const value = shownEntry(declaration, entry)
    if (key === 'constraints') return constraintLines(declaration)
    return [`${key}: \`${value === '' ? '""' : value}\``]
  })
  const given = isSecret ? [] : values.map(({ path, value }) => `\`${value}\` in ${path}`)
  return [
    `**${name}** (parameter)`,
    ...describedBy(declaration),
    ...shown,
    ...(given.length === 0 ? [] : [`Value: ${given.join(', ')}`]),
  ]
}

/** Those of a hidden parameter are not shown: they may say what its value is. */
function constraintLines(declaration: Mapping): readonly string[] {
  if (isHidden(declaration)) return []
  const all = (parameterSchema(declaration)?.constraints ?? []).map((one) => constraintText(one, '`'))
  return all.length === 0 ? [] : [`constraints: ${all.join('; ')}`]
}
