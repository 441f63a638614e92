/** Properties against what the type of the resource takes; heat/engine/properties.py: Properties.validate. */

import { callOf } from '../heat/calls.ts'
import { brokenRules, classRules, typedSchemas } from '../heat/class-rules.ts'
import { behavesAs } from '../heat/code-facts.ts'
import { declinedPath, newNameBeside, standInsOf } from '../heat/deprecations.ts'
import type { PropertySchema, PropertySchemas, TranslationRule } from '../heat/facts/resource-types.ts'
import { branchesOnCondition, functionRow } from '../heat/functions/table.ts'
import { type MemberDefinition, membersOf } from '../heat/group-types.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { parameterTypeFor } from '../heat/parameter-types.ts'
import { isNewlyRequired, isRemovedFeature } from '../heat/removed-features.ts'
import { isTemplateReference } from '../heat/resource-types.ts'
import { noTranslationRules } from '../heat/translation-rules.ts'
import type { IsOpen } from '../heat/values/nodes.ts'
import { pythonNumber } from '../heat/values/nodes.ts'
import { removedFunctionsOf } from '../heat/versions.ts'
import { someNode } from '../heat/walk.ts'
import { classSchema } from '../stack/type-of.ts'
import { memoized } from '../text/document/attached.ts'
import {
  type Entry,
  type Mapping,
  type Node,
  offsetOf,
  replacedNode,
  type Scalar,
} from '../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, resolved, scalarOf, stringOf } from '../text/document/read.ts'
import { defined, ownValue } from '../text/document/records.ts'
import { checkChildStack } from './child-stacks.ts'
import { absentInCloud, checkNameInCloud, hasNewerName, hasType } from './cloud.ts'
import { checkCodes } from './codes.ts'
import { asOfCloud, formerType, lastOfType } from './former-types.ts'
import { certainValue, givenBy } from './given.ts'
import { reportAddress, reportScalar } from './heat/misread-values.ts'
import { parameterOf, sectionOf } from './locations.ts'
import { otherOne, type WalkedProperties, walkEntries } from './property-walk.ts'
import type { Remedy } from './remedy.ts'
import { type TypeScope as CheckScope, checkType, typeCodes } from './resource-types.ts'
import { type NestedTemplate, passingHelp, type Registered } from './scope.ts'
import { isResolved, type Vocabulary } from './vocabulary.ts'

/** What may be given to a resource of a type. */
interface TakenProperties {
  /** By name; what is not implemented Heat knows and refuses. */
  readonly known: PropertySchemas
  /** Without these the resource cannot be made. */
  readonly required: readonly string[]
  /** An environment may have defaults for the parameters of nested templates, but for nothing else. */
  readonly whenMissing: 'missing-property' | 'nested-parameter' | 'missing-value'
  /** Names that are accepted instead of a required one. */
  readonly standIns: ReadonlyMap<string, readonly string[]>
  readonly translationRules: readonly TranslationRule[]
  /** Where the names come from, for a message. */
  readonly subject: string
  /** Where they are documented. */
  readonly rule: string
  /** The template that takes them as its parameters. */
  readonly template?: NestedTemplate
  /** Whether only releases before the newest take them, which may be those of no cloud. */
  readonly isRemoved?: true
}

/**
 * @param at where to say what is missing
 * @param isOpen what in values cannot be seen here beside what functions give
 */
