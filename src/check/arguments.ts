/** What functions refuse to be given, as far as the text shows; heat/engine/hot/functions.py, cfn/functions.py. */

import type { Mapping, Node } from '../document/node.ts'
import { isNull, mapOf, resolved, scalarOf, seqOf, textOf } from '../document/read.ts'
import { mayBeCall } from '../heat/call-shapes.ts'
import type { CallSite } from '../heat/call-sites.ts'
import { callOf } from '../heat/calls.ts'
import { isCfnFunction } from '../heat/cfn-dialects.ts'
import { readValue } from '../heat/merge-keys.ts'
import { compareVersions, conditionFunctionsOf, hasFeature } from '../heat/versions.ts'
import { type Form, forms, type Kind } from './forms.ts'
import { isResolved, type Vocabulary } from './vocabulary.ts'

interface Asked {
  readonly words: Vocabulary
  readonly inCondition: boolean
}

/** What is wrong with the arguments of a call, as a sentence; undefined when nothing is to be seen. */
export function argumentProblem({ call, site }: CallSite, words: Vocabulary): string | undefined {
  const { name, argument } = call
  const { version } = words
  const asked: Asked = { words, inCondition: site.place === 'condition' }
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined
  if (form !== undefined && !isForm(form, name, argument, asked)) return `${name} takes ${form.takes}`
  // Heat asks for the name before there is an attribute that could give it (`Resource.node_data`).
  if (isAttribute(name) && isAttribute(nameIn(argument)))
    return `${name} cannot be told by another attribute which one to read`
  if (isAttribute(name) && seqOf(argument)?.items.some((item) => !isStep(item, asked)))
    return `${name} takes names and numbers, not lists or mappings`
  if (name === 'not' && isNull(argument)) return 'not takes a condition'
  if (form !== undefined || version === undefined) return undefined
  // `RepeatWithNestedLoop._parse_args`
  const permutations = name === 'repeat' ? readValue(mapOf(argument), 'permutations') : undefined
  if (permutations !== undefined && hasFeature(version, 'permutations') && !isTruth(permutations))
    return 'permutations of repeat is true or false, and no call'
  // Whether the condition of `if` is declared is asked where conditions are.
  if (name === 'if' || mayBeCall(call, { version, conditions: new Map() })) return undefined
  return `Heat refuses these arguments of ${name}`
}

/** A step of a path, which has to be a key or an index. */
function isStep(item: Node, asked: Asked): boolean {
  return scalarOf(item) !== undefined || isCall(resolved(item), asked)
}

function isTruth(node: Node): boolean {
  return scalarOf(node)?.type === 'bool'
}

function isAttribute(name: string | undefined): boolean {
  return name === 'get_attr' || name === 'Fn::GetAtt'
}

/** The function that gives the second item of a list. */
function nameIn(argument: Node): string | undefined {
  const second = seqOf(argument)?.items[1]
  return second === undefined ? undefined : callOf(resolved(second))?.name
}

function isForm(form: Form, name: string, argument: Node, asked: Asked): boolean {
  const node = resolved(argument)
  if (isCall(node, asked)) return takesCall(form, name, asked)
  const text = textOf(node)
  if (form.texts !== undefined)
    return text !== undefined && (form.texts.length === 0 || form.texts.includes(text))
  if (form.orText === true && text !== undefined) return text !== ''
  if (form.keys !== undefined) return hasParts(form, form.keys, mapOf(node), asked)
  // Where a list of one will do, so does a text of one letter: Python takes it for a list of letters.
  const items = seqOf(node)?.items ?? (form.since?.[1][0] === 1 && text?.length === 1 ? [node] : undefined)
  if (form.items === undefined) return true
  const [min, max] = lengthsOf(form, form.items, asked.words)
  if (items === undefined || items.length < min || items.length > max) return false
  return (form.kinds ?? []).every((kind, index) => isKind(items[index], kind, asked))
}

/** Whether the whole argument may be a call. What `Ref` is given has to be a key, which a call cannot be. */
function takesCall(form: Form, name: string, { inCondition }: Asked): boolean {
  if (name === 'Ref') return inCondition
  return form.orText === true || (form.keys === undefined && form.items === undefined)
}

function lengthsOf(
  form: Form,
  items: readonly [number, number],
  { version }: Vocabulary,
): readonly [number, number] {
  const { since } = form
  if (since === undefined || version === undefined) return items
  return compareVersions(version, since[0]) >= 0 ? since[1] : items
}

function hasParts(form: Form, keys: readonly string[], map: Mapping | undefined, asked: Asked): boolean {
  if (map === undefined) return false
  return keys.every((key) => {
    const part = readValue(map, key)
    return part !== undefined && isKind(part, form.parts?.[key], asked)
  })
}

function isKind(node: Node | undefined, kind: Kind | undefined, asked: Asked): boolean {
  if (node === undefined || kind === undefined) return true
  if (isCall(resolved(node), asked)) return kind !== 'literal'
  return kind === 'map' ? mapOf(node) !== undefined : textOf(node) !== undefined
}

/** Calls may give anything; what is none in this dialect is a mapping. */
function isCall(node: Node, { words, inCondition }: Asked): boolean {
  const call = callOf(node)
  if (call === undefined || !inCondition) return isResolved(call, words)
  if (words.version !== undefined) return conditionFunctionsOf(words.version).has(call.name)
  return words.versionKey !== undefined && isCfnFunction(words.versionKey, call.name, 'conditions')
}
