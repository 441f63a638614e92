/**
 * What is different for a resource in a newer release of Heat: from the history of its type, from deprecations, and from the release
 * notes of changes that no schema shows.
 */
import type { Node } from '../text/document/node.ts'
import { itemsOf, mapOf, nameOf, scalarOf, stringOf } from '../text/document/read.ts'
import { defined } from '../text/document/records.ts'
import { callOf } from './calls.ts'
import { heatOf } from './cloud.ts'
import { movedPropertiesOf, nameInHeat } from './deprecations.ts'
import { declinedAttributes, declinedProperties, goneProperties } from './facts/facts.ts'
import notes from './facts/release-notes.json' with { type: 'json' }
import type { PropertySchema } from './facts/resource-types.ts'
import { type MemberHistory, type SchemaChange, typeHistory } from './facts/type-releases.ts'
import { functionRow } from './functions/table.ts'
import { commandOf, deadSince, deadType, insteadOfType } from './instead.ts'
import { entriesRead } from './merge-keys.ts'
import { metricProperties, ratesEndedIn, sourceOfRate } from './metrics.ts'
import { compareReleases } from './versions.ts'

/** What the newer release does: refuses or cannot create it; treats it differently; still takes it, but no longer for long. */
export const releaseEffects = ['breaks', 'changes', 'deprecated'] as const
type ReleaseEffect = (typeof releaseEffects)[number]

export interface ReleaseChange {
  readonly kind: 'type' | 'property' | 'attribute' | 'reference' | 'metric' | 'constraint'
  readonly effect: ReleaseEffect
  /** `OS::Nova::Server.personality`. */
  readonly about: string
  /** The first Heat with the change: `22.0.0`. */
  readonly release: string
  /** A predicate: `is required`. */
  readonly says: string
  /** The name of the release note, where there is one. */
  readonly note?: string
  readonly successor?: string
  /** What rewrites it, as it is typed. */
  readonly command?: string
}

/** From one Heat to a newer one: what changed after the first and not after the second. */
export interface ReleaseSpan {
  readonly from: string
  readonly to: string
}

interface NoteRow {
  readonly note: string
  readonly in: string
  readonly types: readonly string[]
  readonly property?: string
  readonly attribute?: string
  readonly reference?: boolean
  /** A custom constraint of a parameter. */
  readonly constraint?: string
  readonly effect?: ReleaseEffect
  readonly says?: string
  readonly successor?: string
}

const rows = notes.rows as readonly NoteRow[]

function isIn(release: string | undefined, { from, to }: ReleaseSpan): release is string {
  if (release === undefined) return false
  const heat = heatOf(release)
  return compareReleases(heat, from) > 0 && compareReleases(heat, to) <= 0
}

/** What is different of a type, whatever its resources give. */
export function typeChanges(written: string, span: ReleaseSpan): readonly ReleaseChange[] {
  const type = nameInHeat(written)
  const history = typeHistory(type)
  const fate = insteadOfType(type)
  const instead = defined({
    successor: fate?.to?.join(fate.choice === undefined ? ', ' : ' or ') ?? fate?.write,
    command: fate === undefined ? undefined : commandOf(fate),
  })
  const about = { kind: 'type', about: type } as const
  const ended = deadSince(type)
  const found: Omit<ReleaseChange, 'note'>[] = []
  const breaks = (release: string, says: string) =>
    found.push({ ...about, effect: 'breaks', release, says, ...instead })
  if (isIn(ended, span)) breaks(heatOf(ended), deadType(type) ?? 'was removed')
  const removed = history?.removed
  if (isIn(removed, span) && (ended === undefined || heatOf(ended) !== removed))
    breaks(removed, removedText(history?.placeholder))
  const statuses = (history?.status ?? []).filter(
    ([release, status]) => status !== 'supported' && isIn(release, span),
  )
  const last = statuses.at(-1)
  // Of what no longer works, nobody needs to know that it was deprecated first.
  if (last !== undefined && found.length === 0)
    found.push({ ...about, effect: 'deprecated', release: last[0], says: `is ${last[1]}`, ...instead })
  const own = noted(
    type,
    span,
    ({ property, attribute, reference }) => (property ?? attribute ?? reference) === undefined,
  )
  return [...found.map((one) => withNote(one, type, {})), ...own.map((row) => ofNote(row, about))]
}

function removedText(placeholder: 'always' | 'since removed' | undefined): string {
  return placeholder === undefined
    ? 'was removed'
    : 'is a placeholder: Heat no longer creates, updates or deletes anything for it'
}

