/** Adds missing properties of resources, each read from the parameter of the same name, as edits of the source. */

import type { GiveProperties } from '../../rules/remedy.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import { lineEnding } from '../../text/document/document.ts'
import { childStart, type Mapping, textRange } from '../../text/document/node.ts'
import { lineStartOf } from '../../text/yaml/position.ts'
import type { Fix } from './finding.ts'
import { declarationEdit } from './name-fixes.ts'

type Source = Pick<SourceFile, 'document' | 'syntax' | 'root'>
type Edit = Fix['edits'][number]

/** One fix for all of them; none where their lines do not show where they would stand. */
export function givenProperties({ type, properties, names }: GiveProperties, file: Source): readonly Fix[] {
  if (file.syntax === 'json' || names.length === 0) return []
  const calls = names.map(({ name }) => `${name}: {get_param: ${name}}`)
  const { text } = file.document
  const added = properties === undefined ? belowType(type, calls, text) : within(properties, calls, text)
  const undeclared = names.flatMap(({ name, declares }) =>
    declares === undefined ? [] : [{ name, type: declares }],
  )
  const declared = undeclared.length === 0 ? undefined : declarationEdit(undeclared, file)
  if (added === undefined || (undeclared.length > 0 && declared === undefined)) return []
  const shown = names.map(({ name }) => `"${name}"`).join(', ')
  const by = names.length === 1 ? 'by a parameter' : 'by parameters'
  return [
    {
      title: `Give ${shown} ${by}`,
      edits: declared === undefined ? [added] : [declared, added],
      needsAuthor: true,
    },
  ]
}

/** Before the first of the properties that there are. */
function within(properties: Mapping, calls: readonly string[], text: string): Edit | undefined {
  const [first] = properties.entries
  const start = textRange(properties)?.start
  if (start === undefined) return undefined
  if (properties.style === 'flow') {
    const behind = first === undefined ? '' : ', '
    return { start: start + 1, end: start + 1, text: `${calls.join(', ')}${behind}` }
  }
  const at = first === undefined ? undefined : lineStartOf(text, childStart(first))
  const indent = first === undefined || at === undefined ? '?' : text.slice(at, childStart(first))
  if (at === undefined || indent.trim() !== '') return undefined
  return { start: at, end: at, text: calls.map((call) => `${indent}${call}${lineEnding(text)}`).join('') }
}

/** Below the line of the type. */
function belowType(type: GiveProperties['type'], calls: readonly string[], text: string): Edit | undefined {
  const range = textRange(type)
  if (range === undefined) return undefined
  const [, indent] = /^( *)type: *$/.exec(text.slice(lineStartOf(text, range.start), range.start)) ?? []
  const lineEnd = text.indexOf('\n', range.end)
  if (indent === undefined || lineEnd === -1) return undefined
  const lines = [`${indent}properties:`, ...calls.map((call) => `${indent}  ${call}`), '']
  return { start: lineEnd + 1, end: lineEnd + 1, text: lines.join(lineEnding(text)) }
}
