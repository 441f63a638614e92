/**
 * What environments give the parameters of a stack together (heat/common/environment_util.py: `merge_environments`,
 * `merge_parameters`). The only module that merges values of parameters.
 */

import type { HotParameterType } from '../heat/dialects.ts'
import { entriesRead, entryRead, readValue } from '../heat/merge-keys.ts'
import { type MergeStrategy, mergeStrategyIn } from '../heat/merge-strategies.ts'
import { isTruthy } from '../heat/parameters.ts'
import { anew, list, mapping, string } from '../text/document/build.ts'
import { readJson } from '../text/document/json/json-reader.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, resolved, stringOf } from '../text/document/read.ts'
import { type ValueSection, valueSections } from './values.ts'

/** An environment with its tree; what it was read from is no matter here. */
interface EnvironmentTree {
  readonly path?: string
  readonly root: Mapping
}

/** A value, and the entries of environments that it is made of, in the order of these. */
export interface MergedValue<Environment extends EnvironmentTree> {
  readonly node: Node
  readonly parts: readonly ValuePart<Environment>[]
}

interface ValuePart<Environment extends EnvironmentTree> {
  readonly environment: Environment
  readonly entry: Entry
}

/** A value that Heat does not merge into those of the environments before, and why, as a sentence. */
interface MergeRefusal<Environment extends EnvironmentTree> {
  readonly environment: Environment
  readonly at: Entry
  readonly why: string
}

/**
 * The type that the templates of the stack declare a parameter with, the outermost first (`Template.all_param_schemata`);
 * `unknown` where they are not known, undefined where none declares it.
 */
export type TypeOfParameter = (parameter: string) => HotParameterType | 'unknown' | undefined

/** The values of a parameter in the sections of environments. */
interface OfParameter<Environment extends EnvironmentTree> {
  readonly values: ReadonlyMap<ValueSection, MergedValue<Environment>>
  readonly refusals: readonly MergeRefusal<Environment>[]
}

/** The values of environments in the order in which Heat merges them. */
export class MergedValues<Environment extends EnvironmentTree> {
  readonly #environments: readonly Environment[]
  readonly #typeOf: TypeOfParameter
  readonly #known = new Map<string, OfParameter<Environment>>()
  /** The first environment with something in a section: that is taken as a whole. */
  readonly #first: ReadonlyMap<ValueSection, Environment | undefined>

  constructor(environments: readonly Environment[], typeOf: TypeOfParameter) {
    this.#environments = environments
    this.#typeOf = typeOf
    const hasSome = (section: ValueSection) => (one: Environment) => entriesIn(one, section).length > 0
    this.#first = new Map(valueSections.map((name) => [name, environments.find(hasSome(name))]))
  }

  /** What the environments give a parameter in one of their sections; undefined where none has it. */
  value(section: ValueSection, name: string): MergedValue<Environment> | undefined {
    return this.#of(name).values.get(section)
  }

  /** Every parameter that has a value in a section, in the order of the environments. */
  names(section: ValueSection): ReadonlySet<string> {
    return new Set(
      this.#environments.flatMap((one) => entriesIn(one, section).flatMap((entry) => nameOf(entry) ?? [])),
    )
  }

  /** What Heat refuses to merge. */
  refusals(): readonly MergeRefusal<Environment>[] {
    const names = new Set(valueSections.flatMap((section) => [...this.names(section)]))
    return [...names].flatMap((name) => this.#of(name).refusals)
  }

  /** Whether Heat drops a value: of a parameter that no template of the stack declares, but for the first section. */
  #drops(environment: Environment, section: ValueSection, name: string): boolean {
    return this.#typeOf(name) === undefined && this.#first.get(section) !== environment
  }

  /** The same of the environment at a path. */
  drops(path: string, section: ValueSection, name: string): boolean {
    return this.#environments.some((one) => one.path === path && this.#drops(one, section, name))
  }

