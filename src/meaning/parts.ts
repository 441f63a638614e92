/** Resources and outputs as declared; heat/engine/template_common.py. */

import { type Dialect, isAws, knows } from '../heat/dialect.ts'
import { hotName } from '../heat/sections.ts'
import { dataOf, effectiveEntries, keyOf } from '../heat/values/data.ts'
import { keyText, pythonStr } from '../heat/values/python-text.ts'
import { Failure, isList, type Value } from '../heat/values/value.ts'
import type { Node } from '../text/document/node.ts'
import { differing } from './differing.ts'
import type { Parser } from './parser.ts'
import type { Both } from './side.ts'
import { DynamicCall, entriesOf, type Snippet } from './snippet.ts'

export interface ResourcePlan {
  readonly name: string
  /** The type as a string; a `Failure` when there is none. */
  readonly type: Value
  /** A `Failure` where the resource as a whole is refused. */
  readonly whole: Value
  readonly properties: Snippet
  readonly metadata: Snippet
  readonly updatePolicy: Snippet
  readonly deletionPolicy: Snippet
  readonly externalId: Snippet
  readonly description: Value
  /** Undefined when the resource is always there. */
  readonly condition: Snippet | undefined
  /** `depends_on` as names; a `Failure` where it is refused. */
  readonly explicit: readonly string[] | Failure
}

export interface OutputPlan {
  readonly value: Snippet
  readonly description: Value
  readonly condition: Snippet | undefined
}

/** The values of a part by its keys. */
class Keyed {
  readonly #nodes: ReadonlyMap<string, Node>
  readonly #isHot: boolean

  constructor(nodes: ReadonlyMap<string, Node>, isHot: boolean) {
    this.#nodes = nodes
    this.#isHot = isHot
  }

  /** @param key as CloudFormation spells it */
  at(key: string): Node | undefined {
    return this.#nodes.get(this.#isHot ? hotName(key) : key)
  }

  /** As they are written. */
  get names(): Iterable<string> {
    return this.#nodes.keys()
  }
}

/** Undefined for what is no map. */
function keyed(node: Node, dialect: Dialect, parser: Parser): Keyed | undefined {
  const target = node.kind === 'alias' ? parser.follow(node) : node
  if (target.kind !== 'map') return undefined
  const nodes = new Map<string, Node>()
  for (const entry of effectiveEntries(target, parser.follow))
    nodes.set(keyText(keyOf(entry, parser.follow)), entry.value)
  return new Keyed(nodes, dialect.kind === 'hot')
}

function refused(reason: string): Failure {
  return new Failure('StackValidationFailed', reason)
}

/** The keys of parts that are parsed on demand, as CloudFormation spells them. */
type LateKey = 'Properties' | 'Metadata' | 'UpdatePolicy' | 'Value'

/** A part that is parsed on demand, and cached until it is forgotten. */
class Parsed {
  /** Its node; undefined where there is none. */
  readonly node: Node | undefined
  readonly #key: LateKey
  readonly #parser: Parser
  #made: Snippet | undefined

  constructor(key: LateKey, parts: Keyed | undefined, parser: Parser) {
    this.node = parts?.at(key)
    this.#key = key
    this.#parser = parser
  }

