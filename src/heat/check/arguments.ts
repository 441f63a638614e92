/** What functions refuse to be given, as far as the text shows; heat/engine/hot/functions.py, cfn/functions.py. */
import type { Mapping, Node } from '../../document/node.ts'
import { mapOf, resolved, seqOf, textOf } from '../../document/read.ts'
import { mayBeCall } from '../call-shapes.ts'
import { type Call, callOf } from '../calls.ts'
import { readValue } from '../merge-keys.ts'
import { compareVersions, features, type HotVersion } from '../versions.ts'

/** What is wrong with the arguments of a call, as a sentence; undefined when nothing is to be seen. */
export function argumentProblem(call: Call, version: HotVersion | undefined): string | undefined {
  const { name, argument } = call
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined
  if (form !== undefined && !isForm(form, argument, version)) return `${name} takes ${form.takes}`
  // Heat asks for the name before there is an attribute that could give it (`Resource.node_data`).
  if (isAttribute(name) && isAttribute(nameIn(argument)))
    return `${name} cannot be told by another attribute which one to read`
  if (form !== undefined) return undefined
  // Whether the condition of `if` is declared is asked where conditions are.
  if (version === undefined || name === 'if' || mayBeCall(call, { version, conditions: new Map() }))
    return undefined
  return `Heat refuses these arguments of ${name}`
}

function isAttribute(name: string | undefined): boolean {
  return name === 'get_attr' || name === 'Fn::GetAtt'
}

/** The function that gives the second item of a list. */
function nameIn(argument: Node): string | undefined {
  const second = seqOf(argument)?.items[1]
  return second === undefined ? undefined : callOf(resolved(second))?.name
}

interface Form {
  /** For a message: `a list of two`. */
  readonly takes: string
  readonly items?: readonly [min: number, max: number]
  /** A text will do in place of the list. */
  readonly orText?: true
  readonly keys?: readonly string[]
  /** What stands first, or under some key, where it is literal: other kinds fail when they are used. */
  readonly first?: 'text'
  readonly parts?: Readonly<Record<string, 'text' | 'map'>>
  readonly texts?: readonly string[]
  /** From `features` on another number of items will do. */
  readonly since?: readonly [HotVersion, readonly [min: number, max: number]]
}

const any = Number.POSITIVE_INFINITY

const forms: Readonly<Record<string, Form>> = {
  get_param: { takes: 'a name, or a list of a name and a path', items: [1, any], orText: true },
  get_resource: { takes: 'a name', texts: [] },
  get_file: { takes: 'a name', texts: [] },
  get_attr: {
    takes: 'a list of a resource, an attribute and a path',
    items: [2, any],
    since: [features.allAttributes, [1, any]],
  },
  list_join: {
    takes: 'a delimiter and a list',
    items: [2, 2],
    first: 'text',
    since: [features.jsonInText, [2, any]],
  },
  str_replace: {
    takes: 'template and params',
    keys: ['template', 'params'],
    parts: { template: 'text', params: 'map' },
  },
  resource_facade: {
    takes: 'metadata, deletion_policy or update_policy',
    texts: ['metadata', 'deletion_policy', 'update_policy'],
  },
  if: { takes: 'a condition and two values', items: [3, 3], since: [features.twoItemIf, [2, 3]] },
  equals: { takes: 'a list of two', items: [2, 2] },
  and: { takes: 'a list of two or more', items: [2, any] },
  or: { takes: 'a list of two or more', items: [2, any] },
  Ref: { takes: 'a name', texts: [] },
  'Fn::GetAtt': { takes: 'a list of a resource and an attribute', items: [2, 2] },
  'Fn::FindInMap': { takes: 'a list of three', items: [3, 3] },
  'Fn::Join': { takes: 'a delimiter and a list', items: [2, 2], first: 'text' },
  'Fn::Split': { takes: 'a delimiter and a text', items: [2, 2], first: 'text' },
  'Fn::Select': { takes: 'an index and a collection', items: [2, 2] },
  'Fn::Replace': { takes: 'placeholders and a text', items: [2, 2] },
  'Fn::MemberListToMap': { takes: 'two names and a list', items: [3, 3], first: 'text' },
  'Fn::Base64': { takes: 'a text', texts: [] },
  'Fn::ResourceFacade': {
    takes: 'Metadata, DeletionPolicy or UpdatePolicy',
    texts: ['Metadata', 'DeletionPolicy', 'UpdatePolicy'],
  },
  'Fn::If': { takes: 'a condition and two values', items: [3, 3] },
  'Fn::Equals': { takes: 'a list of two', items: [2, 2] },
  'Fn::And': { takes: 'a list of two or more', items: [2, any] },
  'Fn::Or': { takes: 'a list of two or more', items: [2, any] },
  'Fn::Not': { takes: 'a list of one', items: [1, 1] },
}

function isForm(form: Form, argument: Node, version: HotVersion | undefined): boolean {
  const node = resolved(argument)
  if (callOf(node) !== undefined)
    return form.orText === true || (form.keys === undefined && form.items === undefined)
  const text = textOf(node)
  if (form.texts !== undefined)
    return text !== undefined && (form.texts.length === 0 || form.texts.includes(text))
  if (form.orText === true && text !== undefined) return text !== ''
  if (form.keys !== undefined) return hasParts(form, form.keys, mapOf(node))
  // Where a list will do, so does a text of one letter: Python takes it for a list of letters.
  const items = seqOf(node)?.items ?? (form.since?.[1][0] === 1 && text?.length === 1 ? [node] : undefined)
  if (form.items === undefined) return true
  const isNewer =
    form.since !== undefined && version !== undefined && compareVersions(version, form.since[0]) >= 0
  const [min, max] = isNewer && form.since !== undefined ? form.since[1] : form.items
  if (items === undefined || items.length < min || items.length > max) return false
  return form.first === undefined || isKind(items[0], form.first)
}

function hasParts(form: Form, keys: readonly string[], map: Mapping | undefined): boolean {
  if (map === undefined) return false
  return keys.every((key) => {
    const part = readValue(map, key)
    return part !== undefined && isKind(part, form.parts?.[key])
  })
}

/** Calls may give anything. */
function isKind(node: Node | undefined, kind: 'text' | 'map' | undefined): boolean {
  if (node === undefined || kind === undefined || callOf(resolved(node)) !== undefined) return true
  return kind === 'text' ? textOf(node) !== undefined : mapOf(node) !== undefined
}
