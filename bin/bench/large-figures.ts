import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import { transforms } from '../../transforms/registry.ts'
import type { Figure } from './figure.ts'
import { largeJson } from './large-template.ts'
import { type Usage, usageOf } from './processes.ts'

const MEGABYTE = 1_000_000
/** The same template is shorter by this factor in YAML, and in JSON without blanks. */
const JSON_PER_YAML = 1.65
const JSON_PER_MINIFIED = 2.13

const PEAK = 700
/** Twice the input, twice the time, and a little for the noise of the machine. */
const DOUBLE = 2.2

interface Case {
  readonly name: string
  readonly extension: 'json' | 'min.json' | 'yaml'
  readonly to: string
  /** MB */
  readonly mostMemory: number
}

const cases: readonly Case[] = [
  { name: 'JSON to HOT', extension: 'json', to: '2018-08-31', mostMemory: PEAK },
  { name: 'JSON to YAML', extension: 'json', to: 'cfn-yaml', mostMemory: PEAK },
  { name: 'JSON on one line to HOT', extension: 'min.json', to: '2018-08-31', mostMemory: 600 },
  { name: 'YAML to HOT', extension: 'yaml', to: '2018-08-31', mostMemory: PEAK },
]

function minified(json: string): string {
  return JSON.stringify(JSON.parse(json))
}

function asYaml(json: string): string {
  const engine = createEngine({
    chain: 'migrate',
    to: 'cfn-yaml',
    accept: [],
    partial: false,
    registry: transforms,
  })
  const { after } = engine.run({ path: 'a.json', bytes: new TextEncoder().encode(json) })
  if (after === undefined) throw new Error('the large template was not converted')
  return after
}

/**
 * The whole command on templates of 5 and 10 MB, diff included.
 *
 * @param hotshift path of the executable
 * @param folder an empty one to work in
 */
export function largeFigures(hotshift: string, folder: string): readonly Figure[] {
  for (const size of [5, 10]) {
    writeFileSync(join(folder, `${size}.json`), largeJson(size * MEGABYTE))
    writeFileSync(join(folder, `${size}.min.json`), minified(largeJson(size * MEGABYTE * JSON_PER_MINIFIED)))
    writeFileSync(join(folder, `${size}.yaml`), asYaml(largeJson(size * MEGABYTE * JSON_PER_YAML)))
  }
  return cases.flatMap(({ name, extension, to, mostMemory }) => {
    const run = (size: number) => usageOf([hotshift, 'migrate', `${size}.${extension}`, '--to', to], folder)
    const five = leastOf(run(5), run(5))
    const ten = leastOf(run(10), run(10))
    const note = `${five.cpu.toFixed(0)} ms of CPU for 5 MB, ${ten.cpu.toFixed(0)} ms for 10 MB`
    const memory = {
      name: `10 MB, ${name}: memory`,
      value: ten.peak,
      unit: 'MB',
      note: 'peak of the whole process',
    } as const
    return [
      { ...memory, target: mostMemory },
      {
        name: `10 MB, ${name}: time against 5 MB`,
        value: ten.cpu / five.cpu,
        target: DOUBLE,
        unit: 'x',
        note,
      },
    ] satisfies Figure[]
  })
}

/** The better time of two runs; the worse peak. */
function leastOf(one: Usage, other: Usage): Usage {
  return {
    cpu: Math.min(one.cpu, other.cpu),
    wall: Math.min(one.wall, other.wall),
    peak: Math.max(one.peak, other.peak),
  }
}
