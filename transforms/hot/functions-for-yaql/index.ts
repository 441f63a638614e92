import { integer, nothing } from '../../../src/document/build.ts'
import { commentsWithin } from '../../../src/document/comments.ts'
import {
  type Call,
  callOf,
  declarations,
  entriesRead,
  entry,
  hasFunction,
  isOwn,
  list,
  listOf,
  type Mapping,
  mapping,
  type Node,
  nameOf,
  readValue,
  rewriteTemplate,
  string,
  stringOf,
} from '../../../src/engine/authoring.ts'
import { type YaqlForm, yaqlForm } from '../../../src/heat/functions/yaql-forms.ts'
import { parameterRead } from '../../../src/heat/reads.ts'

export const functionsForYaql = rewriteTemplate(
  {
    title: 'Write functions instead of yaql',
    description:
      'Replaces yaql expressions that concatenate, search, filter or join lists by `list_concat`, `contains`, `filter` and `list_join`.',
    references: [
      'heat/engine/hot/functions.py: Yaql, ListConcat, Contains, Filter, JoinMultiple',
      'HOT specification, yaql',
    ],
    safety: 'exact',
    keeps: 'meaning',
    preset: 'idioms',
    kinds: 'hot',
    calls: ['yaql'],
    unrefused: true,
  },
  ({ root, template: { document }, target, mapValues, change }) =>
    mapValues((node, site) => {
      const found = callOf(node)
      if (found?.name !== 'yaql' || site.role !== 'value') return node
      const made = instead(found, root)
      if (made === undefined || !hasFunction(target, made.name) || commentsWithin(document, node).size > 0)
        return node
      change(node, `Write ${made.name} instead of yaql`)
      // What stood in braces stays in them.
      const style = node.kind === 'map' && node.style === 'flow' ? 'flow' : 'auto'
      return mapping([entry(made.name, made.argument)], { for: node, style })
    }),
)

interface Made {
  readonly name: 'list_concat' | 'contains' | 'filter' | 'list_join'
  readonly argument: Node
}

/** Undefined where the function might give something else, or the data would be used otherwise. */
function instead({ argument }: Call, root: Mapping): Made | undefined {
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

function madeOf(form: YaqlForm, valueOf: (name: string) => Node, root: Mapping): Made | undefined {
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
