/**
 * AWS's meaning of its functions where Heat means something else or has nothing; AWS CloudFormation User Guide,
 * Intrinsic function reference. AWS joins and compares strings: a number is the string that its author wrote, and so
 * are true and false.
 */

import { attributePath, splitSub } from '../../heat/functions/literals.ts'
import { floatOfText, intOfText, pythonStr } from '../../heat/values/python-text.ts'
import {
  Failure,
  Float,
  isList,
  isMap,
  isNumber,
  type Key,
  omitted,
  pythonEquals,
  type Value,
  type ValueList,
} from '../../heat/values/value.ts'
import type { Node } from '../../text/document/node.ts'
import { hasLocalTag, isNull, valueOf as valueOfNode } from '../../text/document/read.ts'
import { type Computation, Dynamic, type Lowering, type Snippet, valueIn } from '../snippet.ts'
import { awsText as awsTextTerm, lowerJoin } from '../terms/strings.ts'
import { kinds, mayBeOmitted, type Term, type Terms, valueOf } from '../terms/term.ts'
import type { TemplateWorld } from '../world.ts'
import { itemAt, typeError, valueError } from './arguments.ts'
import { type FunctionClass, type FunctionSite, type Macro, uninterpreted } from './class.ts'
import { lookedUp } from './maps.ts'
import { partsOf } from './parts.ts'
import { cfnGetAtt, ref } from './references.ts'

/** `AWS::NoValue` removes the entry around it. */
export const awsRef: FunctionClass = (argument, site) =>
  argument === 'AWS::NoValue'
    ? { run: () => omitted, lower: ({ terms }) => terms.omitted }
    : ref(argument, site)

/** `Fn::GetAtt` also takes `resource.attribute`. */
export const awsGetAtt: FunctionClass = (argument, site) =>
  cfnGetAtt(typeof argument === 'string' ? (attributePath(argument) ?? [argument]) : argument, site)

/** `{Condition: name}` */
export const awsCondition: FunctionClass = (argument) => ({
  lower: (lowering) => lowering.isMet(argument),
  run: (world) => world.condition(valueIn(argument, world)),
})

/** Functions that need what only AWS has, or that Heat has nothing like. */
export const awsUnknown = uninterpreted('has no result outside of AWS')

const lengthParts = partsOf('aws.Length')

/** `Fn::Length` of a list whose items are all there. */
export const awsLength: FunctionClass = (argument, { name }) => ({
  lower(lowering) {
    const { terms } = lowering
    const given = lowering.value(argument)
    const isCertain = given.tag === 'list' && !given.items.some(mayBeOmitted)
    return isCertain ? terms.constant(given.items.length) : lowering.applied(name, [given])
  },
  run(world) {
    const value = valueIn(argument, world)
    lengthParts.list.check(value, name)
    return (value as ValueList).length
  },
})

/** `Fn::ToJsonString` of data: the JSON as AWS writes it, without blanks and with the keys in their order. */
export const awsToJsonString: FunctionClass = (argument, { name }) => ({
  lower(lowering) {
    const given = lowering.value(argument)
    const json = given.isData ? compactJson(valueOf(given)) : undefined
    return json === undefined ? lowering.applied(name, [given]) : lowering.terms.constant(json)
  },
  run(world) {
    const value = valueIn(argument, world)
    return compactJson(value) ?? world.opaque(name, [value], 'AWS does not say how it writes such a value')
  },
})

/** Undefined for what JSON has no one spelling of. */
function compactJson(value: Value): string | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (isList(value)) {
    const items = value.map(compactJson)
    return items.includes(undefined) ? undefined : `[${items.join(',')}]`
  }
  if (!isMap(value)) return undefined
  const members = [...value].map(([key, item]) => {
    const json = typeof key === 'string' ? compactJson(item) : undefined
    return json === undefined ? undefined : `${JSON.stringify(key)}:${json}`
  })
  return members.includes(undefined) ? undefined : `{${members.join(',')}}`
}

