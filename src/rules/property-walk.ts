/** Literal values held against the schemas of a type, to any depth; heat/engine/properties.py. */

import type { PropertySchema, PropertySchemas, TranslationRule } from '../heat/facts/resource-types.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { didYouMean, type Guess } from '../heat/near-names.ts'
import { movedPath, noTranslationRules, otherName, withoutIndexes } from '../heat/translation-rules.ts'
import { type IsOpen, propertyProblem, takesKind } from '../heat/values/nodes.ts'
import { memoized } from '../text/document/attached.ts'
import { include } from '../text/document/multimap.ts'
import type { Entry, Mapping, Node, Scalar } from '../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, resolved, scalarOf } from '../text/document/read.ts'
import { ownValue } from '../text/document/records.ts'
import { type KnownGiven, shownKinds } from './given.ts'
import type { Related } from './locations.ts'
import { quote, type Remedy, removal } from './remedy.ts'
import { type Report, shownKey } from './scope.ts'

/** What a walk is about. */
export interface WalkedProperties {
  readonly report: Report
  /** Whose properties they are, for a message. */
  readonly subject: string
  readonly noun: 'property' | 'update policy'
  /** Where they are documented. */
  readonly rule: string
  readonly isOpen: IsOpen
  /** Where it stands what there is, in a file beside. */
  readonly declared?: readonly Related[]
  /** The values among which a function chooses; undefined for all else. */
  readonly branchesOf: (node: Node) => readonly Node[] | undefined
  /** What a function gives, where that is certain. */
  readonly givenBy: (node: Node) => KnownGiven | undefined
  /** Whether an attribute of another resource gives a value; it is nothing before there is that resource. */
  readonly isAttribute: (node: Node) => boolean
  /** Takes scalars that Heat makes strings of. */
  readonly asString?: (scalar: Scalar, schema: PropertySchema) => void
  readonly translationRules?: readonly TranslationRule[]
  /** What is to be said of a path without indexes (`networks[].uuid`) that is deprecated. */
  readonly declined?: (path: string) => string | undefined
  /** What such a path is called now, where it is a key of the same mapping. */
  readonly newName?: (path: string) => string | undefined
  /** Why the cloud does not have a property, as a sentence about what it is called. */
  readonly absent?: (path: string, schema: PropertySchema) => string | undefined
  /** Takes strings that may name something of the cloud, with the last name of their path. */
  readonly named?: (value: Node, name: string, schema: PropertySchema) => void
}

const asked = { ...shownKinds, boolean: 'true or false' }

const namesIn = memoized(
  (schemas: PropertySchemas): ReadonlyMap<string, PropertySchema> => new Map(Object.entries(schemas)),
)

/** The names that have to be there. */
const neededNames = memoized((schemas: PropertySchemas): readonly string[] =>
  Object.keys(schemas).filter(
    (name) => schemas[name]?.required === true && schemas[name].default === undefined,
  ),
)

/** How many keys a message lists. */
const mostListed = 6

/** The name that may be meant; for a key within a value all that there are, where these are few. */
function guess(name: string, schemas: PropertySchemas, path: string): Guess {
  const near = didYouMean(name, namesIn(schemas))
  const known = Object.keys(schemas)
  return near.hint !== '' || path === '' || known.length > mostListed
    ? near
    : { ...near, hint: `; "${path}" accepts ${known.join(', ')}` }
}

/** What the rules of a type do to values, computed once for all resources of the type. */
const movesOf = memoized((rules: readonly TranslationRule[]): Moves => {
  const renamed = rules.flatMap((one) => {
    const from = otherName(one) === undefined ? undefined : movedPath(one)
    return from === undefined ? [] : [[from, one.path.at(-1) ?? ''] as const]
  })
  return { moved: new Set(rules.flatMap((one) => movedPath(one) ?? [])), renamed: new Map(renamed) }
})

interface Moves {
  /** Paths, without indexes, whose values Heat moves elsewhere before it looks at them. */
  readonly moved: ReadonlySet<string>
  /** Those whose values it moves to another name beside them, with that name. */
  readonly renamed: ReadonlyMap<string, string>
}

/** Reports entries that there is no schema for, and values that Heat refuses. What is missing is not looked at. */
export function walkEntries(
  map: Mapping | undefined,
  schemas: PropertySchemas,
  walk: WalkedProperties,
): void {
  if (map !== undefined) new PropertyWalk(walk).entries(map, schemas, '')
}

class PropertyWalk {
  readonly #walk: WalkedProperties
  /** What was looked at already: aliases may repeat one node any number of times. */
  readonly #seen = new Map<Node, Set<PropertySchema>>()
  readonly #moved: Moves['moved']
  readonly #renamed: Moves['renamed']

