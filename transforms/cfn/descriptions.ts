/** Descriptions of parameters that say more than the author wrote. */

import {
  type Entry,
  entry,
  entryOf,
  isMerge,
  type Mapping,
  type Node,
  string,
  withEntries,
  withReplaced,
  withValue,
} from '../../src/engine/authoring/authoring.ts'
import type { Document } from '../../src/text/document/document.ts'
import { capitalized } from '../../src/text/document/listed.ts'

export function isPlainString(
  node: Node,
): node is Extract<Node, { kind: 'scalar' }> & { readonly value: string } {
  return node.kind === 'scalar' && node.type === 'str' && node.anchor === undefined && node.tag === undefined
}

/**
 * A description with more behind it, quoted as it is; undefined for an alias, or what has an anchor or a tag. JSON has one
 * style for all strings, which says nothing about quotes in YAML.
 */
export function withMore(description: Node, more: string, { syntax }: Document): Node | undefined {
  if (!isPlainString(description)) return undefined
  const said = description.value.trimEnd()
  if (said.endsWith(more)) return description
  if (said.includes('\n')) return string(`${said}\n${more}\n`, { for: description, style: 'literal' })
  const style = syntax === 'json' ? undefined : description.style
  return string(joined(said, more), { for: description, style })
}

/** Behind a sentence another one, behind a phrase one more. */
function joined(said: string, more: string): string {
  if (said === '') return more
  if (!/[.!?]$/.test(said)) return `${said}; ${more}`
  return `${said} ${capitalized(more)}`
}

/**
 * A parameter of CloudFormation whose description ends with a remark; the same where that is an alias or merged.
 * @param after the entry below which a new description is written
 * @param remark a phrase, beginning with a small letter
 */
export function withRemark(
  parameter: Mapping,
  after: Entry | undefined,
  remark: string,
  document: Document,
): Mapping {
  const description = entryOf(parameter, 'Description')
  if (description !== undefined) {
    const isEmpty = isPlainString(description.value) && description.value.value.trim() === ''
    const extended = withMore(description.value, isEmpty ? capitalized(remark) : remark, document)
    return extended === undefined
      ? parameter
      : withReplaced(parameter, description, withValue(description, extended))
  }
  // A merged mapping may have one.
  if (parameter.entries.some(isMerge)) return parameter
  const made = entry('Description', string(capitalized(remark)))
  const at = after === undefined ? -1 : parameter.entries.indexOf(after)
  const above = at === -1 ? parameter.entries.length : at + 1
  return withEntries(parameter, parameter.entries.toSpliced(above, 0, made))
}
