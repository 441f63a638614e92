/**
 * A blueprint as it is meant, whatever form it is written in: components with their types, and requirements with what
 * fulfils them. Reading never throws; what is wrong is a problem with its location.
 */

import { blueprintKeys } from '../../heat/candidate.ts'
import { withoutMerges } from '../../heat/merge-keys.ts'
import { nearNames } from '../../heat/near-names.ts'
import { push } from '../../text/document/multimap.ts'
import { childValue, type Entry, type Mapping, type Node } from '../../text/document/node.ts'
import {
  mapOf as asWritten,
  entryOf,
  listOf,
  nameOf,
  oneOrAll,
  scalarOf,
  stringOf,
} from '../../text/document/read.ts'
import { defined } from '../../text/document/records.ts'
import {
  defaultAttributes,
  defaultRequirement,
  meantRequirement,
  singleRequirements,
  typeOfContent,
  typeOfOwner,
  typeOfTarget,
} from './vocabulary.ts'

export type BlueprintProblemCode =
  | 'blueprint-syntax'
  | 'blueprint-duplicate-id'
  | 'blueprint-unknown-fulfillment'
  | 'blueprint-ambiguous'
  | 'blueprint-cycle'
  | 'blueprint-conflict'
  | 'blueprint-no-type'

interface BlueprintProblem {
  readonly code: BlueprintProblemCode
  readonly at: Node | Entry
  readonly message: string
}

export type Fulfillment =
  | { readonly kind: 'component'; readonly id: string; readonly at: Node }
  | { readonly kind: 'url'; readonly url: string; readonly at: Node }

export interface Requirement {
  readonly type: string
  readonly fulfillment: readonly Fulfillment[]
  /** All but `type` and `fulfillment`, the default attribute under its name. */
  readonly attributes: ReadonlyMap<string, Node>
  readonly at: Node | Entry
}

export interface Component {
  readonly id: string
  /** Whether the blueprint names it, or its id was made from its type or content. */
  readonly isNamed: boolean
  /** As written or inferred; undefined only together with a problem. */
  readonly type: string | undefined
  readonly isInferred: boolean
  readonly content: Node | undefined
  /** All keys without a meaning of their own. */
  readonly attributes: readonly Entry[]
  readonly requires: readonly Requirement[]
  /** What each node of a tier is. */
  readonly nodespec?: Component
  /** The entry of the map form, or the item of the list form: what comments about the component belong to. */
  readonly at: Node | Entry
}

export interface Blueprint {
  readonly name: Entry | undefined
  /** Those written under `components`, then the inline ones, each once. */
  readonly components: readonly Component[]
  readonly requires: readonly Requirement[]
  readonly problems: readonly BlueprintProblem[]
}

const stringKeys = ['id', 'type', 'content'] as const

const componentKeys: ReadonlySet<string> = new Set(['id', 'type', 'requires', 'content'])

/** Reads a mapping of the kind `blueprint`; linear in its size. */
export function readBlueprint(root: Mapping): Blueprint {
  return new Reader(root).read()
}

/** What is written for one component, before types are inferred and ids made. */
interface Draft {
  id: string
  readonly isNamed: boolean
  type: string | undefined
  readonly writtenType: string | undefined
  readonly body: Mapping | undefined
  readonly requires: Requirement[]
  /** The draft of its `nodespec`, a component without a location of its own. */
  node?: Draft
  readonly at: Node | Entry
}

class Reader {
  readonly #root: Mapping
  readonly #problems: BlueprintProblem[] = []
  readonly #drafts: Draft[] = []
  readonly #byId = new Map<string, Draft>()
  /** Ids that somebody wrote or that were made. */
  readonly #taken: Set<string>
  /** How often an id was made of each base. */
  readonly #made = new Map<string, number>()

  constructor(root: Mapping) {
    this.#root = withoutMerges(root)
    this.#taken = new Set(writtenIds(this.#root))
  }

