/** What is written with tab stops, as the protocol's snippets: `$1`, `${2:preset}`, `${3|one,other|}`. */

import { wordsOf } from '../../heat/dialects.ts'
import type { PropertySchema } from '../../heat/facts/resource-types.ts'
import { functionRow } from '../../heat/functions/table.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import { declarations } from '../../heat/sections.ts'
import { compareVersions, type HotVersion } from '../../heat/versions.ts'
import type { Mapping } from '../../text/document/node.ts'
import { valuesOf } from './schemas.ts'

/** A function with the form of its arguments; undefined for one that is not known. */
export function functionSnippet(name: string): string | undefined {
  const form = functionRow(name)?.snippet
  return form === undefined ? undefined : `${name}: ${form}`
}

/** New parts of a section: what nobody can write without. */
export function partItems(section: string, version: HotVersion) {
  // The first is what is written where nobody chooses.
  const parameterTypes = [
    'string',
    ...[...wordsOf(version, 'parameterTypes')].filter((one) => one !== 'string'),
  ]
  const bodies: Readonly<Record<string, readonly [label: string, body: readonly string[]]>> = {
    parameters: [
      'new parameter',
      ['${1:name}:', `  type: \${2|${parameterTypes.join(',')}|}`, '  description: ${3}'],
    ],
    resources: ['new resource', ['${1:name}:', '  type: ${2}']],
    outputs: ['new output', ['${1:name}:', '  description: ${2}', '  value: ${3}']],
    ...(compareVersions(version, '2016-10-14') < 0
      ? {}
      : { conditions: ['new condition', ['${1:name}: {equals: [{get_param: ${2}}, ${3}]}']] as const }),
  }
  const [label, body] = Object.hasOwn(bodies, section) ? (bodies[section] ?? []) : []
  return label === undefined || body === undefined
    ? []
    : [{ label, kind: 'snippet' as const, rank: 0, snippet: body.join('\n') }]
}

/**
 * A type with the properties that Heat requires, for a resource that has none yet; undefined where there are none.
 *
 * @param resource the resource as it stands, in which the type is being typed
 */
export function typeSnippet(type: string, resource: Mapping | undefined, root: Mapping): string | undefined {
  if (resource?.style !== 'block' || readValue(resource, 'properties', 'Properties') !== undefined)
    return undefined
  const schemas = resourceTypeFacts(type)?.schema.properties ?? {}
  const required = Object.entries(schemas).filter(
    ([, schema]) => schema.required === true && schema.implemented !== false,
  )
  if (required.length === 0) return undefined
  let stop = 0
  const lines = required.flatMap(([name, schema]) =>
    propertyLines(name, schema, root, () => `${++stop}`).map((line) => `  ${line}`),
  )
  return [type, `${readValue(resource, 'Type') === undefined ? 'properties' : 'Properties'}:`, ...lines].join(
    '\n',
  )
}

function propertyLines(
  name: string,
  schema: PropertySchema,
  root: Mapping,
  next: () => string,
): readonly string[] {
  // The parameter of the same name is what is usually meant.
  if (declarations(root).parameters.has(name))
    return [`${name}: \${${next()}:{${parameterFunction(root)}: ${name}\\}}`]
  const inner = Object.entries(schema.schema ?? {}).filter(([, one]) => one.required === true)
  if (schema.type === 'map' && inner.length > 0)
    return [`${name}:`, ...inner.flatMap(([key, one]) => indented(propertyLines(key, one, root, next)))]
  if (schema.type === 'list') return [`${name}:`, `  - \${${next()}}`]
  const values = valuesOf(schema).filter((one) => !/[,|$}\\]/.test(one))
  const stop = next()
  return [`${name}: ${values.length > 1 ? `\${${stop}|${values.join(',')}|}` : `\${${stop}}`}`]
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}

function parameterFunction(root: Mapping): 'get_param' | 'Ref' {
  return readValue(root, 'heat_template_version') === undefined && readValue(root, 'Resources') !== undefined
    ? 'Ref'
    : 'get_param'
}
