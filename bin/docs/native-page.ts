import { type NativeType, nativeTypes } from '../../src/heat/native-types.ts'
import { generatedNotice, prose, table } from './markdown.ts'

const meaning = new Map([
  ['equivalent-with-notes', 'converted'],
  ['lossy', 'converted on request'],
  ['manual', 'stays'],
])

/** Every AWS type with what it becomes natively, property by property, and in what it differs then. */
export function nativePage(): string {
  return [
    `${generatedNotice}# AWS types and their native counterparts\n`,
    'What [`hotshift nativize`](../native.md) makes of AWS resources, from the facts about the plug-ins of Heat.\n',
    typesTable(),
    ...types.map(([name, type]) => section(name, type)),
  ].join('\n')
}

const types = [...nativeTypes].sort(([a], [b]) => (a < b ? -1 : 1))

/** All types, with what becomes of them. */
function typesTable(): string {
  return table(
    ['AWS type', 'OpenStack type', 'conversion', 'transform'],
    types.map(([name, type]) => [
      `[${name}](#${name.toLowerCase().replaceAll(':', '')})`,
      stays(type) ? '' : (type.targets ?? ['a template resource']).join(', '),
      stays(type) ? 'reported' : (meaning.get(type.confidence) ?? ''),
      type.transform === undefined ? '' : `[${type.transform}](transforms/${type.transform}.md)`,
    ]),
  )
}

function stays({ transform }: NativeType): boolean {
  return transform === undefined
}

function section(name: string, type: NativeType): string {
  const { advice, properties = {}, attributes = {}, differences = [], source } = type
  const parts = [`## ${name}\n`]
  if (advice !== undefined) parts.push(`${prose(advice)}\n`)
  const rows = Object.entries(properties).map(([property, { to, as }]) => [
    `\`${property}\``,
    to === undefined ? '' : `\`${to}\``,
    as === 'copy' ? '' : as,
  ])
  if (rows.length > 0) parts.push(table(['property', 'becomes', 'how'], rows))
  const asked = Object.entries(attributes).map(([attribute, path]) => [
    `\`${attribute}\``,
    typeof path === 'string' ? path : `\`${path.join(', ')}\``,
  ])
  if (asked.length > 0) parts.push(table(['attribute', 'becomes'], asked))
  const notes = differences.map(({ text, severity, accept }) => {
    const code = severity === 'info' ? 'native-note' : 'native-behaviour'
    return `- ${prose(text)} ([${accept ?? code}](findings.md#${accept ?? code}))`
  })
  if (notes.length > 0) parts.push(`${notes.join('\n')}\n`)
  parts.push(`Source: ${source.map((one) => `\`${one}\``).join(', ')}.\n`)
  return parts.join('\n')
}
