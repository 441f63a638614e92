/** What templates of CloudFormation export to other stacks; Heat has no such thing. */
import type { Mapping, Node } from '../text/document/node.ts'
import { itemsOf, listOf, mapOf, resolved, stringOf } from '../text/document/read.ts'
import { longForm } from './calls.ts'
import { splitSub } from './functions/literals.ts'
import { readValue, valuesRead } from './merge-keys.ts'
import type { Piece, Pieces } from './pieces.ts'
import { section } from './sections.ts'

/** The name of an export, where a template exports it or imports it. */
export interface ExportName {
  /** As people write it: `${AWS::StackName}-VpcId`. */
  readonly name: string
  /** The same with a hole for each value that only a stack knows: equal for an export and for what imports it. */
  readonly shape: string
  /** What is in the hole, if there is one: a parameter, or a function. */
  readonly hole?: string
}

/** An output that other stacks import by a name. */
export interface Export extends ExportName {
  readonly output: string
}

/** The character in a shape for what only a stack knows; no name of an export has it. */
export const HOLE = '\u0000'

/** The outputs that a template exports under names of which at least a part is in the template. */
export function exportsOf(root: Mapping): readonly Export[] {
  return [...valuesRead(section(root, 'outputs'))].flatMap(([output, part]) => {
    const name = exportName(readValue(readValue(part, 'Export'), 'Name'), 'exported')
    return name === undefined ? [] : [{ ...name, output }]
  })
}

/**
 * The name of an export, as `Fn::Sub`, `Fn::Join` and `Ref` compute it, too.
 *
 * @returns undefined where nothing of it is in the template, or where it is what no other stack can have in its name
 */
export function exportName(node: Node | undefined, side: 'exported' | 'imported'): ExportName | undefined {
  const pieces = node === undefined ? undefined : piecesOf(node)
  if (pieces === undefined) return undefined
  let [name, shape, rest] = ['', '', '']
  const holes: string[] = []
  for (const piece of pieces) {
    if ('text' in piece) {
      name += piece.text
      shape += piece.text
      rest += piece.text
      continue
    }
    const { value: variable } = piece
    const shown = `\${${variable}}`
    const isSame = sameEverywhere.has(variable)
    if (!isSame && !differs(variable, side)) return undefined
    name += shown
    shape += isSame ? shown : HOLE
    if (!isSame) holes.push(variable)
  }
  const [hole, ...more] = holes
  const isOne = hole !== undefined && more.length === 0
  return /[A-Za-z0-9]/.test(rest) ? { name, shape, ...(isOne ? { hole } : {}) } : undefined
}

/** Whether stacks have different values for a variable, which an import can know of the stack that exports. */
function differs(variable: string, side: 'exported' | 'imported'): boolean {
  return variable === stackNameVariable ? side === 'exported' : !variable.startsWith('AWS::')
}

/** The pseudo parameter in most names of exports. */
export const stackNameVariable = 'AWS::StackName'

/** Exports are those of one account in one region. */
const sameEverywhere: ReadonlySet<string> = new Set([
  'AWS::Region',
  'AWS::AccountId',
  'AWS::Partition',
  'AWS::URLSuffix',
])

/** What a name is made of; undefined for what is none. */
function piecesOf(node: Node): Pieces<string> | undefined {
  const found = longForm(resolved(node))
  if (found === undefined) {
    const text = stringOf(node)
    return text === undefined ? undefined : [{ text }]
  }
  const { name, argument } = found
  if (name === 'Fn::Sub') return piecesOfSub(argument)
  if (name === 'Fn::Join') return piecesOfJoin(argument)
  return [{ value: name === 'Ref' ? (stringOf(argument) ?? name) : name }]
}

/** By the string alone, or with values for its variables. */
function piecesOfSub(argument: Node): Pieces<string> | undefined {
  const [first, values] = listOf(argument) === undefined ? [argument] : itemsOf(argument)
  const source = stringOf(first)
  const pieces = source === undefined ? { problem: '' } : splitSub(source)
  if ('problem' in pieces) return undefined
  const given = mapOf(values)
  return pieces.flatMap((piece): Pieces<string> => {
    if ('text' in piece) return [piece]
    const value = given && readValue(given, piece.value)
    return (value && piecesOf(value)) ?? [piece]
  })
}

function piecesOfJoin(argument: Node): Pieces<string> | undefined {
  const [first, parts] = itemsOf(argument)
  const delimiter = stringOf(first)
  if (delimiter === undefined || listOf(parts) === undefined) return undefined
  const joined: Piece<string>[] = []
  for (const [index, part] of itemsOf(parts).entries()) {
    const pieces = piecesOf(part)
    if (pieces === undefined) return undefined
    if (index > 0) joined.push({ text: delimiter })
    joined.push(...pieces)
  }
  return joined
}
