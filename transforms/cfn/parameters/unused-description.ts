/** What is said of constraints that are not there: it goes on in the description. */
import { commentsOf } from '../../../src/document/comments.ts'
import {
  type Entry,
  entryOf,
  isMerge,
  type Mapping,
  mapEntries,
  type Node,
  type PartScope,
  text,
  withoutEntry,
  withValue,
  withWord,
} from '../../../src/engine/authoring.ts'
import { constraintDescription } from '../constraints.ts'

/** The parameter with its `ConstraintDescription` behind its description, where both are plain text. */
export function withUnusedDescription({ part, template, report }: PartScope): Mapping {
  const unused = constraintDescription(part)
  if (unused === undefined) return part
  const reported = (what: string) =>
    report(
      'unused-constraint-description',
      unused,
      `there is no constraint that this could describe: ${what}`,
    )
  const description = entryOf(part, 'Description')
  const extended = part.entries.some(isMerge) ? undefined : extendedBy(description, unused)
  if (extended === undefined) {
    reported('it is left out')
    return part
  }
  reported('it goes on in the description')
  if (description === undefined)
    return mapEntries(part, (one) => (one === unused ? withWord(one, 'Description') : one))
  const { above, beside } = commentsOf(template.document, unused)
  const rest = withoutEntry(part, unused, [...above, ...beside])
  return mapEntries(rest, (one) => (one === description ? withValue(one, extended) : one))
}

function extendedBy(description: Entry | undefined, { value: unused }: Entry): Node | undefined {
  if (!isPlainText(unused)) return undefined
  if (description === undefined) return unused
  if (!isPlainText(description.value)) return undefined
  const [said, more] = [description.value.value.trimEnd(), unused.value.trim()]
  if (said.endsWith(more)) return description.value
  if (said.includes('\n')) return text(`${said}\n${more}\n`, { for: description.value, style: 'literal' })
  return text(joined(said, more), { for: description.value, style: description.value.style })
}

function isPlainText(node: Node): node is Extract<Node, { kind: 'scalar' }> & { readonly value: string } {
  return node.kind === 'scalar' && node.type === 'str' && node.anchor === undefined && node.tag === undefined
}

/** Behind a sentence another one, behind a phrase one more. */
function joined(said: string, more: string): string {
  if (said === '') return more
  if (!/[.!?]$/.test(said)) return `${said}; ${more}`
  return `${said} ${more.slice(0, 1).toUpperCase()}${more.slice(1)}`
}
