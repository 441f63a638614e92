/** Values that Heat accepts and reads otherwise than they look. */

import { callOf } from '../../heat/calls.ts'
import type { RuleCode } from '../../heat/code-facts.ts'
import { functionRow } from '../../heat/functions/table.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { declaredType, isHidden, isTruthy } from '../../heat/parameters.ts'
import { misreadOf } from '../../heat/plain-scalars.ts'
import { hotName, section } from '../../heat/sections.ts'
import type { Mapping, Node, Scalar } from '../../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { stretchOf } from '../locations.ts'
import { quote } from '../remedy.ts'
import { rule } from '../rule.ts'
import { hasAllValues, type CheckScope as RuleScope } from '../scope.ts'

/** cloud-init and Ansible take the number for the mode that was written. */
const modes = /mode|permission|umask|^perms?$/i

/** What stands anywhere: numbers that look like something else. Words and fractions matter where a string is wanted. */
const everywhere: ReadonlySet<string> = new Set(['octal', 'base 60', 'underscore'])

const codes = {
  'not-hidden': {
    title: 'NoEcho with a value that does not hide the parameter',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Write NoEcho: "true", or hidden: true in HOT, if the value is secret.',
    why: 'Heat hides the value only for the string "true". With any other value, such as yes, the parameter is visible to everybody who can show the stack.',
    example: {
      command: 'migrate server.yaml',
      before: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Password: {Type: String, NoEcho: 'yes'}}
Resources: {Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Password}}}}
`,
      after: `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Password: {Type: String, NoEcho: 'true'}}