export function checkProperties(
  type: string,
  properties: Mapping | undefined,
  at: Entry | Node,
  asked: CheckScope,
  isOpen: IsOpen = () => false,
): void {
  const taken = takenBy(type, asked)
  if (taken === undefined) return
  const scope = taken.isRemoved ? { ...asked, report: softened(asked.report) } : asked
  const { subject, rule, translationRules, known: declared } = taken
  const own = classSchema(type)?.name ?? type
  const known = typedSchemas(own, declared, (one) => stringOf(readValue(properties, one)))
  const wrong = new Set<string>()
  const meant = new Set<string>()
  let isUnknown = false
  const report: CheckScope['report'] = (...problem) => {
    const [code, place, , details] = problem
    if (code === 'unknown-property' && details?.repair !== undefined && !('do' in details.repair))
      for (const one of details.repair.names) meant.add(one)
    const name = isAccepted(code) ? undefined : propertyAround(place, properties)
    if (name !== undefined) wrong.add(name)
    // It may be meant for what is missing.
    isUnknown ||= code === 'unknown-property' && name !== undefined && ownValue(known, name) === undefined
    scope.report(...problem)
  }
  walkEntries(properties, known, {
    report,
    subject,
    noun: 'property',
    rule,
    ...(taken.template === undefined ? {} : { declared: sectionOf(taken.template, 'parameters', type) }),
    isOpen: (node) => isFunction(node, scope.words) || isOpen(node),
    branchesOf: (node) => branchesOf(node, scope.words),
    givenBy: (node) => givenBy(node, scope),
    isAttribute: (node) => isAttribute(node, scope.words),
    asString: (scalar, schema) => reportAsString(scalar, schema, scope),
    translationRules,
    ...(taken.whenMissing === 'missing-property' ? ofHeatsOwn(type, subject, { ...scope, report }) : {}),
  })
  for (const name of checkNames(properties, at, withoutRequired(taken, meant), { ...scope, report }))
    wrong.add(name)
  // A template that is registered for a type has nothing of its class (`TemplateResource`).
  if (taken.template !== undefined) {
    checkPassed(type, properties, at, scope, isOpen)
    return
  }
  // Heat asks the class when the schema has nothing to say, and what it says then of other properties is another cause.
  checkRules(type, properties, at, taken, scope, isOpen, { wrong, isUnknown })
  checkMember(type, properties, scope, isOpen)
  if ('kind' in at) checkChildStack(own, properties, at, scope)
}

/** Reports what the schema of a removed type is broken by: releases without the type accept anything, so it is a warning. */
function softened(report: CheckScope['report']): CheckScope['report'] {
  return (code, at, message, details = {}) => {
    const { source, related, item } = details
    if (codes[code].severity !== 'error') report(code, at, message, details)
    else report('removed-type-member', at, message, defined({ source, related, item }))
  }
}

const codes = { ...checkCodes, ...typeCodes }

type Code = keyof typeof codes

/** What is said of a value that Heat takes: it counts in the rules of the class. */
const isAccepted = (code: Code): boolean => behavesAs(codes[code], 'accepted by Heat')

/** One cause is one finding: what a misspelt name is meant for is not missing. */
function withoutRequired(taken: TakenProperties, meant: ReadonlySet<string>): TakenProperties {
  return meant.size === 0 ? taken : { ...taken, required: taken.required.filter((name) => !meant.has(name)) }
}

/** What is passed to a nested template, as that uses it. */
function checkPassed(
  type: string,
  properties: Mapping | undefined,
  at: Entry | Node,
  scope: CheckScope,
  isOpen: IsOpen,
): void {
  const isLiteral = (node: Node) =>
    !someNode(resolved(node), (one) => one.kind === 'alias' || isOpen(one) || isFunction(one, scope.words))
  const passed = new Map(
    entriesRead(properties).map(
      ({ key, value }) => [stringOf(key) ?? '', isLiteral(value) ? value : 'open'] as const,
    ),
  )
  // Where all environments are known, it is certain what the others get.
  if (!scope.beside.isComplete && ![...passed.values()].some((one) => one !== 'open')) return
  for (const { code, why, parameters, related } of scope.beside.passedErrors?.(type, passed) ?? []) {
    const [name] = parameters.filter((one) => passed.has(one))
    const place = (name === undefined ? undefined : readValue(properties, name)) ?? at
    const what = parameters.map((one) => `"${one}"`).join(' and ')
    const message =
      code === 'value-not-checked'
        ? `${type} was not checked with the values it gets: one is too large`
        : name === undefined
          ? `${type} is rejected here: ${why}`
          : `${type} rejects this value of ${what}: ${why}`
    scope.report(code, place, message, { source: scope.words.rule('parameters'), related })
  }
}

