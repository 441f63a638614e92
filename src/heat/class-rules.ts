/** Which properties of a resource do not go together, or not without one another (`facts/class-rules.json`). */

import { isIP } from '../text/document/addresses.ts'
import { memoized } from '../text/document/attached.ts'
import { push } from '../text/document/multimap.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import {
  isNull,
  itemsOf,
  listOf,
  mapOf,
  nameOf,
  resolved,
  scalarOf,
  stringOf,
} from '../text/document/read.ts'
import { callRead } from './calls.ts'
import facts from './facts/class-rules.json' with { type: 'json' }
import type { PropertySchema, PropertySchemas, SchemaType, TranslationRule } from './facts/resource-types.ts'
import { branchesOnCondition } from './functions/table.ts'
import { readValue } from './merge-keys.ts'
import { matchesWhole } from './python-pattern.ts'
import { convert, Refusal } from './values/convert.ts'
import { scalarValue } from './values/data.ts'
import { Float, isList, isMap, isTrue, type Value } from './values/value.ts'

/** A test of properties, which are named by paths such as `session_persistence.type`. */
type PropertyTest =
  /** Not absent. */
  | readonly ['given', string]
  /** What Python takes for true. */
  | readonly ['true', string]
  /** A string that is written out, and not empty. */
  | readonly ['literal', string]
  /** One of some values. */
  | readonly ['is', string, ...(string | number)[]]
  /** Two numbers, the first less than the second. */
  | readonly ['less', string, string]
  /** Both true, and not the same. */
  | readonly ['differ', string, string]
  /** A number less than the sum of the numbers in the items of lists, each a list and a key of its items. */
  | readonly ['below sum', string, ...(readonly [string, string])[]]
  /** A string that is written out, and no IP address; digits and dots alone are one to some releases of netaddr. */
  | readonly ['malformed address', string]
  /** A list with more items than that. */
  | readonly ['long', string, number]
  /** A mapping with a key that is the name of a property, or one of some others. */
  | readonly ['names', string, ...string[]]
  /** Some item of a list passes a test of its own properties. */
  | readonly ['some', string, PropertyTest]
  /** How many of some properties, or of all, pass. */
  | Count
  /** More than this many of some tests pass, with each item of lists counted separately. */
  | readonly ['more than', number, ...(PropertyTest | EachItem)[]]
  /** A string that is written out, and does not match a pattern as a whole. */
  | readonly ['unlike', string, string]
  /** Two items of a list name the same in a list of their own. */
  | readonly ['overlap', string, string]
  /** An item of a list names in a list of its own what no item of another list has under a key. */
  | readonly ['unlisted', readonly [list: string, key: string], readonly [list: string, key: string]]
  | readonly ['not', PropertyTest]
  | readonly ['all' | 'any', ...PropertyTest[]]

/** How many items of a list pass a test of their own properties. */
type EachItem = readonly ['each', string, PropertyTest]

type BelowSum = Extract<PropertyTest, readonly ['below sum', ...unknown[]]>

type Count = readonly ['count', 'given' | 'true', '<' | '>', number, ...string[]]

interface ClassRule {
  /** Heat refuses the resource where this holds. */
  readonly refuse: PropertyTest
  /** The end of a sentence about the type. */
  readonly why: string
  /** The property that is wrong, where it is one. */
  readonly at?: string
  /** The list whose items the rule is about. */
  readonly each?: string
}

interface ClassRules {
  readonly class: string
  readonly rules: readonly ClassRule[]
  /** The property whose type another one names, where that is written out (`Value.reparse`). */
  readonly typed?: {
    readonly property: string
    readonly by: string
    readonly types: Readonly<Record<string, SchemaType>>
  }
}

/** A class that has the rules of another one. */
interface SameRules {
  readonly class: string
  readonly like: string
}

const types = facts.types as unknown as Readonly<Record<string, ClassRules | SameRules>>

/** The rules of a type, by the name that Heat has for it, and the class that implements them. */
export function classRules(type: string): ClassRules | undefined {
  const own = Object.hasOwn(types, type) ? types[type] : undefined
  if (own === undefined || 'rules' in own) return own
  return { rules: classRules(own.like)?.rules ?? [], class: own.class }
}

/**
 * The schemas of a type, with the types that its properties give one another.
 * @param given the string that a property is given; undefined for anything else
 */
export function typedSchemas(
  type: string,
  schemas: PropertySchemas,
  given: (property: string) => string | undefined,
): PropertySchemas {
  const typed = classRules(type)?.typed
  if (typed === undefined) return schemas
  const name = given(typed.by)
  const own = schemas[typed.property]
  if (own === undefined || name === undefined || !Object.hasOwn(typed.types, name)) return schemas
  return { ...schemas, [typed.property]: { ...own, type: typed.types[name] as SchemaType } }
}

