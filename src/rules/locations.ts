/** Where a problem is, to the letter, and where else to look. */

import { entriesRead } from '../heat/merge-keys.ts'
import { type SectionName, section } from '../heat/sections.ts'
import { memoized } from '../text/document/attached.ts'
import { type Entry, type Mapping, type Node, rangeOf } from '../text/document/node.ts'
import { nameOf } from '../text/document/read.ts'

/** In the file that the problem is in, or in another one. */
export type Related = { readonly message: string; readonly at: Node | Entry } | Elsewhere

/** In another file: its path as that of the file itself is given, line and column from 1. */
export interface Elsewhere {
  readonly message: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly endLine?: number
  readonly endColumn?: number
}

/** What is wrong in a file beside, and where. */
export interface ErrorElsewhere {
  readonly message: string
  readonly related: readonly Related[]
}

/** Says where a part of another template stands; nowhere, where it was made. */
export type Locate = (at: Node | Entry, message: string) => readonly Elsewhere[]

/** A nested template, by where its parts stand. */
export interface LocatedTemplate {
  readonly locate: Locate
  readonly parameters: readonly { readonly name: string; readonly at: Entry | undefined }[]
  /** What declares its parameters and outputs, where it has any, and what it begins with. */
  readonly sections: Readonly<Record<'parameters' | 'outputs' | 'first', Entry | undefined>>
  /** The entries of environments that substitute it for a type. */
  readonly registered?: () => readonly Elsewhere[]
}

const entriesOf = memoized((map: Mapping): ReadonlyMap<string, Entry> => {
  const found = new Map<string, Entry>()
  for (const one of entriesRead(map)) {
    const name = nameOf(one)
    if (name !== undefined) found.set(name, one)
  }
  return found
})

/** The entry of a part of a template that Heat reads. */
export function declarationIn(root: Mapping, name: SectionName, part: string): Entry | undefined {
  const map = section(root, name)
  return map === undefined ? undefined : entriesOf(map).get(part)
}

/** Where a part of the template is declared; nowhere, where there is none. */
export function declaredIn(root: Mapping, name: SectionName, part: string | undefined): readonly Related[] {
  const at = part === undefined ? undefined : declarationIn(root, name, part)
  return at === undefined ? [] : [{ at, message: `"${part}" is declared here` }]
}

/**
 * A section of a nested template, or where that begins which has none; and what registers the template.
 * @param name of the template, as a resource has it
 */
export function sectionOf(
  child: LocatedTemplate,
  section: 'parameters' | 'outputs',
  name: string,
): readonly Related[] {
  const at = child.sections[section]
  if (at === undefined) return located(child, child.sections.first, `${name} has no ${section}`)
  return located(child, at, `these are the ${section} of ${name}`)
}

/** Where a nested template declares a parameter, and what registers it. */
export function parameterOf(child: LocatedTemplate, name: string): readonly Related[] {
  const at = child.parameters.find((one) => one.name === name)?.at
  return located(child, at, `"${name}" is declared here`)
}

function located(
  { locate, registered }: LocatedTemplate,
  at: Entry | undefined,
  message: string,
): readonly Related[] {
  return [...(at === undefined ? [] : locate(at, message)), ...(registered?.() ?? [])]
}

/** The part of what is reported that is wrong; the whole, where only an alias brings that part here. */
export function partOf(at: Node, part: Node | Entry | undefined): Node | Entry {
  const [whole, inner] = [rangeOf(at), part && rangeOf(part)]
  const isInside =
    whole !== undefined && inner !== undefined && inner.start >= whole.start && inner.end <= whole.end
  return isInside && part !== undefined ? part : at
}

/** The first occurrence of a string in the source text of a scalar; the whole scalar, where that is written otherwise. */
export function stretchOf(at: Node, stretch: string, source: (node: Node) => string | undefined): Node {
  const offset = at.kind === 'scalar' ? (source(at)?.indexOf(stretch) ?? -1) : -1
  if (at.kind !== 'scalar' || at.start === undefined || offset === -1) return at
  return stretchAt(stretch, at.start + offset, at.start + offset + stretch.length)
}

/** A node for a stretch of the source that has none of its own. */
export function stretchAt(value: string, start: number, end: number): Node {
  return { kind: 'scalar', type: 'str', value, start, end }
}
