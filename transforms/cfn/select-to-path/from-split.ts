import { text } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import { seqOf, textOf } from '../../../src/document/read.ts'
import type { CallScope } from '../../../src/engine/call-transform.ts'
import { type Call, isPlainData } from '../../../src/heat/calls.ts'
import { listIndex, positionOf, wholeNumber } from '../../../src/heat/select.ts'
import { hasFunction } from '../../../src/heat/versions.ts'
import type { WritePath } from './from-parameter.ts'

/** From a split: the part itself where text and delimiter are literal, else a third argument of `str_split`. */
export function fromSplit(
  select: Call,
  index: Node,
  source: Call,
  scope: CallScope,
  write: WritePath,
): Node | undefined {
  const args = seqOf(source.argument)?.items
  const at = wholeNumber(index)
  // A split of another shape is for cfn/split-to-str-split to report.
  if (args?.length !== 2) return undefined
  if (isPlainData(index) && at === undefined) {
    scope.report('always-fails', select.node, 'Fn::Select: a list is indexed by whole numbers')
    return undefined
  }
  const [delimiter, whole] = args.map((item) => textOf(item))
  if (delimiter && whole !== undefined && at !== undefined)
    return part(select, whole.split(delimiter), at, scope)
  if (!hasFunction(scope.target, 'str_split')) return undefined
  if (scope.template.reading === 'heat') {
    const message = 'an index beyond the parts is an error in str_split, empty text in Fn::Select'
    scope.report('split-index', select.node, message)
  }
  return write('str_split', [...args, listIndex(index)])
}

function part(select: Call, parts: readonly string[], at: number, scope: CallScope): Node | undefined {
  const found = parts[positionOf(at, parts.length) ?? -1]
  if (found !== undefined || scope.template.reading === 'heat') return text(found ?? '', { for: select.node })
  scope.report('always-fails', select.node, `Fn::Select: there are ${parts.length} parts only`)
  return undefined
}