Resources: {Note: {Type: OS::Heat::Value, Properties: {value: {Ref: Password}}}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

type CheckScope = RuleScope<keyof typeof codes>

export const misreadValues = rule({
  codes,
  source: 'YAML 1.1, as PyYAML reads it',
  asks: 'template',
  extent: 'parts',
  stage: 'reading',
  find(view, report) {
    const scope = { ...view, report }
    for (const one of section(view.root, 'parameters')?.entries ?? []) {
      const map = mapOf(one.value)
      if (map !== undefined && !isMerge(one)) checkParameter(nameOf(one) ?? '', map, scope)
    }
    for (const name of ['resources', 'outputs', 'mappings'] as const)
      for (const one of section(view.root, name)?.entries ?? [])
        for (const inner of mapOf(one.value)?.entries ?? []) {
          const key = nameOf(inner) ?? ''
          if (name === 'mappings' || !isRead.has(hotName(key))) walk(inner.value, key, scope)
        }
  },
})

/** Sections and parts that Heat reads itself, and passes to no service. */
const isRead: ReadonlySet<string> = new Set(['description', 'condition', 'type', 'depends_on'])

type ReportingScope = Pick<RuleScope, 'report' | 'source'>

function walk(node: Node, key: string, scope: ReportingScope): void {
  if (node.kind === 'scalar') {
    if (!modes.test(key)) reportScalar(node, 'anything', scope)
  } else if (node.kind === 'seq') for (const item of node.items) walk(item, key, scope)
  else if (node.kind === 'map') {
    const call = callOf(node)
    if (call?.name === 'list_join') checkJoined(node, scope)
    const { delimiter } = functionRow(call?.name ?? '') ?? {}
    if (delimiter !== undefined) checkDelimiter(listOf(call?.argument)?.items[delimiter], scope)
    for (const one of node.entries) walk(one.value, nameOf(one) ?? '', scope)
  }
}

/** Only double quotes have escapes: `'\\n'` is a backslash and a letter. */
function checkDelimiter(node: Node | undefined, scope: ReportingScope): void {
  const scalar = scalarOf(node)
  const text = stringOf(scalar)
  if (scalar === undefined || text === undefined || scalar.style === 'double') return
  const [found] = /\\[nrt]/.exec(text) ?? []
  if (found === undefined) return
  const name = found === '\\t' ? 'tab' : 'line break'
  scope.report(
    'misread-value',
    scalar,
    `${found} outside of double quotes is a backslash and a letter, and no ${name}; write "${text}"`,
    { source: 'YAML 1.1, 5.7 Escaped Characters' },
  )
}

/** Items that are joined are strings; booleans among them are refused or become `True` (`Join.result`). */
function checkJoined(node: Mapping, scope: ReportingScope): void {
  const lists = listOf(callOf(node)?.argument)?.items.slice(1) ?? []
  for (const item of lists.flatMap((list) => listOf(list)?.items ?? [])) {
    const scalar = scalarOf(item)
    if (scalar?.type === 'bool' || scalar?.type === 'float') reportScalar(scalar, 'string', scope)
  }
}

/**
 * Says what a scalar is read as.
 * @param wanted `string` where Heat makes a string of it
 */
export function reportScalar(scalar: Scalar, wanted: 'anything' | 'string', scope: ReportingScope): void {
  const source = scope.source(scalar)
  const misread = source === undefined ? undefined : misreadOf(scalar, source)
  if (misread === undefined || source === undefined) return
  if (!everywhere.has(misread.kind) && wanted === 'anything') return
  const made = misread.kind === 'word' ? `, which becomes the string "${misread.asString}"` : ''
  scope.report(
    'misread-value',
    scalar,
    `Heat reads ${source} as ${misread.reading}${made}; write '${source}'`,
    {
      source: 'YAML 1.1, as PyYAML reads it',
      repair: quote(scalar),
    },
  )
}

/** A MAC address to base 60, whose digits are one again for netaddr (`MACConstraint`). */
export function reportAddress(scalar: Scalar, scope: ReportingScope): boolean {
  const source = scope.source(scalar)
  if (source === undefined || scalar.type !== 'int' || !/^\d+(?::\d+){5}$/.test(source)) return false
  const digits = String(scalar.value).padStart(12, '0')
  const read = /../g[Symbol.match](digits)?.join(':') ?? digits
  const message = `Heat reads ${source} as the address ${read} (the number ${String(scalar.value)}); write '${source}'`
  scope.report('misread-address', scalar, message, {
    source: 'YAML 1.1, as PyYAML reads it',
    repair: quote(scalar),
  })
  return true
}

function checkParameter(name: string, map: Mapping, scope: CheckScope): void {
  const { words } = scope
  const type = declaredType(map)
  const preset = readValue(map, words.spell('default'))
  if (preset !== undefined) checkDefault(name, type, preset, scope)
  checkNullDefault(name, preset, scope)
  const lists = [
    ...(listOf(readValue(map, 'constraints'))?.items.map((one) => readValue(mapOf(one), 'allowed_values')) ??
      []),
    readValue(map, 'AllowedValues'),
  ]
  for (const item of lists.flatMap((list) => listOf(list)?.items ?? [])) {
    const scalar = scalarOf(item)
    if (scalar !== undefined && type === 'string')
      reportString(scalar, `an allowed value of "${name}"`, scope)
  }
  checkFlags(name, map, scope)
}

/** The same of a value that an environment gives a parameter of a type. */
export function checkGiven(name: string, type: string | undefined, value: Node, scope: ReportingScope): void {
  const scalar = scalarOf(value)
  if (type === 'string' && scalar !== undefined) reportString(scalar, `the value of "${name}"`, scope)
  else if (type === 'comma_delimited_list') checkList(name, value, scope)
  else if (type !== 'number') walk(resolved(value), name, scope)
}

function checkDefault(name: string, type: string | undefined, preset: Node, scope: CheckScope): void {
  const scalar = scalarOf(preset)
  if (type === 'string' && scalar !== undefined) reportString(scalar, `the default of "${name}"`, scope)
  else if (type === 'comma_delimited_list') checkList(name, preset, scope)
  else if (type !== 'number') walk(resolved(preset), name, scope)
}

/** Null is no default (`Parameter.has_default`): without a value stacks are refused. */
function checkNullDefault(name: string, preset: Node | undefined, scope: CheckScope): void {
  // Where environments are named, the missing value itself is reported.
  if (preset === undefined || !isNull(preset) || hasAllValues(scope)) return
  const message = `Heat treats a null default as no default, so "${name}" is required; write '' for an empty string`
  scope.report('misread-value', preset, message, {
    source: 'heat/engine/parameters.py: Parameter.has_default',
  })
}

/** Where Heat makes a string of it, true and false look otherwise, too. */
function reportString(scalar: Scalar, what: string, scope: ReportingScope): void {
  const source = scope.source(scalar)
  if (scalar.type === 'bool' && source !== undefined && /^(?:true|false)$/.test(source)) {
    const made = scalar.value === true ? 'True' : 'False'
    const message = `${what} becomes the string "${made}"; write '${source}' or declare type: boolean`
    scope.report('misread-value', scalar, message, {
      source: 'heat/engine/parameters.py: StringParam',
      repair: quote(scalar),
    })
  } else reportScalar(scalar, 'string', scope)
}

/** `CommaDelimitedListParam.parse` splits at commas, and at nothing else. */
function checkList(name: string, preset: Node, { report, source }: ReportingScope): void {
  const text = stringOf(preset)
  if (text === undefined) return
  const rule = 'heat/engine/parameters.py: CommaDelimitedListParam'
  const items = text.split(',')
  const blank = items.find((item) => item.trim() !== '' && /^\s|\s$/.test(item))
  if (/^\s*\[.*\]\s*$/.test(text.slice(0, 1000)))
    report(
      'misread-value',
      preset,
      `the brackets are part of the items of "${name}": the first is "${items[0]}"; write a list`,
      { source: rule },
    )
  else if (blank !== undefined && items.length > 1)
    report(
      'misread-value',
      stretchOf(preset, blank, source),
      `an item of "${name}" is "${blank}", with the blank; write no blanks beside commas, or a list`,
      { source: rule },
    )
}

/** `HOTParamSchema.from_dict`, `Schema.from_dict` in heat/engine/parameters.py */
function checkFlags(name: string, map: Mapping, { words, report }: CheckScope): void {
  const rule = 'heat/engine/hot/parameters.py: HOTParamSchema.from_dict'
  for (const flag of words.version === undefined ? [] : ['hidden', 'immutable']) {
    const value = readValue(map, flag)
    const text = stringOf(value)
    if (
      value === undefined ||
      text === undefined ||
      !isTruthy(value) ||
      /^(?:true|yes|on|1|t|y)$/i.test(text)
    )
      continue
    const fate = flag === 'hidden' ? 'the value is hidden' : 'every change of the value is rejected'
    report(
      'misread-value',
      value,
      `${flag}: '${text}' is a string and counts as true, so that ${fate}; write it without quotes`,
      { source: rule },
    )
  }
  const echo = words.version === undefined ? readValue(map, 'NoEcho') : undefined
  const scalar = scalarOf(echo)
  if (echo === undefined || scalar === undefined || !isHidden(map) || /^true$/i.test(String(scalar.value)))
    return
  report(
    'not-hidden',
    echo,
    `NoEcho: ${String(scalar.value)} does not hide "${name}" in Heat; only true does`,
    { source: 'heat/engine/parameters.py: Schema.from_dict' },
  )
}
