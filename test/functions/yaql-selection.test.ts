import { callOf } from '../../src/heat/calls.ts'
import { selectByYaql, selectionOf } from '../../src/heat/functions/yaql-selection.ts'
import { list, string } from '../../src/text/document/build.ts'
import { stringOf, valueOf } from '../../src/text/document/read.ts'

describe('a selection by yaql', () => {
  it.each([
    [0, null, 'coalesce($.data, []).first(null)'],
    [0, '', 'coalesce($.data, []).first("")'],
    [12, null, 'coalesce($.data, []).skip(12).first(null)'],
    [-1, '', 'coalesce($.data, []).last("")'],
  ] as const)('of item %s, or else %j', (index, otherwise, expression) => {
    const call = callOf(selectByYaql(list([string('a')]), { index, otherwise }, string('')))
    expect(call?.name).toBe('yaql')
    expect(stringOf(valueOf(call?.argument as never, 'expression'))).toBe(expression)
    expect(selectionOf(expression)).toEqual({ index, otherwise })
  })

  it.each([
    '$.data[0]',
    'coalesce($.data, []).first()',
    'coalesce($.data, []).skip(-1).first(null)',
    'coalesce($.data.all, []).first(null)',
    ' coalesce($.data, []).first(null)',
    '',
  ])('is not %j', (expression) => {
    expect(selectionOf(expression)).toBeUndefined()
  })

  it('counts back to the last item only', () => {
    expect(() => selectByYaql(list([]), { index: -2, otherwise: null }, string(''))).toThrow(RangeError)
  })
})
