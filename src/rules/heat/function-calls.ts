/** Functions: whether the dialect has one there, what it is given, and whether what it refers to is there. */

import { distance } from 'fastest-levenshtein'
import { type Call, callOf, foreignMeaning, hotCounterpart, isForeign } from '../../heat/calls.ts'
import type { RuleCode } from '../../heat/code-facts.ts'
import { declinedAttribute } from '../../heat/deprecations.ts'
import { type CfnVersionKey, cfnFunctionNames, isCfnFunction } from '../../heat/dialects.ts'
import { dynamicReferences } from '../../heat/dynamic-references.ts'
import { argumentProblem, mayBeFunction } from '../../heat/functions/arguments.ts'
import { functionTable } from '../../heat/functions/classes.ts'
import { literalProblem } from '../../heat/functions/literal-limits.ts'
import { functionHint, functionRow } from '../../heat/functions/table.ts'
import { memberDefinitionOf, namesMembers } from '../../heat/group-types.ts'
import { hasMerges, readValue } from '../../heat/merge-keys.ts'
import { didYouMean, type Instead, noGuess } from '../../heat/near-names.ts'
import { declaredType } from '../../heat/parameters.ts'
import { pseudoParameter, pseudoParameterOfHot } from '../../heat/pseudo-parameters.ts'
import { resourceRead } from '../../heat/reads.ts'
import { attributeOfEveryType, resourceTypeFacts } from '../../heat/resource-types.ts'
import { sentEntries } from '../../heat/sent-names.ts'
import {
  conditionFunctionsOf,
  functionsOf,
  type HotVersion,
  hasFunction,
  latestVersion,
  removedFunctionsOf,
  versionsWith,
} from '../../heat/versions.ts'
import { type CallSite, callSites } from '../../heat/walk.ts'
import { isComputedClass } from '../../meaning/functions/classes.ts'
import { stepOf, stepsOf, wayInto } from '../../stack/asked-from-callers.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { ownValue } from '../../text/document/records.ts'
import { absentInCloud } from '../cloud.ts'
import { formerType, lastOfType } from '../former-types.ts'
import { givenBy } from '../given.ts'
import { insteadInCondition } from '../instead-in-condition.ts'
import { declaredIn, partOf, sectionOf, stretchOf } from '../locations.ts'
import { templateOf } from '../properties.ts'
import { quote, type Remedy } from '../remedy.ts'
import { rule } from '../rule.ts'
import { besideResource, classBehind, type CheckScope as RuleScope, reportAbsent } from '../scope.ts'
import { isResolved, type Vocabulary } from '../vocabulary.ts'
import { checkTest, hasConditions } from './conditions.ts'

