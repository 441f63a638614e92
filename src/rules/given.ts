/** What functions give for certain, whatever the values of parameters and attributes are. */

import { callRead } from '../heat/calls.ts'
import type { SchemaType } from '../heat/facts/resource-types.ts'
import type { GivenKinds } from '../heat/functions/forms.ts'
import { type FunctionRow, functionRow, type Referred } from '../heat/functions/table.ts'
import { readValue } from '../heat/merge-keys.ts'
import { declaredType } from '../heat/parameters.ts'
import { propertiesFor } from '../heat/values/parameters.ts'
import { classSchema } from '../stack/type-of.ts'
import type { Node } from '../text/document/node.ts'
import { isNull, listOf, mapOf, oneOrAll, scalarOf, stringOf } from '../text/document/read.ts'
import { declaredIn, type Related } from './locations.ts'
import { type CheckScope, givenValue, hasAllValues } from './scope.ts'
import { isResolved } from './vocabulary.ts'

type GivenScope = Pick<CheckScope, 'root' | 'words' | 'declared' | 'beside'>

/** With the declaration that says so. */
export type KnownGiven = GivenKinds & { readonly related?: readonly Related[] }

/** What a value certainly is: what is written, or what named environments give the parameter that it is as a whole. */
export function certainValue(
  node: Node | undefined,
  { words, beside }: Pick<CheckScope, 'words' | 'beside'>,
): Node | undefined {
  const call = node && callRead(node)
  if (call?.name !== 'get_param' || !isResolved(call, words)) return node
  return hasAllValues({ beside }) ? givenValue(stringOf(call.argument) ?? '', { beside }) : undefined
}

/** What a function gives for certain; undefined for what is no function, and where it may give anything. */
export function givenBy(node: Node, scope: GivenScope): KnownGiven | undefined {
  const call = callRead(node)
  if (call === undefined || !isResolved(call, scope.words)) return undefined
  const row = functionRow(call.name)
  if (row === undefined) return undefined
  if (row.refersTo !== undefined) return referredBy(call.argument, row.refersTo, scope)
  const gives = kindsPicked(row, call.argument) ?? row.gives
  const kinds = gives.filter((one) => one !== 'anything' && one !== 'argument')
  if (kinds.length === 0 || kinds.length !== gives.length) return undefined
  return { kinds, sentence: `${call.name} gives ${kinds.map((kind) => shownKinds[kind]).join(' or ')}` }
}

/** What `str_split` gives, by whether it has an index. */
function kindsPicked({ picksBy }: FunctionRow, argument: Node): readonly SchemaType[] | undefined {
  const items = listOf(argument)?.items
  if (picksBy === undefined || items === undefined) return undefined
  const index = items[picksBy]
  if (index === undefined || isNull(index)) return ['list']
  return scalarOf(index) === undefined ? undefined : ['string']
}

/** What a reference to a parameter, to an item of a list, or to a resource gives. */
function referredBy(
  argument: Node,
  refersTo: Referred,
  { root, words, declared, beside }: GivenScope,
): KnownGiven | undefined {
  const [first, ...path] = oneOrAll(argument)
  const name = stringOf(first)
  if (path.length > 0) return itemOf(name, refersTo, { root, declared })
  if (name === undefined || !/^(?:parameter|resource)/.test(refersTo)) return undefined
  const resource = refersTo === 'parameter' ? undefined : declared.resources.get(name)
  if (resource !== undefined)
    return isPlain(resource, words, beside)
      ? { kinds: ['string'], sentence: `a reference to "${name}" is a string` }
      : undefined
  if (refersTo === 'resource') return undefined
  if (!declared.parameters.has(name))
    return words.status('pseudoParameters', name) === 'known'
      ? { kinds: ['string'], sentence: `${name} is a string` }
      : undefined
  const type = declaredType(declared.parameters.get(name))
  // A json parameter may be given any JSON.
  if (type === undefined || type === 'json') return undefined
  const kind = propertiesFor[type].type ?? 'string'
  const sentence = `the parameter "${name}" is ${shownKinds[kind]}`
  return { kinds: [kind], sentence, related: declaredIn(root, 'parameters', name) }
}

/** A path into a list of strings finds a string, or an empty one (`GetParam.result` of heat/engine/hot/functions.py). */
function itemOf(
  name: string | undefined,
  refersTo: Referred,
  { root, declared }: Pick<GivenScope, 'root' | 'declared'>,
): KnownGiven | undefined {
  if (name === undefined || refersTo !== 'parameter') return undefined
  if (declaredType(declared.parameters.get(name)) !== 'comma_delimited_list') return undefined
  const sentence = `an item of the list "${name}" is a string`
  return { kinds: ['string'], sentence, related: declaredIn(root, 'parameters', name) }
}

/** Whether a resource is of a type of Heat's own, which has its id or name as reference (`Resource.get_reference_id`). */
function isPlain(resource: Node, words: CheckScope['words'], beside: CheckScope['beside']): boolean {
  const type = stringOf(readValue(mapOf(resource), words.spell('type')))
  if (type === undefined || classSchema(type)?.takesOthers !== false) return false
  const registered = beside.registered(type)
  return registered === undefined || registered === 'nothing'
}

/** Types in words. */
export const shownKinds: Readonly<Record<SchemaType, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  list: 'a list',
  map: 'a mapping',
  any: 'anything',
  unknown: 'anything',
}
