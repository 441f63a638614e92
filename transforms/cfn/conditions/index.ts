import {
  boolean,
  type CallScope,
  callRead,
  declarations,
  type Entry,
  entry,
  hasLocalTag,
  isMerge,
  itemsOf,
  list,
  listOf,
  mapOf,
  mapping,
  mapSections,
  mapStanding,
  type Node,
  nameOf,
  number,
  type Rewritten,
  resolved,
  rewriteCalls,
  type Scalar,
  type Sequence,
  scalarOf,
  string,
  stringOf,
  type Template,
  type TemplateContext,
  type UnnamedTransform,
  valueOf,
  withItems,
  withRoot,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { awsText } from '../../../src/heat/reading.ts'
import { resolvePlain } from '../../../src/text/yaml/scalar-value.ts'

const about = {
  title: 'Rewrite condition functions',
  description:
    'Replaces `Fn::If`, `Fn::Equals`, `Fn::Not`, `Fn::And` and `Fn::Or` by their HOT names, and `{Condition: name}` by the name.',
  references: [
    'heat/engine/cfn/functions.py: And, Equals, If, Not, Or',
    'HOT specification, conditions section (2016-10-14)',
  ],
  safety: 'exact',
  keeps: 'meaning of the chain',
} as const satisfies Partial<UnnamedTransform>

const functions = rewriteCalls(about, {
  'Fn::If': (scope) => {
    const { args, call, to, refuse } = scope
    if (call.argument.kind === 'alias')
      return refuse('bad-arguments', 'Fn::If takes a condition and two values')
    return notNamed(args[0], scope) ?? undeclared([args[0]], scope) ?? to('if')
  },
  'Fn::Equals': (scope) => aliased(scope) ?? equals(scope),
  'Fn::Not': (scope) => aliased(scope) ?? undeclared(scope.args, scope) ?? scope.to('not', scope.args[0]),
  'Fn::And': (scope) => aliased(scope) ?? undeclared(scope.args, scope) ?? scope.to('and'),
  'Fn::Or': (scope) => aliased(scope) ?? undeclared(scope.args, scope) ?? scope.to('or'),
  // AWS's way to use one condition in another.
  Condition: (scope) => {
    if (scope.template.reading === 'heat')
      return scope.refuse('bad-arguments', 'Heat takes the name of a condition as a literal string')
    return undeclared([scope.call.argument], scope) ?? scope.call.argument
  },
})

/** `AWSTemplateFormatVersion` 2010-09-09 has conditions, `HeatTemplateFormatVersion` 2012-12-12 has not. */
export const conditions: UnnamedTransform = {
  ...functions,
  run(template, context) {
    if (template.kind === 'heat-cfn-json' || template.kind === 'heat-cfn-yaml') return template
    const rewritten = functions.run(template, context)
    if (template.kind === 'hot') return rewritten
    return withRoot(
      template,
      mapSections(rewritten.root, (section, map) =>
        section === 'conditions' ? mapStanding(map, (one) => definition(one, template, context)) : map,
      ),
    )
  },
}

function aliased({ call, refuse }: CallScope): Rewritten | undefined {
  if (call.argument.kind !== 'alias') return undefined
  return refuse('anchor-edit', `the arguments of ${call.name} are an alias; write them out`)
}

/** AWS chooses by the name of a condition, and refuses a template that chooses by a parameter. */
function notNamed(test: Node, { template, refuse }: CallScope<'Fn::If'>): Rewritten | undefined {
  const call = template.reading === 'aws' ? callRead(test) : undefined
  if (call?.name !== 'Ref') return undefined
  const name = stringOf(call.argument)
  const message = `Fn::If takes the name of a condition; make "${name}" one: {Fn::Equals: [{Ref: ${name}}, …]}`
  return refuse('bad-arguments', message)
}

/** A refusal where a name, where one is given, is not that of a condition. */
function undeclared(tests: readonly Node[], { declared, refuse }: CallScope): Rewritten | undefined {
  const unknown = tests
    .map((test) => stringOf(test))
    .find((name) => name !== undefined && !declared.conditions.has(name))
  return unknown === undefined
    ? undefined
    : refuse('unknown-reference', `there is no condition "${unknown}" in this template`)
}

function equals({ call, args, template, to, refuse }: CallScope<'Fn::Equals'>): Rewritten {
  const operands = template.reading === 'aws' ? awsOperands(args, template) : args
  return operands === undefined
    ? refuse(
        'no-equivalent',
        'AWS compares strings here; HOT would compare a number or boolean with a string',
      )
    : to('equals', withItems(listOf(call.argument) as Sequence, operands))
}

/**
 * A definition must be a function or a boolean (heat/engine/conditions.py, `_check_condition_type`). AWS's
 * `{Condition: name}` as a whole definition, a name by now, becomes `and` of it with itself.
 */
function definition(one: Entry, { root }: Template, context: TemplateContext): Entry {
  const name = stringOf(one.value)
  const isFunction = callRead(one.value) !== undefined || hasLocalTag(one.value)
  if (isMerge(one) || isFunction || scalarOf(one.value)?.type === 'bool') return one
  const wasCall = callRead(declarations(root).conditions.get(nameOf(one) ?? ''))?.name === 'Condition'
  if (!wasCall || name === undefined) {
    const message = `Heat rejects this definition: "${nameOf(one)}" must be a function, true or false`
    context.report('bad-arguments', one, message)
    return one
  }
  const both = list([string(name), string(name)], { style: 'flow' })
  return withValue(one, mapping([entry('and', both)], { for: one.value, style: 'flow' }))
}

// Equality as AWS means it: of strings. HOT compares as Python does, by type.

/** What Python compares an operand as; `mixed` for a lookup that may find either. */
type ComparedType = 'text' | 'number' | 'boolean' | 'mixed'

/**
 * The operands of `Fn::Equals`, literals retyped so that Python's equality gives what AWS's gives;
 * undefined where the two sides are of different types and neither is a literal.
 */
function awsOperands(operands: readonly Node[], template: Template): readonly Node[] | undefined {
  const types = operands.map((operand) => comparedType(operand, template))
  const [left, right] = types
  if (types.includes('mixed') || (left !== undefined && right !== undefined && left !== right))
    return undefined
  return operands.map((operand, index) => retyped(operand, types[1 - index] ?? 'text', template))
}

/** The type of a reference or lookup; undefined for literals, whose type can be chosen. */
function comparedType(operand: Node, template: Template): ComparedType | undefined {
  const call = callRead(operand)
  const isLookUp =
    call?.name === 'Fn::FindInMap' || (call?.name === 'get_param' && listOf(call.argument) !== undefined)
  if (call !== undefined && isLookUp) return foundType(call.argument, template)
  const name = call?.name === 'Ref' || call?.name === 'get_param' ? stringOf(call.argument) : undefined
  if (name === undefined) return undefined
  const type = declaredType(declarations(template.root).parameters.get(name))
  return type === 'number' || type === 'boolean' ? type : 'text'
}

/** The type of what a lookup may find in a mapping, which may be a json parameter by now. */
function foundType(path: Node, template: Template): ComparedType {
  const { mappings, parameters } = declarations(template.root)
  const [map, , name] = itemsOf(path)
  const parameter = parameters.get(stringOf(map) ?? '')
  if (declaredType(parameter) === 'comma_delimited_list') return 'text'
  const table = mappings.get(stringOf(map) ?? '') ?? valueOf(parameter, 'Default', 'default')
  const rows = mapOf(table)?.entries.map((row) => mapOf(row.value)) ?? []
  const key = stringOf(name)
  const cells = rows.flatMap((row) =>
    key === undefined ? (row?.entries.map((one) => one.value) ?? []) : [valueOf(row, key)],
  )
  const types = new Set(cells.flatMap((cell) => (cell === undefined ? [] : [cellType(cell)])))
  const [type] = types
  return types.size > 1 || type === undefined ? 'mixed' : type
}

function cellType(node: Node): ComparedType {
  const cell = resolved(node)
  if (cell.kind !== 'scalar') return 'mixed'
  if (cell.type === 'int' || cell.type === 'float') return 'number'
  return cell.type === 'bool' ? 'boolean' : 'text'
}

function retyped(operand: Node, wanted: ComparedType, template: Template): Node {
  if (operand.kind !== 'scalar' || operand.type === 'null') return operand
  const source = awsText(operand, template.document)
  if (wanted === 'number') return asNumber(operand, source)
  if (wanted === 'boolean') {
    return operand.type === 'str' && /^(true|false)$/.test(source)
      ? boolean(source === 'true', { for: operand })
      : operand
  }
  return operand.type === 'str' ? operand : string(source, { for: operand })
}

function asNumber(operand: Scalar, source: string): Node {
  const value = resolvePlain(source)
  const isNumber = 'type' in value && (value.type === 'int' || value.type === 'float')
  if (!isNumber || operand.type === value.type) return operand
  return number(value, { for: operand })
}
