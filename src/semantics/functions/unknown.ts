/** Functions whose result is not computed, and names that a version refuses. */
import { isLookup, selectionOf, type YaqlSelection } from '../../heat/functions/yaql-selection.ts'
import { yaqlRespaced } from '../../heat/functions/yaql-syntax.ts'
import { Call, entriesOf, type Snippet, valueIn } from '../snippet.ts'
import { kinds, type Term, type Terms } from '../terms/term.ts'
import { Failure, isList, isMap, type Value } from '../value.ts'
import { typeError } from './arguments.ts'
import type { FunctionClass } from './class.ts'

/** `hot.functions.Yaql`: of its expressions only those are computed that our own transforms write. */
export const yaql: FunctionClass = (argument, { name }) => {
  const entries = entriesOf(argument)
  if (entries === undefined) throw typeError(`Arguments to "${name}" must be a map.`)
  const expression = entries.get('expression')
  const surplus = [...entries.keys()].some((key) => key !== 'expression' && key !== 'data')
  if (expression === undefined || surplus)
    throw new Failure('KeyError', `"${name}" takes expression and data`)
  const data: Snippet = entries.has('data') ? (entries.get('data') as Snippet) : new Map()
  return {
    transparent: true,
    lower(lowering) {
      const source = lowering.lower(expression)
      const given = lowering.lower(data)
      const written = source.tag === 'constant' ? source.value : undefined
      if (typeof written !== 'string') return lowering.applied('yaql', [source, given])
      const looked = isLookup(written) ? lookedUp(lowering.terms, given) : undefined
      if (looked !== undefined) return looked
      const selection = selectionOf(written)
      if (selection === undefined)
        return lowering.applied('yaql', [lowering.terms.constant(yaqlRespaced(written)), given])
      const list = lowering.require(given, kinds.list | kinds.null, typeError('not a list'))
      return lowering.terms.step(list, lowering.terms.constant(selection.index), selection.otherwise)
    },
    run(world) {
      const source = valueIn(expression, world)
      if (typeof source !== 'string' && !(expression instanceof Call)) {
        throw typeError(`The "expression" argument to ${name} must contain a string.`)
      }
      const given = valueIn(data, world)
      const selection = typeof source === 'string' ? selectionOf(source) : undefined
      if (selection !== undefined && (given === null || isList(given)))
        return given?.at(selection.index) ?? missing(given, selection)
      const { choices, key } = typeof source === 'string' && isLookup(source) ? lookupIn(given) : {}
      if (isMap(choices) && typeof key === 'string') return choices.get(key) ?? (choices.has(key) ? null : '')
      return world.opaque('yaql', [source, given], 'the yaql expression is not evaluated')
    },
  }
}

/** A value of a mapping that is written out, by a key that is a string. */
function lookedUp(terms: Terms, data: Term): Term | undefined {
  const [choices, key] = data.tag === 'map' ? [data.entries.get('choices'), data.entries.get('key')] : []
  if (choices?.tag !== 'map' || key === undefined) return undefined
  return terms.step(choices, key, '')
}

function lookupIn(data: Value): { readonly choices?: Value; readonly key?: Value } {
  if (!isMap(data)) return {}
  return { choices: data.get('choices') ?? null, key: data.get('key') ?? null }
}

/** An item that is null stays null. */
function missing(list: Value, { index, otherwise }: YaqlSelection): Value {
  return isList(list) && index < list.length && list.length > 0 ? null : otherwise
}

/** `hot.functions.Removed`: refused when the template is validated; it waits for what its argument names all the same. */
export const removed: FunctionClass = (argument, { name }) => {
  const failure = new Failure(
    'InvalidTemplateVersion',
    `The function ${name} is not supported in this version of HOT.`,
  )
  return {
    run() {
      throw failure
    },
    lower(lowering) {
      lowering.lower(argument)
      return lowering.refuse(failure)
    },
  }
}

/** `function.Invalid` */
export const invalid: FunctionClass = (_, { name }) => {
  throw new Failure('ValueError', `The function "${name}" is invalid in this context`)
}