/** How values are read. */
interface ValueView {
  /** Whether a value cannot be seen here. */
  readonly isOpen: (node: Node) => boolean
  /** Whether it is the reference to a resource, which is never empty. */
  readonly isReference: (node: Node) => boolean
  readonly translationRules: readonly TranslationRule[]
}

/** A rule that a resource certainly breaks, with its location: undefined for the resource as a whole. */
interface BrokenRule {
  readonly rule: ClassRule
  readonly at: Node | undefined
  /** Which item of the list the rule is about. */
  readonly index?: number
}

/** The rules that properties break whatever functions give. */
export function brokenRules(
  rules: readonly ClassRule[],
  properties: Mapping | undefined,
  schemas: PropertySchemas,
  view: ValueView,
): readonly BrokenRule[] {
  const whole = new KnownProperties(properties, schemas, '', view)
  return rules.flatMap((rule): readonly BrokenRule[] => {
    if (rule.each === undefined)
      return whole.passes(rule.refuse) === true ? [{ rule, at: whole.location(rule.at) }] : []
    return whole.items(rule.each).flatMap((item, index) => {
      if (item === undefined || item.passes(rule.refuse) !== true) return []
      return [{ rule, at: item.location(rule.at) ?? item.node, index }]
    })
  })
}

/**
 * A value as far as it is known; `open` is unknown; `empty` a list or mapping. Null is what its schema makes of it.
 */
type KnownValue =
  | { readonly is: 'absent' | 'open' | 'reference' | 'empty' }
  | { readonly is: 'plain'; readonly value: string | number | boolean }
  | { readonly is: 'collection'; readonly node: Node }

const absent: KnownValue = { is: 'absent' }
const open: KnownValue = { is: 'open' }

/** True, false, or undefined where it depends on what functions give. */
type Truth = boolean | undefined

class KnownProperties {
  readonly node: Mapping | undefined
  readonly #schemas: PropertySchemas
  readonly #path: string
  readonly #view: ValueView
  /** Several rules ask for the same property. */
  readonly #values = new Map<string, KnownValue>()

  constructor(node: Mapping | undefined, schemas: PropertySchemas, path: string, view: ValueView) {
    this.node = node
    this.#schemas = schemas
    this.#path = path
    this.#view = view
  }

  /** The location of a property. */
  location(path: string | undefined): Node | undefined {
    return path === undefined ? undefined : this.#node(path.split('.')[0] ?? '')
  }

