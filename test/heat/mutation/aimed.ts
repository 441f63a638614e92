/** Mutators that know templates, aimed at what values chosen without the template hardly show. */
import { call, type Data, functionIn, isList, isMapping, isSame, type Path } from './data.ts'
import { inCalls, inPlace, type Mutator, type Template } from './mutator.ts'

const references = ['get_param', 'Ref']
const ifs = ['if', 'Fn::If']
const juncts = ['and', 'or', 'Fn::And', 'Fn::Or']

const without = (items: readonly Data[], index: number) => items.filter((_, at) => at !== index)
const put = (items: readonly Data[], index: number, item: Data) =>
  items.map((one, at) => (at === index ? item : one))

/** A reference to a parameter, with its path. */
const reference = (name: string, path: readonly Data[]): Data =>
  call(name, path.length === 1 && path[0] !== undefined ? path[0] : path)

/** Another function with the same argument. */
const renamed = (name: string, functions: readonly string[]) =>
  inPlace('aimed', name, (value) => {
    const [own, argument] = functionIn(value) ?? []
    if (own === undefined || argument === undefined || !functions.includes(own)) return []
    return functions.filter((one) => one !== own).map((one) => call(one, argument))
  })

function otherParameters(template: Template, name: Data | undefined): string[] {
  const own = template.parameter(name)
  if (own === undefined) return []
  const others = template.parameters.filter((one) => one.type === own.type && one.name !== name)
  const alike = others.filter((one) => isSame(one.default, own.default))
  return (alike.length > 0 ? alike : others).map((one) => one.name)
}

/** A default as a value of the type of the parameter would stand in the template. */
function defaultOf(template: Template, name: Data | undefined): Data | undefined {
  const own = template.parameter(name)
  if (own?.default === undefined) return undefined
  const isListText =
    /commadelimitedlist|comma_delimited_list/.test(own.type) && typeof own.default === 'string'
  if (isListText) return (own.default as string).split(',')
  return own.type === 'number' && /^\d+$/.test(String(own.default)) ? Number(own.default) : own.default
}

function otherSteps(step: Data, beside: Data | undefined): Data[] {
  const known = isMapping(beside) ? [...beside.keys()].filter((key) => key !== step) : []
  if (typeof step === 'number') return [step + 1]
  if (typeof step !== 'string') return []
  return /^\d+$/.test(step) ? [String(Number(step) + 1)] : known.length > 0 ? known : [`${step}_x`]
}

const isTopLevel = (path: Path, section: RegExp) => path.length === 2 && section.test(String(path[0]))

const conditionKey = (path: Path) => path.length === 3 && /^condition$/i.test(String(path[2]))

