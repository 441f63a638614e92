/** Holds what our evaluator makes of templates against what Heat makes of them, sample by sample. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectOf } from '../../src/heat/dialect.ts'
import { recognise } from '../../src/heat/kind.ts'
import { resourceTypeFacts } from '../../src/heat/resource-types.ts'
import { declarations } from '../../src/heat/sections.ts'
import { jsonText, parseJson } from '../../src/heat/values/json-text.ts'
import { isList, isMap, type Key, type Value, type ValueMap } from '../../src/heat/values/value.ts'
import { Differences } from '../../src/meaning/differences.ts'
import { type Program, readProgram } from '../../src/meaning/program.ts'
import { tellingOf } from '../../src/meaning/resource-graph.ts'
import { type EnvironmentValues, emptyEnvironment, type Sample } from '../../src/meaning/sample.ts'
import { SampleFrame, Samples } from '../../src/meaning/samples.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { mapOf, stringOf, valueOf } from '../../src/text/document/read.ts'
import { evaluated, hasFailure, plain, sampleText } from './evaluated.ts'
import { python } from './installed.ts'

export interface Agreement {
  readonly path: string
  /** How many samples were resolved by both. */
  readonly samples: number
  /** In how many of them a condition was not known to us, so that only parameters were compared. */
  readonly unknown: number
  /** `sample: path: ours | Heat's`, empty when they agree. */
  readonly disagreements: readonly string[]
  /** Heat refuses the template altogether. */
  readonly refused?: string
}

interface Question {
  readonly path: string
  readonly program: Program
  readonly samples: readonly Sample[]
  readonly types: Value
  readonly environment: EnvironmentValues
}

/** The templates among the files, each with its samples. */
export function questionOf(
  path: string,
  environment: EnvironmentValues = emptyEnvironment,
  text = readFileSync(path, 'utf8'),
): Question | undefined {
  const reading = readDocument(text)
  if ('problem' in reading || reading.document.root?.kind !== 'map') return undefined
  const { root, syntax } = reading.document
  const dialect = dialectOf(recognise(root, syntax), 'heat')
  if (dialect === undefined) return undefined
  const program = readProgram(root, dialect)
  const environments = { before: environment, after: environment }
  const samples = new Samples(new SampleFrame(program, program, { environments }), tellingOf(program))
  return {
    path,
    program,
    samples: [...samples.first(), ...samples.shapes()],
    types: typesIn(root),
    environment,
  }
}

/** The attribute types that Heat declares, of every resource type in the template. */
function typesIn(root: Mapping): Value {
  const types = new Map<Key, Value>()
  for (const node of declarations(root).resources.values()) {
    const type = stringOf(valueOf(mapOf(node), 'Type', 'type'))
    const facts = type === undefined ? undefined : resourceTypeFacts(type)
    if (type === undefined || facts === undefined) continue
    types.set(type, new Map([...facts.attributes].map(([name, schema]) => [name, schema])))
  }
  return types
}

/** Holds what we make of templates against what Heat makes of them. */
export function agreements(questions: readonly Question[]): Agreement[] {
  const answers = heatAnswers(questions)
  return questions.map((question, index) => agreement(question, answers[index] ?? null))
}