  read(): Blueprint {
    const name = entryOf(this.#root, 'name')
    if (name !== undefined && stringOf(name.value) === undefined)
      this.#syntax(name, 'the name of a blueprint is a string')
    for (const one of this.#root.entries) this.#expectKnown(one)
    for (const one of written(this.#root)) {
      const isUnnamed = 'key' in one.at && one.id === undefined
      if (isUnnamed) this.#syntax(one.at, 'the id of a component is a string')
      this.#expectOneId(one)
      this.#draft(one.id, one.body, one.at)
    }
    const named = [...this.#drafts]
    for (const draft of named) this.#require(draft)
    const global = this.#requirementsIn(entryOf(this.#root, 'requires')?.value, undefined, 'blueprint')
    this.#inferTypes()
    for (const draft of this.#drafts) this.#conflicts(draft)
    this.#cycles()
    return {
      name,
      components: this.#drafts.map(componentOf),
      requires: global,
      problems: this.#problems,
    }
  }

  #expectKnown(one: Entry): void {
    const key = nameOf(one)
    if (key !== undefined && blueprintKeys.includes(key)) return
    const [near] = nearNames(key ?? '', blueprintKeys)
    const meant = near === undefined ? 'it has name, components and requires' : `did you mean "${near}"?`
    this.#syntax(one, `a blueprint has no key "${key ?? '?'}"; ${meant}`)
  }

  #problem(code: BlueprintProblemCode, at: Node | Entry, message: string): void {
    this.#problems.push({ code, at, message })
  }

  #syntax(at: Node | Entry, message: string): void {
    this.#problem('blueprint-syntax', at, message)
  }

  #draft(id: string | undefined, node: Node, at: Node | Entry): Draft {
    const body = mapOf(node)
    const isEmpty = scalarOf(node)?.type === 'null'
    if (body === undefined && !isEmpty)
      this.#syntax(at, 'a component is a mapping of its type, content, requirements and attributes')
    this.#expectStrings(body)
    const type = stringOf(entryOf(body, 'type')?.value)
    const content = stringOf(entryOf(body, 'content')?.value)
    const draft: Draft = {
      id: id ?? this.#freeId(type, content),
      isNamed: id !== undefined,
      type,
      writtenType: type,
      body,
      requires: [],
      at,
    }
    if (id !== undefined && this.#byId.has(id))
      this.#problem('blueprint-duplicate-id', at, `two components have the id "${id}"`)
    this.#byId.set(draft.id, draft)
    this.#drafts.push(draft)
    return draft
  }

  /** In a mapping the key is the id. */
  #expectOneId({ id, body, at }: Written): void {
    const inside = entryOf(mapOf(body), 'id')
    const other = stringOf(inside?.value)
    if (inside === undefined || id === undefined || other === undefined || other === id || !('key' in at))
      return
    this.#problem('blueprint-ambiguous', inside, `the component "${id}" has another id inside: "${other}"`)
  }

  #expectStrings(body: Mapping | undefined): void {
    for (const key of stringKeys) {
      const written = entryOf(body, key)
      if (written !== undefined && (stringOf(written.value) ?? '') === '')
        this.#syntax(written, `the ${key} of a component is a string`)
    }
  }

  /** Reads what a component requires, and what the nodes of a tier do. */
  #require(draft: Draft): void {
    draft.requires.push(...this.#requirements(draft))
    const spec = entryOf(draft.body, 'nodespec')
    const body = mapOf(spec?.value)
    if (spec === undefined) return
    if (body === undefined) {
      this.#syntax(spec, 'a nodespec is a mapping, like a component')
      return
    }
    const type = stringOf(entryOf(body, 'type')?.value)
    this.#expectStrings(body)
    draft.node = { id: 'server', isNamed: true, type, writtenType: type, body, requires: [], at: spec }
    draft.node.requires.push(...this.#requirements({ ...draft.node, writtenType: type ?? 'server' }))
  }

  /** An id from type or content, the same for the same blueprint. */
  #freeId(type: string | undefined, content: string | undefined): string {
    const source = type ?? content?.slice(content.lastIndexOf('/') + 1) ?? 'component'
    const last = type === undefined ? source : (source.split(/[.:]/).at(-1) ?? source)
    const base = last.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'component'
    for (let number = (this.#made.get(base) ?? 0) + 1; ; number += 1) {
      const id = number === 1 ? base : `${base}_${number}`
      if (this.#taken.has(id)) continue
      this.#made.set(base, number)
      this.#taken.add(id)
      return id
    }
  }

  #requirements(draft: Draft): Requirement[] {
    return this.#requirementsIn(
      entryOf(draft.body, 'requires')?.value,
      draft.writtenType ?? inferredByContent(draft),
      draft.id,
    )
  }