function awsText(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (isNumber(value)) return pythonStr(value)
  throw typeError('a list or map is not a string')
}

/** A literal number or boolean as its source, anything else parsed. */
function textual(node: Node, site: FunctionSite): Snippet {
  const target = site.resolved(node)
  if (target.kind !== 'scalar' || target.type === 'str' || isNull(target) || hasLocalTag(target))
    return site.parse(node)
  return site.sourceText(target)
}

function itemNodes(argument: Node, site: FunctionSite): readonly Node[] | undefined {
  const node = site.resolved(argument)
  return node.kind === 'seq' && !hasLocalTag(node) ? node.items : undefined
}

function dependenciesOf(snippets: readonly Snippet[]) {
  return (world: TemplateWorld, into: Set<string>) => {
    for (const one of snippets) if (one instanceof Dynamic) one.dependencies(world, into)
  }
}

const joinParts = partsOf('aws.Join')

/** `Fn::Join` of strings. */
export const awsJoin: Macro = (argument, site) => {
  const [delimiter, list] = itemNodes(argument, site) ?? []
  if (delimiter === undefined || list === undefined) throw valueError(`Incorrect arguments to "${site.name}"`)
  const between = textual(delimiter, site)
  const literal = itemNodes(list, site)?.map((item) => textual(item, site))
  const items = literal ?? [site.parse(list)]
  return {
    dependencies: dependenciesOf([between, ...items]),
    lower(lowering) {
      const { terms } = lowering
      const given =
        literal === undefined ? lowering.value(items[0] as Snippet) : terms.list(lowering.lowerItems(literal))
      const taken = joinParts.lists.require(lowering, given, site.name)
      const list = taken.tag === 'list' ? terms.list(taken.items.map((item) => withText(terms, item))) : taken
      return lowerJoin(lowering, withText(terms, lowering.value(between)), [list], site.name, joinParts)
    },
    run(world) {
      const values =
        literal === undefined ? valueIn(items[0] as Snippet, world) : resolvedItems(literal, world)
      joinParts.lists.check(values, site.name)
      return (values as ValueList)
        .map((value) => (value === null ? '' : awsText(value)))
        .join(awsText(valueIn(between, world)))
    },
  }
}

/** An item as a string; an omitted one has none, and neither have lists and maps. */
function withText(terms: Terms, item: Term): Term {
  return terms.each(item, (one) =>
    (one.kinds & (kinds.str | kinds.number | kinds.bool)) === 0 ? one : awsTextTerm(terms, one),
  )
}

function resolvedItems(items: readonly Snippet[], world: TemplateWorld): readonly Value[] {
  return items.flatMap((item) => {
    const value = item instanceof Dynamic ? item.resolve(world) : item
    return value === omitted ? [] : [value]
  })
}

/** `Fn::Equals` of strings. */
export const awsEquals: Macro = (argument, site) => {
  const operands = itemNodes(argument, site)?.map((item) => textual(item, site)) ?? []
  if (operands.length !== 2)
    throw valueError(`Arguments to "${site.name}" must be of the form: [value_1, value_2]`)
  return {
    dependencies: dependenciesOf(operands),
    lower(lowering) {
      const { terms } = lowering
      const [one, other] = operands.map((operand) =>
        terms.each(lowering.value(operand), (each) => comparableTerm(terms, each)),
      )
      return sameText(terms, one as Term, other as Term)
    },
    run(world) {
      const [one, other] = operands.map((operand) => comparable(valueIn(operand, world))) as [Value, Value]
      return pythonEquals(one, other)
    },
  }
}

/** AWS compares strings; a number is one as its author wrote it. */
function comparableTerm(terms: Terms, term: Term): Term {
  const isNumber = (term.kinds & ~(kinds.number | kinds.bool)) === 0 && term.kinds !== 0
  return isNumber ? awsTextTerm(terms, term) : term
}

/**
 * AWS compares numbers as they are written; one whose value is not known is taken to be written as Python writes it.
 */
