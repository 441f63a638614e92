/** Functions that give what a yaql expression gives. */

import {
  type Call,
  declarations,
  entriesRead,
  isOwn,
  list,
  listOf,
  type Mapping,
  type Node,
  nameOf,
  readValue,
  string,
  stringOf,
} from '../../../src/engine/authoring/authoring.ts'
import { type YaqlForm, yaqlForm } from '../../../src/heat/functions/yaql-forms.ts'
import { parameterRead } from '../../../src/heat/reads.ts'
import { integer, nothing } from '../../../src/text/document/build.ts'

interface Equivalent {
  readonly name: 'list_concat' | 'contains' | 'filter' | 'list_join'
  readonly argument: Node
}

/** Undefined where the function might give something else, or the data would be used otherwise. */
export function instead({ argument }: Call, root: Mapping): Equivalent | undefined {
  const [expression, data] = [stringOf(readValue(argument, 'expression')), readValue(argument, 'data')]
  const form = expression === undefined ? undefined : yaqlForm(expression)
  if (form === undefined || data?.kind !== 'map' || !isOwn(data)) return undefined
  const names = entriesRead(data).map(nameOf)
  const used = namesIn(form)
  // What else the data names is waited for.
  if (names.length !== used.length || names.some((name) => name === undefined || !used.includes(name)))
    return undefined
  return madeOf(form, (name) => readValue(data, name) ?? data, root)
}

function namesIn(form: YaqlForm): readonly string[] {
  if (form.does === 'concat') return form.lists
  return form.does === 'contains' ? [form.list, form.value] : [form.list]
}

function madeOf(form: YaqlForm, valueOf: (name: string) => Node, root: Mapping): Equivalent | undefined {
  switch (form.does) {
    case 'concat': {
      const all = form.lists.map(valueOf)
      const areLists = all.every((one) => isListParameter(one, root) || isWrittenOut(one))
      return areLists ? { name: 'list_concat', argument: list(all, { style: 'flow' }) } : undefined
    }
    case 'contains': {
      const [from, value] = [valueOf(form.list), valueOf(form.value)]
      const isPlain = value.kind === 'scalar' || parameterRead(value) !== undefined
      return isPlain && isListParameter(from, root)
        ? { name: 'contains', argument: list([value, from], { style: 'flow' }) }
        : undefined
    }
    case 'filter': {
      const from = valueOf(form.list)
      const unwanted = list([literal(form.unwanted)], { style: 'flow' })
      return isListParameter(from, root)
        ? { name: 'filter', argument: list([unwanted, from], { style: 'flow' }) }
        : undefined
    }
    case 'join': {
      const from = valueOf(form.list)
      return isListParameter(from, root)
        ? { name: 'list_join', argument: list([string(form.delimiter), from], { style: 'flow' }) }
        : undefined
    }
  }
}

/** A whole parameter whose items are strings, whoever gives it. */
function isListParameter(node: Node, root: Mapping): boolean {
  const read = node.kind === 'alias' ? undefined : parameterRead(node)
  if (read === undefined || read.path.length > 0) return false
  return stringOf(readValue(declarations(root).parameters.get(read.name), 'type')) === 'comma_delimited_list'
}

/** A list that stands there itself, of which nothing may be left out. */
function isWrittenOut(node: Node): boolean {
  return node.kind === 'seq' && (listOf(node)?.items ?? []).every((item) => item.kind === 'scalar')
}

function literal(value: string | number | null): Node {
  if (value === null) return nothing()
  return typeof value === 'number' ? integer(value) : string(value)
}