  /** A list of requirements, a mapping by type, or one value for the default requirement of the type. */
  #requirementsIn(node: Node | undefined, type: string | undefined, owner: string): Requirement[] {
    if (node === undefined || scalarOf(node)?.type === 'null') return []
    const map = mapOf(node)
    if (map !== undefined) return map.entries.flatMap((entry) => this.#byKey(entry, owner))
    const items = listOf(node)?.items
    if (items === undefined) return this.#byDefault(node, type, owner)
    return items.flatMap((item) => {
      const one = mapOf(item)
      if (one === undefined) return this.#byDefault(item, type, owner)
      const named = stringOf(entryOf(one, 'type')?.value)
      if (named !== undefined) return [this.#long(named, one, item, owner)]
      const [only, ...more] = one.entries
      if (only !== undefined && more.length === 0) return this.#byKey(only, owner)
      this.#problem('blueprint-ambiguous', item, `a requirement of "${owner}" has several keys and no type`)
      return []
    })
  }

  #byDefault(value: Node, type: string | undefined, owner: string): Requirement[] {
    const requirement = defaultRequirement(type)
    if (requirement === undefined) {
      const what = type === undefined ? 'a component without a type' : `the type "${type}"`
      this.#problem(
        'blueprint-ambiguous',
        value,
        `${what} has no default requirement; name the one that "${owner}" has`,
      )
      return []
    }
    return [this.#short(requirement, value, value, owner)]
  }

  #byKey(entry: Entry, owner: string): Requirement[] {
    const type = nameOf(entry)
    if (type === undefined) {
      this.#syntax(entry, 'the type of a requirement is a string')
      return []
    }
    const map = mapOf(entry.value)
    if (map === undefined) return [this.#short(type, entry.value, entry, owner)]
    const isInline = defaultAttributes.get(type) === 'fulfillment' && entryOf(map, 'type') !== undefined
    if (isInline) return [this.#short(type, entry.value, entry, owner)]
    if (entryOf(map, 'type') !== undefined)
      this.#problem(
        'blueprint-ambiguous',
        entry,
        `"${type}" is the type of the requirement already; it has another type inside`,
      )
    return [this.#long(type, map, entry, owner)]
  }

  #short(type: string, value: Node, at: Node | Entry, owner: string): Requirement {
    const attribute = defaultAttributes.get(type)
    if (attribute !== undefined && attribute !== 'fulfillment')
      return { type, fulfillment: [], attributes: new Map([[attribute, value]]), at }
    // An extension's requirement has a default that nobody here knows, but what names a component means it.
    const names = oneOrAll(value).map(stringOf)
    const isClear = names.every(
      (name) => name !== undefined && (isUrl(name) || this.#target(name) !== undefined),
    )
    if (attribute === undefined && !isClear) {
      const meant = meantRequirement(type)
      const instead = meant === undefined ? `write {type: ${type}, …}` : `did you mean ${meant}?`
      const message = `"${type}" has no default attribute that is known; ${instead}`
      this.#problem('blueprint-ambiguous', at, message)
      return { type, fulfillment: [], attributes: new Map(), at }
    }
    return { type, fulfillment: this.#fulfillments(value, owner), attributes: new Map(), at }
  }

  #long(type: string, map: Mapping, at: Node | Entry, owner: string): Requirement {
    const attributes = new Map<string, Node>()
    for (const entry of map.entries) {
      const key = nameOf(entry)
      if (key !== undefined && key !== 'type' && key !== 'fulfillment') attributes.set(key, entry.value)
    }
    const fulfillment = entryOf(map, 'fulfillment')?.value
    return {
      type,
      fulfillment: fulfillment === undefined ? [] : this.#fulfillments(fulfillment, owner),
      attributes,
      at,
    }
  }

  #fulfillments(node: Node, owner: string): Fulfillment[] {
    const items = listOf(node)?.items
    if (items !== undefined) return items.flatMap((item) => this.#fulfillments(item, owner))
    if (mapOf(node) !== undefined) {
      const draft = this.#draft(stringOf(entryOf(mapOf(node), 'id')?.value), node, node)
      this.#require(draft)
      return [{ kind: 'component', id: draft.id, at: node }]
    }
    const name = stringOf(node)
    if (name === undefined) {
      this.#syntax(node, 'a fulfillment is the id of a component, a URL, a list of these, or a component')
      return []
    }
    const id = this.#target(name)
    if (id !== undefined) return [{ kind: 'component', id, at: node }]
    if (isUrl(name)) return [{ kind: 'url', url: name, at: node }]
    this.#problem(
      'blueprint-unknown-fulfillment',
      node,
      `"${owner}" is to be fulfilled by "${name}", which is not a component`,
    )
    return []
  }