  constructor(walk: WalkedProperties) {
    this.#walk = walk
    const { moved, renamed } = movesOf(walk.translationRules ?? noTranslationRules)
    this.#moved = moved
    this.#renamed = renamed
  }

  /** @returns the names that unknown ones are meant for */
  entries(map: Mapping, schemas: PropertySchemas, path: string): ReadonlySet<string> {
    const meant = new Set<string>()
    const { report, subject, noun, rule, declared } = this.#walk
    for (const one of entriesRead(map)) {
      const name = nameOf(one) ?? shownKey(one)
      const schema = ownValue(schemas, name)
      const where = path === '' ? name : `${path}.${name}`
      if (schema === undefined) {
        const { hint, instead } = guess(name, schemas, path)
        for (const other of instead?.names ?? []) meant.add(other)
        report('unknown-property', one, `${subject} has no ${noun} "${where}"${hint}`, {
          source: rule,
          repair: instead ?? removal(one),
          related: declared,
        })
      } else if (schema.implemented === false || this.#hasUselessItem(one.value, schema)) {
        const what = schema.implemented === false ? '' : 'items of '
        const message = `Heat does not support ${what}the ${noun} "${where}" of ${subject}`
        report('unknown-property', one, message, { source: rule, repair: removal(one) })
      } else {
        this.#decline(one, where)
        this.#absent(one, where, schema)
        const renamed = this.#renamed.get(withoutIndexes(where))
        this.#value(one.value, schema, where)
        // Heat looks at the value under the other name, and at nothing where there is none.
        if (renamed !== undefined && schemas[renamed] !== undefined && !isNull(one.value))
          this.#value(one.value, schemas[renamed], where, 'renamed')
      }
    }
    return meant
  }

