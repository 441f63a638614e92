/** The steps of `get_attr` behind the resource, and where they lead inside of stacks and groups. */
import type { NestedCall } from './calls.ts'

/** What stands behind the name of the resource. */
export type Step = string | number

/** A location between or within steps: Heat takes `resource.NAME.ATTRIBUTE` apart, `[resource.NAME, ATTRIBUTE]` too. */
export interface Way {
  readonly item: number
  /** In the string of the item, behind a dot; 0 for the whole of it. */
  readonly offset: number
  /** Whether the step before counts for what is asked: a list of what all members give, by their attribute alone. */
  readonly isFixed?: true
}

/** What a resource is made of. */
export interface Inner {
  /** Undefined for the definition of members in the same template. */
  readonly call: NestedCall | undefined
  /** In how many groups it stands, one inside of the other. */
  readonly depth: number
}

const prefix = 'resource.'

export function isWhole(steps: readonly unknown[], { item }: Way): boolean {
  return item >= steps.length
}

/** `resource.NAME`, and the location behind it; `output` for anything else, undefined where no string says. */
export function stepsOf(
  steps: readonly (Step | undefined)[],
  { item, offset }: Way,
): { readonly name: string; readonly next: Way } | 'output' | undefined {
  const step = steps[item]
  if (step === undefined) return undefined
  const key = String(step).slice(offset)
  if (!key.startsWith(prefix)) return 'output'
  const dot = key.indexOf('.', prefix.length)
  const name = dot < 0 ? key.slice(prefix.length) : key.slice(prefix.length, dot)
  return { name, next: dot < 0 ? { item: item + 1, offset: 0 } : { item, offset: offset + dot + 1 } }
}

/** Attributes of groups that give all members what stands behind them. */
const ofAll: ReadonlySet<string> = new Set(['attributes', 'outputs', 'outputs_list'])
/** Attributes of groups that give the references of their members. */
const ofReferences: ReadonlySet<string> = new Set(['refs', 'refs_map'])
/** Attributes of groups that say nothing of what their members are. */
const ofGroups: ReadonlySet<string> = new Set(['current_size', 'removed_rsrc_list'])

/**
 * Where the steps lead to the members of groups, one inside of the other.
 * @returns undefined where they ask for something of a group itself, `unclear` where no string says
 */
export function wayInto(
  steps: readonly (Step | undefined)[],
  start: Way,
  depth: number,
): Way | 'unclear' | undefined {
  let way = start
  for (let group = 0; group < depth; group += 1) {
    const step = steps[way.item]
    // Of a group inside of another one the reference is asked for.
    if (isWhole(steps, way)) return group === 0 ? undefined : way
    if (step === undefined) return 'unclear'
    const key = String(step).slice(way.offset)
    const member = stepsOf(steps, way)
    if (typeof member === 'object') way = member.next
    else if (ofGroups.has(key)) return undefined
    else if (ofReferences.has(key)) return { item: steps.length, offset: 0, isFixed: true }
    else if (ofAll.has(key)) way = { item: way.item + 1, offset: 0, isFixed: true }
    else way = { ...way, isFixed: true }
  }
  return way
}

/** How steps are written, in a tree or as plain values. */
export interface Writing<Item> {
  make(step: Step, old: Item | undefined): Item
  /** Undefined for what is not a string that can be replaced. */
  textOf(item: Item): string | undefined
}

/**
 * The steps that ask for something else from a location on; undefined where they cannot be said like that.
 * @param instead what stands there instead of the attribute; nothing for the reference
 */
export function stepsInstead<Item>(
  steps: readonly Item[],
  { item, offset, isFixed }: Way,
  instead: readonly Step[],
  { make, textOf }: Writing<Item>,
): readonly Item[] | undefined {
  const isReference = item >= steps.length
  if (isReference && isFixed === true) return undefined
  if (isReference) return [...steps, ...instead.map((step) => make(step, undefined))]
  const [first, ...rest] = instead
  const [old, behind] = [steps[item], steps.slice(item + 1)]
  const written = old === undefined ? undefined : textOf(old)
  if (old === undefined || written === undefined) return undefined
  // A reference is a string: there is nothing inside of it to ask for, and no list of all of them by this name.
  if (first === undefined && (behind.length > 0 || isFixed === true)) return undefined
  const head = offset === 0 ? [] : [written.slice(0, offset - 1)]
  const joined = first === undefined ? head : [[...head, first].join('.')]
  const made = [...joined.map((step) => make(step, old)), ...rest.map((step) => make(step, undefined))]
  return [...steps.slice(0, item), ...made, ...behind]
}
