/** Lets a nested template take a list and an index where it takes an item of the list. */

import { callOf, withArgument } from '../../heat/calls.ts'
import { entriesRead, entryRead } from '../../heat/merge-keys.ts'
import { declaredType, freeName } from '../../heat/parameters.ts'
import { type ParameterRead, parameterRead } from '../../heat/reads.ts'
import { section } from '../../heat/sections.ts'
import { rewriteValues } from '../../heat/walk.ts'
import {
  call,
  entry,
  inPlaceOf,
  integer,
  list,
  string,
  withEntries,
  withReplaced,
  withValue,
} from '../../text/document/build.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { entryOf, holdsAnchor, listOf, mapOf, nameOf } from '../../text/document/read.ts'
import { transplanted } from '../../text/document/transplant.ts'
import { hasOtherTypes, survivesJoining } from '../call-properties.ts'
import type { NestedCall } from '../calls.ts'
import type { SourceFile } from '../source-file.ts'
import { changeAt } from '../trail.ts'
import { declaredParameter, effectiveDefault, passedValue, valueEntries } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { withWanted } from './declare.ts'
import { Stuck, stuckAt, withoutName } from './edit.ts'
import { renameParameters } from './rename-parameter.ts'
import { refuseUnreadableCallers } from './unknown-callers.ts'

/** What every caller of a nested template passes for one of its parameters: an item of a list of one name. */
interface PassedItems {
  readonly list: string
  /** The path of a template that declares it. */
  readonly caller: string
  readonly indexes: readonly PassedIndex[]
}

/** Which item a caller passes: by a number, or by a parameter of its own. */
interface PassedIndex {
  readonly call: NestedCall
  readonly index: { readonly number: number } | { readonly parameter: string }
}

/**
 * The list of which all callers pass an item for a parameter of a nested template.
 * @throws Stuck when one of them passes something else, or when an item of the list would not be the same in the nested
 * template
 */
export function listPassedTo(pkg: Workspace, callee: string, name: string): string {
  return passedItems(pkg, callee, name).list
}

/**
 * The package in which a nested template has the list under its name, and an index beside it, instead of one item; all
 * callers pass both. An index that every caller passes already is used again.
 * @throws Stuck when one of the locations cannot be changed
 */
export function passList(pkg: Workspace, callee: string, name: string): Workspace {
  const { list: to, caller, indexes } = passedItems(pkg, callee, name)
  const names = new Map([[name, to]])
  const renamed = renameParameters(pkg, { names, templates: [callee], withOutputs: false })
  const { root } = renamed.fileAt(callee)
  const known = indexPassedAlike(pkg, callee, indexes)
  const index = known ?? freeName(root, wantedIndex(indexes), [])
  const read = readingItems(withListType(renamed.fileAt(callee), to, pkg.fileAt(caller)), callee, to, index)
  const declared =
    known === undefined
      ? withWanted({ path: callee, root: read }, { name: index, type: 'number', description: indexText })
      : read
  return indexes.reduce(
    (next, one) => withListPassed(next, one, to, known === undefined ? index : undefined),
    renamed.withRoot(callee, declared),
  )
}

const indexText = 'Index of the item in the lists that are passed'

// --- what is passed --------------------------------------------------------------------------------------

function passedItems(pkg: Workspace, callee: string, name: string): PassedItems {
  const { root } = pkg.fileAt(callee)
  const declaration = declaredParameter(root, name)
  if (declaration === undefined) throw stuckAt(callee, `there is no parameter ${name}`)
  if (declaredType(declaration.map) !== 'string')
    throw new Stuck({ path: callee, at: declaration.entry, why: `"${name}" is of another type than an item` })
  if (pkg.isCircular(callee)) throw stuckAt(callee, 'templates call each other in a circle')
  refuseUnreadableCallers(pkg, callee, declaration.entry)
  const found = pkg.callsOf(callee).map((one) => itemPassed(pkg, one, name))
  const [first] = found
  if (first === undefined) throw stuckAt(callee, 'no template calls this one')
  const other = found.find((one) => one.list !== first.list)
  if (other !== undefined)
    throw new Stuck({
      path: other.call.caller,
      at: other.call.at,
      why: `one caller passes an item of "${first.list}" for it, another one of "${other.list}"`,
    })
  const taken = declaredParameter(root, first.list)
  if (taken !== undefined)
    throw new Stuck({ path: callee, at: taken.entry, why: `parameter ${first.list} already exists` })
  return { list: first.list, caller: first.call.caller, indexes: found }
}