  passes(test: PropertyTest): Truth {
    switch (test[0]) {
      case 'given':
        return isGiven(this.#value(test[1]))
      case 'true':
        return this.#isTrue(this.#value(test[1]))
      case 'literal':
        return ofPlain(this.#value(test[1]), Boolean)
      case 'is':
        return isOneOf(this.#value(test[1]), test.slice(2))
      case 'less':
        return compared(this.#value(test[1]), this.#value(test[2]), (a, b) => Number(a) < Number(b))
      case 'differ':
        return compared(this.#value(test[1]), this.#value(test[2]), (a, b) => a !== b && a !== '' && b !== '')
      case 'below sum':
        return this.#isBelowSum(test)
      case 'malformed address':
        return ofPlain(
          this.#value(test[1]),
          (value) => !/^[\d.]*$|^~$/.test(String(value)) && isIP(String(value)) === 0,
        )
      case 'long':
        return this.#isLong(this.#value(test[1]), test[2])
      case 'names':
        return this.#hasName(this.#value(test[1]), test.slice(2) as readonly string[])
      case 'some':
        return anyOf(this.#itemsOrOpen(test[1]).map((item) => item?.passes(test[2])))
      case 'count':
        return this.#counts(test)
      case 'more than':
        return this.#isMoreThan(test[1], test.slice(2) as readonly (PropertyTest | EachItem)[])
      case 'unlike':
        return ofPlain(
          this.#value(test[1]),
          (value) => value !== '' && matchesWhole(test[2], String(value)) === false,
        )
      case 'overlap':
        return this.#overlaps(test[1], test[2])
      case 'unlisted':
        return this.#isUnlisted(test[1], test[2])
      case 'not':
        return negated(this.passes(test[1]))
      case 'any':
        return this.#decided(tests(test), true)
      case 'all':
        return this.#decided(tests(test), false)
    }
  }

  /** One verdict decides for all; the opposite where none does, and where none is unknown. */
  #decided(all: readonly PropertyTest[], deciding: boolean): Truth {
    let verdict: Truth = !deciding
    for (const test of all) {
      const one = this.passes(test)
      if (one === deciding) return deciding
      if (one === undefined) verdict = undefined
    }
    return verdict
  }

  /** The items of a list that are mappings; undefined for those that cannot be seen. */
  items(name: string): readonly (KnownProperties | undefined)[] {
    const node = this.#node(name)
    const schemas = this.#schemas[name]?.items?.schema ?? {}
    if (node === undefined || this.#view.isOpen(node)) return []
    return itemsOf(node).map((item) => {
      const map = this.#view.isOpen(resolved(item)) ? undefined : mapOf(item)
      return map === undefined ? undefined : new KnownProperties(map, schemas, this.#below(name), this.#view)
    })
  }

  #itemsOrOpen(name: string): readonly (KnownProperties | undefined)[] {
    const value = this.#value(name)
    if (value.is === 'open' || value.is === 'reference') return [undefined]
    return value.is === 'collection' ? this.items(name) : []
  }

  #below(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  /** By its name, or by one that Heat translates into it. */
  #node(name: string): Node | undefined {
    const own = readValue(this.node, name)
    if (own !== undefined) return own
    for (const other of othersOf(this.#view.translationRules).get(this.#below(name)) ?? []) {
      const found = readValue(this.node, other)
      if (found !== undefined) return found
    }
    return undefined
  }

  #value(path: string): KnownValue {
    const known = this.#values.get(path)
    if (known !== undefined) return known
    const value = this.#read(path)
    this.#values.set(path, value)
    return value
  }

  #read(path: string): KnownValue {
    const [name = '', ...rest] = path.split('.')
    const schema = this.#schemas[name]
    const node = this.#node(name)
    if (node === undefined) return rest.length > 0 ? absent : presetOf(schema)
    const target = resolved(node)
    if (this.#view.isReference(target)) return rest.length > 0 ? open : { is: 'reference' }
    if (this.#view.isOpen(target)) return open
    if (isNull(target)) return rest.length > 0 ? open : known(convert(schema ?? {}, null))
    if (rest.length === 0) return literalOf(schema, target)
    const map = mapOf(target)
    if (map === undefined) return open
    return new KnownProperties(map, schema?.schema ?? {}, this.#below(name), this.#view).#value(
      rest.join('.'),
    )
  }

  #isTrue(value: KnownValue): Truth {
    switch (value.is) {
      case 'absent':
      case 'empty':
        return false
      case 'open':
        return undefined
      case 'reference':
        return true
      case 'plain':
        return Boolean(value.value)
      case 'collection': {
        const items = listOf(value.node)?.items ?? mapOf(value.node)?.entries.map((one) => one.value) ?? []
        // Whatever a function gives is an item; only `if` may give nothing.
        return anyOf(items.map((item) => (mayVanish(item) ? undefined : true)))
      }
    }
  }

  #isLong(value: KnownValue, most: number): Truth {
    if (value.is === 'absent' || value.is === 'empty' || value.is === 'plain') return false
    if (value.is !== 'collection') return undefined
    const items = itemsOf(value.node)
    const sure = items.filter(
      (item) => !this.#view.isOpen(resolved(item)) || this.#view.isReference(resolved(item)),
    )
    return sure.length > most ? true : items.length > most ? undefined : false
  }

  /** The least that the lists can add up to decides: no item adds less than nothing. */
  #isBelowSum([, name, ...lists]: BelowSum): Truth {
    const value = this.#value(name)
    if (value.is !== 'plain') return undefined
    const items = lists.flatMap(([list, key]) => this.#addends(list, key))
    const least = items.reduce((sum, item) => sum + (item.is === 'plain' ? Number(item.value) : 0), 0)
    if (Number(value.value) < least) return true
    return items.every(({ is }) => is === 'plain') ? false : undefined
  }

  /** What the items of a list have under a key; a list that is not given may have items by default. */
  #addends(list: string, key: string): readonly KnownValue[] {
    const preset = this.presetFor(list)
    if (Array.isArray(preset)) return preset.map((item) => known(Number(item[key] ?? 0)))
    return this.#itemsOrOpen(list).map((item) => (item === undefined ? open : item.#value(key)))
  }

  #isMoreThan(most: number, counted: readonly (PropertyTest | EachItem)[]): Truth {
    const verdicts = counted.flatMap((one) =>
      one[0] === 'each' ? this.#itemsOrOpen(one[1]).map((item) => item?.passes(one[2])) : [this.passes(one)],
    )
    const least = verdicts.filter((one) => one === true).length
    if (least > most) return true
    return verdicts.filter((one) => one !== false).length > most ? undefined : false
  }

  /** What the items of a list name in a list of their own, item by item; undefined what cannot be seen. */
  #namedBy(list: string, key: string): readonly (readonly string[] | undefined)[] {
    return this.#itemsOrOpen(list).map((item) => {
      const preset = item?.presetFor(key)
      if (Array.isArray(preset)) return preset.map(String)
      const value = item === undefined ? open : item.#value(key)
      if (value.is === 'absent' || value.is === 'empty') return []
      if (value.is !== 'collection') return undefined
      const names = itemsOf(value.node).map(stringOf)
      return names.every((name) => name !== undefined) ? names : undefined
    })
  }

  /** The default of a property that is not given. */
  presetFor(name: string): unknown {
    return this.#node(name) === undefined ? this.#schemas[name]?.default : undefined
  }

  #overlaps(list: string, key: string): Truth {
    const seen = new Set<string>()
    const named = this.#namedBy(list, key)
    for (const names of named) {
      if (names?.some((name) => seen.has(name)) === true) return true
      for (const name of names ?? []) seen.add(name)
    }
    return named.includes(undefined) ? undefined : false
  }

  #isUnlisted([list, key]: readonly [string, string], [of, name]: readonly [string, string]): Truth {
    const listed = this.#itemsOrOpen(of).map((item) => {
      const value = item === undefined ? open : item.#value(name)
      return value.is === 'plain' ? String(value.value) : undefined
    })
    if (listed.includes(undefined)) return undefined
    const named = this.#namedBy(list, key)
    if (named.some((names) => names?.some((one) => !listed.includes(one)))) return true
    return named.includes(undefined) ? undefined : false
  }

  #hasName(value: KnownValue, others: readonly string[]): Truth {
    const map = value.is === 'collection' ? mapOf(value.node) : undefined
    if (map === undefined) return value.is === 'open' ? undefined : false
    const names = map.entries.map((one) => nameOf(one) ?? '')
    return names.some((name) => Object.hasOwn(this.#schemas, name) || others.includes(name))
  }

  #counts([, kind, sign, bound, ...names]: Count): Truth {
    const counted = names.length === 0 ? Object.keys(this.#schemas) : names
    const verdicts = counted.map((name) => this.passes([kind, name]))
    const least = verdicts.filter((one) => one === true).length
    const most = least + verdicts.filter((one) => one === undefined).length
    const [certain, possible] = sign === '<' ? [most < bound, least < bound] : [least > bound, most > bound]
    return certain ? true : possible ? undefined : false
  }
}