  #decline(one: Entry, path: string): void {
    const { report, subject, rule, declined, newName } = this.#walk
    const plain = path.includes('[') ? path.replaceAll(/\[\d+\]/g, '[]') : path
    const fate = declined?.(plain)
    if (fate === undefined) return
    const [of, name] = [plain, newName?.(plain)].map((each) => each?.slice(each.lastIndexOf('.') + 1))
    const repair: Remedy | undefined =
      of === undefined || name === undefined ? undefined : { of, names: [name], isSuccessor: true }
    report('deprecated-name', one, `"${plain}" of ${subject} ${fate}`, { source: rule, repair })
  }

  #absent(one: Entry, path: string, schema: PropertySchema): void {
    const { report, rule, absent } = this.#walk
    const message = absent?.(path, schema)
    if (message !== undefined) report('not-in-cloud', one, message, { source: rule })
  }

  #items(node: Node, schema: PropertySchema, path: string): void {
    const { report, subject, noun, rule, isOpen } = this.#walk
    for (const [index, item] of listOf(node)?.items.entries() ?? []) {
      if (schema.implemented !== false) this.#value(item, schema, `${path}[${index}]`)
      else if (!isOpen(resolved(item)))
        report(
          'unknown-property',
          item,
          `Heat does not support items of the ${noun} "${path}" of ${subject}`,
          {
            source: rule,
          },
        )
    }
  }

  /** Whether the items of a list, which has no other use, are refused: it may as well go as a whole. */
  #hasUselessItem(node: Node, { items }: PropertySchema): boolean {
    const all = items?.implemented === false ? listOf(node)?.items : undefined
    return all?.some((item) => !this.#walk.isOpen(resolved(item))) === true
  }

  #value(
    node: Node,
    schema: PropertySchema,
    path: string,
    as: 'value' | 'branch' | 'renamed' = 'value',
  ): void {
    const target = resolved(node)
    // Null in a branch is meant for nothing, whatever Heat makes of it.
    const branches = target.kind === 'map' ? (this.#walk.branchesOf(target) ?? []) : []
    for (const branch of branches) if (!isNull(branch)) this.#value(branch, schema, path, 'branch')
    const isMoved = as !== 'renamed' && this.#moved.size > 0 && this.#moved.has(withoutIndexes(path))
    if (target.kind === 'map' && !isMoved && as !== 'branch') this.#given(node, target, schema, path)
    if (this.#walk.isOpen(target) || isMoved) return
    if (this.#hasSeen(target, schema)) return
    const { report, subject, noun, rule } = this.#walk
    const problem = propertyProblem(schema, target, this.#walk.isOpen)
    if (problem !== undefined) {
      const isFraction = (schema.type ?? 'string') === 'string' && scalarOf(target)?.type === 'float'
      const repair = isFraction ? quote(target) : undefined
      report('bad-value', node, `the ${noun} "${path}" of ${subject} ${problem}`, { source: rule, repair })
      return
    }
    if (schema.type === 'integer') this.#cut(target, path)
    if ((schema.type ?? 'string') === 'string' && target.kind === 'scalar') {
      this.#walk.asString?.(target, schema)
      this.#walk.named?.(node, lastName(path), schema)
    }
    if (schema.items !== undefined) this.#items(target, schema.items, path)
    if (schema.schema !== undefined && !(isNull(target) && schema.default !== undefined))
      this.#keys(node, mapOf(target), schema.schema, path)
  }

  /** `Property._get_integer` takes Python's `int` of a number. */
  #cut(target: Node, path: string): void {
    const scalar = scalarOf(target)
    const value = scalar?.type === 'float' ? Number(scalar.value) : Number.NaN
    if (!Number.isFinite(value) || Number.isInteger(value)) return
    const { report, subject, noun, rule } = this.#walk
    const message = `the ${noun} "${path}" of ${subject} is a whole number: Heat reads ${value} as ${Math.trunc(value)}`
    report('misread-value', target, message, { source: rule })
  }

  /** A branch that is never taken may give what it likes; elsewhere Heat computes the function. */
  #given(at: Node, target: Node, schema: PropertySchema, path: string): void {
    const { report, subject, noun, rule, givenBy, isAttribute } = this.#walk
    const missing = isAttribute(target) ? neededIn(schema) : undefined
    if (missing !== undefined) {
      const message = `${subject} requires the ${noun} "${path}.${missing}", but an attribute has no value before the stack is created`
      report('missing-property', at, message, { source: rule, item: missing })
      return
    }
    const given = givenBy(target)
    if (given === undefined || given.kinds.some((kind) => takesKind(schema, kind))) return
    const { type = 'string' } = schema
    report(
      'bad-value',
      at,
      `the ${noun} "${path}" of ${subject} must be ${asked[type]}, but ${given.sentence}`,
      { source: rule, related: given.related },
    )
  }

  #hasSeen(node: Node, schema: PropertySchema): boolean {
    if (this.#seen.get(node)?.has(schema)) return true
    include(this.#seen, node, schema)
    return false
  }

  /** Null is as good as an empty mapping. */
  #keys(at: Node, map: Mapping | undefined, schemas: PropertySchemas, path: string): void {
    const { report, subject, noun, rule } = this.#walk
    const meant = map === undefined ? undefined : this.entries(map, schemas, path)
    const others = this.#otherNames(path)
    const isGiven = (name: string) =>
      readValue(map, name) !== undefined ||
      others.some(([to, other]) => to === name && readValue(map, other) !== undefined)
    for (const name of neededNames(schemas)) {
      // What a misspelt name is meant for is not missing, too.
      if (isGiven(name) || meant?.has(name) === true) continue
      const message = `${subject} requires the ${noun} "${path}.${name}"`
      report('missing-property', at, message, { source: rule, item: `${path}.${name}` })
    }
    for (const [name, other] of others) {
      const given = readValue(map, other)
      if (isNothing(given) || isNothing(readValue(map, name))) continue
      const message = `"${path}.${other}" is another name of "${name}"; only one of them may be given`
      report('name-collision', given ?? at, message, {
        source: rule,
        related: otherOne(readValue(map, name)),
      })
    }
  }

  /** Keys of the mapping at a path that Heat translates into others of it. */
  #otherNames(path: string): readonly (readonly [name: string, other: string])[] {
    const plain = withoutIndexes(path)
    return (this.#walk.translationRules ?? []).flatMap((one) => {
      const isHere = one.path.slice(0, -1).join('.') === plain
      const other = isHere ? otherName(one)?.other : undefined
      return other === undefined ? [] : [[one.path.at(-1) ?? '', other] as const]
    })
  }
}

/** A key without which Heat refuses an empty mapping; it takes null for one, also where it looks at nothing else yet. */
function neededIn({ type, schema = {}, default: preset }: PropertySchema): string | undefined {
  if (type !== 'map' || preset !== undefined) return undefined
  return neededNames(schema)[0]
}

/** What a name stands for that another one is given beside. */
export function otherOne(at: Node | undefined): readonly Related[] {
  return at === undefined ? [] : [{ at, message: 'this is the other one' }]
}

/** What Python takes for false is as good as nothing there (`Translation.replace`). */
function isNothing(node: Node | undefined): boolean {
  if (node === undefined) return true
  const target = resolved(node)
  if (target.kind === 'scalar') return !target.value
  return target.kind === 'map' ? target.entries.length === 0 : target.items.length === 0
}

/** `networks[0].network` is about `network`; an item is about its list. */
function lastName(path: string): string {
  return withoutIndexes(path.slice(path.lastIndexOf('.') + 1))
}
