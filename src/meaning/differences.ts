/** Finds where two values differ, and separates differences that matter from those that a rewrite may make. */
import { jsonText } from '../heat/values/json-text.ts'
import { pythonStr } from '../heat/values/python-text.ts'
import {
  Failure,
  Float,
  isList,
  isMap,
  type Key,
  Opaque,
  sameValue,
  strictKey,
  type Value,
  type ValueMap,
} from '../heat/values/value.ts'

/**
 * `value` and `value-to-error` are never right. The others a rewrite may make: Heat would have failed there, or the
 * meaning is the same in another form.
 */
export type DifferenceKind =
  | 'value'
  | 'value-to-error'
  | 'error-to-value'
  | 'some-errors-to-values'
  | 'parameter-errors-to-values'
  | 'error-to-error'
  | 'null-before-ready'
  | 'renamed-file'
  | 'new-parameter'
  | 'constraint-order'
  | 'constraint-added'
  | 'constraint-description'
  | 'label-added'
  | 'description-extended'
  | 'moved-default'
  | 'translated'
  | 'known-by-another-name'
  | 'accepted'
  | 'narrower-before'
  | 'assumed-found'

export interface Difference {
  readonly kind: DifferenceKind
  /** Where, with the names of HOT: `resources.server.properties.networks[0].port`. */
  readonly path: string
  /** The nested template to which the path belongs; absent for the template itself. */
  readonly template?: string
  readonly before: string
  readonly after: string
  /** The sample in which it shows. */
  readonly world: string
}

export interface Reason {
  readonly path: string
  /** The nested template to which the path belongs; absent for the template itself. */
  readonly template?: string
  readonly why: string
  /** Whether it is for the time and memory that the answer would take. */
  readonly because?: 'over-budget'
  /** What has to be a list, or null: if all of it is, nothing else is open there. */
  readonly ifLists?: readonly string[]
}

/** Under what two values are compared. */
export interface Circumstances {
  /** The name of the sample. */
  readonly world: string
  /** Attributes are null: an empty string may become null. */
  readonly notReady: boolean
  /** Old name of a file to its new name. */
  readonly renamed: ReadonlyMap<string, string>
}

const missing = Symbol('missing')
type ValueOrMissing = Value | typeof missing

/** Whether a difference makes two templates mean something else; the others may come with a rewrite. */
export function isBreaking({ kind }: Difference): boolean {
  return kind === 'value' || kind === 'value-to-error'
}

/** The requirements of a reason where more is open: what is open for another reason is not resolved by a list. */
function withLists({ ifLists = [], ...reason }: Reason, more: Reason['ifLists']): Reason {
  return more === undefined ? reason : { ...reason, ifLists: [...new Set([...ifLists, ...more])] }
}

export class Differences {
  readonly #found: Map<string, Difference>
  readonly #reasons: Map<string, Reason>
  readonly #template: string | undefined

  /** @param template the nested template to which the paths belong; what is found goes to `of` */
  constructor(of?: Differences, template?: string) {
    this.#found = of === undefined ? new Map() : of.#found
    this.#reasons = of === undefined ? new Map() : of.#reasons
    this.#template = template
  }

  add(
    kind: DifferenceKind,
    path: string,
    before: ValueOrMissing,
    after: ValueOrMissing,
    world: string,
  ): void {
    const key = this.#key(kind, path)
    if (this.#found.has(key)) return
    this.#found.set(key, { kind, path, ...this.#location, before: shown(before), after: shown(after), world })
  }

  /** Takes over what another comparison has found in the same template. */
  include({ kind, path, before, after, world }: Difference): void {
    const key = this.#key(kind, path)
    if (!this.#found.has(key)) this.#found.set(key, { kind, path, ...this.#location, before, after, world })
  }

  unproved(path: string, why: string, more: Pick<Reason, 'because' | 'ifLists'> = {}): void {
    // What is open of a template as a whole is another thing each time.
    const key = this.#key('', path === '' ? why : path)
    const known = this.#reasons.get(key)
    if (known === undefined) this.#reasons.set(key, { path, ...this.#location, why, ...more })
    else if (known.ifLists !== undefined) this.#reasons.set(key, withLists(known, more.ifLists))
  }

  #key(kind: string, path: string): string {
    return `${kind} ${path}\0${this.#template ?? ''}`
  }

  get #location(): { readonly template?: string } {
    return this.#template === undefined ? {} : { template: this.#template }
  }