/** What is to be said of the properties of Heat's own types. */
function ofHeatsOwn(type: string, subject: string, scope: CheckScope): Partial<WalkedProperties> {
  const { cloud } = scope.words
  return {
    declined(path) {
      const said = declinedPath(type, path)
      return said !== undefined && hasNewerName(type, path, cloud) && !isRemovedFeature(type, path)
        ? said
        : undefined
    },
    newName: (path) => newNameBeside(type, path),
    ...(cloud === undefined
      ? {}
      : {
          absent: (path, { support }) =>
            hasType(type, cloud)
              ? absentInCloud(`the property "${path}" of ${subject}`, support, cloud)
              : undefined,
          named: (value, name, schema) => checkNameInCloud(value, name, schema, scope),
        }),
  }
}

/** The property in whose entry something stands. */
function propertyAround(at: Entry | Node, properties: Mapping | undefined): string | undefined {
  const offset = offsetOf(at)
  if (offset === undefined) return undefined
  const around = properties?.entries.find(({ key, value }) => {
    const [start, end] = [replacedNode(key)?.start, replacedNode(value)?.end]
    return start !== undefined && end !== undefined && start <= offset && offset <= end
  })
  return around && nameOf(around)
}

/** The words of a rule, with the names of all properties that it looks at among them. */
function wordsOf(test: unknown): readonly string[] {
  if (typeof test === 'string') return test.split('.')
  return Array.isArray(test) ? test.flatMap(wordsOf) : []
}

/** What must be given, and what must not be given twice under an old and a new name; gives the names that are missing. */
function checkNames(
  properties: Mapping | undefined,
  at: Entry | Node,
  taken: TakenProperties,
  scope: CheckScope,
): readonly string[] {
  const { rule } = taken
  for (const [name, others] of taken.standIns) {
    const other = isGiven(properties, name) ? others.find((one) => isGiven(properties, one)) : undefined
    const message = `"${other}" is another name of "${name}"; only one of them may be given`
    if (other === undefined) continue
    const related = otherOne(readValue(properties, name))
    scope.report('name-collision', readValue(properties, other) ?? at, message, { source: rule, related })
  }
  // Null counts as given here (`Properties._get_property_value`).
  const isThere = (name: string) =>
    [name, ...(taken.standIns.get(name) ?? [])].some((one) => readValue(properties, one) !== undefined)
  const missing = taken.required.filter((name) => !isThere(name))
  const repair = giveMissing(missing, { properties, at, taken }, scope)
  for (const name of missing) {
    const related = taken.template && parameterOf(taken.template, name)
    const message =
      taken.template === undefined
        ? `${taken.subject} requires the property "${name}"`
        : `nested template ${taken.subject} requires "${name}", which is not passed`
    const help = taken.template === undefined ? undefined : passingHelp(name)
    scope.report(taken.whenMissing, at, message, { source: rule, repair, help, related, item: name })
  }
  return missing
}

/** All of them at once: where one is given, the next is missing. */
function giveMissing(
  missing: readonly string[],
  {
    properties,
    at,
    taken,
  }: {
    readonly properties: Mapping | undefined
    readonly at: Entry | Node
    readonly taken: TakenProperties
  },
  { words, declared }: CheckScope,
): Remedy | undefined {
  if (words.version === undefined || !('kind' in at) || missing.length === 0) return undefined
  const names = missing.map((name) => ({
    name,
    declares: declared.parameters.has(name)
      ? undefined
      : (parameterTypeFor(ownValue(taken.known, name)?.type ?? 'string') ?? 'string'),
  }))
  return { do: 'give', type: at, properties, names }
}

/**
 * What only the class of the type says (`Resource.validate`).
 * @param said properties of which something else was said, and whether one is unknown: what may only follow from that is
 * left out
 */
