/** Mutators that know nothing of templates: one leaf, key, item or order is another. */
import { type Data, functionIn, isList, isMapping, isSame } from './data.ts'
import { inPlace, type Mutator } from './mutator.ts'

function without<Item>(items: readonly Item[], index: number): Item[] {
  return items.filter((_, at) => at !== index)
}

function swapped<Item>(items: readonly Item[], index: number): Item[] {
  const [one, other] = [items[index] as Item, items[index + 1] as Item]
  return items.map((item, at) => (at === index ? other : at === index + 1 ? one : item))
}

/** Every way to leave out or to change one of the items, as data again. */
function each(value: Data, change: (entries: readonly Data[], index: number) => readonly Data[]): Data[] {
  return isList(value) ? value.map((_, index) => change(value, index)) : []
}

function eachEntry(
  value: Data,
  change: (
    entries: readonly (readonly [Data, Data])[],
    index: number,
  ) => readonly (readonly [Data, Data])[] | undefined,
): Data[] {
  if (!isMapping(value)) return []
  const entries = [...value]
  return entries.flatMap((_, index) => {
    const changed = change(entries, index)
    return changed === undefined || new Map(changed).size !== changed.length ? [] : [new Map(changed)]
  })
}

const otherText = (value: string): Data[] => [
  `${value}x`,
  value.slice(1),
  value.toUpperCase(),
  value.replace(/[-_ ]/, ''),
  value.trimEnd(),
]

/** The same to a careless reader, of another type. */
function otherType(value: Data): Data[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value), [value]]
  if (value === null) return ['', 'null', false]
  if (typeof value !== 'string') return []
  if (/^-?\d{1,9}$/.test(value)) return [Number(value), `0${value}`]
  if (/^(true|false)$/i.test(value)) return [/^t/i.test(value)]
  return value === '' ? [null] : [[value]]
}

export const general: readonly Mutator[] = [
  inPlace('general', 'a string is another', (value) =>
    typeof value === 'string' ? otherText(value).filter((one) => one !== value) : [],
  ),
  inPlace('general', 'a number is another', (value) =>
    typeof value === 'number' ? [value + 1, -value - 1, value / 2 + 0.25] : [],
  ),
  inPlace('general', 'a boolean is the other one', (value) => (typeof value === 'boolean' ? [!value] : [])),
  inPlace('general', 'a scalar has another type', otherType),
  inPlace('general', 'a key is another', (value) =>
    eachEntry(value, (entries, index) =>
      entries.map(([key, one], at) => [at === index ? `${String(key)}x` : key, one] as const),
    ),
  ),
  inPlace('general', 'an entry is lost', (value) => eachEntry(value, without)),
  inPlace('general', 'an entry is added', (value) =>
    isMapping(value) && !value.has('added') ? [new Map([...value, ['added', 'x']])] : [],
  ),
  inPlace('general', 'two entries swap values', (value) =>
    eachEntry(value, (entries, index) => {
      const [one, other] = [entries[index], entries[index + 1]]
      if (one === undefined || other === undefined || isSame(one[1], other[1])) return undefined
      return entries.map((entry) =>
        entry === one ? [one[0], other[1]] : entry === other ? [other[0], one[1]] : entry,
      )
    }),
  ),
  inPlace('general', 'entries change places', (value) =>
    eachEntry(value, (entries, index) =>
      index + 1 === entries.length ? undefined : swapped(entries, index),
    ),
  ),
  inPlace('general', 'an item is lost', (value) => each(value, without)),
  inPlace('general', 'items change places', (value) =>
    isList(value)
      ? value.slice(1).flatMap((item, index) => (isSame(item, value[index]) ? [] : [swapped(value, index)]))
      : [],
  ),
  inPlace('general', 'an item is there twice', (value) =>
    each(value, (items, index) => items.flatMap((item, at) => (at === index ? [item, item] : [item]))),
  ),
  inPlace('general', 'a value is that of a neighbour', (value, { parent }) => {
    const around = isMapping(parent) ? [...parent.values()] : isList(parent) ? parent : []
    return around.filter((one) => !isSame(one, value))
  }),
  inPlace('general', 'a function is another of the template', (value, { template }) => {
    const own = functionIn(value)
    if (own === undefined || !/^(get_|Ref$|Fn::)/.test(own[0])) return []
    return template.calls(own[0]).filter((one) => !isSame(one, value))
  }),
]
