import {
  type Call,
  hasFunction,
  isPlainData,
  type Rewritten,
  seqOf,
  text,
  textOf,
} from '../../../src/engine/authoring.ts'
import { listIndex, positionOf, wholeNumber } from './literal.ts'
import { fails, type Selecting } from './selecting.ts'

/** From a split: the part itself where text and delimiter are literal, else a third argument of `str_split`. */
export function fromSplit(selecting: Selecting, source: Call): Rewritten {
  const { select, index, scope, path } = selecting
  const args = seqOf(source.argument)?.items
  const at = wholeNumber(index)
  // A split of another shape is for cfn/split-to-str-split to report.
  if (args?.length !== 2) return scope.keep
  if (isPlainData(index) && at === undefined) return fails(selecting, 'a list is indexed by whole numbers')
  const [delimiter, whole] = args.map((item) => textOf(item))
  if (delimiter && whole !== undefined && at !== undefined) return part(selecting, whole.split(delimiter), at)
  if (!hasFunction(scope.target, 'str_split')) return scope.keep
  if (scope.template.reading === 'heat') {
    const message = 'an index beyond the parts is an error in str_split, empty text in Fn::Select'
    scope.report('split-index', select.node, message)
  }
  return path('str_split', [...args, listIndex(index)])
}

function part(selecting: Selecting, parts: readonly string[], at: number): Rewritten {
  const { select, scope } = selecting
  const found = parts[positionOf(at, parts.length) ?? -1]
  if (found !== undefined || scope.template.reading === 'heat') return text(found ?? '', { for: select.node })
  return fails(selecting, `there are ${parts.length} parts only`)
}