function itemPassed(pkg: Workspace, one: NestedCall, name: string): PassedIndex & { readonly list: string } {
  const stuck = (why: string): Stuck => new Stuck({ path: one.caller, at: one.at, why })
  if (one.certainty !== 'certain') throw stuck(`${one.name} may refer to another template here`)
  if (one.how === 'resources' && hasOtherTypes(one)) throw stuck('the chain passes the same to other types')
  const passed = passedValue(one, name)
  if (passed === undefined) throw stuck(`"${one.resource}" does not pass "${name}"`)
  const read = parameterRead(passed)
  const index = read === undefined ? undefined : indexOf(read)
  if (read === undefined || index === undefined)
    throw stuck(`"${one.resource}" passes for "${name}" what is no item of a list by its number`)
  const { root } = pkg.fileAt(one.caller)
  if (declaredType(declaredParameter(root, read.name)?.map) !== 'comma_delimited_list')
    throw stuck(`"${read.name}" is no comma_delimited_list`)
  if ('parameter' in index && declaredType(declaredParameter(root, index.parameter)?.map) !== 'number')
    throw stuck(`the index "${index.parameter}" is no number`)
  refuseSplitItems(pkg, one.caller, read.name)
  return { call: one, list: read.name, index }
}

function indexOf({ path }: ParameterRead): PassedIndex['index'] | undefined {
  const [only, ...deeper] = path
  if (only === undefined || deeper.length > 0) return undefined
  const number = wholeNumber(only)
  if (number !== undefined) return { number }
  const inner = parameterRead(only)
  return inner === undefined || inner.path.length > 0 ? undefined : { parameter: inner.name }
}

