/** Equality as AWS means it: of texts. HOT compares as Python does, by type. */
import {
  boolean,
  callOf,
  declarations,
  mapOf,
  type Node,
  resolved,
  type Scalar,
  seqOf,
  type Template,
  text,
  textOf,
  valueOf,
} from '../../../src/engine/authoring.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { awsText } from '../../../src/heat/reading.ts'
import { resolvePlain } from '../../../src/yaml/scalar-value.ts'

/** What Python compares an operand as; `mixed` for a look-up that may find either. */
type ComparedType = 'text' | 'number' | 'boolean' | 'mixed'

/**
 * The operands of `Fn::Equals`, literals retyped so that Python's equality gives what AWS's gives;
 * undefined where the two sides are of different types and neither is a literal.
 */
export function awsOperands(operands: readonly Node[], template: Template): readonly Node[] | undefined {
  const types = operands.map((operand) => comparedType(operand, template))
  const [left, right] = types
  if (types.includes('mixed') || (left !== undefined && right !== undefined && left !== right))
    return undefined
  return operands.map((operand, index) => retyped(operand, types[1 - index] ?? 'text', template))
}

/** The type of a reference or look-up; undefined for literals, whose type can be chosen. */
function comparedType(operand: Node, template: Template): ComparedType | undefined {
  const call = callOf(operand)
  const isLookUp =
    call?.name === 'Fn::FindInMap' || (call?.name === 'get_param' && seqOf(call.argument) !== undefined)
  if (call !== undefined && isLookUp) return foundType(call.argument, template)
  const name = call?.name === 'Ref' || call?.name === 'get_param' ? textOf(call.argument) : undefined
  if (name === undefined) return undefined
  const type = declaredType(declarations(template.root).parameters.get(name))
  return type === 'number' || type === 'boolean' ? type : 'text'
}

/** The type of what a look-up may find in a mapping, which may be a json parameter by now. */
function foundType(path: Node, template: Template): ComparedType {
  const { mappings, parameters } = declarations(template.root)
  const [map, , name] = seqOf(path)?.items ?? []
  const parameter = parameters.get(textOf(map) ?? '')
  if (declaredType(parameter) === 'comma_delimited_list') return 'text'
  const table = mappings.get(textOf(map) ?? '') ?? valueOf(parameter, 'Default', 'default')
  const rows = mapOf(table)?.entries.map((row) => mapOf(row.value)) ?? []
  const key = textOf(name)
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
  return operand.type === 'str' ? operand : text(source, { for: operand })
}

function asNumber(operand: Scalar, source: string): Node {
  const value = resolvePlain(source)
  const isNumber = 'type' in value && (value.type === 'int' || value.type === 'float')
  if (!isNumber || operand.type === value.type) return operand
  return { kind: 'scalar', type: value.type, value: value.value, origin: operand }
}