const codes = {
  'dynamic-reference': {
    title: 'A dynamic reference of AWS, which Heat treats as a plain string',
    severity: 'warning',
    behaves: ['accepted by Heat', 'of AWS'],
    help: 'Pass the value by a parameter, with hidden: true if it is secret.',
    cost: { one: 'secret becomes a parameter', several: 'secrets become parameters' },
    accept:
      'if the template is read as AWS reads it, a new hidden parameter replaces the reference, and you must give it a value; if it is read as Heat reads it, the reference stays a plain string',
    why: 'AWS replaces {{resolve:…}} when it creates a stack. Heat passes the string on, so that a password would literally be "{{resolve:…}}".',
    page: 'docs/guide.md',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: '{{resolve:ssm-secure:/db/user:3}}'
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  User: {Type: String, NoEcho: 'true'}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties:
      value: {Ref: User}
`,
    },
  },
  'two-item-if': {
    title: 'An if with two items, which Heat fails to copy',
    severity: 'warning',
    help: 'Use list_concat or map_merge with an if that returns the value or an empty list or map.',
    why: 'HOT 2021-04-16 allows "if" without an else, but Heat 19 fails with a TypeError when the condition is false.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2021-04-16
parameters: {log: {type: boolean, default: false}}
conditions: {logs: {get_param: log}}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: [web, {if: [logs, syslog]}]
`,
      after: `heat_template_version: 2021-04-16
parameters: {log: {type: boolean, default: false}}
conditions: {logs: {get_param: log}}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value:
        list_concat: [[web], {if: [logs, [syslog], []]}]
`,
    },
  },
  'foreign-function': {
    title: 'A CloudFormation function in HOT that its version does not have',
    severity: 'error',
    help: 'Write the HOT function, or quote the key if it is data.',
    cost: { one: 'mapping becomes a function', several: 'mappings become functions' },
    accept: 'the equivalent function of HOT replaces it',
    why: 'The HOT template uses a CloudFormation function that its version does not have. Heat passes the mapping on as data, so the property gets a mapping instead of the value.',
    page: 'docs/upgrading.md',
    example: {
      command: 'upgrade server.yaml --to 2018-08-31',
      before: `heat_template_version: 2016-10-14
parameters: {size: {type: string, default: small}}
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {'Fn::Sub': 'size-\${size}'}
`,
      after: `heat_template_version: 2018-08-31
resources:
  note:
    type: OS::Heat::Value
    properties:
      value: {str_replace: {template: size-S, params: {S: {get_param: size}}}}
`,
    },
  },
  'unknown-attribute': {
    title: 'An unknown attribute',
    severity: 'error',
    concerns: 'reference',
    help: 'Use an attribute that the type has; `hotshift explain TYPE` lists them.',
    why: 'Heat rejects get_attr of an attribute that the type does not have.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
outputs:
  state: {value: {get_attr: [disk, state]}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
outputs:
  state: {value: {get_attr: [disk, status]}}
`,
    },
  },
  'missing-output': {
    title: 'An output that a nested template does not have',
    severity: 'error',
    behaves: ['open in calls'],
    help: 'Add the output to the nested template, or use one that it has.',
    why: 'The attributes of a nested template are its outputs, and those of a group what its members give. Heat looks for one when the stack is created, not before.',
    example: {
      command: 'check main.yaml',
      before: {
        'main.yaml': `heat_template_version: 2018-08-31
resources: {web: {type: web.yaml}}
outputs: {address: {value: {get_attr: [web, addres]}}}
`,
        'web.yaml': `heat_template_version: 2018-08-31
resources: {port: {type: OS::Neutron::Port, properties: {network: public}}}
outputs: {address: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}}
`,
      },
      after: {
        'main.yaml': `heat_template_version: 2018-08-31
resources: {web: {type: web.yaml}}
outputs: {address: {value: {get_attr: [web, address]}}}
`,
      },
    },
  },
} as const satisfies Record<string, RuleCode>

type CheckScope = RuleScope<keyof typeof codes>

export const functionCalls = rule({
  codes,
  source: 'HOT specification, Intrinsic functions',
  asks: 'template',
  extent: 'parts',
  find(view, report) {
    if (view.before === undefined) checkCalls({ ...view, report })
    // What functions of literals give may be the names that other functions look for.
    const { known } = view
    if (known.before !== undefined) checkCalls({ ...known, report }, known.before)
  },
})

/** @param before a tree of which all functions have been checked: those that the two have in common are not checked again */
function checkCalls(scope: CheckScope, before?: Mapping): void {
  for (const { at, shown } of dynamicReferences(scope.root)) {
    const message = `Heat does not resolve ${shown} but passes it on as a string`
    scope.report('dynamic-reference', stretchOf(at, shown, scope.source), message, {
      source: scope.words.rule('functions'),
    })
  }
  const hasTests = hasConditions(scope.words)
  const checked = new Set(before && callSites(before).map(({ call }) => call.node))
  const sites = callSites(scope.root).filter(
    ({ call, site }) => (hasTests || site.role !== 'condition') && !checked.has(call.node),
  )
  // What stands in place of a condition is known before the functions in it are looked at.
  for (const one of sites) if (/^(?:Fn::I|i)f$/.test(one.call.name)) checkBranching(one, scope)
  for (const one of sites) if (isFunction(one, scope)) checkCall(one, scope)
}

function checkBranching(one: CallSite, scope: CheckScope): void {
  const [test] = listOf(one.call.argument)?.items ?? []
  const { version, versionKey } = scope.words
  const isCall =
    version === undefined
      ? versionKey !== undefined && isCfnFunction(versionKey, one.call.name, 'anywhere')
      : hasFunction(version, one.call.name)
  if (isCall && test !== undefined && problemOf(one, scope.words) === undefined) checkTest(test, scope)
}

function checkCall(one: CallSite, scope: CheckScope): void {
  const { call } = one
  const at = partOf(one.at, call.entry)
  if (!isKnown(call.name, scope.words.version)) {
    const message = `${call.name} is not checked: hotshift does not know this function`
    scope.report('value-not-checked', at, message, { source: ruleOf(call, scope) })
    return
  }
  const problem = problemOf(one, scope.words)
  if (problem !== undefined) {
    scope.report('bad-arguments', at, problem, { source: ruleOf(call, scope), help: formOf(call.name) })
    return
  }
  checkLiterals(one, scope)
  checkTwoItems(one, scope)
  checkReference(one, scope)
}

/** An example of a function, to write one after. */
function formOf(name: string): string | undefined {
  const example = functionRow(name)?.example
  return example === undefined ? undefined : `Write it like ${example}`
}

/** Whether there is a row of a function, and something that computes its class. */
function isKnown(name: string, version: HotVersion | undefined): boolean {
  if (functionRow(name) === undefined) return false
  const className = version && functionTable({ kind: 'hot', version }).values.get(name)
  return className === undefined || isComputedClass(className)
}

/** `Macro.__reduce__` in heat/engine/function.py cannot copy the Ellipsis that such an `if` gives. */
function checkTwoItems({ call, at }: CallSite, scope: CheckScope): void {
  if (call.name !== 'if' || listOf(call.argument)?.items.length !== 2) return
  const message = 'Heat 19 fails with a TypeError when the condition of an if with two items is false'
  scope.report('two-item-if', at, message, { source: ruleOf(call, scope) })
}

/** What Heat finds only when it computes the function. */
function checkLiterals({ call, site }: CallSite, scope: CheckScope): void {
  const { version } = scope.words
  const problem = literalProblem(call, {
    isFunction: (node) =>
      site.role === 'condition'
        ? isNamed(node, scope.words)
        : isResolved(callOf(resolved(node)), scope.words),
    givenBy: (node) => givenBy(node, scope),
    version,
  })
  if (problem === undefined) return
  const { at, message, isToQuote } = problem
  const repair = isToQuote === true ? quote(at) : undefined
  scope.report('bad-arguments', at, message, {
    source: ruleOf(call, scope),
    repair,
    help: repair === undefined ? formOf(call.name) : undefined,
    related: givenBy(at, scope)?.related,
  })
}

/** Whether the dialect has a function of such a name, which may give anything. */
function isNamed(node: Node, { version, versionKey }: Vocabulary): boolean {
  const name = callOf(resolved(node))?.name ?? ''
  if (version !== undefined) return hasFunction(version, name) || conditionFunctionsOf(version).has(name)
  if (versionKey === undefined) return false
  return isCfnFunction(versionKey, name, 'anywhere') || isCfnFunction(versionKey, name, 'conditions')
}

/** What is wrong with the arguments; whether a function may stand among them is said for that function. */
function problemOf({ call, site }: CallSite, words: Vocabulary): string | undefined {
  const isWithoutElse = call.name === 'if' && listOf(call.argument)?.items.length === 2
  const problem = argumentProblem(call, {
    isFunction: (node) => isNamed(node, words),
    version: words.version,
    inCondition: site.role === 'condition',
    reading: 'heat',
  })
  return problem !== undefined && isWithoutElse
    ? 'an if without an else requires heat_template_version 2021-04-16; write a third item'
    : problem
}

function ruleOf({ name }: Call, { words }: CheckScope): string {
  return `${words.rule('functions')}, ${name}`
}

function isFunction(one: CallSite, scope: CheckScope): boolean {
  const { version, versionKey } = scope.words
  if (version !== undefined) return isHotCall(one, version, scope)
  return versionKey !== undefined && isCfnCall(one, versionKey, scope)
}

function isHotCall({ call, site, at }: CallSite, version: HotVersion, scope: CheckScope): boolean {
  const { name } = call
  const nameAt = partOf(at, call.entry)
  const rule = ruleOf(call, scope)
  const inCondition = site.role === 'condition'
  if (inCondition ? conditionFunctionsOf(version).has(name) : hasFunction(version, name)) return true
  if (scope.tests.has(resolved(call.node))) return false
  // Conditions refuse the names of all functions, also of the removed ones (`Template.parse_condition`).
  if (inCondition && (hasFunction(version, name) || removedFunctionsOf(version).has(name)))
    scope.report(
      'not-resolved-here',
      nameAt,
      `a condition cannot use ${name}${insteadInCondition(call, version)}`,
      { source: rule },
    )
  else if (isForeign(name, version)) {
    const code = removedFunctionsOf(version).has(name) ? 'foreign-function' : 'unresolved-call'
    scope.report(code, nameAt, memberSelected(call, scope) ?? foreignMeaning(name, version), {
      source: rule,
      repair: counterpart(call, version, inCondition, scope),
    })
  } else if (!reportMisspelt(call, nameAt, version, scope)) reportNewer(call, nameAt, inCondition, scope)
  return false
}

/** Fn::Select of what the members of a group give: a path behind the attribute would be one into each of them. */
function memberSelected({ name, argument }: Call, { declared, words }: CheckScope): string | undefined {
  if (name !== 'Fn::Select') return undefined
  const [index, from] = listOf(argument)?.items ?? []
  const { name: group, path, by } = resourceRead(from) ?? {}
  const type = stringOf(readValue(mapOf(declared.resources.get(group ?? '')), words.spell('type'))) ?? ''
  const [member, attribute] = [index && scalarOf(index)?.value, path?.[0] && stringOf(path[0])]
  if (by !== 'get_attr' || path?.length !== 1 || !namesMembers(type) || attribute === 'refs') return undefined
  if (member === undefined || attribute === undefined || attribute.includes('.')) return undefined
  return `HOT has no Fn::Select; write {get_attr: [${group}, resource.${String(member)}.${attribute}]}`
}

/** `get_params`, `Get_Param`, `get param`: no function, and meant as one. */
function reportMisspelt(call: Call, at: Node | Entry, version: HotVersion, scope: CheckScope): boolean {
  const meant = misspeltFunction(call.name, version)
  if (meant === undefined) return false
  const message = `"${shownName(call.name)}" is not a function (did you mean ${meant}?); Heat would use it as data`
  scope.report('unresolved-call', at, message, {
    source: ruleOf(call, scope),
    repair: renameFunction(call, meant),
  })
  return true
}

function renameFunction({ entry }: Call, name: string): Remedy {
  return { do: 'write', node: entry.key, text: name, isMeant: true }
}

/** The function of HOT that takes the same arguments. */
function counterpart(
  call: Call,
  version: HotVersion,
  inCondition: boolean,
  { declared }: CheckScope,
): Remedy | undefined {
  const argument = stringOf(call.argument) ?? ''
  const name =
    call.name !== 'Ref'
      ? (hotCounterpart(call.name) ?? '')
      : declared.parameters.has(argument)
        ? 'get_param'
        : declared.resources.has(argument)
          ? 'get_resource'
          : ''
  const known = inCondition ? conditionFunctionsOf(version) : functionsOf(version)
  return known.has(name) ? renameFunction(call, name) : undefined
}

function misspeltFunction(name: string, version: HotVersion): string | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s\u00a0\u200b\ufeff-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const same = [plain, plain.replace(/s$/, '')].find((one) => one !== name && hasFunction(version, one))
  if (plain.includes('_') && same !== undefined) return same
  return ownValue(otherNames, plain) ?? slipOf(name, version)
}

/** What functions are called elsewhere. */
const otherNames: Readonly<Record<string, string>> = { get_attribute: 'get_attr', get_parameter: 'get_param' }

/** A function with a name of its own from which a name differs by one letter more, less, other, or two that are swapped. */
function slipOf(name: string, version: HotVersion): string | undefined {
  if (name.length < 6 || name.length > 30 || hasFunction(version, name)) return undefined
  for (const one of functionsOf(version)) {
    const isNear = Math.abs(name.length - one.length) <= 1 && one.includes('_')
    if (isNear && (distance(name, one) === 1 || isSwapped(name, one))) return one
  }
  return undefined
}

function isSwapped(name: string, other: string): boolean {
  if (name.length !== other.length) return false
  let at = 0
  while (at < name.length && name[at] === other[at]) at += 1
  return (
    at < name.length && `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at]}${name.slice(at + 2)}` === other
  )
}

/** With the blanks named that look like a plain one. */
function shownName(name: string): string {
  return name
    .replaceAll('\u00a0', '<non-breaking space>')
    .replaceAll(/[\u200b\ufeff]/g, '<invisible character>')
}

/** A function that only newer versions have; the declared one passes it on as data. */
function reportNewer(
  call: Call,
  at: Node | Entry,
  inCondition: boolean,
  { report, words, declared }: CheckScope,
): void {
  const { name } = call
  const scope = { version: latestVersion, conditions: declared.conditions }
  const since = inCondition
    ? conditionFunctionsOf(latestVersion).has(name) && 'a newer heat_template_version'
    : versionsWith(name)[0] && `heat_template_version ${versionsWith(name)[0]}`
  if (!since || !mayBeFunction(call, scope)) return
  const what = inCondition ? `${name} in a condition` : name
  const isMeant = words.declared !== undefined && isCallIn(words.declared, name, inCondition)
  report(
    isMeant ? 'version-too-old' : 'unresolved-call',
    at,
    `${what} requires ${since}; this version treats it as data`,
    { source: `${words.rule('functions')}, ${name}` },
  )
}

/** Whether the version that the template was written for has the function there. */
function isCallIn(version: HotVersion, name: string, inCondition: boolean): boolean {
  return inCondition ? conditionFunctionsOf(version).has(name) : hasFunction(version, name)
}

function isCfnCall({ call, site, at }: CallSite, versionKey: CfnVersionKey, scope: CheckScope): boolean {
  const { name } = call
  const nameAt = partOf(at, call.entry)
  const where = site.role === 'condition' ? 'conditions' : 'anywhere'
  if (isCfnFunction(versionKey, name, where)) return true
  if (scope.tests.has(resolved(call.node))) return false
  const rule = ruleOf(call, scope)
  if (where === 'conditions' && isCfnFunction(versionKey, name, 'anywhere'))
    scope.report(
      'not-resolved-here',
      nameAt,
      `a condition cannot use ${name}${insteadInCondition(call, undefined)}`,
      { source: rule },
    )
  else if (isCfnFunction(versionKey, name, 'conditions')) {
    const message = `only a condition can use ${name}; here Heat would use it as data`
    scope.report('unresolved-call', nameAt, message, { source: rule })
  } else if (name.startsWith('Fn::')) {
    const hint = functionRow(name) === undefined ? functionHint(name, cfnFunctionNames(versionKey)) : ''
    const message = `${scope.words.name} has no function ${name}; Heat would use it as data${hint}`
    scope.report('unresolved-call', nameAt, message, { source: rule })
  }
  return false
}

/** @param one a function that the dialect has there, with arguments that it takes */
function checkReference(one: CallSite, scope: CheckScope): void {
  const { call, site } = one
  const items = listOf(call.argument)?.items ?? [call.argument]
  const name = stringOf(items[0])
  if (name === undefined) {
    checkComputedFile(one, scope)
    return
  }
  switch (functionRow(call.name)?.refersTo) {
    case 'parameter':
      checkParameter(name, one, scope)
      return
    case 'parameter or resource':
      if (site.role === 'condition' || !scope.declared.resources.has(name)) checkParameter(name, one, scope)
      return
    case 'resource':
      checkResourceName(name, one, scope)
      return
    case 'attribute':
      if (!checkResourceName(name, one, scope)) return
      checkAttribute(name, items[1], one, scope)
      if (call.name === 'get_attr') checkOutput(name, items.slice(1), one, scope)
      return
    case 'mapping':
      checkLookUp(name, items.slice(1), one, scope)
      return
    case 'file': {
      reportAbsent(name, partOf(one.at, items[0]), scope, ruleOf(one.call, scope))
      return
    }
    case 'condition': // only in AWS, and said where conditions are looked at
    case undefined:
  }
}

/** Clients upload the files that the template names as they are written; the specification wants a literal. */
function checkComputedFile({ call, at }: CallSite, scope: CheckScope): void {
  if (
    functionRow(call.name)?.refersTo !== 'file' ||
    !isResolved(callOf(resolved(call.argument)), scope.words)
  )
    return
  const message = `${call.name} takes a literal name; no client uploads a file whose name a function returns`
  scope.report('bad-arguments', at, message, { source: ruleOf(call, scope) })
}

function checkResourceName(name: string, one: CallSite, scope: CheckScope): boolean {
  if (scope.declared.resources.has(name)) return true
  const isParameter = one.call.name === 'get_resource' && scope.declared.parameters.has(name)
  const { hint, instead } = isParameter
    ? { hint: `; "${name}" is a parameter`, instead: undefined }
    : didYouMean(name, scope.declared.resources)
  const repair = isParameter ? renameFunction(one.call, 'get_param') : instead
  const message = `there is no resource "${name}" in this template${hint}`
  const related = isParameter
    ? declaredIn(scope.root, 'parameters', name)
    : declaredIn(scope.whole, 'resources', instead?.names[0])
  scope.report('unknown-reference', named(one), message, {
    source: ruleOf(one.call, scope),
    repair,
    related,
    item: name,
  })
  return false
}

/** Heat knows the attributes of its own types; others, and those that only a cloud tells, pass. */
function checkAttribute(
  resource: string,
  named: Node | undefined,
  one: CallSite,
  { whole, words, declared, report, beside }: CheckScope,
): void {
  const attribute = stringOf(named)
  const at = partOf(one.at, named)
  const written = stringOf(readValue(mapOf(declared.resources.get(resource)), words.spell('type')))
  if (written === undefined || attribute === undefined) return
  const own = besideResource(beside, resource, written)
  // The attributes of a template are its outputs, which are looked at where the template is.
  if (typeof templateOf(written, { beside: own }) === 'object') return
  const type = classBehind(written, own)
  const last = lastOfType(type, words.cloud)
  const former = formerType(type, words.cloud) ?? last
  if (former !== undefined) {
    if (Object.hasOwn(former.attributes, attribute) || attributeOfEveryType(attribute) !== undefined) return
    const known = new Map(Object.entries(former.attributes))
    const { hint, instead } = didYouMean(attribute, known)
    const code = last === undefined ? 'unknown-attribute' : 'removed-type-member'
    report(code, at, `"${resource}" (${type}) has no attribute "${attribute}"${hint}`, {
      repair: instead,
      item: `${resource}.${attribute}`,
    })
    return
  }
  const facts = resourceTypeFacts(type)
  if (facts === undefined) return
  const fate = declinedAttribute(type, attribute)
  const rule = `Template Guide, OpenStack Resource Types, ${type}`
  if (fate !== undefined) report('deprecated-name', at, `"${attribute}" of ${type} ${fate}`, { source: rule })
  const support = ownValue(facts.schema.attributes ?? {}, attribute)?.support
  const absent = absentInCloud(`the attribute "${attribute}" of ${type}`, support, words.cloud)
  if (absent !== undefined) report('not-in-cloud', at, absent, { source: rule })
  const isOpen = facts.placeholder || facts.attributePaths !== undefined
  if (isOpen || facts.attributes.has(attribute) || attributeOfEveryType(attribute) !== undefined) return
  const { hint, instead } = didYouMean(attribute, facts.attributes)
  const message = `"${resource}" (${type}) has no attribute "${attribute}"${hint}`
  const related = declaredIn(whole, 'resources', resource)
  report('unknown-attribute', at, message, {
    source: rule,
    repair: instead,
    help: instead === undefined ? attributesOf(type, facts.attributes) : undefined,
    related,
    item: `${resource}.${attribute}`,
  })
}

/** The attributes to choose from, where they are few enough to be read. */
function attributesOf(
  type: string,
  attributes: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): string | undefined {
  const names = [...attributes.keys()]
  return names.length === 0 || names.length > 15 ? undefined : `Attributes of ${type}: ${names.join(', ')}.`
}

/** Heat looks for an output of a nested template when it needs it, and cannot make what asks for one that is not there. */
function checkOutput(resource: string, path: readonly Node[], one: CallSite, scope: CheckScope): void {
  const made = mapOf(scope.declared.resources.get(resource))
  const type = stringOf(readValue(made, 'type')) ?? ''
  const group = memberDefinitionOf(type)
  const member =
    group === undefined ? undefined : mapOf(readValue(mapOf(readValue(made, 'properties')), group))
  const nested = stringOf(readValue(member, 'type')) ?? type
  const beside = member === undefined ? besideResource(scope.beside, resource, type) : scope.beside
  const child = templateOf(nested, { beside })
  if (typeof child !== 'object') return
  const steps = path.map(stepOf)
  const way = wayInto(steps, { item: 0, offset: 0 }, member === undefined ? 0 : 1)
  if (typeof way !== 'object' || stepsOf(steps, way) !== 'output') return
  const output = String(steps[way.item]).slice(way.offset)
  if (child.outputs.has(output) || attributeOfEveryType(output) !== undefined) return
  const { hint, instead } = didYouMean(output, child.outputs)
  const rule = 'heat/engine/resources/template_resource.py: get_attribute'
  const at = partOf(one.at, path[way.item])
  const message = `${nested} has no output "${output}"${hint}`
  scope.report('missing-output', at, message, {
    source: rule,
    repair: instead,
    related: sectionOf(child, 'outputs', nested),
  })
}

/** The name that a function is given: as its argument, or first in that. */
function named({ call, at }: CallSite): Node | Entry {
  return partOf(at, listOf(call.argument)?.items[0] ?? call.argument)
}

function checkParameter(name: string, one: CallSite, scope: CheckScope): void {
  const { whole, declared, words, report } = scope
  if (declared.parameters.has(name) || words.status('pseudoParameters', name) === 'known') return
  // HOT 2013-05-23 has Ref, but not the pseudo parameters of CloudFormation.
  const { message, instead } =
    name === 'OS::region'
      ? { message: 'OS::region has no value in any stack', instead: undefined }
      : missing(name, one.call.name, scope)
  const rule = name.includes('::') ? words.rule('pseudo parameters') : ruleOf(one.call, scope)
  const [meant] = instead?.names ?? []
  const related = [...declaredIn(whole, 'parameters', meant), ...declaredIn(whole, 'resources', meant)]
  report('unknown-reference', named(one), message, {
    source: rule,
    repair: instead,
    related: related.slice(0, 1),
    item: name,
  })
}

function missing(
  name: string,
  functionName: string,
  { declared, words }: CheckScope,
): { readonly message: string; readonly instead: Instead | undefined } {
  const isResource = functionName === 'Ref' ? ' or resource' : ''
  const known = isResource === '' ? [declared.parameters] : [declared.parameters, declared.resources]
  const hot = functionName === 'get_param' ? pseudoParameterOfHot(name) : undefined
  if (hot !== undefined && words.status('pseudoParameters', hot) === 'known')
    return {
      message: `there is no parameter "${name}" in this template; in HOT it is ${hot}`,
      instead: { of: name, names: [hot], isSuccessor: true },
    }
  const { hint, instead } = name.includes('::') ? noGuess : didYouMean(name, ...known)
  return {
    message: `there is no parameter${isResource} "${name}" in this template${hint}`,
    instead:
      functionName === 'get_param'
        ? { of: name, names: instead?.names ?? [], declares: 'parameter' }
        : instead,
  }
}

/** A key that a function gives may be any that there is. Heat gets the keys of mappings as strings (`sentEntries`). */
function checkLookUp(name: string, keys: readonly Node[], one: CallSite, scope: CheckScope): void {
  const { root, declared, report } = scope
  const rule = ruleOf(one.call, scope)
  const mapping = declared.mappings.get(name)
  if (mapping === undefined) {
    const message = `there is no mapping "${name}" in this template`
    report('unknown-reference', named(one), message, { source: rule, item: name })
    return
  }
  let open: readonly Node[] = [mapping]
  let path = name
  for (const key of keys) {
    const maps = open.flatMap((node) => mapOf(node) ?? [])
    if (maps.some(hasMerges)) return
    const scalar = scalarOf(key)
    // Python finds numbers in lists.
    if (scalar?.type !== 'str' && open.some((node) => listOf(node) !== undefined)) return
    const never = neverAKey(key, scope)
    if (never !== undefined) {
      const message = `the keys of the mapping "${path}" are strings, and ${never}`
      report('unknown-reference', partOf(one.at, key), message, { source: rule })
      return
    }
    const wanted = scalar === undefined ? constantOf(key, scope) : String(scalar.value)
    open = maps.flatMap((map) => {
      if (wanted === undefined) return [...sentEntries(map).values()]
      return sentEntries(map).get(wanted) ?? []
    })
    if (open.length === 0) {
      const why =
        scalar === undefined && wanted !== undefined ? ', which is the region of every stack in Heat' : ''
      const what = wanted === undefined ? 'no keys' : `no key "${wanted}"${why}`
      const related = declaredIn(root, 'mappings', name)
      const message = `the mapping "${path}" has ${what}`
      report('unknown-reference', partOf(one.at, key), message, { source: rule, related })
      return
    }
    path = `${path}.${wanted ?? '*'}`
  }
}

/** What Heat gives for a pseudo parameter in every stack and on every cloud: the region. */
function constantOf(key: Node, { words }: CheckScope): string | undefined {
  const call = callOf(resolved(key))
  const name = call?.name === 'Ref' && isResolved(call, words) ? stringOf(call.argument) : undefined
  const meaning = pseudoParameter(name ?? '')?.heat
  return meaning?.becomes === 'text' ? meaning.text : undefined
}

/** What is none of the strings that the keys of a mapping are, as a sentence (`FindInMap` looks up by equality). */
function neverAKey(key: Node, { declared, words }: CheckScope): string | undefined {
  const scalar = scalarOf(key)
  if (scalar !== undefined)
    return scalar.type === 'str' ? undefined : `${String(scalar.value)} is not a string; quote it`
  const call = callOf(resolved(key))
  const name = call?.name === 'Ref' && isResolved(call, words) ? stringOf(call.argument) : undefined
  const type = declaredType(declared.parameters.get(name ?? ''))
  return type === 'number' || type === 'boolean' ? `the parameter "${name}" is a ${type}` : undefined
}
