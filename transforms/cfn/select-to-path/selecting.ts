import {
  type Call,
  type CallScope,
  callRead,
  type FindingCode,
  hasFunction,
  isOwn,
  type Mapping,
  type Node,
  type Refusal,
  type Rewritten,
} from '../../../src/engine/authoring.ts'
import { lookUpByYaql, selectByYaql } from '../../../src/heat/functions/yaql-selection.ts'
import { wholeNumber } from './literal.ts'

/** One selection: that of a call, or that which each branch of a choice becomes. */
export interface Selecting {
  readonly select: Call
  readonly index: Node
  readonly scope: CallScope<'Fn::Select'>
  refuse(code: FindingCode, message: string): Refusal
  accepts(code: FindingCode, message: string): boolean
  /** `{name: path}` where the collection stands. */
  path(name: string, path: readonly Node[]): Node
}

/** A selection that fails whenever it is made. */
export function fails({ refuse }: Selecting, why: string): Refusal {
  return refuse('always-fails', `Fn::Select: ${why}`)
}

/**
 * An item of what certainly is a list, where the user accepts `yaql` for it.
 * @param why what keeps a path from saying it
 */
export function itemByYaql(
  { select, index, scope, refuse, accepts }: Selecting,
  list: Node,
  why: string,
): Rewritten {
  const at = callRead(index) === undefined ? wholeNumber(index) : undefined
  if (at === undefined || at < -1 || !hasFunction(scope.target, 'yaql')) return refuse('no-equivalent', why)
  return accepts('select-by-yaql', why)
    ? selectByYaql(list, { index: at, otherwise: '' }, select.node)
    : scope.keep
}

/**
 * A value of a mapping that is written out, by a key that Heat computes. `yaql` gives an empty string for a key that is not
 * there, as `Fn::Select` does.
 */
export function valueByYaql({ select, index, scope }: Selecting, choices: Mapping): Rewritten | undefined {
  const { template, target } = scope
  if (template.reading === 'aws' || !hasFunction(target, 'yaql')) return undefined
  if (hasFunction(target, 'Fn::Select') || !isOwn(choices)) return undefined
  const hasNames = choices.entries.every((one) => one.key.kind === 'scalar' && one.key.type === 'str')
  return hasNames ? lookUpByYaql(choices, index, select.node) : undefined
}
