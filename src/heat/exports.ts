/** What templates of CloudFormation export to other stacks; Heat has no such thing. */
import type { Mapping, Node } from '../document/node.ts'
import { scalarOf, textOf } from '../document/read.ts'
import { callOf } from './calls.ts'
import { readValue, valuesRead } from './merge-keys.ts'
import { section } from './sections.ts'

/** An output that other stacks import by a name. */
export interface Export {
  readonly name: string
  readonly output: string
}

/** The outputs that a template exports under names that stand in it as they are. */
export function exportsOf(root: Mapping): readonly Export[] {
  return [...valuesRead(section(root, 'outputs'))].flatMap(([output, part]) => {
    const name = exportName(readValue(readValue(part, 'Export'), 'Name'))
    return name === undefined ? [] : [{ name, output }]
  })
}

/** The name of an export, be it by `Fn::Sub` without variables; undefined where it depends on the stack. */
export function exportName(node: Node | undefined): string | undefined {
  const text = textOf(node)
  if (text !== undefined) return text
  const call = callOf(node)
  const source = call?.name === 'Fn::Sub' ? textOf(call.argument) : shortSub(node)
  return source?.includes('${') === false ? source : undefined
}

function shortSub(node: Node | undefined): string | undefined {
  const scalar = scalarOf(node)
  return scalar?.tag === '!Sub' && typeof scalar.value === 'string' ? scalar.value : undefined
}