/**
 * What is different of the properties that a resource gives, and of those that it does not.
 *
 * @param given by name; undefined where a function gives all of them
 */
export function propertyChanges(
  written: string,
  given: ReadonlyMap<string, Node> | undefined,
  span: ReleaseSpan,
): readonly ReleaseChange[] {
  const type = nameInHeat(written)
  if (given === undefined) return []
  const found = foundOf(type, given, span)
  const own = [...given.keys()].flatMap((property) =>
    noted(type, span, (row) => row.property === property).map((row) =>
      ofNote(row, { kind: 'property', about: `${type}.${property}` }),
    ),
  )
  return [
    ...found.map(({ name, ...one }) =>
      withNote({ kind: 'property', about: `${type}.${name}`, ...one }, type, { property: name }),
    ),
    ...own,
    ...metricChanges(type, given, span),
  ]
}

/** By the schemas, and by what is known of properties that were removed, declined or moved. */
function foundOf(type: string, given: ReadonlyMap<string, Node>, span: ReleaseSpan): readonly Found[] {
  const { properties = {} } = typeHistory(type) ?? {}
  const found: Found[] = Object.entries(properties).flatMap(([name, one]) =>
    memberChanges(name, one, given.get(name), span),
  )
  for (const [name, { removedIn, replacement }] of Object.entries(goneProperties[type] ?? {}))
    if (given.has(name) && isIn(removedIn, span) && !found.some((one) => one.name === name))
      found.push({
        name,
        effect: 'breaks',
        release: heatOf(removedIn),
        says: 'was removed',
        ...defined({ successor: replacement }),
      })
  for (const [name, { since, why }] of Object.entries(declinedProperties[type] ?? {}))
    if (given.has(name) && isIn(since, span))
      found.push({ name, effect: 'deprecated', release: heatOf(since), says: `is deprecated: ${why}` })
  for (const { from, to, since } of movedPropertiesOf(type))
    if (given.has(from) && isIn(since, span))
      found.push({
        name: from,
        effect: 'deprecated',
        release: heatOf(since),
        says: `is called ${to}`,
        successor: to,
        command: upgradeCommand,
      })
  return found
}

/** Of alarms that ask for what Ceilometer no longer measures. */
function metricChanges(
  type: string,
  given: ReadonlyMap<string, Node>,
  span: ReleaseSpan,
): readonly ReleaseChange[] {
  const property = metricProperties[type] ?? ''
  const at = given.get(property)
  if (at === undefined || !isIn(ratesEndedIn, span)) return []
  return [at, ...itemsOf(at)].flatMap((node): readonly ReleaseChange[] => {
    const metric = stringOf(node) ?? ''
    const plain = sourceOfRate(metric)
    if (plain === undefined) return []
    const says = `names the metric ${metric}, which Ceilometer no longer measures, so that the alarm never goes off`
    const successor = `${plain} with aggregation_method: rate:mean, and a threshold in its own unit`
    const about = { kind: 'metric', about: `${type}.${property}` } as const
    return [{ ...about, effect: 'breaks', release: heatOf(ratesEndedIn), says, successor }]
  })
}

/** What is different of a custom constraint of a parameter. */
export function constraintChanges(constraint: string, span: ReleaseSpan): readonly ReleaseChange[] {
  return rows
    .filter((row) => row.constraint === constraint && isIn(row.in, span))
    .map((row) => ofNote(row, { kind: 'constraint', about: constraint }))
}

const upgradeCommand = 'hotshift upgrade --to latest --modernize'

type Found = { readonly name: string } & Pick<
  ReleaseChange,
  'effect' | 'release' | 'says' | 'successor' | 'command'
>

function memberChanges(
  name: string,
  { removed, changed = [] }: MemberHistory,
  value: Node | undefined,
  span: ReleaseSpan,
): readonly Found[] {
  if (value !== undefined && isIn(removed, span))
    return [{ name, effect: 'breaks', release: removed, says: 'was removed' }]
  return changed.flatMap((change) => {
    const made = isIn(change.in, span) ? schemaChange(change, value) : undefined
    return made === undefined ? [] : [{ name, release: change.in, ...made }]
  })
}

