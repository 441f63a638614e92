/** Defaults as people write them by mistake or on purpose: other texts of the same value, nothing, what is no value of the type. */
import { type Data, dataOf, replaced } from './data.ts'
import { type Random, Template } from './mutator.ts'

const ofStrings: readonly Data[] = [
  '',
  ' ',
  '0',
  '1.0',
  'true',
  'null',
  'a,b',
  '[]',
  '{"a": 1}',
  '%item%',
  7,
  false,
]
const ofNumbers: readonly Data[] = ['1.0', '0', 0, 1.5, '007', '1e3', -1, '', ' 2 ', '2_0', 3]
const ofBooleans: readonly Data[] = ['yes', 'off', 0, '1', 'TRUE', 'n', 't', true, '']
const ofLists: readonly Data[] = ['', ',', ' a , b', 'x', [], ['', 'x'], ['1', '2', '3'], [1, 2], 'b,b']
const ofJson: readonly Data[] = [
  ...['', '[]', '{}', 'null', '"word"', '5', '["a", ["b"]]', '{"leaf": null}', '{"items": "xy", "deep": []}'],
  ...[[], ['x', 'y'], {}, { items: [] }, { leaf: '', 1: 'one' }, { leaf: { leaf: 'x' }, items: [0] }].map(
    dataOf,
  ),
]

const oddDefaults: ReadonlyMap<string, readonly Data[]> = new Map([
  ['string', ofStrings],
  ['number', ofNumbers],
  ['boolean', ofBooleans],
  ['comma_delimited_list', ofLists],
  ['commadelimitedlist', ofLists],
  ['json', ofJson],
])

/** The template with an odd default for about half of the parameters that have one. */
export function withOddDefaults(template: Template, random: Random): Template {
  const [section, key] = template.isHot ? ['parameters', 'default'] : ['Parameters', 'Default']
  let data: Data = template.data
  for (const { name, type, default: own } of template.parameters) {
    const odd = random.choice(oddDefaults.get(type) ?? [])
    if (own === undefined || odd === undefined || random.below(2) === 0) continue
    data = replaced(data, [section, name, key], odd)
  }
  return new Template(template.name, data as Template['data'])
}