/** Of a number from 0, be it written as a string. */
function wholeNumber(node: Node): number | undefined {
  if (node.kind !== 'scalar') return undefined
  const { type, value } = node
  if (type === 'int')
    return Number(value) >= 0 && Number.isSafeInteger(Number(value)) ? Number(value) : undefined
  return type === 'str' && typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

/**
 * Heat joins a list by commas where it passes it on, and the nested template splits it there.
 * @throws Stuck when a value that the package gives the list would have other items then
 */
function refuseSplitItems(pkg: Workspace, caller: string, name: string): void {
  const preset = effectiveDefault(declaredParameter(pkg.fileAt(caller).root, name))
  const given = [...pkg.environmentsOf(caller), ...pkg.unpairedEnvironments()].flatMap((environment) =>
    valueEntries(environment, name).map(({ value }) => ({ path: environment.path, value })),
  )
  for (const { path, value } of [
    ...given,
    ...(preset === undefined ? [] : [{ path: caller, value: preset }]),
  ]) {
    const items = listOf(value)
    if (items === undefined || survivesJoining(items)) continue
    const why = `Heat would split an item of "${name}" at its comma, or strip it, where the list is passed on`
    throw new Stuck({ path, at: value, why })
  }
}

// --- the index -------------------------------------------------------------------------------------------

/** The parameter of a nested template for which every caller passes its index already. */
function indexPassedAlike(
  pkg: Workspace,
  callee: string,
  indexes: readonly PassedIndex[],
): string | undefined {
  const { root } = pkg.fileAt(callee)
  for (const one of entriesRead(section(root, 'parameters'))) {
    const name = nameOf(one)
    if (name === undefined || declaredType(mapOf(one.value)) !== 'number') continue
    if (indexes.every(({ call: caller, index }) => isIndex(passedValue(caller, name), index))) return name
  }
  return undefined
}

function isIndex(passed: Node | undefined, index: PassedIndex['index']): boolean {
  if (passed === undefined) return false
  if ('number' in index) return wholeNumber(passed) === index.number
  const read = parameterRead(passed)
  return read?.name === index.parameter && read.path.length === 0
}

/** A parameter that all callers read the index from has the same name in the nested template. */
function wantedIndex([first, ...others]: readonly PassedIndex[]): string {
  const name = first !== undefined && 'parameter' in first.index ? first.index.parameter : undefined
  const isSame = others.every(({ index }) => 'parameter' in index && index.parameter === name)
  return name !== undefined && isSame ? name : 'index'
}

// --- the nested template ---------------------------------------------------------------------------------

/** The parameter as a list, in the words of the caller that passes it; what constrains one item says nothing of a list. */
function withListType(file: SourceFile, name: string, caller: SourceFile): Mapping {
  const { root, path } = file
  const source = declaredParameter(caller.root, name)?.map
  const changed = changeAt(root, ['parameters', name], (map) => {
    const type = entryRead(map, 'type')
    if (type === undefined) return map
    const wanted = string('comma_delimited_list', { for: type.value })
    const typed = withoutName(file, withReplaced(map, type, withValue(type, wanted)), 'constraints')
    return ['label', 'description'].reduce((next, word) => withWordsOf(next, word, source, caller), typed)
  })
  if ('problem' in changed) throw stuckAt(path, `aliases elsewhere share the parameter "${name}"`)
  return changed
}

/** What is said of an item is not said of the list; it is preserved where nobody says anything of that. */
function withWordsOf(map: Mapping, word: string, source: Mapping | undefined, caller: SourceFile): Mapping {
  const [own, theirs] = [entryOf(map, word), source && entryOf(source, word)]
  if (own === undefined || theirs?.value.kind !== 'scalar' || holdsAnchor(own.value)) return map
  const value = transplanted(theirs.value, { ...caller.document, comments: [] })
  return withReplaced(map, own, withValue(own, inPlaceOf(value, own.value)))
}

function readingItems(root: Mapping, path: string, name: string, index: string): Mapping {
  return rewriteValues(
    root,
    true,
    (node) => {
      const one = callOf(node)
      const read = one === undefined ? undefined : parameterRead(node)
      if (one === undefined || read?.name !== name) return node
      if (read.path.length > 0)
        throw new Stuck({ path, at: node, why: `a part of "${name}" is read, which is a string` })
      const items = [string(name), call('get_param', string(index))]
      return withArgument(one, list(items, { for: one.argument, style: 'flow' }))
    },
    ['get_param'],
  )
}

// --- callers ---------------------------------------------------------------------------------------------

/** @param added the name of the index, unless it is passed already */
function withListPassed(
  pkg: Workspace,
  { call: one, index }: PassedIndex,
  name: string,
  added: string | undefined,
): Workspace {
  const { root } = pkg.fileAt(one.caller)
  const stuck = (why: string): Stuck => new Stuck({ path: one.caller, at: one.at, why })
  const changed = changeAt(root, [...one.trail, one.propertiesKey], (map) => {
    const passed = entryRead(map, name)
    const read = callOf(passed?.value)
    if (passed === undefined || read === undefined)
      throw stuck(`an alias supplies what is passed for "${name}"`)
    const whole = withArgument(read, string(name, { for: read.argument }))
    const next = withReplaced(map, passed, withValue(passed, whole))
    if (added === undefined || entryRead(map, added) !== undefined) return next
    const value = 'number' in index ? integer(index.number) : call('get_param', string(index.parameter))
    return withEntries(
      next,
      next.entries.flatMap((other) => (nameOf(other) === name ? [other, entry(added, value)] : [other])),
    )
  })
  if ('problem' in changed) throw stuck('an alias or anchor shares what is passed')
  return pkg.withRoot(one.caller, changed)
}
