/** Expressions of YAQL that a function of HOT computes as well, from 2017-02-24 on. */
import { yaqlRespaced } from './yaql-syntax.ts'

/** What an expression does with the entries of its data; names are keys of `$.data`. */
export type YaqlForm =
  /** `$.data.a + $.data.b`, where all are lists. */
  | { readonly does: 'concat'; readonly lists: readonly string[] }
  /** `$.data.a.contains($.data.b)`, `$.data.b in $.data.a` */
  | { readonly does: 'contains'; readonly list: string; readonly value: string }
  /** `$.data.a.where($ != "")` */
  | { readonly does: 'filter'; readonly list: string; readonly unwanted: string | number | null }
  /** `$.data.a.join(",")` */
  | { readonly does: 'join'; readonly list: string; readonly delimiter: string }

const entry = '\\$\\.data\\.([A-Za-z_][A-Za-z0-9_]*)'
const literal = '("[^"\\\\]*"|\'[^\'\\\\]*\'|\\d{1,9}|null)'

// Each reads every character once: no two parts of a pattern can take the same.
const contains = new RegExp(`^${entry}\\.contains\\(${entry}\\)$`)
const isIn = new RegExp(`^${entry} in ${entry}$`)
const where = new RegExp(`^${entry}\\.where\\(\\$ != ${literal}\\)$`)
const join = new RegExp(`^${entry}\\.join\\(${literal}\\)$`)
const operand = new RegExp(`^${entry}$`)

/** Undefined for an expression of any other form. */
export function yaqlForm(expression: string): YaqlForm | undefined {
  const written = yaqlRespaced(expression)
  const [, list, value] = contains.exec(written) ?? []
  if (list !== undefined && value !== undefined) return { does: 'contains', list, value }
  const [, one, many] = isIn.exec(written) ?? []
  if (one !== undefined && many !== undefined) return { does: 'contains', list: many, value: one }
  const [, from, unwanted] = where.exec(written) ?? []
  if (from !== undefined && unwanted !== undefined)
    return { does: 'filter', list: from, unwanted: valueOf(unwanted) }
  const [, items, delimiter] = join.exec(written) ?? []
  if (items !== undefined && delimiter !== undefined) {
    const text = valueOf(delimiter)
    return typeof text === 'string' ? { does: 'join', list: items, delimiter: text } : undefined
  }
  const parts = written.split(' + ').map((part) => operand.exec(part)?.[1])
  const lists = parts.flatMap((part) => part ?? [])
  return lists.length === parts.length && lists.length > 1 ? { does: 'concat', lists } : undefined
}

function valueOf(text: string): string | number | null {
  if (text === 'null') return null
  return /^\d/.test(text) ? Number(text) : text.slice(1, -1)
}