  #target(name: string): string | undefined {
    const id = name.startsWith('id:') ? name.slice(3) : name
    return this.#byId.has(id) ? id : undefined
  }

  /** From the requirements that point to a component, else from its own, else from its content. */
  #inferTypes(): void {
    const pointing = new Map<string, string[]>()
    for (const { requires } of this.#drafts) {
      for (const { type, fulfillment } of requires) {
        for (const one of fulfillment) {
          const id = one.kind === 'component' ? one.id : undefined
          if (id !== undefined) push(pointing, id, type)
        }
      }
    }
    for (const draft of this.#drafts) {
      if (draft.type !== undefined) continue
      const byPointer = (pointing.get(draft.id) ?? []).map(typeOfTarget).find((type) => type !== undefined)
      draft.type =
        byPointer ?? typeOfOwner(draft.requires.map(({ type }) => type)) ?? inferredByContent(draft)
      const isRead = draft.body !== undefined || scalarOf(childValue(draft.at))?.type === 'null'
      if (draft.type === undefined && isRead)
        this.#problem('blueprint-no-type', draft.at, `nothing says what "${draft.id}" is; give it a type`)
    }
  }

  /** Two requirements of a type of which one component meets one only. */
  #conflicts({ requires, id }: Draft): void {
    const seen = new Map<string, Requirement>()
    for (const one of requires) {
      if (seen.has(one.type) && singleRequirements.has(one.type))
        this.#problem(
          'blueprint-conflict',
          one.at,
          `"${id}" requires ${one.type} twice; one server can meet one only`,
        )
      seen.set(one.type, one)
    }
  }

  /** What requires one another in a circle has no order in which it could be made. */
  #cycles(): void {
    const state = new Map<string, 'open' | 'done'>()
    const stack: { readonly draft: Draft; next: number; readonly targets: readonly Fulfillment[] }[] = []
    const enter = (draft: Draft): void => {
      state.set(draft.id, 'open')
      stack.push({ draft, next: 0, targets: draft.requires.flatMap(({ fulfillment }) => fulfillment) })
    }
    for (const draft of this.#drafts) {
      if (state.has(draft.id)) continue
      enter(draft)
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const target = top.targets[top.next]
        top.next += 1
        if (target === undefined) {
          state.set(top.draft.id, 'done')
          stack.pop()
        } else if (target.kind === 'component') {
          const known = state.get(target.id)
          if (known === 'open') {
            const ids = stack.map(({ draft: one }) => one.id)
            const circle = [...ids.slice(ids.indexOf(target.id)), target.id].join(' -> ')
            this.#problem(
              'blueprint-cycle',
              target.at,
              `the components require one another in a circle: ${circle}`,
            )
          } else if (known === undefined) enter(this.#byId.get(target.id) as Draft)
        }
      }
    }
  }
}

function componentOf(draft: Draft): Component {
  return {
    id: draft.id,
    isNamed: draft.isNamed,
    type: draft.type,
    isInferred: draft.writtenType === undefined,
    content: entryOf(draft.body, 'content')?.value,
    attributes: (draft.body?.entries ?? []).filter((entry) => !componentKeys.has(nameOf(entry) ?? '')),
    requires: draft.requires,
    ...defined({ nodespec: draft.node && componentOf(draft.node) }),
    at: draft.at,
  }
}

/** A mapping with what its merge keys bring in. */
function mapOf(node: Node | undefined): Mapping | undefined {
  const map = asWritten(node)
  return map === undefined ? undefined : withoutMerges(map)
}

/** Whether a name is one of something elsewhere. */
export function isUrl(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(name)
}

function inferredByContent({ body }: Pick<Draft, 'body'>): string | undefined {
  const content = stringOf(entryOf(body, 'content')?.value)
  return content === undefined ? undefined : typeOfContent(content)
}

interface Written {
  readonly id: string | undefined
  readonly body: Node
  readonly at: Node | Entry
}

/** The components as they stand under `components`, in either form. */
function written(root: Mapping): Written[] {
  const node = entryOf(root, 'components')?.value
  const map = mapOf(node)
  if (map !== undefined)
    return map.entries.map((entry) => ({ id: nameOf(entry), body: entry.value, at: entry }))
  return (listOf(node)?.items ?? []).map((item) => ({
    id: stringOf(entryOf(mapOf(item), 'id')?.value),
    body: item,
    at: item,
  }))
}

function writtenIds(root: Mapping): string[] {
  return written(root).flatMap(({ id }) => id ?? [])
}
