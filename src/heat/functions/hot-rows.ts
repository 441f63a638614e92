/** The functions of HOT, those of conditions included (heat/engine/hot/functions.py). */
import { features } from '../versions.ts'
import { listOrNothing, listOrString, mapOrNull } from './class-rows.ts'
import type { Form } from './forms.ts'
import { type FunctionRow, twoOrMore } from './function-row.ts'

const nothing: Form = { either: ['empty', { items: [] }, { keys: {}, closed: true }] }
const orEmpty = (form: Form): Form => ({ either: [form, 'empty'] })
const replacement: Form = { keys: { template: 'string', params: 'map' } }
const lists = { items: [], rest: orEmpty('list') } as const satisfies Form
/** The families of names that `hashlib.algorithms_available` has, with OpenSSL or without. */
const algorithm: Form = { matching: /^(md[45]|sha|blake|shake|ripemd|rmd|whirlpool|sm3|mdc2)/i }

const json = { since: features.jsonInText, elsewhere: 'other' } as const

export const hotRows = {
  get_param: {
    takes: 'a name, or a list of a name and a path',
    argument: { either: ['nonempty', { items: ['string'], rest: 'anything' }] },
    computed: 'anywhere',
    refersTo: 'parameter',
    gives: ['anything'],
    example: '{get_param: [networks, 0, subnet]}',
    snippet: '${1}',
  },
  get_resource: {
    takes: 'a name',
    argument: 'string',
    refersTo: 'resource',
    gives: ['anything'],
    example: '{get_resource: server}',
    snippet: '${1}',
  },
  get_file: {
    takes: 'a name',
    argument: 'string',
    refersTo: 'file',
    gives: ['anything'],
    example: '{get_file: boot.sh}',
    snippet: '${1}',
  },
  get_attr: {
    takes: 'a list of a resource, an attribute and a path',
    argument: { items: ['string'], optional: ['attribute'], rest: 'step', letter: true },
    newer: [
      {
        what: 'get_attr without an attribute',
        since: features.allAttributes,
        elsewhere: 'refused',
        seen: { length: [1, 1] },
      },
    ],
    refersTo: 'attribute',
    gives: ['anything'],
    example: '{get_attr: [server, addresses, private, 0, addr]}',
    snippet: '[${1}, ${2}]',
  },
  list_join: {
    takes: 'a delimiter and a list',
    argument: { items: ['string', 'anything'], rest: 'anything' },
    newer: [
      {
        what: 'list_join of several lists',
        since: features.jsonInText,
        elsewhere: 'refused',
        seen: { length: [3, Number.POSITIVE_INFINITY] },
      },
      { what: 'list_join of maps or lists', ...json, seen: { collectionsIn: 1 } },
    ],
    gives: ['string'],
    example: "{list_join: ['-', [{get_param: name}, web]]}",
    snippet: "['${1:,}', [${2}]]",
    delimiter: 0,
  },
  str_replace: {
    takes: 'template and params',
    argument: replacement,
    newer: [{ what: 'str_replace of maps or lists', ...json, seen: { collectionsIn: 'params' } }],
    gives: ['string'],
    example: '{str_replace: {template: http://$host/, params: {$host: {get_param: name}}}}',
    snippet: '{template: ${1}, params: {${2:\\$name}: ${3}}}',
  },
  str_replace_strict: {
    takes: 'template and params',
    argument: replacement,
    gives: ['string'],
    example: '{str_replace_strict: {template: http://$host/, params: {$host: {get_param: name}}}}',
    snippet: '{template: ${1}, params: {${2:\\$name}: ${3}}}',
  },
  str_replace_vstrict: {
    takes: 'template and params',
    argument: replacement,
    gives: ['string'],
    example: '{str_replace_vstrict: {template: http://$host/, params: {$host: {get_param: name}}}}',
    snippet: '{template: ${1}, params: {${2:\\$name}: ${3}}}',
  },
  resource_facade: {
    takes: 'metadata, deletion_policy or update_policy',
    argument: { oneOf: ['metadata', 'deletion_policy', 'update_policy'] },
    gives: ['anything'],
    example: '{resource_facade: metadata}',
    snippet: '${1|metadata,deletion_policy,update_policy|}',
  },
  digest: {
    takes: 'the name of an algorithm and a string',
    argument: { items: [algorithm, 'string'] },
    computed: 'anywhere',
    gives: ['string'],
    example: '{digest: [sha512, {get_param: name}]}',
    snippet: '[${1|sha512,sha256,sha1,md5|}, ${2}]',
  },
  repeat: {
    takes: 'template and for_each, which is a map of lists',
    argument: {
      keys: { template: 'anything', for_each: 'map' },
      // `RepeatWithNestedLoop._parse_args`
      optional: { permutations: { from: features.permutations, form: 'truth' } },
    },
    newer: [
      {
        what: 'permutations of repeat',
        since: features.permutations,
        elsewhere: 'other',
        seen: { key: 'permutations' },
      },
    ],
    gives: ['list'],
    example: '{repeat: {for_each: {$zone: {get_param: zones}}, template: {name: $zone}}}',
    snippet: '{for_each: {${1:\\$item}: ${2}}, template: ${3}}',
  },
  str_split: {
    takes: 'a delimiter, a string and maybe an index',
    argument: { items: [orEmpty('string'), orEmpty('string')], rest: 'anything' },
    computed: 'anywhere',
    gives: ['list', 'string'],
    picksBy: 2,
    example: "{str_split: [',', {get_param: name}, 0]}",
    snippet: "['${1:,}', ${2}]",
    delimiter: 0,
  },
  map_merge: {
    takes: 'a list of maps',
    argument: { items: [], rest: orEmpty('map') },
    computed: 'anywhere',
    gives: ['map'],
    example: '{map_merge: [{a: 1}, {b: 2}]}',
    snippet: '[${1}, ${2}]',
  },
  map_replace: {
    takes: 'a map and what to replace, keys or values',
    argument: {
      items: [
        mapOrNull,
        { either: ['null', { keys: {}, optional: { keys: mapOrNull, values: mapOrNull }, closed: true }] },
      ],
    },
    computed: 'anywhere',
    gives: ['map'],
    example: '{map_replace: [{a: b}, {values: {b: {get_param: name}}}]}',
    snippet: '[${1}, {keys: {${2}: ${3}}}]',
  },
  yaql: {
    takes: 'expression and data',
    argument: { keys: { expression: 'string' }, optional: { data: 'anything' }, closed: true },
    gives: ['anything'],
    example: '{yaql: {expression: $.data.len(), data: {get_param: zones}}}',
    snippet: "{expression: '${1:\\$.data}', data: ${2}}",
  },
  if: {
    takes: 'a condition and two values',
    argument: { items: ['condition', 'anything'], optional: ['anything'] },
    newer: [
      {
        what: 'if with two items',
        since: features.twoItemIf,
        elsewhere: 'refused',
        seen: { length: [2, 2] },
      },
    ],
    only: 'values',
    gives: ['anything'],
    example: '{if: [is_large, 3, 1]}',
    snippet: '[${1}, ${2}, ${3}]',
  },
  filter: {
    takes: 'a list of values to leave out, and a list',
    argument: { either: [{ items: [listOrNothing, listOrNothing] }, { items: ['anything', nothing] }] },
    gives: ['list'],
    example: '{filter: [[null], [{get_param: name}, null]]}',
    snippet: '[[${1}], ${2}]',
  },
  make_url: {
    takes: 'a map of parts of a URL',
    argument: {
      keys: {},
      optional: {
        scheme: 'anything',
        username: 'anything',
        password: 'anything',
        host: 'anything',
        port: 'anything',
        path: 'anything',
        query: 'anything',
        fragment: 'anything',
      },
      closed: true,
    },
    gives: ['string'],
    example: '{make_url: {scheme: http, host: {get_param: name}, port: 80, path: /}}',
    snippet: '{scheme: ${1|https,http|}, host: ${2}, port: ${3}, path: ${4:/}}',
  },
  list_concat: {
    takes: 'a list of lists',
    argument: lists,
    computed: 'anywhere',
    gives: ['list'],
    example: '{list_concat: [{get_param: zones}, [nova]]}',
    snippet: '[${1}, ${2}]',
  },
  list_concat_unique: {
    takes: 'a list of lists',
    argument: lists,
    computed: 'anywhere',
    gives: ['list'],
    example: '{list_concat_unique: [{get_param: zones}, [nova]]}',
    snippet: '[${1}, ${2}]',
  },
  contains: {
    takes: 'a value and a list',
    argument: { items: ['anything', listOrString] },
    gives: ['boolean'],
    example: '{contains: [nova, {get_param: zones}]}',
    snippet: '[${1}, ${2}]',
  },
  equals: {
    takes: 'a list of two',
    argument: { items: ['anything', 'anything'] },
    only: 'conditions',
    gives: ['boolean'],
    example: '{equals: [{get_param: name}, large]}',
    snippet: '[${1}, ${2}]',
  },
  and: {
    takes: 'a list of two or more',
    argument: twoOrMore,
    only: 'conditions',
    gives: ['boolean'],
    example: '{and: [is_large, {equals: [{get_param: name}, large]}]}',
    snippet: '[${1}, ${2}]',
  },
  or: {
    takes: 'a list of two or more',
    argument: twoOrMore,
    only: 'conditions',
    gives: ['boolean'],
    example: '{or: [is_large, {equals: [{get_param: name}, large]}]}',
    snippet: '[${1}, ${2}]',
  },
  not: {
    takes: 'a condition',
    argument: { given: 'condition' },
    only: 'conditions',
    gives: ['boolean'],
    example: '{not: is_large}',
    snippet: '${1}',
  },
} as const satisfies Readonly<Record<string, FunctionRow>>
