/** Mutators that change how something is written and nothing else: the proof should see that. */
import { call, type Data, functionIn, isList, isMapping } from './data.ts'
import { inCalls, inPlace, type Mutator, type Place } from './mutator.ts'

const strings = (items: Data | undefined): items is readonly string[] =>
  isList(items) && items.every((one) => typeof one === 'string')

/** Maps in which the order of entries says nothing: not what loops and replacements go through. */
const unordered = new Set([
  'properties',
  'Properties',
  'metadata',
  'Metadata',
  'resources',
  'Resources',
  'outputs',
  'Outputs',
])

function reversed(value: Data): Data[] {
  return isMapping(value) && value.size > 1 ? [new Map([...value].reverse())] : []
}

/** Whether the functions of conditions are resolved there: elsewhere in CloudFormation they are data. */
function isCondition({ path, template }: Place): boolean {
  return template.isHot || path[0] === 'conditions' || path[0] === 'Conditions'
}

export const equal: readonly Mutator[] = [
  inCalls('equal', 'operands of equals change places', ['equals', 'Fn::Equals'], (operands, own, site) =>
    isCondition(site) ? [call(own, [...operands].reverse())] : [],
  ),
  inCalls(
    'equal',
    'operands of and, or change places',
    ['and', 'or', 'Fn::And', 'Fn::Or'],
    (operands, own, site) => (isCondition(site) ? [call(own, [...operands].reverse())] : []),
  ),
  inCalls('equal', 'a condition is negated twice', ['equals'], (operands, own, { path, template }) =>
    path[0] === 'conditions' && template.isHot ? [call('not', call('not', call(own, operands)))] : [],
  ),
  inCalls('equal', 'De Morgan', ['and', 'or'], (operands, own, { path, template }) =>
    path[0] === 'conditions' && template.isHot
      ? [
          call(
            'not',
            call(
              own === 'and' ? 'or' : 'and',
              operands.map((one) => call('not', one)),
            ),
          ),
        ]
      : [],
  ),
  inCalls('equal', 'a name is a path of one step', ['get_param'], (path, own) =>
    path.length === 1 ? [call(own, path)] : [],
  ),
  inCalls('equal', 'if is inverted', ['if'], ([condition, one, other], own) =>
    condition === undefined || one === undefined || other === undefined
      ? []
      : [call(own, [call('not', condition), other, one])],
  ),
  inCalls(
    'equal',
    'a condition stands where it is used',
    ['if'],
    ([condition, ...branches], own, { template }) => {
      const definition =
        typeof condition === 'string' ? template.section('conditions').get(condition) : undefined
      return definition === undefined ? [] : [call(own, [definition, ...branches])]
    },
  ),
  inCalls('equal', 'a branch asks its own condition again', ['if'], ([condition, one, other], own) =>
    condition === undefined || one === undefined || other === undefined
      ? []
      : [call(own, [condition, call(own, [condition, one, other]), other])],
  ),
  inCalls('equal', 'a join is nested', ['list_join', 'Fn::Join'], ([delimiter, items, ...more], own) =>
    delimiter !== undefined && more.length === 0 && isList(items) && items.length > 2
      ? [call(own, [delimiter, [call(own, [delimiter, items.slice(0, 2)]), ...items.slice(2)]])]
      : [],
  ),
  inCalls('equal', 'a join of literals is a literal', ['list_join', 'Fn::Join'], ([delimiter, items]) =>
    typeof delimiter === 'string' && strings(items) ? [items.join(delimiter)] : [],
  ),
  inCalls(
    'equal',
    'neighbouring literals of a join are one',
    ['list_join', 'Fn::Join'],
    ([delimiter, items, ...more], own) => {
      if (typeof delimiter !== 'string' || !isList(items) || more.length > 0) return []
      return items.slice(1).flatMap((item, index) => {
        const before = items[index]
        if (typeof item !== 'string' || typeof before !== 'string') return []
        return [
          call(own, [
            delimiter,
            [...items.slice(0, index), before + delimiter + item, ...items.slice(index + 2)],
          ]),
        ]
      })
    },
  ),
  inCalls(
    'equal',
    'a literal of a join is two',
    ['list_join', 'Fn::Join'],
    ([delimiter, items, ...more], own) =>
      delimiter === '' && isList(items) && more.length === 0
        ? items.flatMap((item, index) =>
            typeof item === 'string' && item.length > 1
              ? [
                  call(own, [
                    '',
                    [...items.slice(0, index), item.slice(0, 1), item.slice(1), ...items.slice(index + 1)],
                  ]),
                ]
              : [],
          )
        : [],
  ),
  inCalls('equal', 'maps and lists are merged in two steps', ['map_merge', 'list_concat'], (items, own) =>
    items.length > 2 ? [call(own, [call(own, items.slice(0, 2)), ...items.slice(2)])] : [],
  ),
  inPlace('equal', 'blanks in an expression', (value, { path }) =>
    path.at(-1) === 'expression' && typeof value === 'string' && !/['"`]/.test(value)
      ? [`  ${value}`, `${value}\n`, value.replaceAll('(', '( ').replaceAll(',', ' , ').replaceAll(')', ' )')]
      : [],
  ),
  inPlace('equal', 'a placeholder has another name', (value) => {
    const [name, argument] = functionIn(value) ?? []
    if (name !== 'str_replace' || !isMapping(argument)) return []
    const [template, params] = [argument.get('template'), argument.get('params')]
    if (typeof template !== 'string' || !isMapping(params)) return []
    const keys = [...params.keys()].filter((key) => typeof key === 'string' && key !== '')
    const isClear = keys.every((key) =>
      keys.every((other) => key === other || !(other as string).includes(key as string)),
    )
    if (!isClear || template.includes('<<<')) return []
    return keys.map((key) =>
      call(
        name,
        new Map<Data, Data>([
          ['template', template.replaceAll(key as string, '<<<fresh>>>')],
          ['params', new Map([...params].map(([own, one]) => [own === key ? '<<<fresh>>>' : own, one]))],
        ]),
      ),
    )
  }),
  inPlace('equal', 'a literal is a replacement of it', (value, { path, template }) =>
    typeof value === 'string' &&
    value.length > 3 &&
    path[2] === 'properties' &&
    path.length === 4 &&
    template.isHot
      ? [
          call(
            'str_replace',
            new Map<Data, Data>([
              ['template', `${value.slice(0, 2)}%<>%`],
              ['params', new Map([['%<>%', value.slice(2)]])],
            ]),
          ),
        ]
      : [],
  ),
  inPlace('equal', 'entries stand in another order', (value, { path }) =>
    unordered.has(path.at(-1) as string) && path.length < 4 ? reversed(value) : [],
  ),
  inPlace('equal', 'a number is text for a number parameter', (value, { path, parent }) =>
    path[0] === 'parameters' &&
    path.length === 3 &&
    path[2] === 'default' &&
    typeof value === 'number' &&
    isMapping(parent) &&
    parent.get('type') === 'number' &&
    Number.isInteger(value)
      ? [String(value)]
      : [],
  ),
  inPlace('equal', 'what is so anyway is said', (value, { path, template }) => {
    if (
      path[0] !== 'parameters' ||
      path.length !== 2 ||
      !template.isHot ||
      !isMapping(value) ||
      value.has('hidden')
    )
      return []
    return [new Map([...value, ['hidden', false]])]
  }),
  inPlace('equal', 'one dependency is a list', (value, { path }) =>
    path[0] === 'resources' && path.length === 3 && path[2] === 'depends_on' && typeof value === 'string'
      ? [[value], [value, value]]
      : [],
  ),
  inCalls(
    'equal',
    'a lookup is what it finds',
    ['Fn::FindInMap'],
    ([name, first, second], _own, { template }) => {
      const rows = name === undefined ? undefined : template.section('mappings').get(name)
      const row = isMapping(rows) && first !== undefined ? rows.get(first) : undefined
      const found = isMapping(row) && second !== undefined ? row.get(second) : undefined
      return found === undefined ? [] : [found]
    },
  ),
  inCalls('equal', 'text is not encoded', ['Fn::Base64'], ([text]) =>
    text === undefined || (typeof text === 'string' && text === '') ? [] : [text],
  ),
]
