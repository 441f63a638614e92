/** The parts of two templates that are the same, and that both read the same way: they need no proof. */

import { wordsReadDifferently } from '../heat/dialects.ts'
import { plainName } from '../heat/values/data.ts'
import { sameInOrder, type Value } from '../heat/values/value.ts'
import { sameDataWithout } from '../text/document/data.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { type Both, type CompareOptions, calledTemplate, type Side, sameContents } from './side.ts'
import { isGroup } from './terms/call-shapes.ts'

export interface Untouched {
  /** Everything of both templates except their versions. */
  readonly everything: boolean
  readonly parameters: boolean
  readonly resources: ReadonlySet<string>
  readonly outputs: ReadonlySet<string>
}

export const nothingUntouched: Untouched = {
  everything: false,
  parameters: false,
  resources: new Set(),
  outputs: new Set(),
}

type Nodes = ReadonlyMap<string, Node>

/**
 * A part means the same where nothing in it is read differently by the two versions, and where all that it can refer
 * to is the same: parameters, conditions, and which resources there are, of which types, under which conditions.
 * What merge keys, repeated keys and aliases make of a template is left to the proof.
 */
export function untouchedParts({ before, after }: Both<Side>, options: CompareOptions): Untouched {
  if (before.dialect.kind !== 'hot' || after.dialect.kind !== 'hot') return nothingUntouched
  if (Object.keys(options.facts ?? {}).length > 0 || !sameSurroundings(before, after)) return nothingUntouched
  const words = wordsReadDifferently(before.dialect.version, after.dialect.version)
  const isSame: IsSame = (one, other) =>
    one === undefined || other === undefined ? one === other : sameDataWithout(words, one, other)
  const [one, other] = [partsOf(before.root), partsOf(after.root)]
  if (one === undefined || other === undefined) return nothingUntouched
  const isSameSection = (name: string) =>
    isSame(one.get(name), other.get(name)) && !(one.has(name) && words.has(name))
  if (!isSameSection('parameters') || !isSameSection('conditions')) return nothingUntouched
  const resources = sameParts(one.get('resources'), other.get('resources'), isSame)
  const outputs = sameParts(one.get('outputs'), other.get('outputs'), isSame)
  if (resources === undefined || outputs === undefined || !hasSameFrames(resources, words, isSame))
    return nothingUntouched
  const untouched = withoutCalls(resources, before, after)
  const everything =
    untouched.size === resources.before.size &&
    outputs.isWhole &&
    one.size === other.size &&
    [...one.keys()].every((name) => comparedByPart.has(name) || isSameSection(name))
  return { parameters: true, resources: untouched, outputs: outputs.same, everything }
}

type IsSame = (one: Node | undefined, other: Node | undefined) => boolean

const comparedByPart: ReadonlySet<string> = new Set(['heat_template_version', 'resources', 'outputs'])

interface SameParts extends Both<Nodes> {
  readonly same: ReadonlySet<string>
  readonly isWhole: boolean
}

/** The parts of a section that are the same on both sides. */
function sameParts(one: Node | undefined, other: Node | undefined, isSame: IsSame): SameParts | undefined {
  const [before, after] = [partsOf(one), partsOf(other)]
  if (before === undefined || after === undefined) return undefined
  const same = new Set<string>()
  for (const [name, node] of before) if (isSame(node, after.get(name))) same.add(name)
  return { before, after, same, isWhole: same.size === before.size && before.size === after.size }
}

/** Entries by their names; none for what is not there, undefined where a name needs more than a look at its key. */
function partsOf(node: Node | undefined): Nodes | undefined {
  const parts = new Map<string, Node>()
  if (node === undefined) return parts
  if (node.kind !== 'map') return undefined
  for (const { key, value } of (node as Mapping).entries) {
    const name = plainName(key)
    if (name === undefined || parts.has(name)) return undefined
    parts.set(name, value)
  }
  return parts
}

/** What resources are to one another: that they are there, of which type and under which condition. */
function hasSameFrames(
  { before, after, same }: SameParts,
  words: ReadonlySet<string>,
  isSame: IsSame,
): boolean {
  if (before.size !== after.size) return false
  return [...before].every(([name, node]) => {
    if (same.has(name)) return true
    const [was, is] = [partsOf(node), partsOf(after.get(name))]
    if (was === undefined || is === undefined || !after.has(name)) return false
    return ['type', 'condition'].every(
      (key) => isSame(was.get(key), is.get(key)) && !(was.has(key) && words.has(key)),
    )
  })
}

/** The resources that have nothing to do with nested templates, which are compared where they are called. */
function withoutCalls(resources: SameParts, before: Side, after: Side): ReadonlySet<string> {
  const templates = [before.nested, after.nested].filter((nested) => nested !== undefined && nested.size > 0)
  if (templates.length === 0) return resources.same
  const isOutside = (resource: string) => {
    const type = partsOf(resources.before.get(resource))?.get('type')
    if (type?.kind !== 'scalar' || type.type !== 'str') return false
    const name = String(type.value)
    return !isGroup(name) && templates.every((nested) => calledTemplate(nested, name, resource) === undefined)
  }
  return new Set([...resources.same].filter(isOutside))
}

/** Whether values arrive from the same environment, and contents from the same files. */
function sameSurroundings(before: Side, after: Side): boolean {
  const values = ({ environment }: Side): Value => [
    environment?.parameters ?? new Map(),
    environment?.defaults ?? new Map(),
    environment?.sections ?? new Map(),
  ]
  if (!sameContents(before.files, after.files)) return false
  return before.environment === after.environment || sameInOrder(values(before), values(after))
}