function sameText(terms: Terms, one: Term, other: Term): Term {
  if (one.tag === 'choice') return terms.each(one, (each) => sameText(terms, each, other))
  if (other.tag === 'choice') return terms.each(other, (each) => sameText(terms, one, each))
  // What is written on both sides is compared as it is.
  if (one.isData && other.isData) return terms.equals(one, other)
  const [left, right] = [numberIn(terms, one), numberIn(terms, other)]
  if (left === undefined || right === undefined) return terms.equals(one, other)
  return left === 'another text' || right === 'another text' ? terms.false : terms.equals(left, right)
}

/** The number that a string denotes, if a number is written so; undefined where it may be no number. */
function numberIn(terms: Terms, term: Term): Term | 'another text' | undefined {
  if (term.tag === 'concat' && term.parts.length === 1) {
    const [part] = term.parts
    return part !== undefined && (part.kinds & ~kinds.number) === 0 ? part : undefined
  }
  if (term.tag !== 'constant' || typeof term.value !== 'string') return undefined
  const number = intOfText(term.value) ?? floatOfText(term.value)
  // A whole number is written without a fraction.
  const isWritten =
    number !== undefined &&
    pythonStr(number) === term.value &&
    !(number instanceof Float && (Number.isInteger(number.value) || !Number.isFinite(number.value)))
  return isWritten ? terms.constant(number) : 'another text'
}

function comparable(value: Value): Value {
  return isNumber(value) ? awsText(value) : value
}

/** `Fn::FindInMap`: keys are strings, whatever they look like. */
export const awsFindInMap: Macro = (argument, site) => {
  const nodes = itemNodes(argument, site) ?? []
  const parts = nodes.map((item) => textual(item, site))
  if (parts.length === 4) return foundOrDefault(nodes, parts.slice(0, 3), site)
  if (parts.length !== 3) throw new Failure('KeyError', `expected 3 arguments, got ${parts.length}`)
  return {
    dependencies: dependenciesOf(parts),
    lower(lowering) {
      return lookedUp(
        lowering,
        parts.map((part) => awsTextTerm(lowering.terms, lowering.value(part))),
        'keys are strings',
      )
    },
    run(world) {
      let found = world.mappings
      for (const part of parts) found = underText(found, awsText(valueIn(part, world)))
      return found
    },
  }
}

/** `[map, key, name, {DefaultValue: …}]`, which `AWS::LanguageExtensions` has: the default where nothing is found. */
function foundOrDefault(nodes: readonly Node[], parts: readonly Snippet[], site: FunctionSite): Computation {
  const last = nodes[3]
  const otherwise = last === undefined ? undefined : valueOfNode(site.resolved(last), 'DefaultValue')
  if (otherwise === undefined) throw new Failure('KeyError', 'expected DefaultValue')
  const preset = textual(otherwise, site)
  return {
    dependencies: dependenciesOf([...parts, preset]),
    lower(lowering) {
      const { terms } = lowering
      const steps = parts.map((part) => awsTextTerm(terms, lowering.value(part)))
      const found = pathsOf(steps).map((path) => constantUnder(lowering.mappings, path))
      if (!found.includes(undefined) && found.length > 0) return lookedUp(lowering, steps, 'keys are strings')
      const isLiteral = steps.every(({ tag }) => tag === 'constant') && lowering.mappings.isData
      const value = lowering.value(preset)
      return isLiteral ? value : lowering.applied(site.name, [...steps, value])
    },
    run(world) {
      let found = world.mappings
      for (const part of parts) {
        const key = awsText(valueIn(part, world))
        const next = isMap(found) ? [...found].find(([own]) => pythonStr(own) === key) : undefined
        if (next === undefined) return valueIn(preset, world)
        found = next[1]
      }
      return found
    },
  }
}

/** All that steps may be: themselves, or the few values that a parameter may have; empty where one may be anything. */
function pathsOf(steps: readonly Term[]): readonly (readonly Key[])[] {
  let paths: readonly (readonly Key[])[] = [[]]
  for (const step of steps) {
    const choices = step.tag === 'constant' ? [step] : step.tag === 'input' ? (step.allowed ?? []) : []
    const keys = choices.flatMap((one) => (one.tag === 'constant' ? [one.value] : []))
    if (keys.length < choices.length) return []
    paths = paths.flatMap((path) => keys.map((key) => [...path, key]))
  }
  return paths
}

