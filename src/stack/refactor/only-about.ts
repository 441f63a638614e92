/** Whether two states of a workspace differ in what is about some parameters alone: the proof of what an edit on request preserves. */
import { mapping } from '../../text/document/build.ts'
import { sameData } from '../../text/document/data.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isNull, nameOf, resolved, stringOf } from '../../text/document/read.ts'
import type { Workspace } from '../workspace.ts'

/** What an edit of parameters is about. */
interface EditedParts {
  readonly names: ReadonlySet<string>
  /** The properties that it sets, by the path of their template: the keys from the root, joined by NUL. */
  readonly set: ReadonlySet<string>
}

/** How `EditedParts.set` names a property. */
export function partKey(path: string, trail: readonly string[]): string {
  return [path, ...trail].join('\0')
}

/**
 * The first file that differs in more. It knows nothing of how an edit is made: whatever stands under one of the names, in
 * any mapping and any list of parameter groups, is left out of both trees, and the rest has to be the same.
 */
export function firstOther(before: Workspace, after: Workspace, parts: EditedParts): string | undefined {
  for (const [path, { root }] of after.files) {
    const old = before.files.get(path)?.root
    if (old !== root && !new Rest(path, parts).isSame(old ?? emptied, root)) return path
  }
  return undefined
}

/** Sections and keys that an edit may make or leave empty. */
const holders: ReadonlySet<string> = new Set([
  'parameters',
  'properties',
  'parameter_defaults',
  'parameter_groups',
])

const emptied = mapping([])

interface Position {
  /** The location as `EditedParts.set` names it. */
  readonly key: string
  /** Whether it is in parameter groups, or in the list of encrypted parameters. */
  readonly isListed: boolean
}

/** What two states of one file have besides the parts that are edited. Nodes that aliases share are compared once. */
class Rest {
  readonly #names: ReadonlySet<string>
  readonly #set: ReadonlySet<string>
  /** Above these locations a property is set: nodes there are not the same as elsewhere. */
  readonly #above: ReadonlySet<string>
  readonly #root: string
  readonly #same = [new WeakMap<Node, WeakMap<Node, boolean>>(), new WeakMap<Node, WeakMap<Node, boolean>>()]
  readonly #empty = [new WeakMap<Node, boolean>(), new WeakMap<Node, boolean>()]

  constructor(path: string, { names, set }: EditedParts) {
    this.#root = partKey(path, [])
    this.#names = names
    this.#set = set
    this.#above = new Set([...set].flatMap(prefixes))
  }

  isSame(before: Mapping, after: Mapping): boolean {
    return this.#isSame(before, after, { key: this.#root, isListed: false })
  }

  #isSame(one: Node, other: Node, at: Position): boolean {
    const [was, is] = [resolved(one), resolved(other)]
    if (was === is) return true
    if (this.#above.has(at.key)) return this.#compared(was, is, at)
    const known = this.#same[Number(at.isListed)] as WeakMap<Node, WeakMap<Node, boolean>>
    const ofOne = known.get(was) ?? new WeakMap<Node, boolean>()
    known.set(was, ofOne)
    const before = ofOne.get(is)
    if (before !== undefined) return before
    const result = this.#compared(was, is, at)
    ofOne.set(is, result)
    return result
  }

  #compared(was: Node, is: Node, at: Position): boolean {
    if (was.kind === 'seq')
      return is.kind === 'seq' && this.#areSame(this.#items(was.items, at), this.#items(is.items, at), at)
    if (was.kind !== 'map') return was.kind === is.kind && sameData(was, is)
    if (is.kind !== 'map') return false
    const [old, now] = [this.#entries(was, at), this.#entries(is, at)]
    return (
      old.length === now.length &&
      old.every((entry, index) => {
        const instead = now[index] as Entry
        return sameData(entry.key, instead.key) && this.#isSame(entry.value, instead.value, below(at, entry))
      })
    )
  }

  #areSame(old: readonly Node[], now: readonly Node[], { key, isListed }: Position): boolean {
    return (
      old.length === now.length &&
      old.every((item, index) =>
        this.#isSame(item, now[index] as Node, { key: `${key}\0${index}`, isListed }),
      )
    )
  }

  #items(items: readonly Node[], { key, isListed }: Position): readonly Node[] {
    if (!isListed) return items
    return items.filter(
      (item, index) =>
        !this.#names.has(stringOf(item) ?? '') && !this.#isEmpty(item, { key: `${key}\0${index}`, isListed }),
    )
  }

  #entries({ entries }: Mapping, at: Position): readonly Entry[] {
    return entries.filter((entry) => {
      const name = nameOf(entry) ?? ''
      const position = below(at, entry)
      if (this.#names.has(name) || this.#set.has(position.key)) return false
      return !(holders.has(name) && this.#isEmpty(entry.value, position))
    })
  }

  /** Whether nothing is in a node besides the parts that are edited. */
  #isEmpty(node: Node, at: Position): boolean {
    const one = resolved(node)
    if (one.kind === 'scalar') return isNull(one)
    const known = this.#empty[Number(at.isListed)] as WeakMap<Node, boolean>
    const isAbove = this.#above.has(at.key)
    const before = isAbove ? undefined : known.get(one)
    if (before !== undefined) return before
    const result =
      one.kind === 'seq'
        ? this.#items(one.items, at).length === 0
        : one.kind === 'map' && this.#entries(one, at).length === 0
    if (!isAbove) known.set(one, result)
    return result
  }
}

function below({ key, isListed }: Position, entry: Entry): Position {
  const name = nameOf(entry) ?? ''
  return {
    key: `${key}\0${name}`,
    isListed: isListed || name === 'parameter_groups' || name === 'encrypted_param_names',
  }
}

/** The locations above one, the root of its file first. */
function prefixes(key: string): readonly string[] {
  const steps = key.split('\0')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('\0'))
}
