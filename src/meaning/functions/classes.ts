/** Every function class by the name of Heat's class (`src/heat/facts/facts.ts`), or ours for AWS. */

import { type YaqlForm, yaqlForm } from '../../heat/functions/yaql-forms.ts'
import { isLookup, selectionOf, type YaqlSelection } from '../../heat/functions/yaql-selection.ts'
import { yaqlRespaced } from '../../heat/functions/yaql-syntax.ts'
import { Failure, isList, isMap, Opaque, pythonEquals, type Value } from '../../heat/values/value.ts'
import { Budget, TooLarge } from '../budget.ts'
import { DynamicCall, entriesOf, type Lowering, type Snippet, valueIn } from '../snippet.ts'
import { isFew } from '../terms/lists.ts'
import { kinds, type Term, Terms, valueOf } from '../terms/term.ts'
import { typeError } from './arguments.ts'
import {
  awsCondition,
  awsEquals,
  awsFindInMap,
  awsGetAtt,
  awsJoin,
  awsLength,
  awsRef,
  awsSub,
  awsToJsonString,
  awsUnknown,
} from './aws.ts'
import { type FunctionClass, type Macro, uninterpreted } from './class.ts'
import { and, cfnNot, equals, ifElse, ifNullable, not, or } from './conditions.ts'
import { awsSelect, contains, filter, listConcat, listConcatUnique, select } from './lists.ts'
import { findInMap, mapMerge, mapReplace, memberListToMap } from './maps.ts'
import {
  cfnGetAtt,
  cfnResourceFacade,
  getAtt,
  getAttAllAttributes,
  getAttThenSelect,
  getAZs,
  getFile,
  getParam,
  getResource,
  paramRef,
  ref,
  resourceFacade,
} from './references.ts'
import { repeat, repeatWithMap, repeatWithNestedLoop } from './repeat.ts'
import { cfnReplace, replace, replaceJson, replaceJsonStrict, replaceJsonVeryStrict } from './replace.ts'
import { base64, join, joinMultiple, split, strSplit } from './texts.ts'
import { digest, makeUrl } from './urls.ts'
import { yaqlExpression } from './yaql-expression.ts'
import { yaqlRest } from './yaql-rest.ts'
import { yaqlResult } from './yaql-terms.ts'

// Functions whose result is not computed, and names that a version refuses.

/** `hot.functions.Yaql`: of its expressions those are computed that our own transforms write, and simple ones. */
const yaql: FunctionClass = (argument, { name }) => {
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
      const source = lowering.value(expression)
      const given = lowering.value(data)
      return lowering.eachUnder(source, (text) => ofExpression(lowering, text, given))
    },
    run(world) {
      const source = valueIn(expression, world)
      if (typeof source !== 'string' && !(expression instanceof DynamicCall)) {
        throw typeError(`The "expression" argument to ${name} must contain a string.`)
      }
      const given = valueIn(data, world)
      const selection = typeof source === 'string' ? selectionOf(source) : undefined
      if (selection !== undefined && (given === null || isList(given)))
        return given?.at(selection.index) ?? missing(given, selection)
      const { choices, key } = typeof source === 'string' && isLookup(source) ? lookupIn(given) : {}
      if (isMap(choices) && typeof key === 'string') return choices.get(key) ?? (choices.has(key) ? null : '')
      const computed = typeof source === 'string' ? computedYaql(source, given) : undefined
      if (computed !== undefined) return computed
      const form = typeof source === 'string' ? yaqlForm(source) : undefined
      const value = form === undefined ? undefined : formValue(form, given)
      if (value !== undefined) return value
      return world.opaque('yaql', [source, given], 'the yaql expression is not evaluated')
    },
  }
}

