/** What Heat makes of stacks of several layers: what the resources at the bottom are made of. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { python } from './installed.ts'

export interface Stack {
  /** `t.yaml` is the template that the stack is created from, `t.env` its environment. */
  readonly files: Readonly<Record<string, string>>
  readonly parameters?: Readonly<Record<string, unknown>>
}

export interface Layers {
  /** Why Heat refuses the stack. */
  readonly refused: string | null
  /** The properties of each resource at the bottom. */
  readonly servers: readonly Readonly<Record<string, unknown>>[]
  /** Where each is, by the names of the resources above it. */
  readonly paths: readonly string[]
}

/**
 * @param folder that of layers.py
 * @throws Error if Heat does not answer for each
 */
export function layersOf(stacks: readonly Stack[], folder = __dirname): readonly Layers[] {
  const { stdout, stderr } = spawnSync(python, [join(folder, 'layers.py')], {
    input: JSON.stringify(stacks),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (answers.length !== stacks.length)
    throw new Error(`${answers.length} of ${stacks.length} answered: ${stderr}`)
  return answers.map((line) => JSON.parse(line))
}
