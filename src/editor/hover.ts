/** What is known of what stands at an offset, as Markdown. */
import type { Mapping, Range } from '../document/node.ts'
import { textRange } from '../document/node.ts'
import { nameOf, stringOf } from '../document/read.ts'
import { constraintText } from '../heat/constraints.ts'
import { aboutType } from '../heat/descriptions.ts'
import type { Support } from '../heat/facts/resource-types.ts'
import { functionRow } from '../heat/functions/table.ts'
import { deadType, deprecatedType, insteadOfType } from '../heat/instead.ts'
import { recognise, type TemplateKind } from '../heat/kind.ts'
import { readValue } from '../heat/merge-keys.ts'
import { isHidden } from '../heat/parameters.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { isCfn } from '../heat/template.ts'
import {
  conditionFunctionsOf,
  hotVersions,
  latestVersion,
  releaseOf,
  versionOf,
  versionsWith,
} from '../heat/versions.ts'
import { facadeSchema } from '../workspace/facade-schemas.ts'
import type { TypeReference } from '../workspace/references.ts'
import { valueSections } from '../workspace/values.ts'
import { attributeAt, attributesAt, type KnownAttribute } from './attributes.ts'
import { referenceAt } from './elsewhere.ts'
import { declarationOf, mentionAt, mentionsIn } from './mentions.ts'
import { findAt, pathOf } from './paths.ts'
import { mapOf, plainText, shownEntry } from './plain.ts'
import {
  type Located,
  locatedAt,
  schemaOfReference,
  schemaOfType,
  type TypeSchema,
  typeNamed,
  typeText,
} from './schemas.ts'
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
    const located = locatedAt(root, path, around)
    if (located !== undefined) return said(propertyLines(word, located))
    if (functionRow(word) !== undefined && path.length > 2) return said(functionLines(word, kind))
  } else {
    const reference = referenceAt(root, found)
    if (reference !== undefined) return said(referenceLines(reference, around))
    if (last === 'heat_template_version' && path.length === 1) return said(versionLines(word))
  }
  const attribute = attributeAt(found)
  if (attribute !== undefined) return said(attributeLines(word, attributesAt(root, attribute, around)))
  const mention = mentionAt(mentionsIn(root), offset)
  switch (mention?.kind) {
    case 'parameter':
      return said(parameterLines(root, mention.name, around.valuesOf(mention.name)))
    case 'condition':
    case 'mapping':
      return said(valueLines(root, mention.kind, mention.name))
    case 'output':
      return said(outputLines(root, mention.name))
    case 'resource': {
      const type = typeNamed(root, mention.name)
      return said([
        `**${mention.name}** (resource)`,
        ...(type === undefined ? [] : (typeLines(type, mention.name, around) ?? [`\`${type}\``])),
      ])
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

function referenceLines(reference: TypeReference, around: Surroundings): readonly string[] | undefined {
  const { how, name, resource } = reference
  if (how !== 'stack') return typeLines(name, how === 'type' ? resource : undefined, around)
  const nested = schemaOfReference(reference, around)
  return nested?.template === undefined ? undefined : templateLines(name, nested, nested.template)
}

/** @param resource the resource that has the type; undefined for members of groups */
export function typeLines(
  name: string,
  resource: string | undefined,
  around: Surroundings,
): readonly string[] | undefined {
  const nested = schemaOfType(name, resource, around)
  if (nested?.template !== undefined) return templateLines(name, nested, nested.template)
  return classLines(name)
}

/** A template that serves as a type. */
function templateLines(
  name: string,
  { properties, attributes }: TypeSchema,
  template: Neighbour,
): readonly string[] {
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

function classLines(name: string): readonly string[] | undefined {
  const facts = resourceTypeFacts(name)
  const fate = deadType(name) ?? deprecatedType(name)
  const instead = insteadOfType(name)
  if (facts === undefined && fate === undefined && instead === undefined) return undefined
  const required = [...(facts?.properties ?? [])].flatMap(([one, { required }]) =>
    required ? [`\`${one}\``] : [],
  )
  const attributes = [...(facts?.attributes.keys() ?? [])].map((one) => `\`${one}\``)
  return [
    `**${name}** (resource type)`,
    ...described(aboutType(name)).map(asMarkdown),
    ...(facts !== undefined && facts.name !== name ? [`Heat has it under the name \`${facts.name}\`.`] : []),
    ...(fate === undefined ? [] : [`It ${fate}.`]),
    ...supportLines(facts?.schema.support),
    ...(instead?.to === undefined ? [] : [`Instead: ${instead.to.map((one) => `\`${one}\``).join(', ')}.`]),
    ...(required.length === 0 ? [] : [`Required: ${required.join(', ')}`]),
    ...(attributes.length === 0 ? [] : [`Attributes: ${attributes.join(', ')}`]),
  ]
}

/** About so many characters of what Heat says of a type are shown: whole paragraphs, and the first one always. */
const mostShown = 500

/** What Heat says, without examples; `explain` has all of it. */
function described([first, ...others]: readonly string[]): readonly string[] {
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
  const { schema, about, owner, template } = known
  const what = `${template === undefined ? 'attribute' : 'output'} of ${owner}`
  return [
    `**${name}**: ${[attributeType(known), what].filter((one) => one !== '').join(', ')}`,
    ...(about === undefined ? [] : [asMarkdown(about)]),
    ...supportLines(schema.support),
  ]
}

/** In words; empty where Heat does not say what it is. */
export function attributeType({ schema: { type = 'string' }, isOfMembers }: KnownAttribute): string {
  const own = type === 'unknown' ? '' : type
  if (!isOfMembers) return own
  return own === '' ? 'of each member' : `${own} of each member`
}

function supportLines(support: Support | undefined): readonly string[] {
  if (support === undefined) return []
  const { status = 'supported', version, message } = support
  const since = version === undefined ? '' : ` since ${version}`
  return [`${statusWords[status]}${since}${message === undefined ? '.' : `: ${message}`}`]
}

/** Of what is hidden Heat says that nobody is to use it any more. */
const statusWords: Readonly<Record<NonNullable<Support['status']> | 'supported', string>> = {
  supported: 'Supported',
  deprecated: 'Deprecated',
  hidden: 'Deprecated',
  unsupported: 'Unsupported',
}

export function propertyLines(
  name: string,
  { schema, about, isWhole, template }: Located,
): readonly string[] {
  const updated =
    schema.immutable === true
      ? 'An update cannot change it.'
      : schema.updateAllowed === true
        ? 'An update changes it in place.'
        : 'An update of it replaces the resource.'
  const constraints = (schema.constraints ?? schema.items?.constraints ?? []).map((one) =>
    constraintText(one, '`'),
  )
  const of = template === undefined || !isWhole ? '' : `, parameter of ${template.path}`
  const preset =
    template === undefined || schema.default === '' ? JSON.stringify(schema.default) : schema.default
  return [
    `**${name}**: ${typeText(schema)}${schema.required === true ? ', required' : ''}${of}`,
    ...(about === undefined ? [] : [asMarkdown(about)]),
    ...(schema.implemented === false ? ['Heat knows this property and refuses it.'] : []),
    ...supportLines(schema.support),
    ...(schema.default === undefined || schema.default === null ? [] : [`Default: \`${preset}\``]),
    ...(constraints.length === 0 ? [] : [`Constraints: ${constraints.join('; ')}`]),
    // What an update of a nested stack does is up to its template.
    ...(isWhole && template === undefined ? [updated] : []),
  ]
}

/**
 * What a function takes, which versions have it, and an example.
 *
 * @param kind of the template: versions of HOT are nothing to one of CloudFormation
 */
export function functionLines(name: string, kind: TemplateKind): readonly string[] {
  const row = functionRow(name)
  if (isCfn(kind)) return [`**${name}** (function)`, ...(row === undefined ? [] : [`Takes ${row.takes}.`])]
  const values = versionsWith(name)
  const conditions = hotVersions.filter((version) => conditionFunctionsOf(version).has(name))
  return [
    `**${name}** (function)`,
    ...(row === undefined ? [] : [`Takes ${row.takes}.`]),
    ...sinceLines('Among values', values),
    ...sinceLines('In conditions', conditions),
    ...(row?.newer ?? []).map(({ what, since }) => `${what} needs ${since}.`),
    ...(row?.example === undefined ? [] : [`\`\`\`yaml\n${row.example}\n\`\`\``]),
  ]
}

function sinceLines(where: string, versions: readonly string[]): readonly string[] {
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) return []
  if (first === hotVersions[0] && last === latestVersion) return [`${where}: every version.`]
  if (first === last) return [`${where}: ${first}${last === latestVersion ? '' : ' alone'}.`]
  return [`${where}: from ${first}${last === latestVersion ? '' : ` up to ${last}`}.`]
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
  const all = (facadeSchema(declaration)?.constraints ?? []).map((one) => constraintText(one, '`'))
  return all.length === 0 ? [] : [`constraints: ${all.join('; ')}`]
}