  /** The same differences, for what is found in a nested template. */
  within(template: string): Differences {
    return new Differences(this, template)
  }

  get all(): readonly Difference[] {
    return [...this.#found.values()]
  }

  get reasons(): readonly Reason[] {
    return [...this.#reasons.values()]
  }

  /** Compares two values deeply, types included. */
  compare(path: string, before: Value, after: Value, circumstances: Circumstances): void {
    if (before === after || sameValue(before, after)) return
    if (before instanceof Failure || after instanceof Failure)
      this.#failures(path, before, after, circumstances)
    else if (before instanceof Opaque || after instanceof Opaque) this.#unknown(path, before, after)
    else if (isMap(before) && isMap(after)) this.#maps(path, before, after, circumstances)
    else if (isList(before) && isList(after) && before.length === after.length) {
      for (const [index, item] of before.entries()) {
        this.compare(`${path}[${index}]`, item, after[index] as Value, circumstances)
      }
    } else this.add(kindOf(before, after, circumstances), path, before, after, circumstances.world)
  }

  #failures(path: string, before: Value, after: Value, { world }: Circumstances): void {
    if (!(after instanceof Failure)) this.add('error-to-value', path, before, after, world)
    else if (before instanceof Opaque) this.unproved(path, before.why)
    else this.add(before instanceof Failure ? 'error-to-error' : 'value-to-error', path, before, after, world)
  }

  #unknown(path: string, before: Value, after: Value): void {
    const unknown = before instanceof Opaque ? before : after
    if (unknown instanceof Opaque) this.unproved(path, unknown.why)
  }

  #maps(path: string, before: ValueMap, after: ValueMap, circumstances: Circumstances): void {
    for (const [key, value] of before) {
      const other = after.get(strictKey(after, key))
      if (other === undefined) this.add('value', stepTo(path, key), value, missing, circumstances.world)
      else this.compare(stepTo(path, key), value, other, circumstances)
    }
    for (const [key, value] of after) {
      if (before.get(strictKey(before, key)) === undefined)
        this.add('value', stepTo(path, key), missing, value, circumstances.world)
    }
  }
}

/** Something that only one side has. */
export const absent: ValueOrMissing = missing

function stepTo(path: string, key: Key): string {
  return typeof key === 'string' ? `${path}.${key}` : `${path}.<${pythonStr(key)}>`
}

function kindOf(before: Value, after: Value, { notReady, renamed }: Circumstances): DifferenceKind {
  if (notReady && before === '' && after === null) return 'null-before-ready'
  return typeof before === 'string' && typeof after === 'string' && isRenamed(before, after, renamed)
    ? 'renamed-file'
    : 'value'
}

/** Whether a string names the same file under its new name. */
function isRenamed(before: string, after: string, renamed: ReadonlyMap<string, string>): boolean {
  for (const [old, name] of renamed) {
    if (before.endsWith(old) && after === before.slice(0, before.length - old.length) + name) return true
  }
  return false
}

const mostShown = 400

/** A value for people: JSON, with symbols in guillemets. */
function shown(value: ValueOrMissing): string {
  if (value === missing) return '(missing)'
  const text = readable(value)
  const marked = text.replaceAll(/\\u0001|\u0001/g, '«').replaceAll(/\\u0002|\u0002/g, '»')
  return marked.length <= mostShown ? marked : `${marked.slice(0, mostShown)}… (${marked.length} characters)`
}

function readable(value: Value): string {
  if (value instanceof Failure) return `${value.error}: ${value.message}`
  if (value instanceof Opaque) return `(unknown: ${value.why})`
  if (value instanceof Float || typeof value === 'string') return jsonText(value, 'as it is')
  try {
    return jsonText(value, 'as it is')
  } catch {
    return pythonStr(value)
  }
}
