/** Pairs of values: each seed of seeds.yaml in each of the contexts in which a value may stand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Dialect, surroundings, type Written } from './worlds.ts'

/** What the seed is meant to be: Heat has the last word. */
export type Meant = 'equal' | 'refines' | 'near'

export interface SourcePair {
  readonly className: string
  readonly dialect: Dialect
  readonly meant: Meant
  readonly context: string
  readonly seed: readonly [before: Written, after: Written]
  /** Both in the context, as JSON. */
  readonly values: readonly [before: string, after: string]
  readonly templates: readonly [before: string, after: string]
}

interface Context {
  readonly name: string
  readonly around: (value: Written) => Written
  readonly at?: 'property'
}

const hotContexts: readonly Context[] = [
  { name: 'output', around: (value) => value },
  { name: 'property', around: (value) => value, at: 'property' },
  { name: 'item', around: (value) => ['z', value] },
  { name: 'entry', around: (value) => ({ k: value, z: 'z' }) },
  { name: 'branch', around: (value) => ({ if: ['flag', value, 'z'] }) },
  { name: 'joined', around: (value) => ({ list_join: ['-', ['z', value]] }) },
  { name: 'list joined', around: (value) => ({ list_join: [',', value] }) },
  { name: 'replaced', around: (value) => ({ str_replace: { template: 'a $k b', params: { $k: value } } }) },
  { name: 'list', around: (value) => ({ list_concat: [value, ['z']] }) },
  { name: 'map', around: (value) => ({ map_merge: [value, { z: 'z' }] }) },
  { name: 'loop', around: (value) => ({ repeat: { template: 'z-%i%', for_each: { '%i%': value } } }) },
  { name: 'data', around: (value) => ({ yaql: { expression: '$.data.v', data: { v: value } } }) },
]

const cfnContexts: readonly Context[] = [
  { name: 'output', around: (value) => value },
  { name: 'property', around: (value) => value, at: 'property' },
  { name: 'item', around: (value) => ['z', value] },
  { name: 'entry', around: (value) => ({ k: value, z: 'z' }) },
  { name: 'branch', around: (value) => ({ 'Fn::If': ['prod', value, 'z'] }) },
  { name: 'joined', around: (value) => ({ 'Fn::Join': ['-', ['z', value]] }) },
  { name: 'replaced', around: (value) => ({ 'Fn::Replace': [{ $k: value }, 'a $k b'] }) },
  { name: 'selected', around: (value) => ({ 'Fn::Select': ['1', ['z', value]] }) },
]

/** JSON in which floats stay floats, which are the numbers of seeds.yaml that are not bigints. */
function json(value: Written): string {
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${json(one)}`)
  return `{${entries.join(', ')}}`
}

interface SeedsOfClass {
  readonly cfn?: true
  readonly equal?: readonly (readonly [Written, Written])[]
  readonly refines?: readonly (readonly [Written, Written])[]
  readonly near?: readonly (readonly [Written, Written])[]
}

function inTurn(contexts: readonly Context[], count: number, turn: number): readonly Context[] {
  const [first, ...others] = contexts
  const chosen = Array.from({ length: Math.min(count, contexts.length) - 1 }, (_, index) => {
    const at = (turn * (count - 1) + index) % others.length
    return others[at] as Context
  })
  return first === undefined ? [] : [first, ...chosen]
}

/** A template with the value, in JSON, as an output or as a property. */
function templateWith(dialect: Dialect, value: string, at: Context['at']): string {
  const base = surroundings[dialect] as Record<string, Record<string, unknown>>
  const isHot = dialect === 'hot'
  const mark = '<the value>'
  const output = isHot ? { outputs: { o: { value: mark } } } : { Outputs: { o: { Value: mark } } }
  const resource = isHot
    ? { resources: { ...base.resources, r: { type: 'OS::Heat::Value', properties: { value: mark } } } }
    : { Resources: { ...base.Resources, r: { Type: 'OS::Heat::Value', Properties: { value: mark } } } }
  const template = JSON.stringify({ ...base, ...(at === 'property' ? resource : output) })
  return template.replace(JSON.stringify(mark), () => value)
}

/**
 * @param folder this one, of the project
 * @param count in how many contexts each seed stands: the first, and others in turn
 */
export function sourcePairs(folder: string, count: number): readonly SourcePair[] {
  let turn = 0
  const classes = parse(readFileSync(join(folder, 'seeds.yaml'), 'utf8'), { intAsBigInt: true }) as Record<
    string,
    SeedsOfClass
  >
  return Object.entries(classes).flatMap(([className, seeds]) => {
    const dialect = seeds.cfn === true ? 'cfn' : 'hot'
    const contexts = dialect === 'hot' ? hotContexts : cfnContexts
    return (['equal', 'refines', 'near'] as const).flatMap((meant) =>
      (seeds[meant] ?? []).flatMap((seed) =>
        inTurn(contexts, count, turn++).map(({ name, around, at }): SourcePair => {
          const values = seed.map((value) => json(around(value))) as [string, string]
          const templates = values.map((value) => templateWith(dialect, value, at)) as [string, string]
          return { className, dialect, meant, context: name, seed, values, templates }
        }),
      ),
    )
  })
}
