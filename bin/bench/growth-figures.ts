// Ten times as much of one thing: what becomes quadratic costs a hundred times as much.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { usageOf } from './processes.ts'

/** Ten times, and some room for the start of the process on one side and the garbage on the other. */
const TENFOLD = 14

const head = 'heat_template_version: 2016-10-14\n'
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('')
const value = (index: number, text: string) =>
  `  r${index}:\n    type: OS::Heat::Value\n    properties: {value: ${text}}\n`

/** Templates of HOT with `count` of one thing, each with something that depends on it. */
const templates: Readonly<Record<string, (count: number) => string>> = {
  parameters: (count) =>
    `${head}parameters:\n${many(count, (index) => `  p${index}: {type: string, default: d${index}}\n`)}resources:\n${many(count, (index) => value(index, `{get_param: p${index}}`))}`,
  conditions: (count) =>
    `${head}parameters:\n  env: {type: string, default: a}\nconditions:\n${many(count, (index) => `  c${index}: {equals: [{get_param: env}, e${index}]}\n`)}resources:\n${many(count, (index) => value(index, `{if: [c${index}, yes, no]}`))}`,
  references: (count) =>
    `${head}resources:\n${value(0, '1')}${many(count - 1, (index) => value(index + 1, `{get_attr: [r${index}, value]}`))}`,
  resources: (count) => `${head}resources:\n${many(count, (index) => value(index, `v${index}`))}`,
}

const commands: Readonly<Record<string, readonly string[]>> = {
  upgrade: ['upgrade', '--to', '2018-08-31', '--quiet'],
  check: ['check', '--quiet'],
  'extract-defaults': ['extract-defaults', '--quiet'],
  'remediate --lossy': ['remediate', '--profile', 'onap', '--lossy', '--quiet'],
}

/**
 * @param hotshift path of the executable
 * @param folder an empty one to work in
 */
export function growthFigures(hotshift: string, folder: string): readonly Figure[] {
  return Object.entries(templates).flatMap(([what, template]) => {
    for (const count of [1000, 10_000]) writeFileSync(join(folder, `${what}-${count}.yaml`), template(count))
    return Object.entries(commands).map(([name, args]): Figure => {
      const run = (count: number) => usageOf([hotshift, ...args, `${what}-${count}.yaml`], folder).cpu
      const [few, more] = [Math.min(run(1000), run(1000)), run(10_000)]
      const note = `${few.toFixed(0)} ms of CPU for 1,000, ${more.toFixed(0)} ms for 10,000`
      return { name: `${name}: ten times the ${what}`, value: more / few, target: TENFOLD, unit: 'x', note }
    })
  })
}