function constantUnder(mappings: Term, path: readonly Key[]): Value | undefined {
  let at: Value | undefined = mappings.isData ? valueOf(mappings) : undefined
  for (const key of path)
    at = isMap(at) ? [...at].find(([own]) => pythonStr(own) === pythonStr(key))?.[1] : undefined
  return at
}

function underText(table: Value, key: string): Value {
  if (isMap(table)) for (const [own, value] of table) if (pythonStr(own) === key) return value
  return itemAt(table, key)
}

/** `Fn::Sub`: a string with `${name}`, `${resource.attribute}`, and variables of its own. */
export const awsSub: Macro = (argument, site) => {
  const { source, own, parts } = subArguments(argument, site)
  return {
    dependencies: dependenciesOf([...parts, ...own.values()]),
    lower(lowering) {
      const { terms } = lowering
      for (const value of own.values()) lowering.lower(value)
      const values = lowering.lowerItems(parts)
      // AWS does not document what becomes of a variable that is AWS::NoValue.
      if (values.some(mayBeOmitted))
        return lowering.applied(
          site.name,
          values.map((one) =>
            terms.each(one, (each) => (each === terms.omitted ? terms.apply('AWS::NoValue', []) : each)),
          ),
        )
      const accepts = kinds.str | kinds.number | kinds.bool
      const failure = () => typeError('a list or map is not a string')
      const taken = values.map((value) => lowering.require(value, accepts, failure))
      const refused = taken.find(({ tag }) => tag === 'refused')
      return refused ?? terms.concat(taken.map((value) => awsTextTerm(terms, value)))
    },
    run(world) {
      let text = ''
      for (const part of parts) {
        const value = part instanceof Dynamic ? part.resolve(world) : part
        if (value === omitted)
          return world.opaque(
            site.name,
            [source],
            'AWS does not say what becomes of a variable that is AWS::NoValue',
          )
        text += awsText(value)
      }
      return text
    },
  }
}

/** The source of a `Fn::Sub`, its own variables, and the source with all variables in place. */
function subArguments(argument: MacroArguments[0], site: MacroArguments[1]) {
  const items = itemNodes(argument, site)
  const source = site.parse(items?.[0] ?? argument)
  const variables = items?.[1] === undefined ? undefined : site.resolved(items[1])
  if (
    typeof source !== 'string' ||
    (items !== undefined && items.length > 2) ||
    (variables !== undefined && variables.kind !== 'map')
  ) {
    throw valueError(`Incorrect arguments to "${site.name}"`)
  }
  const own = new Map(variables?.entries.map((entry) => [site.parse(entry.key), textual(entry.value, site)]))
  const pieces = splitSub(source)
  if ('problem' in pieces) throw valueError(pieces.problem)
  const parts = pieces.map((piece) =>
    'text' in piece ? piece.text : (own.get(piece.value) ?? variable(piece.value, site)),
  )
  return { source, own, parts }
}

type MacroArguments = Parameters<Macro>

/** A function made up for a variable that the string names. */
class Reference extends Dynamic {
  readonly computation: ReturnType<FunctionClass>

  constructor(computation: ReturnType<FunctionClass>) {
    super()
    this.computation = computation
  }

  override resolve(world: TemplateWorld) {
    return this.computation.run(world)
  }

  override dependencies(world: TemplateWorld, into: Set<string>): void {
    this.computation.dependencies?.(world, into)
  }

  override lower(lowering: Lowering): Term {
    return this.computation.lower?.(lowering) ?? lowering.terms.null
  }
}

function variable(name: string, site: FunctionSite): Snippet {
  const isAttribute = name.includes('.') && !name.includes('::')
  return new Reference(isAttribute ? awsGetAtt(name, site) : awsRef(name, site))
}
