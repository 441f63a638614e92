/** What `diff` says of an update, and what the classes of Heat decide about it. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Value } from '../../src/heat/values/value.ts'
import type { ResourceImpact, StackImpact } from '../../src/meaning/impact/model.ts'
import { impactBetween } from '../impact/impact-of.ts'
import { type Pair, pairs } from '../impact/pairs.ts'
import { hasHeat, python } from './installed.ts'
import { numbers } from './schema-values.ts'

const withHeat = hasHeat ? describe : describe.skip

type Decisions = Readonly<Record<string, string>>

/** What Heat decides about each pair: by resource, or an error. */
function decided(asked: readonly Pair[]): readonly Decisions[] {
  const input = asked.map(({ before, after, values }) => JSON.stringify([before, after, values])).join('\n')
  const { stdout, stderr } = spawnSync(python, [join(__dirname, 'update_decisions.py')], {
    input: `${input}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  expect(stderr).toBe('')
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Decisions)
}

const outcomes = {
  refuse: 'refused',
  replace: 'replaced',
  create: 'created',
  delete: 'deleted',
  update: 'updated',
} as const

/** Changes that Heat notes in the definition of a resource, and does nothing about. */
const definitionOnly = /^(?:deletion_policy|depends_on|resources)\b/

function isFelt({ changes }: ResourceImpact): boolean {
  return changes.some(({ path }) => !definitionOnly.test(path))
}

/** What is wrong with what was said about a resource; undefined where it is right, or said to be open. */
function wrong(said: ResourceImpact | undefined, outcome: string, areAllGiven: boolean): string | undefined {
  if (said === undefined) return outcome === 'none' ? undefined : `said nothing, Heat: ${outcome}`
  const { effects } = said
  const certain = effects.filter(({ certainty }) => certainty === 'sure')
  if (effects.some(({ certainty }) => certainty === 'if'))
    return areAllGiven ? 'said on a condition though all values are given' : undefined
  if (certain.length === 0) return undefined
  const allowed: readonly string[] = certain.map(({ action }) =>
    action === 'update' && !isFelt(said) ? 'none' : outcomes[action],
  )
  return allowed.includes(outcome) ? undefined : `said ${allowed.join(', ')}, Heat: ${outcome}`
}

function mistakes(impact: StackImpact, decisions: Decisions, { values }: Pair): readonly string[] {
  const areAllGiven = Object.keys(values).length > 0
  const said = new Map(impact.resources.map((one) => [one.name, one]))
  return Object.entries(decisions).flatMap(([name, outcome]) => {
    const found = wrong(said.get(name), outcome, areAllGiven)
    return found === undefined ? [] : [`${name}: ${found}`]
  })
}

const impactOfPair = ({ before, after, values }: Pair) =>
  impactBetween(before, after, values as Readonly<Record<string, Value>>)

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonMap = { [key: string]: Json }

const isMap = (json: Json | undefined): json is JsonMap =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** All scalars below some data, each with the way to give it another value. */
function leaves(json: Json): { readonly value: Json; set(value: Json): unknown }[] {
  if (typeof json !== 'object' || json === null) return []
  const holder = json as JsonMap
  return Object.keys(holder).flatMap((key) => {
    const value = holder[key] as Json
    const own = typeof value === 'object' && value !== null ? leaves(value) : []
    return own.length > 0 ? own : [{ value, set: (next) => Object.assign(holder, { [key]: next }) }]
  })
}

function another(value: Json): Json {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' ? `${value}x` : 'x'
}

/** The template with one thing changed; undefined where there is nothing to change in that way. */
function changed(template: JsonMap, way: number, random: (below: number) => number): JsonMap | undefined {
  const made = structuredClone(template)
  const { resources, parameters } = made
  if (!isMap(resources)) return undefined
  const names = Object.keys(resources)
  const name = names[random(names.length)] as string
  const resource = resources[name]
  if (!isMap(resource)) return undefined
  const { properties } = resource
  switch (way) {
    case 0: {
      const all = isMap(properties) ? leaves(properties) : []
      const leaf = all[random(Math.max(1, all.length))]
      if (leaf === undefined) return undefined
      leaf.set(another(leaf.value))
      return made
    }
    case 1: {
      if (!isMap(properties)) return undefined
      const keys = Object.keys(properties)
      delete properties[keys[random(keys.length)] as string]
      return made
    }
    case 2:
      resource.metadata = { changed: random(9) }
      return made
    case 3:
      resource.deletion_policy = 'Retain'
      return made
    case 4:
      if (JSON.stringify(made).split(`"${name}"`).length > 2) return undefined
      resources[`${name}_x`] = resource
      delete resources[name]
      return made
    case 5: {
      const withDefault = isMap(parameters)
        ? Object.values(parameters).filter(
            (one): one is JsonMap => isMap(one) && typeof one.default === 'string',
          )
        : []
      const one = withDefault[random(Math.max(1, withDefault.length))]
      if (one === undefined) return undefined
      one.default = another(one.default as Json)
      return made
    }
    default:
      resource.type = 'OS::Heat::Value'
      return made
  }
}

/** A value for every parameter, the default where there is one. */
function valuesFor({ parameters }: JsonMap): JsonMap {
  if (!isMap(parameters)) return {}
  const some: JsonMap = { number: 1, boolean: true, json: { a: 1 }, comma_delimited_list: '1,2' }
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, one]) =>
      isMap(one) ? [[name, one.default ?? some[String(one.type)] ?? 'v'] as const] : [],
    ),
  )
}

const root = join(__dirname, '../..')
const folders = [join(root, 'corpus/hot'), join(root, '../shared/corpus/hot')]

function templates(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort()
    .map((path) => readFileSync(join(folder, path), 'utf8'))
}

/** So many updates of templates that people wrote. */
const WANTED = 200

function* randomPairs(): Generator<Pair> {
  const random = numbers(11)
  const texts = folders.flatMap(templates)
  for (let i = 0; i < 60 * WANTED; i += 1) {
    const text = texts[random(texts.length)] as string
    let template: Json
    try {
      template = parse(text) as Json
    } catch {
      continue
    }
    // As JSON both texts are read alike: dates and numbers of YAML 1.1 are none of this test's business.
    if (!isMap(template) || typeof template.heat_template_version !== 'string') continue
    const after = changed(template, i % 7, random)
    if (after === undefined) continue
    yield {
      name: `random ${i}`,
      before: JSON.stringify(template),
      after: JSON.stringify(after),
      // A default counts where nobody gives another value.
      values: i % 7 === 5 ? {} : valuesFor(template),
    }
  }
}

/** Both texts from where they part. */
function parted({ before, after }: Pair): string {
  const at = [...before].findIndex((char, i) => char !== after[i])
  return [before, after].map((text) => text.slice(Math.max(0, at - 200), at + 60)).join('\n')
}

withHeat('what an update does, against Heat', () => {
  it('is right of all pairs that were made by hand', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(60)
    const answers = decided(pairs)
    const found = pairs.flatMap((pair, i) => {
      const answer = answers[i] as Decisions
      if (answer.error !== undefined) return [`${pair.name}: ${answer.error}`]
      return mistakes(impactOfPair(pair), answer, pair).map((one) => `${pair.name}: ${one}`)
    })
    expect(found).toEqual([])
    const told = answers.map((answer) => Object.values(answer).join(' '))
    for (const outcome of ['replaced', 'updated', 'created', 'deleted', 'refused', 'none'])
      expect(told.filter((one) => one.includes(outcome)).length).toBeGreaterThan(0)
  })

  it('is right of random changes of templates', () => {
    const asked = [...randomPairs()].slice(0, 4 * WANTED)
    const answers = decided(asked)
    const taken = asked
      .map((pair, i) => [pair, answers[i] as Decisions] as const)
      .filter(([, one]) => one.error === undefined)
      // Properties that a class does not take are refused beforehand, which `check` is asked about.
      .filter(([, one]) => !Object.values(one).includes('invalid'))
    expect(taken.length).toBeGreaterThanOrEqual(WANTED)
    const found = taken.flatMap(([pair, answer]) =>
      mistakes(impactOfPair(pair), answer, pair).map((one) => `${pair.name}: ${one}\n${parted(pair)}`),
    )
    expect(found.slice(0, 5)).toEqual([])
  })
})
