/** One item of a list or mapping by `yaql`, where no path of HOT selects from it (2016-10-14). */
import { call, entry, mapping, string } from '../../text/document/build.ts'
import type { Mapping, Node } from '../../text/document/node.ts'

export interface YaqlSelection {
  /** From 0, or -1 for the last item. */
  readonly index: number
  /** What a list without such an item gives, and no list. */
  readonly otherwise: null | ''
}

/**
 * `{yaql: {expression: …, data: list}}`, which gives the item, also null, or any other selection.
 * @throws RangeError for an index below -1
 */
export function selectByYaql(list: Node, selection: YaqlSelection, location: Node): Mapping {
  const argument = mapping([entry('expression', string(expressionOf(selection))), entry('data', list)], {
    for: location,
    style: 'flow',
  })
  return call('yaql', argument, location)
}

function expressionOf({ index, otherwise }: YaqlSelection): string {
  if (index < -1) throw new RangeError(`no expression for the index ${index}`)
  const skipped = index > 0 ? `.skip(${index})` : ''
  const taken = index === -1 ? 'last' : 'first'
  return `coalesce($.data, [])${skipped}.${taken}(${otherwise === null ? 'null' : '""'})`
}

const form = /^coalesce\(\$\.data, \[\]\)(?:\.skip\((\d+)\))?\.(first|last)\((null|"")\)$/

/** What an expression selects that `selectByYaql` wrote; undefined for any other. */
export function selectionOf(expression: string): YaqlSelection | undefined {
  const [whole, skipped, taken, otherwise] = form.exec(expression) ?? []
  if (whole === undefined) return undefined
  return { index: taken === 'last' ? -1 : Number(skipped ?? 0), otherwise: otherwise === 'null' ? null : '' }
}

const lookupExpression = '$.data.choices.get($.data.key, "")'

/** `{yaql: {expression: …, data: {choices: map, key: key}}}`, which gives the value, also null, or an empty string. */
export function lookUpByYaql(choices: Node, key: Node, location: Node): Mapping {
  const data = mapping([entry('choices', choices), entry('key', key)], { style: 'block' })
  const argument = mapping([entry('expression', string(lookupExpression)), entry('data', data)], {
    for: location,
    style: 'block',
  })
  return call('yaql', argument, location)
}

/** Whether an expression is the one that `lookUpByYaql` writes. */
export function isLookup(expression: string): boolean {
  return expression === lookupExpression
}
