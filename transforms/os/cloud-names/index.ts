import type { Document } from '../../../src/document/document.ts'
import { mayMention } from '../../../src/document/mentions.ts'
import { type Comment, rangeOf } from '../../../src/document/node.ts'
import {
  type Entry,
  entry,
  type Mapping,
  type Node,
  nameOf,
  rewriteTemplate,
  type Scalar,
  type Sequence,
  type TemplateScope,
  withEntries,
  withItems,
  withValue,
} from '../../../src/engine/authoring.ts'
import { type CloudNames, isAwsName } from '../../../src/heat/cloud-names.ts'
import { type NameLocation, type NameUses, nameUsesIn } from '../name-uses.ts'
import { isHotNow, stringFor } from '../resources.ts'

export const cloudNames = rewriteTemplate(
  {
    title: 'Name things as this cloud does',
    description:
      'Writes flavours, images, networks and zones by the names that `--map` gives them: in properties, defaults, allowed values and mappings; reports names that only AWS has.',
    references: ['heat/engine/clients/os: CustomConstraint of nova.py, glance.py and neutron.py'],
    safety: 'review',
    keeps: 'nothing',
    kinds: 'all',
  },
  (scope) => {
    const { root, template } = scope
    const names = scope.cloud?.names
    const isConcerned = names !== undefined || mayMention(template.document, 'AWS::')
    if (!isHotNow(root) || !isConcerned) return root
    const uses = nameUsesIn(root)
    reportLeft(uses, names, scope)
    return names === undefined ? root : renamed(root, uses, names, scope)
  },
)

function newName({ at, thing }: NameLocation, names: CloudNames): string | undefined {
  const section = names[thing.section] ?? {}
  const name = Object.hasOwn(section, String(at.value)) ? section[String(at.value)] : undefined
  return name === at.value ? undefined : name
}

/** Where a mapping would have two entries of one name, nothing of it does. */
function renamed(root: Mapping, uses: NameUses, names: CloudNames, scope: TemplateScope): Mapping {
  const changes = new Map<Node, string>()
  for (const location of uses.locations) {
    const name = newName(location, names)
    if (name !== undefined) changes.set(location.at, name)
  }
  if (changes.size === 0) return root
  const clash = clashIn(root, changes)
  if (clash !== undefined) {
    scope.report('names-clash', clash, `two entries of one mapping would be called ${changes.get(clash)}`)
    return root
  }
  for (const [at, name] of changes) scope.change(at, `Name it ${name}`)
  return new Renaming(changes, scope.template.document).map(root)
}

function clashIn(node: Node, changes: ReadonlyMap<Node, string>): Scalar | undefined {
  if (node.kind === 'seq') return firstOf(node.items, (item) => clashIn(item, changes))
  if (node.kind !== 'map') return undefined
  const names = node.entries.map((one) => changes.get(one.key) ?? nameOf(one))
  const twice = node.entries.find(
    (one, index) => changes.has(one.key) && names.indexOf(names[index]) !== names.lastIndexOf(names[index]),
  )
  if (twice?.key.kind === 'scalar') return twice.key
  return firstOf(node.entries, (one) => clashIn(one.value, changes))
}

function firstOf<Thing, Found>(
  things: readonly Thing[],
  find: (one: Thing) => Found | undefined,
): Found | undefined {
  for (const one of things) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** Gives names to the places of a tree. */
class Renaming {
  readonly #changes: ReadonlyMap<Node, string>
  readonly #document: Document

  constructor(changes: ReadonlyMap<Node, string>, document: Document) {
    this.#changes = changes
    this.#document = document
  }

  map(map: Mapping): Mapping {
    const entries = map.entries.map((one) => this.#entry(one))
    return entries.every((one, index) => one === map.entries[index]) ? map : withEntries(map, entries)
  }

  #node(node: Node): Node {
    if (node.kind === 'scalar') return this.#scalar(node)
    if (node.kind === 'map') return this.map(node)
    if (node.kind !== 'seq') return node
    const items = node.items.map((item) => this.#node(item))
    return items.every((item, index) => item === node.items[index]) ? node : withItems(node, items)
  }

  #scalar(node: Scalar): Scalar {
    const name = this.#changes.get(node)
    return name === undefined ? node : stringFor(node, name, this.#document)
  }

  #entry(one: Entry): Entry {
    const value = nameOf(one) === 'allowed_values' ? this.#onceEach(one) : this.#node(one.value)
    const key = one.key.kind === 'scalar' ? this.#scalar(one.key) : one.key
    if (key !== one.key) return entry(key as Scalar, value, { for: one })
    return value === one.value ? one : withValue(one, value)
  }

  /** Of allowed values that get the same name one stays, with the comments of all. */
  #onceEach({ key, value: values }: Entry): Node {
    const changed = this.#node(values)
    if (changed === values || changed.kind !== 'seq' || values.kind !== 'seq') return changed
    const names = changed.items.map((item) => (item.kind === 'scalar' ? item.value : item))
    const comments = names.map((_, index) => commentsOfItem(key, values, index, this.#document))
    const seen = new Set<unknown>()
    const gone = new Set<number>()
    for (let start = 0, end = 1; start < names.length; start = end, end += 1) {
      while (end < names.length && names[end] === names[start]) end += 1
      // Comments of one that goes stand above the next then: of neighbours the last is the one that they explain.
      const left = comments.slice(start, end).some((own) => own.length > 0) ? end - 1 : start
      for (let index = start; index < end; index += 1)
        if (index !== left || seen.has(names[index])) gone.add(index)
      seen.add(names[start])
    }
    const staying = [...gone].flatMap((index) => comments[index] ?? [])
    if (gone.size === 0 || (staying.length > 0 && values.style === 'flow')) return changed
    const kept = changed.items.filter((_, index) => !gone.has(index))
    return staying.length === 0 ? withItems(changed, kept) : { ...withItems(changed, kept), staying }
  }
}

/** The comments above an item of a list, and the one behind it. */
function commentsOfItem(
  key: Node,
  { items }: Sequence,
  index: number,
  { comments, text }: Document,
): readonly Comment[] {
  const [above, item, below] = [items[index - 1] ?? key, items[index], items[index + 1]].map((one) =>
    one === undefined ? undefined : rangeOf(one),
  )
  if (item === undefined || above === undefined) return []
  return comments.filter((one) =>
    one.ownLine
      ? one.start >= above.end && one.end <= item.start
      : one.start >= item.end &&
        one.start < (below?.start ?? text.length) &&
        !text.slice(item.end, one.start).includes('\n'),
  )
}

/** Names that only AWS has, and that stay. */
function reportLeft(uses: NameUses, names: CloudNames | undefined, scope: TemplateScope): void {
  for (const location of uses.locations) {
    const { at, thing } = location
    const name = String(at.value)
    if ((names !== undefined && newName(location, names) !== undefined) || !isAwsName(thing.section, name))
      continue
    scope.report(
      'aws-name',
      at,
      `${name} is a name of AWS; give the name of your cloud in "${thing.section}" of --map`,
    )
  }
  if (names === undefined) return
  for (const [parameter, { at, locations }] of uses.mixed) {
    if (!locations.some((location) => newName(location, names) !== undefined)) continue
    scope.report(
      'name-not-mapped',
      at,
      `${parameter} is used for something else than a name here: its values stay`,
    )
  }
}