  get snippet(): Snippet {
    this.#made ??=
      this.#key === 'Value'
        ? outputValue(this.node, this.#parser)
        : mapOrCall(this.node, this.#key, this.#parser)
    return this.#made
  }

  forget(): void {
    this.#made = undefined
  }
}

type Lazily<Key extends string> = { readonly [Part in Key]: Parsed }

/**
 * A resource of which parts are parsed on demand. The getters belong to the class: of an object with getters of its own
 * V8 makes a hidden class of its own, too, and retains with it the tree that they read until a full garbage collection.
 */
class LazyResource implements ResourcePlan {
  readonly name: string
  readonly type: Value
  readonly whole: Value
  readonly deletionPolicy: Snippet
  readonly externalId: Snippet
  readonly description: Value
  readonly condition: Snippet | undefined
  readonly explicit: readonly string[] | Failure
  readonly #lazily: Lazily<LazyKey>
  readonly #parser: Parser

  constructor(plan: Omit<ResourcePlan, LazyKey>, lazily: Lazily<LazyKey>, parser: Parser) {
    this.name = plan.name
    this.type = plan.type
    this.whole = plan.whole
    this.deletionPolicy = plan.deletionPolicy
    this.externalId = plan.externalId
    this.description = plan.description
    this.condition = plan.condition
    this.explicit = plan.explicit
    this.#lazily = lazily
    this.#parser = parser
  }

  get properties(): Snippet {
    return this.#lazily.properties.snippet
  }

  get metadata(): Snippet {
    return this.#lazily.metadata.snippet
  }

  get updatePolicy(): Snippet {
    return this.#lazily.updatePolicy.snippet
  }

  forget(): void {
    for (const parsed of Object.values(this.#lazily)) parsed.forget()
  }

  /** A part of two resources without the data that is the same in both. */
  static differing(part: LazyKey, one: LazyResource, other: LazyResource): Both<Snippet> {
    const [before, after] = [one.#lazily[part].node, other.#lazily[part].node]
    if (before?.kind !== 'map' || after?.kind !== 'map') return { before: one[part], after: other[part] }
    return (
      differing({ before, after }, { before: one.#parser, after: other.#parser }) ?? {
        before: null,
        after: null,
      }
    )
  }
}

/** What resources hold that is lowered as a whole. */
export type ResourceContent = Pick<ResourcePlan, LazyKey>

/** The contents of two resources without the data that is the same in both, for what compares them entry by entry. */
export function differingContents(before: ResourcePlan, after: ResourcePlan): Both<ResourceContent> {
  if (!(before instanceof LazyResource && after instanceof LazyResource)) return { before, after }
  const of = (part: LazyKey) => LazyResource.differing(part, before, after)
  const [properties, metadata, updatePolicy] = [of('properties'), of('metadata'), of('updatePolicy')]
  return {
    before: { properties: properties.before, metadata: metadata.before, updatePolicy: updatePolicy.before },
    after: { properties: properties.after, metadata: metadata.after, updatePolicy: updatePolicy.after },
  }
}

/**
 * Releases what has been parsed of a resource: of thousands, that is as much as the tree that it was parsed from. The
 * next access parses it again.
 */
export function forgetParsed(plan: ResourcePlan): void {
  if (plan instanceof LazyResource) plan.forget()
}

type LazyKey = 'properties' | 'metadata' | 'updatePolicy'

/** The same resource with other properties. */
export function withProperties(plan: ResourcePlan, properties: Snippet): ResourcePlan {
  const { metadata, updatePolicy } = plan
  return { ...plan, properties, metadata, updatePolicy }
}

/** A resource as it is declared; its contents are parsed on demand. */
export function resourcePlan(name: string, node: Node, dialect: Dialect, parser: Parser): ResourcePlan {
  const parts = keyed(node, dialect, parser)
  const at = (key: string) => parts?.at(key)
  const lazily = {
    properties: new Parsed('Properties', parts, parser),
    metadata: new Parsed('Metadata', parts, parser),
    updatePolicy: new Parsed('UpdatePolicy', parts, parser),
  }
  const type = at('Type')
  const condition = knows(dialect, 'resourceKeys', dialect.kind === 'hot' ? 'condition' : 'Condition')
    ? at('Condition')
    : undefined
  const plan = {
    name,
    type:
      type === undefined
        ? refused(`Resource ${name} is missing "Type"`)
        : textOnly(parser.parse(type), 'Type'),
    whole: parts === undefined ? refused(`the resource ${name} is not a map`) : unknownKey(parts, dialect),
    deletionPolicy: textOrCall(at('DeletionPolicy'), 'DeletionPolicy', parser),
    externalId: dialect.kind === 'hot' ? textOrCall(at('external_id'), 'external_id', parser) : null,
    description: descriptionOf(at('Description'), parser),
    condition: condition === undefined ? undefined : conditionOf(parser.parseCondition(condition)),
    explicit: dependsOn(at('DependsOn'), parser),
  }
  return new LazyResource(plan, lazily, parser)
}

/** Unknown keys are ignored in CloudFormation and refused in HOT. */
function unknownKey({ names }: Keyed, dialect: Dialect): Value {
  if (dialect.kind !== 'hot') return null
  for (const name of names)
    if (!knows(dialect, 'resourceKeys', name))
      return refused(`Invalid keyword(s) inside a resource definition: ${name}`)
  return null
}

function mapOrCall(node: Node | undefined, key: string, parser: Parser): Snippet {
  if (node === undefined) return null
  const parsed = parser.parse(node)
  return parsed instanceof DynamicCall || entriesOf(parsed) !== undefined
    ? parsed
    : refused(`${key} type must be object`)
}

function outputValue(node: Node | undefined, parser: Parser): Snippet {
  return node === undefined ? refused('Each output definition must contain a value') : parser.parse(node)
}

function textOrCall(node: Node | undefined, key: string, parser: Parser): Snippet {
  if (node === undefined) return null
  const parsed = parser.parse(node)
  return parsed instanceof DynamicCall || typeof parsed === 'string'
    ? parsed
    : refused(`${key} type must be string`)
}

function textOnly(parsed: Snippet, key: string): Value {
  return typeof parsed === 'string' ? parsed : refused(`${key} type must be string`)
}

function descriptionOf(node: Node | undefined, parser: Parser): Value {
  const value = node === undefined ? '' : dataOf(node, parser.follow)
  return typeof value === 'string' ? value : refused('Description type must be string')
}

function conditionOf(parsed: Snippet): Snippet {
  const fits = typeof parsed === 'string' || typeof parsed === 'boolean' || parsed instanceof DynamicCall
  return fits ? parsed : refused('Condition type must be string or boolean')
}

function dependsOn(node: Node | undefined, parser: Parser): readonly string[] | Failure {
  if (node === undefined) return []
  const value = dataOf(node, parser.follow)
  if (typeof value === 'string') return [value]
  if (isList(value) && value.every((one) => typeof one === 'string')) return value as readonly string[]
  return refused('DependsOn must be a list of strings')
}

export function outputPlan(node: Node, dialect: Dialect, parser: Parser): OutputPlan {
  const parts = keyed(node, dialect, parser)
  const [description, condition] = [
    parts?.at('Description'),
    outputCondition(dialect) ? parts?.at('Condition') : undefined,
  ]
  return new LazyOutput(
    new Parsed('Value', parts, parser),
    description === undefined ? null : dataOf(description, parser.follow),
    condition === undefined ? undefined : parser.parseCondition(condition),
  )
}

/** An output whose value is parsed on demand. */
class LazyOutput implements OutputPlan {
  readonly description: Value
  readonly condition: Snippet | undefined
  readonly #value: Parsed

  constructor(value: Parsed, description: Value, condition: Snippet | undefined) {
    this.#value = value
    this.description = description
    this.condition = condition
  }

  get value(): Snippet {
    return this.#value.snippet
  }
}

/** Before 2016-10-14 the key is ignored. */
function outputCondition(dialect: Dialect): boolean {
  return knows(dialect, 'outputKeys', dialect.kind === 'hot' ? 'condition' : 'Condition')
}

/** `DeletionPolicy` values of a dialect, each with the policy that it means. */
export function deletionPolicy(value: Value, dialect: Dialect): Value {
  if (value === null) return 'Delete'
  if (typeof value !== 'string' || !(isAws(dialect) || knows(dialect, 'deletionPolicies', value)))
    return refused(`Invalid deletion policy "${pythonStr(value)}"`)
  return value.charAt(0).toUpperCase() + value.slice(1)
}