function checkRules(
  type: string,
  properties: Mapping | undefined,
  at: Entry | Node,
  { known, subject, translationRules }: TakenProperties,
  scope: CheckScope,
  isOpen: IsOpen,
  { wrong, isUnknown }: { readonly wrong: ReadonlySet<string>; readonly isUnknown: boolean },
): void {
  const rules = classRules(classSchema(type)?.name ?? type)
  if (rules === undefined) return
  const sound = rules.rules.filter((one) => {
    if (isUnknown && one.at === undefined && one.each === undefined) return false
    return wrong.size === 0 || !wordsOf([one.refuse, one.each ?? '']).some((word) => wrong.has(word))
  })
  const view = {
    isOpen: (node: Node) => isFunction(node, scope.words) || isOpen(node),
    isReference: (node: Node) => isReference(node, scope),
    translationRules,
  }
  for (const { rule, at: location, index } of brokenRules(sound, properties, known, view)) {
    const which = index === undefined ? '' : `, in "${rule.each}[${index}]"`
    const source = `heat/engine/resources, ${rules.class}`
    scope.report('bad-combination', location ?? at, `${subject} ${rule.why}${which}`, { source })
  }
}

function isAttribute(node: Node, words: Vocabulary): boolean {
  const call = callOf(resolved(node))
  return isResolved(call, words) && functionRow(call?.name ?? '')?.refersTo === 'attribute'
}

/** What a scalar looks like that Heat makes a string of. */
function reportAsString(scalar: Scalar, { constraints = [] }: PropertySchema, scope: CheckScope): void {
  const isAddress = constraints.some((one) => one.kind === 'custom_constraint' && one.name === 'mac_addr')
  if (!isAddress || !reportAddress(scalar, scope)) reportScalar(scalar, 'string', scope)
}

/** A reference to another resource gives its id, or its name where there is none yet. */
function isReference(node: Node, { words, declared }: CheckScope): boolean {
  const call = callOf(resolved(node))
  if (call === undefined || !/^(?:get_resource|Ref)$/.test(call.name) || !isResolved(call, words))
    return false
  return declared.resources.has(stringOf(call.argument) ?? '')
}

/** Null under one of two names is as good as nothing. */
function isGiven(properties: Mapping | undefined, name: string): boolean {
  const value = readValue(properties, name)
  return value !== undefined && !isNull(value)
}

/** What a type stands for where it is not one of Heat's own: by its name, or by what environments say of it. */
export function templateOf(
  type: string,
  { beside }: Pick<CheckScope, 'beside'>,
): NestedTemplate | Exclude<Registered, object> | undefined {
  const found = isTemplateReference(type) ? beside.nested(type) : beside.registered(type)
  return typeof found === 'object' && 'class' in found ? undefined : found
}

function takenBy(type: string, scope: CheckScope): TakenProperties | undefined {
  const { beside, words } = scope
  const registered = templateOf(type, scope)
  const child = typeof registered === 'object' ? registered : undefined
  if (child !== undefined) {
    // What a type does not have as a property is said of the template that is registered for it.
    const facade = facadeOf(type)
    const isMissing = ({ name, hasDefault }: NestedTemplate['parameters'][number]) =>
      !hasDefault && !beside.hasDefault(name) && (facade === undefined || Object.hasOwn(facade, name))
    const required = child.parameters.filter(isMissing).map(({ name }) => name)
    return {
      known: Object.fromEntries(child.parameters.map(({ name, schema }) => [name, schema])),
      required,
      whenMissing: beside.isComplete ? 'missing-value' : 'nested-parameter',
      standIns: new Map(),
      translationRules: noTranslationRules,
      subject: type,
      rule: words.rule('parameters'),
      template: child,
    }
  }
  const own = classSchema(type)
  // Environments may substitute something else for any type.
  if (registered === 'something') return undefined
  const former = formerType(type, words.cloud)
  if (former !== undefined) return takenByFormer(type, former.properties)
  const last = lastOfType(type, words.cloud)
  if (last !== undefined) return { ...takenByFormer(type, last.properties), isRemoved: true }
  if (own === undefined || own.takesOthers) return undefined
  const { translationRules } = own
  const properties = asOfCloud(type, own.properties, words.cloud)
  return {
    known: properties,
    required:
      words.cloud?.release === undefined
        ? requiredNames(properties).filter((name) => !isNewlyRequired(type, name))
        : requiredNames(properties),
    whenMissing: 'missing-property',
    standIns: standInsOf(type),
    translationRules,
    subject: type,
    rule: `Template Guide, OpenStack Resource Types, ${type}`,
  }
}