/** Asks Heat about all templates at once: what it makes of each, sample by sample. */
export function heatAnswers(questions: readonly Question[]): readonly Value[] {
  const request = questions.map(({ path, samples, types, environment }) => {
    const [parameters, defaults] = [environment.parameters, environment.defaults].map((one) =>
      jsonText(one, 'as it is'),
    )
    return `{"path": ${JSON.stringify(path)}, "types": ${jsonText(types, 'as it is')}, "parameters": ${parameters}, "parameter_defaults": ${defaults}, "samples": [${samples.map(sampleText).join(', ')}]}`
  })
  const run = spawnSync(python, [join(__dirname, 'resolve.py')], {
    input: `[${request.join(',\n')}]`,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const answers = run.stdout.split('\n').filter((line) => line !== '')
  if (answers.length !== questions.length) throw new Error(`resolve.py: ${run.stderr}`)
  return answers.map((one) => parseJson(one))
}

function errorIn(value: Value | undefined): string | undefined {
  const error = isMap(value) ? value.get('<error>') : undefined
  return error === undefined ? undefined : `${String(error)}: ${String((value as ValueMap).get('<reason>'))}`
}

function agreement({ path, program, samples, environment }: Question, answer: Value): Agreement {
  const refused = errorIn(answer)
  if (refused !== undefined) return { path, samples: 0, unknown: 0, disagreements: [], refused }
  const disagreements: string[] = []
  const answers = isList(answer) ? answer : []
  let unknown = 0
  for (const [index, sample] of samples.entries()) {
    const heat = answers[index] as Value
    const whole = errorIn(heat)
    if (whole !== undefined) {
      disagreements.push(`${sample.name}: Heat fails as a whole: ${whole}`)
      continue
    }
    const ours = evaluated(program, sample, environment)
    if (!ours.has('conditions')) unknown += 1
    disagreements.push(...comparedIn(sample.name, ours, heat as ValueMap))
  }
  return { path, samples: samples.length, unknown, disagreements }
}

/**
 * One bad condition or resource makes Heat refuse all of them, and whatever refers to one. Then we must
 * have found something that fails, too, and nothing else can be compared.
 */
function comparedIn(sample: string, ours: ReadonlyMap<string, Value>, heat: ValueMap): string[] {
  const refusals = ['conditions', 'resources', 'outputs'].filter(
    (part) => errorIn(heat.get(part)) !== undefined,
  )
  const all = [...ours.keys()].filter((part) => refusals.length === 0 || part === 'parameters')
  const found = all.flatMap((part) =>
    compared(part, ours.get(part) as Value, heat.get(part) as Value, sample),
  )
  const isUnknown = !ours.has('conditions')
  const isMissed = refusals.length > 0 && !isUnknown && ![...ours.values()].some(hasFailure)
  return isMissed
    ? [
        ...found,
        `${sample}: Heat rejects ${refusals.map((part) => `${part}: ${errorIn(heat.get(part))}`).join(', ')}`,
      ]
    : found
}

function compared(part: string, ours: Value, heat: Value, sample: string): string[] {
  const found = new Differences()
  const manner = { world: sample, notReady: false, renamed: new Map<string, string>() }
  const [known, theirs] = withoutUnknown(plain(ours), withoutReasons(heat))
  found.compare(part, known, theirs, manner)
  return found.all.map(({ path, before, after }) => `${sample}: ${path}: ${before} | ${after}`)
}

/**
 * Both without what ours does not know, and without functions that a version has removed: Heat refuses
 * them when it validates the template, and resolves them to the data that they look like.
 */
function withoutUnknown(ours: Value, heat: Value): [Value, Value] {
  const isRemoved = isMap(ours) && ours.get('<error>') === 'InvalidTemplateVersion'
  if (isRemoved || (isMap(ours) && ours.has('<unknown>'))) return [null, null]
  if (isList(ours) && isList(heat) && ours.length === heat.length) {
    const pairs = ours.map((item, index) => withoutUnknown(item, heat[index] as Value))
    return [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  }
  if (!isMap(ours) || !isMap(heat)) return [ours, heat]
  const [one, other] = [new Map(ours), new Map(heat)]
  for (const [key, value] of ours) {
    const theirs = heat.get(key)
    if (theirs === undefined) continue
    const pair = withoutUnknown(value, theirs)
    one.set(key, pair[0])
    other.set(key, pair[1])
  }
  return [one, other]
}

function withoutReasons(value: Value): Value {
  if (isList(value)) return value.map(withoutReasons)
  if (!isMap(value)) return value
  return new Map(
    [...value].filter(([key]) => key !== '<reason>').map(([key, one]) => [key, withoutReasons(one)]),
  )
}