  #of(name: string): OfParameter<Environment> {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const made = this.#merged(name)
    this.#known.set(name, made)
    return made
  }

  #merged(name: string): OfParameter<Environment> {
    const type = this.#typeOf(name)
    const values = new Map<ValueSection, MergedValue<Environment>>()
    const refusals: MergeRefusal<Environment>[] = []
    /** The first environment that gives a value decides for all. */
    let agreed: MergeStrategy | undefined
    for (const environment of this.#environments)
      for (const section of valueSections) {
        const entry = entryRead(readValue(environment.root, section), name)
        if (entry === undefined || this.#drops(environment, section, name)) continue
        const own = { node: entry.value, parts: [{ environment, entry }] as const }
        const strategy = mergeStrategyIn(environment.root, name, agreed)
        if (!isNull(entry.value)) agreed ??= strategy
        if (this.#first.get(section) === environment) values.set(section, own)
        if (isNull(entry.value) || type === undefined) continue
        if (strategy !== agreed)
          refusals.push({ environment, at: entry, why: disagreement(name, strategy, agreed) })
        if (this.#first.get(section) === environment) continue
        const made = merge(name, type, agreed, values.get(section), own)
        if ('why' in made) refusals.push(made)
        values.set(section, 'why' in made ? own : made)
      }
    return { values, refusals }
  }
}

function entriesIn({ root }: EnvironmentTree, section: ValueSection): readonly Entry[] {
  return entriesRead(mapOf(readValue(root, section)))
}

/** `ConflictingMergeStrategyForParam` */
function disagreement(name: string, strategy: MergeStrategy, agreed: MergeStrategy | undefined): string {
  return `"${name}" is merged by ${strategy} here and by ${agreed} in an environment before; Heat rejects two strategies for one parameter`
}

/** A later value of a parameter merged into the one before (`param_merge`). */
function merge<Environment extends EnvironmentTree>(
  name: string,
  type: HotParameterType | 'unknown',
  strategy: MergeStrategy | undefined,
  before: MergedValue<Environment> | undefined,
  own: MergedValue<Environment> & { readonly parts: readonly [ValuePart<Environment>] },
): MergedValue<Environment> | MergeRefusal<Environment> {
  if (strategy === undefined || strategy === 'overwrite') return own
  const node = together(type, strategy, before?.node, own.node)
  if (typeof node !== 'string') {
    const parts = node === own.node ? own.parts : [...(before?.parts ?? []), ...own.parts]
    return { node, parts }
  }
  const why =
    type === 'boolean' || type === 'number'
      ? `Heat cannot merge (${strategy}) the parameter "${name}", which is a ${type}; write overwrite`
      : `Heat cannot merge (${strategy}) this value of "${name}": ${node}`
  const [{ environment, entry: at }] = own.parts
  return { environment, at, why }
}

/** Why Heat cannot merge two values, as the end of a sentence. */
type Unmergeable = string

/** `param_merge`. @returns a sentence where Heat fails */
function together(
  type: HotParameterType | 'unknown',
  strategy: MergeStrategy,
  before: Node | undefined,
  value: Node,
): Node | Unmergeable {
  switch (type) {
    case 'string':
    case 'number':
      return joinedText(type, before, value)
    case 'comma_delimited_list':
      if (stringOf(value) === undefined && listOf(value) === undefined)
        return 'it is neither a string nor a list'
      return mergedList(before, value)
    case 'json': {
      const parsed = parsedJson(value)
      return parsed === undefined ? 'it is not JSON' : mergedMap(before, parsed, strategy === 'deep_merge')
    }
    case 'boolean':
      return 'it is a boolean'
    case 'unknown':
      return value
  }
}

/** `''.join([old, new])`; digits in quotes are added like strings. */
function joinedText(type: 'string' | 'number', before: Node | undefined, value: Node): Node | Unmergeable {
  const [old, added] = [stringOf(before), stringOf(value)]
  if (added === undefined) return 'it is not a string'
  if (before === undefined) return type === 'string' ? value : 'there is no value to add it to'
  return old === undefined ? 'the one before is not a string' : string(old + added, { for: value })
}

/** `merge_list` */
function mergedList(before: Node | undefined, value: Node): Node | Unmergeable {
  if (before === undefined || !isTruthy(before)) return value
  const [old, added] = [listOf(before), listOf(value)]
  if (old !== undefined && added !== undefined) return list([...old.items, ...added.items], { for: value })
  const [one, other] = [stringOf(before), stringOf(value)]
  return one === undefined || other === undefined
    ? 'a list and a string are not merged'
    : string(`${one},${other}`, { for: value })
}

/** `merge_map` */
function mergedMap(before: Node | undefined, value: Node, isDeep: boolean): Node | Unmergeable {
  if (before === undefined || !isTruthy(before)) return value
  const [old, added] = [mapOf(before), mapOf(value)]
  if (added === undefined) return 'it is not a mapping'
  const entries = entriesRead(added).filter((one) => !isNull(one.value))
  if (old === undefined) return entries.length === 0 ? before : 'the one before is not a mapping'
  const found = new Map(entriesRead(old).map((one) => [keyOf(one), one]))
  for (const one of entries) {
    const known = found.get(keyOf(one))
    const item = isDeep ? mergedDeeply(known?.value, one.value) : one.value
    if (typeof item === 'string') return item
    found.set(keyOf(one), { ...one, value: item })
  }
  return mapping([...found.values()], { for: value })
}

function mergedDeeply(old: Node | undefined, item: Node): Node | Unmergeable {
  if (mapOf(item) !== undefined) return mergedMap(old, item, true)
  if (listOf(item) !== undefined) return mergedList(old, item)
  return stringOf(item) === undefined ? item : joinedText('string', old, item)
}

function keyOf({ key }: Entry): string {
  const scalar = resolved(key)
  return scalar.kind === 'scalar' ? String(scalar.value) : ''
}

/** `parse_param`: what is not a string is written as JSON first, which changes nothing here. Undefined for what is no JSON. */
function parsedJson(value: Node): Node | undefined {
  const text = stringOf(value)
  if (text === undefined || text === '') return value
  const { root, strict } = readJson(text)
  return strict && root !== undefined ? anew(root, value) : undefined
}