/** What Heat translated for a type that it has lost is not known: nothing is said of what may stand for what. */
function takenByFormer(type: string, known: PropertySchemas): TakenProperties {
  return {
    known,
    required: requiredNames(known),
    whenMissing: 'missing-property',
    standIns: new Map(),
    translationRules: noTranslationRules,
    subject: type,
    rule: `Template Guide, OpenStack Resource Types, ${type}`,
  }
}

const requiredNames = memoized((properties: PropertySchemas): readonly string[] =>
  Object.keys(properties).filter((name) => properties[name]?.required),
)

/** The properties that a template registered for a type of Heat's own has to take. */
function facadeOf(type: string): PropertySchemas | undefined {
  const own = classSchema(type)
  return own === undefined || own.takesOthers ? undefined : own.properties
}

function checkMember(type: string, properties: Mapping | undefined, scope: CheckScope, isOpen: IsOpen): void {
  const name = classSchema(type)?.name ?? type
  const members = membersOf(name)
  switch (members?.by) {
    case 'definition':
      if (members.count !== undefined && hasNone(readValue(properties, members.count), scope)) return
      for (const one of givenIn(readValue(properties, members.property), scope.words)) {
        const member = mapOf(one)
        if (member === undefined || isFunction(member, scope.words) || isOpen(member)) continue
        checkDefined(name, member, members.index && indexIn(properties, members.index), scope, isOpen)
      }
      break
    case 'types':
      checkChained(properties, members, scope, isOpen)
  }
}

/** Whether a group has no members, which is a way to leave something out (`ResourceGroup.validate_nested_stack`). */
function hasNone(count: Node | undefined, scope: CheckScope): boolean {
  const value = certainValue(count, scope)
  return value !== undefined && pythonNumber(value)?.value === 0
}

/** What a property may be given: its value, or what functions choose among. */
function givenIn(value: Node | undefined, words: Vocabulary): readonly Node[] {
  if (value === undefined) return []
  return branchesOf(value, words)?.flatMap((branch) => givenIn(branch, words)) ?? [value]
}

/** Every type of a chain gets the same properties (heat/engine/resources/openstack/heat/resource_chain.py). */
function checkChained(
  properties: Mapping | undefined,
  { property, passed }: MemberDefinition & { readonly by: 'types' },
  scope: CheckScope,
  isOpen: IsOpen,
): void {
  const own = readValue(properties, passed)
  // What a function gives is not to be seen.
  if (own !== undefined && (mapOf(own) === undefined || isFunction(own, scope.words))) return
  for (const list of givenIn(readValue(properties, property), scope.words)) {
    for (const item of listOf(list)?.items.flatMap((one) => givenIn(one, scope.words)) ?? []) {
      const type = stringOf(item)
      if (type === undefined) continue
      checkType(type, item, scope)
      checkProperties(type, mapOf(own), item, scope, isOpen)
    }
  }
}