/** The names that Heat translates into properties, by the paths of these. */
const othersOf = memoized((rules: readonly TranslationRule[]): ReadonlyMap<string, readonly string[]> => {
  const byPath = new Map<string, string[]>()
  for (const { rule, path, value_path, value_name } of rules) {
    if (rule !== 'replace') continue
    const other = typeof value_name === 'string' ? value_name : (value_path as readonly string[])?.[0]
    if (other !== undefined) push(byPath, path.join('.'), other)
  }
  return byPath
})

function mayVanish(item: Node): boolean {
  return isNull(item) || branchesOnCondition(callRead(item)?.name ?? '')
}

function tests(test: readonly ['all' | 'any', ...PropertyTest[]]): readonly PropertyTest[] {
  const [, ...all] = test
  return all
}

function anyOf(verdicts: readonly Truth[]): Truth {
  return verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false
}

function isGiven({ is }: KnownValue): Truth {
  return is === 'open' ? undefined : is !== 'absent'
}

function isOneOf(value: KnownValue, values: readonly unknown[]): Truth {
  if (value.is === 'absent') return false
  return value.is === 'plain' ? values.includes(value.value) : undefined
}

type Plain = string | number | boolean

function compared(one: KnownValue, other: KnownValue, test: (a: Plain, b: Plain) => boolean): Truth {
  if (one.is === 'absent' || other.is === 'absent') return false
  return one.is === 'plain' && other.is === 'plain' ? test(one.value, other.value) : undefined
}

function presetOf(schema: PropertySchema | undefined): KnownValue {
  return schema?.default === undefined ? absent : known(convert(schema, null))
}

/** The value that Heat reads from a literal; a literal that does not fit the type is reported elsewhere. */
function literalOf(schema: PropertySchema | undefined, node: Node): KnownValue {
  const scalar = scalarOf(node)
  return scalar === undefined ? { is: 'collection', node } : known(convert(schema ?? {}, scalarValue(scalar)))
}

function known(value: Value): KnownValue {
  if (value === null || value instanceof Refusal) return open
  if (isList(value) || isMap(value)) return isTrue(value) ? open : { is: 'empty' }
  return { is: 'plain', value: value instanceof Float ? value.value : (value as Plain) }
}

/** A verdict on a plain value; unknown where the value is open, and false for what is no plain value. */
function ofPlain(value: KnownValue, holds: (value: unknown) => boolean): Truth {
  if (value.is === 'plain') return holds(value.value)
  return value.is === 'open' ? undefined : false
}

function negated(verdict: Truth): Truth {
  return verdict === undefined ? undefined : !verdict
}
