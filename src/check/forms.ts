/** The arguments that functions take, as far as a text shows them; heat/engine/hot/functions.py, cfn/functions.py. */
import { features, type HotVersion } from '../heat/versions.ts'

/** `literal`: a text, and no call that gives one. */
export type Kind = 'text' | 'literal' | 'map'

export interface Form {
  /** For a message: `a list of two`. */
  readonly takes: string
  readonly items?: readonly [min: number, max: number]
  /** A text will do in place of the list. */
  readonly orText?: true
  readonly keys?: readonly string[]
  /** What stands at the first places of the list, or under the keys: other kinds fail at the latest when they are used. */
  readonly kinds?: readonly Kind[]
  readonly parts?: Readonly<Record<string, Kind>>
  readonly texts?: readonly string[]
  /** From `features` on another number of items will do. */
  readonly since?: readonly [HotVersion, readonly [min: number, max: number]]
}

const any = Number.POSITIVE_INFINITY

/** By name; functions that are not here are those of call-shapes.ts. */
export const forms: Readonly<Record<string, Form>> = {
  get_param: {
    takes: 'a name, or a list of a name and a path',
    items: [1, any],
    orText: true,
    kinds: ['text'],
  },
  get_resource: { takes: 'a name', texts: [] },
  get_file: { takes: 'a name', texts: [] },
  get_attr: {
    takes: 'a list of a resource, an attribute and a path',
    items: [2, any],
    kinds: ['text', 'text'],
    since: [features.allAttributes, [1, any]],
  },
  list_join: {
    takes: 'a delimiter and a list',
    items: [2, 2],
    kinds: ['text'],
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
  'Fn::GetAtt': { takes: 'a list of a resource and an attribute', items: [2, 2], kinds: ['text', 'text'] },
  'Fn::FindInMap': { takes: 'a list of three', items: [3, 3] },
  'Fn::Join': { takes: 'a delimiter and a list', items: [2, 2], kinds: ['text'] },
  'Fn::Split': { takes: 'a delimiter and a text', items: [2, 2], kinds: ['literal'] },
  'Fn::Select': { takes: 'an index and a collection', items: [2, 2] },
  'Fn::Replace': { takes: 'placeholders and a text', items: [2, 2], kinds: ['map', 'text'] },
  'Fn::MemberListToMap': { takes: 'two names and a list', items: [3, 3], kinds: ['literal', 'literal'] },
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
