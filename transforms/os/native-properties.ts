/** What follows for a resource from the facts about its type alone. */

import {
  callOf,
  type Entry,
  entry,
  entryOf,
  type FindingCode,
  isOwn,
  mapping,
  type Node,
  nameOf,
  unwrapped,
  withAppended,
  withEntries,
  withItems,
  withValue,
} from '../../src/engine/authoring/authoring.ts'
import { withDangling } from '../../src/text/document/build.ts'
import { commentsOf } from '../../src/text/document/comments.ts'
import type { Document } from '../../src/text/document/document.ts'
import { fromData } from '../../src/text/document/from-data.ts'
import { type Comment, rangeOf } from '../../src/text/document/node.ts'
import { referenceProblem, unclearProblem } from './answers.ts'
import { conversions } from './conversions.ts'
import type { Native, Retyping } from './native.ts'
import { stringFor } from './resources.ts'

/** What follows from the facts alone; or why the resource keeps its type. */
export function converted(retyping: Retyping, refused: Entry[]): Native | string {
  const { scope, resource, facts, uses } = retyping
  const { definition, entry: declaration } = resource
  const referred =
    retyping.isMember === true
      ? unclearProblem(facts, uses)
      : referenceProblem(resource.name, facts, uses, retyping.together)
  if (referred !== undefined) return referred
  if (declaration.value.kind !== 'map' || !isOwn(definition))
    return 'its definition comes from an anchor, an alias or a merge key, or has a duplicate key'
  const type = entryOf(definition, 'type')
  if (type?.value.kind !== 'scalar' || type.value.anchor !== undefined) return 'its type is an alias'
  const properties = nativeProperties(retyping, refused)
  if (typeof properties === 'string') return properties
  const [target] = facts.targets ?? []
  const named =
    target === undefined ? type : withValue(type, stringFor(type.value, target, scope.template.document))
  const entries = definition.entries.flatMap((one) => {
    if (one === type) return [named]
    return nameOf(one) === 'properties' ? (properties === undefined ? [] : [properties]) : [one]
  })
  const isNew = properties !== undefined && entryOf(definition, 'properties') === undefined
  return { definition: withEntries(definition, isNew ? [...entries, properties] : entries) }
}

/** The entry `properties`; undefined where there are none. */
function nativeProperties(retyping: Retyping, refused: Entry[]): Entry | undefined | string {
  const { scope, resource, facts } = retyping
  const old = entryOf(resource.definition, 'properties')
  const { value } = old ?? { value: mapping([], { style: 'block' }) }
  if (value.kind !== 'map' || !isOwn(value) || callOf(value)?.name === 'if')
    return 'its properties are not a plain literal mapping'
  const rows = Object.entries(facts.properties ?? {})
  const { document } = scope.template
  const made: MadeEntry[] = []
  for (const one of value.entries) {
    const name = nameOf(one) ?? ''
    const rank = rows.findIndex(([known]) => known === name)
    const row = rows[rank]?.[1]
    if (row === undefined) return `Heat does not support "${name}" of ${resource.type}`
    if (row.as === 'refused') {
      refused.push(one)
      continue
    }
    const convert = retyping.conversions?.get(row.as) ?? conversions.get(row.as)
    if (convert === undefined) throw new RangeError(`no conversion ${row.as}`)
    const { resources, found } = retyping
    const isAccepted = (code: FindingCode) => scope.isAccepted(code)
    const around = { root: scope.root, document, properties: value, resources, found, isAccepted }
    const entries = convert(one, row.to ?? name, around)
    if (typeof entries === 'string') return entries
    made.push(...entries.map((made) => ({ rank, from: one, entry: made })))
  }
  const missing = rows.find(([name, row]) => row.required !== undefined && entryOf(value, name) === undefined)
  if (missing !== undefined) {
    const [name, { required }] = missing
    return `it has no ${name}, which ${required === 'natively' ? facts.targets?.[0] : 'Heat'} requires`
  }
  const joining = joinedEntries(document, made)
  if (typeof joining === 'string') return joining
  const { entries: joined, dangling } = joining
  const sets = Object.entries({ ...facts.defaults, ...facts.sets })
    .filter(([name]) => !joined.some((one) => nameOf(one) === name))
    .map(([name, set]) => entry(name, fromData(set)))
  const base = withEntries(value, joined)
  const all = sets.reduce(withAppended, base)
  if (all.entries.length === 0) return undefined
  const map = withDangling(all, dangling)
  return old === undefined ? entry('properties', map) : withValue(old, map)
}

/** What one property of AWS becomes, or a part of it. */
interface MadeEntry {
  /** Its position among the properties of the facts. */
  readonly rank: number
  readonly from: Entry
  readonly entry: Entry
}

interface JoinedProperties {
  readonly entries: readonly Entry[]
  /** Comments of properties that are part of others now, where no item of theirs can have them. */
  readonly dangling: readonly Comment[]
}

/** What becomes the same property is one: lists behind one another, mappings together. */
function joinedEntries(document: Document, made: readonly MadeEntry[]): JoinedProperties | string {
  const byName = new Map<string, MadeEntry[]>()
  for (const one of made) {
    const name = nameOf(one.entry) ?? ''
    byName.set(name, [...(byName.get(name) ?? []), one])
  }
  const entries: Entry[] = []
  const dangling: Comment[] = []
  for (const [name, parts] of byName) {
    const [location] = parts
    const values = parts
      .toSorted((a, b) => a.rank - b.rank)
      .map((part) => {
        const { value } = part.entry
        if (part === location) return value
        const headed = withHeading(value, part.from)
        if (headed === undefined) dangling.push(...headingOf(document, part.from))
        return headed ?? value
      })
    const [first, ...rest] = values
    if (location === undefined || first === undefined) continue
    const whole = rest.reduce<Node | undefined>(joinedValue, first)
    if (whole === undefined) return `what becomes ${name} cannot be joined`
    entries.push(rest.length === 0 ? location.entry : withValue(location.entry, whole))
  }
  return { entries, dangling }
}

/** The comments that explain an entry as a whole: above it, and behind its key. */
function headingOf(document: Document, one: Entry): readonly Comment[] {
  const { above, beside } = commentsOf(document, one)
  const start = rangeOf(one.value)?.start ?? 0
  return [...above, ...beside.filter((comment) => !comment.ownLine && comment.start < start)]
}

/** A value with what explains an entry above its first part; undefined where that has no lines of its own to put it above. */
function withHeading(value: Node, from: Entry): Node | undefined {
  if (value.kind === 'map') return withEntries(value, unwrapped(from, value.entries))
  const [item, ...items] = value.kind === 'seq' ? value.items : []
  if (value.kind !== 'seq' || item?.kind !== 'map' || item.entries.length === 0) return undefined
  return withItems(value, [withEntries(item, unwrapped(from, item.entries)), ...items])
}

function joinedValue(one: Node | undefined, other: Node): Node | undefined {
  if (one === undefined || one.anchor !== undefined || other.anchor !== undefined) return undefined
  if (one.kind === 'seq' && other.kind === 'seq') return withItems(one, [...one.items, ...other.items])
  const isPlain = callOf(one)?.name !== 'if' && callOf(other)?.name !== 'if'
  if (one.kind !== 'map' || other.kind !== 'map' || !isPlain) return undefined
  const names = new Set(one.entries.map(nameOf))
  const isTwice = other.entries.some((part) => names.has(nameOf(part)))
  return isTwice ? undefined : withEntries(one, [...one.entries, ...other.entries])
}