function ofExpression(lowering: Lowering, source: Term, given: Term): Term {
  const { terms } = lowering
  const written = source.tag === 'constant' ? source.value : undefined
  if (typeof written !== 'string') return lowering.applied('yaql', [source, given])
  const looked = isLookup(written) ? lookedUp(terms, given) : undefined
  if (looked !== undefined) return looked
  const selection = selectionOf(written)
  if (selection === undefined)
    return isFew([given])
      ? lowering.eachUnder(given, (data) => lowerYaql(lowering, written, data))
      : lowerYaql(lowering, written, given)
  const list = lowering.require(given, kinds.list | kinds.null, typeError('not a list'))
  return terms.step(list, terms.constant(selection.index), selection.otherwise)
}

/**
 * The result of the expression, where the data determines it; else an uninterpreted function of the data that it refers
 * to.
 */
function lowerYaql(lowering: Lowering, written: string, given: Term): Term {
  const { terms } = lowering
  const asWritten = [terms.constant(yaqlRespaced(written)), given]
  const expression = given.tag === 'refused' ? undefined : yaqlExpression(written)
  if (expression === undefined) return lowering.applied('yaql', asWritten)
  const result = yaqlResult(terms, expression, given)
  const rest = yaqlRest(terms, expression, given)
  const asked = rest === undefined ? asWritten : [terms.constant(rest.text), ...rest.given]
  if (result === undefined) return lowering.applied('yaql', asked)
  const tooLong = new Failure('ValueError', 'yaql rejects what is long')
  if (result.mayBeTooLong) lowering.requireTaken(terms.apply('yaql', asked), 1, tooLong)
  else lowering.requireShort(terms.apply('yaql', asked), asked.slice(1), tooLong)
  for (const item of result.needed)
    lowering.requireThat('found', item, new Failure('ValueError', 'yaql finds no such item'))
  return result.term
}

/** The same of values; undefined where it is not computed. */
function computedYaql(written: string, given: Value): Value | undefined {
  const expression = isPlain(given) ? yaqlExpression(written) : undefined
  if (expression === undefined) return undefined
  const terms = new Terms(Budget.ofExpression())
  try {
    const result = yaqlResult(terms, expression, terms.data(given))
    return result?.term.isData === true ? valueOf(result.term) : undefined
  } catch (error) {
    if (error instanceof TooLarge) return undefined
    throw error
  }
}

