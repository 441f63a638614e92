/** Each kind of key in each kind of value, by the rules of each of Heat's classes, as record-steps.py recorded them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonText, parseJson } from '../../src/heat/values/json-text.ts'
import { Failure, sameValue, type Value, type ValueMap } from '../../src/heat/values/value.ts'
import { walked } from '../../src/meaning/attributes.ts'
import { Budget } from '../../src/meaning/budget.ts'
import { orFailure } from '../../src/meaning/failing.ts'
import { readProgram } from '../../src/meaning/program.ts'
import { defaultSample } from '../../src/meaning/sample.ts'
import { SampledWorld } from '../../src/meaning/sampled-world.ts'
import { valueIn } from '../../src/meaning/snippet.ts'
import { attributePath, TemplateLowering } from '../../src/meaning/terms/lowering.ts'
import { Terms, valueOf } from '../../src/meaning/terms/term.ts'
import { mappingOf } from '../document/documents.ts'

const recorded = (
  parseJson(readFileSync(join(__dirname, 'steps.json'), 'utf8')) as readonly (readonly Value[])[]
).map(([name, container, key, found]) => ({
  name: String(name),
  container: container as Value,
  key: key as Value,
  found: found as ValueMap,
}))
type Recorded = (typeof recorded)[number]

const written = (value: Value) => jsonText(value, 'as it is')

/** A template of a version that has the function, with the value in a parameter, and beside it in the call. */
function programOf({ name, container, key }: Recorded) {
  const call =
    name === 'get_param'
      ? `{get_param: [p, c, ${written(key)}]}`
      : `{"Fn::Select": [${written(key)}, ${written(container)}]}`
  const root = mappingOf(`heat_template_version: 2013-05-23
parameters: {p: {type: json, default: {c: ${written(container)}}}}
outputs: {o: {value: ${call}}}
`)
  return readProgram(root, { kind: 'hot', version: '2013-05-23' })
}

/** What is computed, and what the proof says; null where it leaves the question open. */
function answers(one: Recorded): readonly [Value, { readonly value: Value } | null] {
  const terms = new Terms(Budget.ofTerms(1000))
  if (one.name === 'get_attr') {
    const term = attributePath(terms, terms.data(one.container), [terms.data(one.key)])
    return [walked(one.container, [one.key]), term.isData ? { value: valueOf(term) } : null]
  }
  const program = programOf(one)
  const value = program.outputs.get('o')?.value ?? null
  const given = new Map([['p', terms.data(new Map([['c', one.container]]))]])
  const lowering = new TemplateLowering(terms, program, { values: 'heat', given })
  const term = lowering.collected(() => lowering.lower(value)).made
  const proved =
    term.tag === 'refused' ? { value: term.failure } : term.isData ? { value: valueOf(term) } : null
  return [orFailure(() => valueIn(value, new SampledWorld(program, defaultSample()))), proved]
}

function isFound(value: Value, { found }: Recorded): boolean {
  if (found.has('error')) return value instanceof Failure
  return !(value instanceof Failure) && sameValue(value, found.get('value') as Value)
}

const described = ({ name, container, key, found }: Recorded, ours: Value) =>
  `${name} ${written(container)} ${written(key)}: ${ours instanceof Failure ? ours.error : written(ours)} | ${written(found)}`

it.each(['get_param', 'get_attr', 'Fn::Select'])('%s', (name) => {
  const wrong: string[] = []
  let known = 0
  const own = recorded.filter((one) => one.name === name)
  for (const one of own) {
    const [value, proved] = answers(one)
    if (!isFound(value, one)) wrong.push(`evaluation: ${described(one, value)}`)
    if (proved === null) continue
    known += 1
    if (!isFound(proved.value, one)) wrong.push(`proof: ${described(one, proved.value)}`)
  }
  expect(wrong).toEqual([])
  expect(known / own.length).toBeGreaterThan(0.6)
})