function schemaChange(
  { before, after }: SchemaChange,
  value: Node | undefined,
): Pick<ReleaseChange, 'effect' | 'says'> | undefined {
  if (value === undefined) {
    if (after.required === true) return { effect: 'breaks', says: 'is required' }
    if (before.default === after.default || before.default === undefined) return undefined
    const now = after.default === undefined ? 'none' : JSON.stringify(after.default)
    return {
      effect: 'changes',
      says: `has the default ${now}, where it was ${JSON.stringify(before.default)}`,
    }
  }
  const refused = refusedNow(before, after, value)
  if (refused !== undefined) return { effect: 'breaks', says: refused }
  if (before.updateAllowed === true && after.updateAllowed !== true)
    return {
      effect: 'changes',
      says: 'replaces the resource when an update changes it, where it was updated in place',
    }
  const custom = customOf(after)
  return custom === undefined || custom === customOf(before)
    ? undefined
    : { effect: 'changes', says: `has to satisfy the constraint ${custom}` }
}

function refusedNow(
  before: Partial<PropertySchema>,
  after: Partial<PropertySchema>,
  value: Node,
): string | undefined {
  const literal = scalarOf(value)?.value
  const allowed = allowedOf(after)
  if (allowed === undefined || literal === undefined || isFunction(value)) return undefined
  const isAllowed = (values: readonly unknown[]) => values.some((one) => String(one) === String(literal))
  if (isAllowed(allowed) || (allowedOf(before) !== undefined && !isAllowed(allowedOf(before) ?? [])))
    return undefined
  return `may no longer be ${String(literal)}; allowed are ${allowed.join(', ')}`
}

function allowedOf({ constraints = [] }: Partial<PropertySchema>): readonly unknown[] | undefined {
  return constraints.flatMap((one) => (one.kind === 'allowed_values' ? [one.values] : []))[0]
}

function customOf({ constraints = [] }: Partial<PropertySchema>): string | undefined {
  return constraints.flatMap((one) => (one.kind === 'custom_constraint' ? [one.name] : []))[0]
}

/** What is different of an attribute that something reads. */
export function attributeChanges(
  written: string,
  attribute: string,
  span: ReleaseSpan,
): readonly ReleaseChange[] {
  const type = nameInHeat(written)
  const about = { kind: 'attribute', about: `${type}.${attribute}` } as const
  const declined = declinedAttributes[type]?.[attribute]
  const history = typeHistory(type)?.attributes?.[attribute]
  const own = noted(type, span, (row) => row.attribute === attribute).map((row) => ofNote(row, about))
  if (isIn(history?.removed, span))
    return [{ ...about, effect: 'breaks', release: history?.removed ?? '', says: 'was removed' }, ...own]
  if (declined === undefined || !isIn(declined.since, span)) return own
  const found = {
    ...about,
    effect: 'deprecated',
    release: heatOf(declined.since),
    says: `is deprecated: ${declined.why}`,
  } as const
  return [withNote(found, type, { attribute }), ...own]
}

/** What is different of what `get_resource` gives for a resource. */
export function referenceChanges(written: string, span: ReleaseSpan): readonly ReleaseChange[] {
  const type = nameInHeat(written)
  return noted(type, span, ({ reference }) => reference === true).map((row) =>
    ofNote(row, { kind: 'reference', about: type }),
  )
}

/** Rows that say something themselves. */
function noted(type: string, span: ReleaseSpan, test: (row: NoteRow) => boolean): readonly NoteRow[] {
  return rows.filter(
    (row) => row.says !== undefined && row.types.includes(type) && isIn(row.in, span) && test(row),
  )
}

function ofNote(row: NoteRow, about: Pick<ReleaseChange, 'kind' | 'about'>): ReleaseChange {
  const { note, effect = 'changes', says = '', successor } = row
  return { ...about, effect, release: row.in, says, note, ...defined({ successor }) }
}

function withNote(
  change: ReleaseChange,
  type: string,
  { property, attribute }: Pick<NoteRow, 'property' | 'attribute'>,
): ReleaseChange {
  const row = rows.find(
    (one) =>
      one.says === undefined &&
      one.types.includes(type) &&
      one.in === change.release &&
      one.property === property &&
      one.attribute === attribute,
  )
  return row === undefined ? change : { ...change, note: row.note }
}

/** Whether a node is a function of some dialect, and no mapping with one key. */
function isFunction(node: Node): boolean {
  const name = callOf(node)?.name
  return name !== undefined && functionRow(name) !== undefined
}

/** The properties of a resource by name; undefined where a function gives them. */
export function givenProperties(properties: Node | undefined): ReadonlyMap<string, Node> | undefined {
  if (properties === undefined) return new Map()
  const map = mapOf(properties)
  if (map === undefined || isFunction(properties)) return undefined
  return new Map(entriesRead(map).map((entry) => [nameOf(entry) ?? '', entry.value]))
}