/** Whether all of a value is known. */
function isPlain(value: Value): boolean {
  if (isList(value)) return value.every(isPlain)
  if (isMap(value)) return [...value.values()].every(isPlain)
  return !(value instanceof Failure || value instanceof Opaque)
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

/** A null item remains null. */
function missing(list: Value, { index, otherwise }: YaqlSelection): Value {
  return isList(list) && index < list.length && list.length > 0 ? null : otherwise
}

/**
 * `hot.functions.Removed`: refused when the template is validated; it waits for what its argument names all the same.
 */
const removed: FunctionClass = (argument, { name }) => {
  const failure = new Failure(
    'InvalidTemplateVersion',
    `The function ${name} is not supported in this version of HOT.`,
  )
  return {
    run() {
      throw failure
    },
    lower(lowering) {
      lowering.waitFor(argument)
      return lowering.refuse(failure)
    },
  }
}

/** `function.Invalid` */
const invalid: FunctionClass = (_, { name }) => {
  throw new Failure('ValueError', `The function "${name}" is invalid in this context`)
}

const ofParsed: Readonly<Record<string, FunctionClass>> = {
  'hot.functions.And': and,
  'hot.functions.Contains': contains,
  'hot.functions.Digest': digest,
  'hot.functions.Equals': equals,
  'hot.functions.Filter': filter,
  'hot.functions.GetAtt': getAtt,
  'hot.functions.GetAttAllAttributes': getAttAllAttributes,
  'hot.functions.GetAttThenSelect': getAttThenSelect,
  'hot.functions.GetFile': getFile,
  'hot.functions.GetParam': getParam,
  'hot.functions.GetResource': getResource,
  'hot.functions.Join': join,
  'hot.functions.JoinMultiple': joinMultiple,
  'hot.functions.ListConcat': listConcat,
  'hot.functions.ListConcatUnique': listConcatUnique,
  'hot.functions.MakeURL': makeUrl,
  'hot.functions.MapMerge': mapMerge,
  'hot.functions.MapReplace': mapReplace,
  'hot.functions.Not': not,
  'hot.functions.Or': or,
  'hot.functions.Repeat': repeat,
  'hot.functions.RepeatWithMap': repeatWithMap,
  'hot.functions.RepeatWithNestedLoop': repeatWithNestedLoop,
  'hot.functions.Replace': replace,
  'hot.functions.ReplaceJson': replaceJson,
  'hot.functions.ReplaceJsonStrict': replaceJsonStrict,
  'hot.functions.ReplaceJsonVeryStrict': replaceJsonVeryStrict,
  'hot.functions.ResourceFacade': resourceFacade,
  'hot.functions.StrSplit': strSplit,
  'hot.functions.Yaql': yaql,
  'cfn.functions.And': and,
  'cfn.functions.Base64': base64,
  'cfn.functions.Equals': equals,
  'cfn.functions.FindInMap': findInMap,
  'cfn.functions.GetAZs': getAZs,
  'cfn.functions.GetAtt': cfnGetAtt,
  'cfn.functions.Join': join,
  'cfn.functions.MemberListToMap': memberListToMap,
  'cfn.functions.Not': cfnNot,
  'cfn.functions.Or': or,
  'cfn.functions.ParamRef': paramRef,
  'cfn.functions.Ref': ref,
  'cfn.functions.Replace': cfnReplace,
  'cfn.functions.ResourceFacade': cfnResourceFacade,
  'cfn.functions.Select': select,
  'cfn.functions.Split': split,
  'aws.Condition': awsCondition,
  'aws.GetAtt': awsGetAtt,
  'aws.Length': awsLength,
  'aws.Ref': awsRef,
  'aws.Select': awsSelect,
  'aws.ToJsonString': awsToJsonString,
  'aws.Unknown': awsUnknown,
  Invalid: invalid,
  Removed: removed,
}

const ofNodes: Readonly<Record<string, Macro>> = {
  'hot.functions.If': ifElse,
  'hot.functions.IfNullable': ifNullable,
  'cfn.functions.If': ifElse,
  'aws.Equals': awsEquals,
  'aws.FindInMap': awsFindInMap,
  'aws.Join': awsJoin,
  'aws.Sub': awsSub,
}

/** Those that parse their arguments themselves. */
export const macros: ReadonlyMap<string, Macro> = new Map(Object.entries(ofNodes))

const classes: ReadonlyMap<string, FunctionClass> = new Map(Object.entries(ofParsed))

/** Whether what a class of Heat gives is computed here. */
export function isComputedClass(className: string): boolean {
  return classes.has(className) || macros.has(className)
}

/** The class of a name; of one that the facts name and nothing here computes, equal arguments give equal results. */
export function functionClassNamed(className: string): FunctionClass {
  return classes.get(className) ?? uninterpreted(`is computed by ${className}, which is not known`, className)
}

/** The value of the function for given data; undefined where YAQL makes something of its own. */
function formValue(form: YaqlForm, data: Value): Value | undefined {
  if (!isMap(data)) return undefined
  const listOf = (name: string) => {
    const found = data.get(name)
    return found !== undefined && isList(found) ? found : undefined
  }
  switch (form.does) {
    case 'concat': {
      const all = form.lists.map(listOf)
      return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? [])
    }
    case 'contains': {
      const [list, value] = [listOf(form.list), data.get(form.value)]
      return list === undefined || value === undefined
        ? undefined
        : list.some((one) => pythonEquals(one, value))
    }
    case 'filter':
      return listOf(form.list)?.filter((one) => !pythonEquals(one, form.unwanted))
    case 'join': {
      const list = listOf(form.list)
      return list?.every((one) => typeof one === 'string') === true ? list.join(form.delimiter) : undefined
    }
  }
}
