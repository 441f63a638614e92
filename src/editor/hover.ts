/** What is known of what stands at an offset, as Markdown. */
import type { Mapping, Range } from '../document/node.ts'
import { textRange } from '../document/node.ts'
import { listOf, nameOf, stringOf } from '../document/read.ts'
import { aboutAttribute, aboutType } from '../heat/descriptions.ts'
import type { PropertySchema, Support } from '../heat/facts/resource-types.ts'
import { functionRow } from '../heat/functions/table.ts'
import { deadType, deprecatedType, insteadOfType } from '../heat/instead.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import {
  conditionFunctionsOf,
  hotVersions,
  latestVersion,
  releaseOf,
  versionOf,
  versionsWith,
} from '../heat/versions.ts'
import { declarationOf, mentionAt, mentionsIn } from './mentions.ts'
import { type Found, findAt, pathOf } from './paths.ts'
import { mapOf, plainText } from './plain.ts'
import { aboutProperty, constraintText, isInProperties, schemaAt, typeNamed, typeText } from './schemas.ts'

interface Hover {
  readonly markdown: string
  readonly range: Range | undefined
}

/** @param valuesOf the values that environments give to a parameter, with their paths */
export function hoverAt(
  root: Mapping,
  offset: number,
  valuesOf: (parameter: string) => readonly { readonly path: string; readonly value: string }[] = () => [],
): Hover | undefined {
  const found = findAt(root, offset)
  if (found === undefined || found.node.kind === 'map' || found.node.kind === 'seq') return undefined
  const path = pathOf(found.steps)
  const range = textRange(found.node)
  const word = stringOf(found.node) ?? ''
  const said = (lines: readonly string[] | undefined) =>
    lines === undefined || lines.length === 0 ? undefined : { markdown: lines.join('\n\n'), range }
  const last = String(path.at(-1))
  if (found.isKey) {
    const schema = schemaAt(root, path)
    if (isInProperties(path) && schema !== undefined)
      return said(propertyLines(word, schema, path.length === 4, aboutProperty(root, path)))
    if (functionRow(word) !== undefined && path.length > 2) return said(functionLines(word))
  } else {
    if (/^type$/i.test(last) && /^resources$/i.test(String(path[0]))) return said(typeLines(word))
    if (last === 'heat_template_version' && path.length === 1) return said(versionLines(word))
  }
  const attribute = attributeAt(found)
  if (attribute !== undefined) return said(attributeLines(root, attribute, word))
  const mention = mentionAt(mentionsIn(root), offset)
  if (mention?.kind === 'parameter') return said(parameterLines(root, mention.name, valuesOf(mention.name)))
  if (mention?.kind === 'resource') {
    const type = typeNamed(root, mention.name)
    return said([
      `**${mention.name}** (resource)`,
      ...(type === undefined ? [] : (typeLines(type) ?? [`\`${type}\``])),
    ])
  }
  return undefined
}

function typeLines(name: string): readonly string[] | undefined {
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

/** Outside of literals, what would be markup in Markdown is a character. */
function asMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[<*[\]]/g, '\\$&')))
    .join('')
}

/** The name of the resource, where something is the name of an attribute that is asked of it. */
function attributeAt({ steps, isKey }: Found): string | undefined {
  const [call, item] = steps.slice(-2)
  if (isKey || call?.kind !== 'entry' || item?.kind !== 'item' || item.index !== 1) return undefined
  return functionRow(call.name)?.refersTo === 'attribute'
    ? stringOf(listOf(call.entry.value)?.items[0])
    : undefined
}

function attributeLines(root: Mapping, resource: string, name: string): readonly string[] | undefined {
  const type = typeNamed(root, resource)
  const attribute = type === undefined ? undefined : resourceTypeFacts(type)?.schema.attributes?.[name]
  if (type === undefined || attribute === undefined) return undefined
  const about = aboutAttribute(type, name)
  return [
    `**${name}**: ${attribute.type ?? 'string'}, attribute of ${type}`,
    ...(about === undefined ? [] : [asMarkdown(about)]),
    ...supportLines(attribute.support),
  ]
}

function supportLines(support: Support | undefined): readonly string[] {
  if (support === undefined) return []
  const { status = 'supported', version, message } = support
  const since = version === undefined ? '' : ` since ${version}`
  return [
    `${status.slice(0, 1).toUpperCase()}${status.slice(1)}${since}${message === undefined ? '.' : `: ${message}`}`,
  ]
}

/**
 * @param isTop whether an update changes it, or replaces the resource: that holds for whole properties
 * @param about what Heat says of it
 */
export function propertyLines(
  name: string,
  schema: PropertySchema,
  isTop: boolean,
  about?: string,
): readonly string[] {
  const updated =
    schema.immutable === true
      ? 'An update cannot change it.'
      : schema.updateAllowed === true
        ? 'An update changes it in place.'
        : 'An update of it replaces the resource.'
  const constraints = (schema.constraints ?? schema.items?.constraints ?? []).map(constraintText)
  return [
    `**${name}**: ${typeText(schema)}${schema.required === true ? ', required' : ''}`,
    ...(about === undefined ? [] : [asMarkdown(about)]),
    ...(schema.implemented === false ? ['Heat knows this property and refuses it.'] : []),
    ...supportLines(schema.support),
    ...(schema.default === undefined || schema.default === null
      ? []
      : [`Default: \`${JSON.stringify(schema.default)}\``]),
    ...(constraints.length === 0 ? [] : [`Constraints: ${constraints.join('; ')}`]),
    ...(isTop ? [updated] : []),
  ]
}

/** What a function takes, which versions have it, and an example. */
export function functionLines(name: string): readonly string[] {
  const row = functionRow(name)
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
  const isHidden = declaration.entries.some(
    (entry) =>
      /^(?:hidden|NoEcho)$/.test(nameOf(entry) ?? '') && /^(?:true|yes|on|1)$/i.test(plainText(entry.value)),
  )
  const shown = declaration.entries.flatMap((entry) => {
    const key = nameOf(entry) ?? ''
    const value = isHidden && /^default$/i.test(key) ? '******' : plainText(entry.value)
    return value === '' ? [] : [`${key}: \`${value}\``]
  })
  const given = isHidden ? [] : values.map(({ path, value }) => `\`${value}\` in ${path}`)
  return [`**${name}** (parameter)`, ...shown, ...(given.length === 0 ? [] : [`Value: ${given.join(', ')}`])]
}