export const aimed: readonly Mutator[] = [
  inCalls('aimed', 'a parameter is another of its type', references, ([name, ...path], own, { template }) =>
    otherParameters(template, name).map((other) => reference(own, [other, ...path])),
  ),
  inCalls('aimed', 'a parameter is its default', references, ([name, ...path], _own, { template }) => {
    const value = path.length === 0 ? defaultOf(template, name) : undefined
    return value === undefined ? [] : [value]
  }),
  inPlace('aimed', 'a literal is a parameter with that default', (value, { template, path }) =>
    /^(parameters|mappings|conditions)$/i.test(String(path[0])) || path.length < 4 || value === ''
      ? []
      : template.parameters
          .filter((one) => isSame(one.default, value))
          .map((one) => call(template.isHot ? 'get_param' : 'Ref', one.name)),
  ),
  inCalls(
    'aimed',
    'a step of a path is another',
    ['get_param', 'get_attr', 'Fn::GetAtt'],
    (path, own, { template }) =>
      path.slice(1).flatMap((step, index) => {
        const beside = index === 0 ? template.parameter(path[0])?.default : undefined
        return otherSteps(step, beside).map((other) => call(own, put(path, index + 1, other)))
      }),
  ),
  inCalls('aimed', 'a path is shorter or longer', ['get_param', 'get_attr'], (path, own) => [
    ...(path.length > 2
      ? [call(own, path.slice(0, -1)), call(own, [...path.slice(0, -2), ...path.slice(-1)])]
      : []),
    call(own, [...path, 0]),
  ]),
  inCalls(
    'aimed',
    'a parameter that chooses a step is another',
    ['get_param', 'get_attr', 'Fn::FindInMap', 'Fn::Select'],
    (path, own, { template }) =>
      path.flatMap((step, index) => {
        const [name, ...rest] = isMapping(step) ? [step.get('get_param') ?? step.get('Ref')].flat() : []
        return otherParameters(template, name as Data).map((other) =>
          call(
            own,
            put(path, index, reference(template.isHot ? 'get_param' : 'Ref', [other, ...(rest as Data[])])),
          ),
        )
      }),
  ),
  inCalls(
    'aimed',
    'an attribute is of another resource',
    ['get_attr', 'Fn::GetAtt'],
    ([resource, ...path], own, { template }) =>
      template
        .resources(template.resourceType(resource))
        .filter((one) => one !== resource)
        .map((one) => call(own, [one, ...path])),
  ),
  inCalls(
    'aimed',
    'a reference is to another resource',
    ['get_resource', 'Ref'],
    ([resource], own, { template }) =>
      template.resourceType(resource) === undefined
        ? []
        : template
            .resources(template.resourceType(resource))
            .filter((one) => one !== resource)
            .map((one) => call(own, one)),
  ),
  inPlace('aimed', 'an entry of a mapping is another', (value, { path, template }) => {
    const isMapped = /^mappings$/i.test(String(path[0])) && path.length > 2
    const isDefault = path[0] === 'parameters' && path[2] === 'default' && path.length > 3
    return (isMapped || isDefault) && typeof value === 'string' && template.locations.length > 0
      ? [`${value}-x`, '']
      : []
  }),
  inCalls('aimed', 'a condition is another', ifs, ([condition, ...branches], own, { template }) =>
    template.conditions.filter((one) => one !== condition).map((one) => call(own, [one, ...branches])),
  ),
  inPlace('aimed', 'a condition of a resource or output is another', (value, { path, template }) =>
    conditionKey(path) ? template.conditions.filter((one) => one !== value) : [],
  ),
  inPlace('aimed', 'a condition is new', (value, { path, template }) =>
    isTopLevel(path, /^(resources|outputs)$/i) &&
    isMapping(value) &&
    !value.has('condition') &&
    !value.has('Condition')
      ? template.conditions.map(
          (one) => new Map([...value, [template.isHot ? 'condition' : 'Condition', one]]),
        )
      : [],
  ),
  inPlace('aimed', 'a condition is lost', (value, { path }) =>
    isTopLevel(path, /^(resources|outputs)$/i) &&
    isMapping(value) &&
    (value.has('condition') || value.has('Condition'))
      ? [new Map([...value].filter(([key]) => key !== 'condition' && key !== 'Condition'))]
      : [],
  ),
  inCalls('aimed', 'branches change places', ifs, ([condition, one, other], own) =>
    condition === undefined || one === undefined || other === undefined || isSame(one, other)
      ? []
      : [call(own, [condition, other, one])],
  ),
  inCalls('aimed', 'a branch stands alone', ifs, ([, ...branches]) => branches),
  inPlace('aimed', 'a condition is negated', (value, { path, template }) =>
    isTopLevel(path, /^conditions$/i)
      ? [call(template.isHot ? 'not' : 'Fn::Not', template.isHot ? value : [value])]
      : [],
  ),
  inCalls('aimed', 'and is or', juncts, (operands, own) =>
    operands.length < 2
      ? []
      : [
          call(
            own.endsWith('nd')
              ? own.replace(/and/i, own === 'and' ? 'or' : 'Or')
              : own.replace(/or/i, own === 'or' ? 'and' : 'And'),
            operands,
          ),
        ],
  ),
  inCalls('aimed', 'one of two conditions is left out', juncts, (operands, own) =>
    operands.length < 2
      ? []
      : operands.length === 2
        ? operands
        : operands.map((_, index) => call(own, without(operands, index))),
  ),
  inCalls('aimed', 'a condition compares with something else', ['equals', 'Fn::Equals'], (operands, own) =>
    operands.flatMap((operand, index) => {
      if (typeof operand === 'string')
        return ['', `${operand}x`].map((one) => call(own, put(operands, index, one)))
      if (typeof operand === 'boolean') return [call(own, put(operands, index, !operand))]
      return typeof operand === 'number' ? [call(own, put(operands, index, operand + 1))] : []
    }),
  ),
  renamed('a list is made unique', ['list_concat', 'list_concat_unique']),
  renamed('a replacement is stricter', ['str_replace', 'str_replace_strict', 'str_replace_vstrict']),
  inPlace('aimed', 'placeholders swap values', (value, { path }) => {
    if (path.at(-1) !== 'params' || !isMapping(value)) return []
    const entries = [...value]
    return entries.slice(1).flatMap(([key, one], index) => {
      const [before, other] = entries[index] as [Data, Data]
      return isSame(one, other) ? [] : [new Map([...value, [key, other], [before, one]])]
    })
  }),
  inPlace('aimed', 'a placeholder is part of another', (value, { path }) => {
    if (path.at(-1) !== 'params' || !isMapping(value)) return []
    return [...value].flatMap(([key]) =>
      typeof key === 'string' && key.length > 2 && !value.has(key.slice(0, 2))
        ? [new Map([...value, [key.slice(0, 2), 'y']])]
        : [],
    )
  }),
  inCalls(
    'aimed',
    'arguments change places',
    ['filter', 'contains', 'map_merge', 'list_concat', 'Fn::Replace', 'list_join'],
    (items, own) =>
      items.slice(1).flatMap((item, index) => {
        const before = items[index] as Data
        return isSame(item, before) ? [] : [call(own, put(put(items, index, item), index + 1, before))]
      }),
  ),
  inPlace('aimed', 'loops are paired or combined', (value, { parent }) =>
    isMapping(value) && value.has('for_each') && parent !== undefined
      ? [new Map([...value, ['permutations', value.get('permutations') === false]])]
      : [],
  ),
  inPlace('aimed', 'loops swap lists', (value, { path }) => {
    if (path.at(-1) !== 'for_each' || !isMapping(value) || value.size < 2) return []
    const keys = [...value.keys()]
    return [new Map([...value.values()].reverse().map((one, index) => [keys[index] as Data, one]))]
  }),
  inCalls(
    'aimed',
    'a delimiter is another',
    ['list_join', 'Fn::Join', 'str_split', 'Fn::Split'],
    ([delimiter, ...rest], own) =>
      [',', '', '-', ' '].filter((one) => one !== delimiter).map((one) => call(own, [one, ...rest])),
  ),
  inCalls('aimed', 'a digest is another', ['digest'], ([kind, ...rest], own) =>
    ['md5', 'sha1', 'sha256'].filter((one) => one !== kind).map((one) => call(own, [one, ...rest])),
  ),
  inPlace('aimed', 'an expression is another', (value, { path }) => {
    if (path.at(-1) !== 'expression' || typeof value !== 'string') return []
    const changes = [
      value.replace('distinct()', 'toList()'),
      value.replace('first', 'last'),
      value.replace('!= null', '= null'),
      value.replace(/'([^']*)'/, "'$1 '"),
      value.replace(/\b(\d+)\b/, (digits) => String(Number(digits) + 1)),
      value.replace('$.data', '$.data.limit(1)'),
    ]
    return changes.filter((one) => one !== value)
  }),
  inPlace('aimed', 'a number is none', (value, { path }) =>
    typeof value === 'number' && /^(resources|outputs)$/i.test(String(path[0]))
      ? [Number.NaN, Number.POSITIVE_INFINITY]
      : [],
  ),
  inPlace('aimed', 'a dependency is dropped or added', (value, { path, template }) => {
    if (!isTopLevel(path, /^resources$/i) || !isMapping(value)) return []
    const key = template.isHot ? 'depends_on' : 'DependsOn'
    const others = template.resources().filter((one) => one !== path[1])
    const added = others.slice(0, 5).map((one) => new Map([...value, [key, one]]))
    return value.has(key) ? [new Map([...value].filter(([own]) => own !== key)), ...added] : added
  }),
  inPlace('aimed', 'a declaration says more', (value, { path, template }) => {
    if (!isMapping(value) || path.length !== 2 || !template.isHot) return []
    const more: Readonly<Record<string, readonly (readonly [Data, Data])[]>> = {
      parameters: [
        ['hidden', true],
        ['immutable', true],
        ['label', 'planted'],
        ['description', 'planted'],
        ['tags', ['planted']],
        ['constraints', [new Map([['length', new Map([['max', 4000]])]])]],
      ],
      resources: [
        ['description', 'planted'],
        ['external_id', 'planted'],
        ['update_policy', new Map([['planted', 1]])],
        ['metadata', new Map([['planted', 1]])],
        ['deletion_policy', 'Retain'],
      ],
      outputs: [['description', 'planted']],
    }
    const entries = more[String(path[0])] ?? []
    return entries.filter(([key]) => !value.has(key)).map((entry) => new Map([...value, entry]))
  }),
  inPlace('aimed', 'a policy is new', (value, { path, template }) =>
    isTopLevel(path, /^resources$/i) &&
    isMapping(value) &&
    !value.has('deletion_policy') &&
    !value.has('DeletionPolicy')
      ? [new Map([...value, [template.isHot ? 'deletion_policy' : 'DeletionPolicy', 'Retain']])]
      : [],
  ),
  inPlace('aimed', 'a constraint is lost or tighter', (value, { path }) => {
    if (path[0] === 'parameters' && path.length === 4 && path[2] === 'constraints' && isMapping(value)) {
      return [
        new Map([['length', new Map([['max', 3]])]]),
        ...[...value]
          .filter(([, one]) => isList(one) && one.length > 1)
          .map(([key, one]) => new Map([...value, [key, (one as readonly Data[]).slice(1)]])),
      ]
    }
    return []
  }),
]
