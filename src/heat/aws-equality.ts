/** Equality as AWS means it: of texts. HOT compares as Python does, by type. */
import { boolean, text } from '../document/build.ts'
import type { Node } from '../document/node.ts'
import { textOf } from '../document/read.ts'
import { resolvePlain } from '../document/scalar-value.ts'
import { callOf } from './calls.ts'
import { declaredType } from './parameters.ts'
import { declarations } from './sections.ts'
import type { Template } from './template.ts'

/** The operands of `Fn::Equals`, literals retyped so that Python's equality gives what AWS's gives. */
export function awsOperands(operands: readonly Node[], template: Template): readonly Node[] {
  const types = operands.map((operand) => parameterTypeOf(operand, template))
  return operands.map((operand, index) => retyped(operand, types[1 - index], template))
}

function parameterTypeOf(operand: Node, template: Template): string | undefined {
  const call = callOf(operand)
  const name = call?.name === 'Ref' || call?.name === 'get_param' ? textOf(call.argument) : undefined
  return name === undefined ? undefined : declaredType(declarations(template.root).parameters.get(name))
}

function retyped(operand: Node, otherType: string | undefined, template: Template): Node {
  if (operand.kind !== 'scalar' || operand.type === 'null') return operand
  const source = sourceText(operand, template)
  if (otherType === 'number') {
    const value = resolvePlain(source)
    const isNumber = 'type' in value && (value.type === 'int' || value.type === 'float')
    if (!isNumber || operand.type === value.type) return operand
    return { kind: 'scalar', type: value.type, value: value.value, origin: operand }
  }
  if (otherType === 'boolean') {
    return operand.type === 'str' && /^(true|false)$/.test(source) ? boolean(source === 'true', { for: operand }) : operand
  }
  return operand.type === 'str' ? operand : text(source, { for: operand })
}

/** What AWS takes a scalar for: its text. JSON and YAML booleans are `true` and `false`. */
function sourceText(node: Node & { kind: 'scalar' }, template: Template): string {
  if (node.type === 'str') return String(node.value)
  if (node.type === 'bool') return node.value === true ? 'true' : 'false'
  return node.range === undefined ? String(node.value) : template.document.text.slice(node.range.start, node.range.end)
}