function checkDefined(
  name: string,
  member: Mapping,
  index: string | undefined,
  scope: CheckScope,
  isOpen: IsOpen,
): void {
  const memberType = stringOf(readValue(member, 'type'))
  if (name === 'OS::Heat::AutoScalingGroup') checkDefinition(member, scope)
  else if (isEmptyType(readValue(member, 'type')))
    scope.report('bad-value', readValue(member, 'type') ?? member, 'the type of the members is empty', {
      source: scope.words.rule('resources'),
    })
  if (memberType === undefined) return
  const own = readValue(member, 'properties')
  checkType(memberType, readValue(member, 'type') ?? member, scope)
  // What a function gives is not to be seen.
  if (own !== undefined && mapOf(own) === undefined) return
  // A group leaves out the properties of its members that are null (`ResourceGroup.get_resource_def`).
  const isOpenMember: IsOpen = (node) =>
    isOpen(node) || (index !== undefined && (isNull(node) || (stringOf(node)?.includes(index) ?? false)))
  checkProperties(memberType, mapOf(own), readValue(member, 'type') ?? member, scope, isOpenMember)
}

function isEmptyType(type: Node | undefined): boolean {
  return type !== undefined && (isNull(type) || stringOf(type) === '')
}

/** The definition that an AutoScalingGroup reads as that of a resource (`HOTInterpreter`), which no schema describes. */
function checkDefinition(member: Mapping, { report, words }: CheckScope): void {
  const rule = words.rule('resources')
  const type = readValue(member, 'type')
  const own = readValue(member, 'properties')
  if (type === undefined)
    report('missing-key', member, 'the definition of the members has no type', { source: rule })
  else if (stringOf(type) === undefined && !isFunction(type, words))
    report('bad-value', type, 'the type of the members is not a string', { source: rule })
  if (own !== undefined && mapOf(own) === undefined)
    report('not-a-mapping', own, 'the properties of the members are not a mapping', { source: rule })
}

/** The string that a group replaces by the index of each member; any string may contain it where a function gives it. */
function indexIn(properties: Mapping | undefined, index: { property: string; preset: string }): string {
  const given = readValue(properties, index.property)
  return given === undefined || isNull(given) ? index.preset : (stringOf(given) ?? '')
}

/** Functions may give anything; a removed one is reported elsewhere. */
function isFunction(node: Node, words: Vocabulary): boolean {
  const call = callOf(resolved(node))
  if (call === undefined) return false
  const isRemoved = words.version !== undefined && removedFunctionsOf(words.version).has(call.name)
  return isRemoved || isResolved(call, words)
}

/** What `if` gives, whichever way its condition goes; one that is written out goes one way. */
function branchesOf(node: Node, words: Vocabulary): readonly Node[] | undefined {
  const call = callOf(resolved(node))
  if (call === undefined || !branchesOnCondition(call.name) || !isResolved(call, words)) return undefined
  const [test, yes, no, ...more] = listOf(call.argument)?.items ?? []
  const goes = scalarOf(test)
  const taken = goes?.type === 'bool' ? [goes.value === true ? yes : no] : [yes, no, ...more]
  return test === undefined ? undefined : taken.filter((one) => one !== undefined)
}

/**
 * The update policy, of which only some types read any; Heat refuses other keys (`Resource.validate`), but for a
 * placeholder, which looks at nothing (`NoneResource.validate`).
 */
export function checkUpdatePolicy(type: string, policy: Mapping, scope: CheckScope): void {
  const own = classSchema(type)
  // A template reads none (`TemplateResource`).
  const isTemplate = typeof templateOf(type, scope) === 'object'
  // None of the types that Heat has lost read any.
  const isRemoved = lastOfType(type, scope.words.cloud) !== undefined
  const isFormer = isRemoved || formerType(type, scope.words.cloud) !== undefined
  if (!isTemplate && !isFormer && (own === undefined || own.takesOthers)) return
  walkEntries(policy, isTemplate || own === undefined ? {} : own.updatePolicy, {
    report: isRemoved ? softened(scope.report) : scope.report,
    subject: type,
    noun: 'update policy',
    rule: scope.words.rule('resources'),
    isOpen: (node) => isFunction(node, scope.words),
    branchesOf: (node) => branchesOf(node, scope.words),
    givenBy: (node) => givenBy(node, scope),
    isAttribute: (node) => isAttribute(node, scope.words),
  })
}
