/** Asks Heat which templates it would refuse; see refusing.py. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const python = '/usr/bin/python3'

export const hasHeat = spawnSync(python, ['-c', 'import heat.engine.template']).status === 0

export interface Asked {
  /** Absolute for files: templates that serve as types are looked for beside it. */
  readonly path: string
  /** Left out for files. */
  readonly text?: string
  /** The path of an environment whose registry counts, with the templates of its folder; it need not exist. */
  readonly environment?: string
}

export interface Answer {
  readonly path: string
  /** What Heat refuses the template with, and when: `load`, `validate`, `create` or `class` stands before the colon. */
  readonly refused: readonly string[]
  /** Whether it is refused whatever the values of parameters are. */
  readonly always: boolean
  /** Values that cannot be resolved when a stack is there. */
  readonly fails: readonly string[]
}

/**
 * One answer for each template, in their order.
 * @param folder where refusing.py is, for a program that was bundled elsewhere
 */
export function askHeat(templates: readonly Asked[], folder: string = __dirname): readonly Answer[] {
  const asked = templates.map(({ path, text, environment }) => ({ path, text, environment }))
  const { stdout, stderr } = spawnSync(python, [join(folder, 'refusing.py')], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (answers.length !== templates.length)
    throw new Error(`${answers.length} of ${templates.length} answered: ${stderr}`)
  return answers.map((line) => JSON.parse(line) as Answer)
}

/** Whether Heat refuses a template whatever values it is given: of sample values it would name one. */
export function isRefused({ refused }: Answer): boolean {
  return refused.some((text) => !/^(?:create|class)/.test(text) && !text.includes('sample-'))
}

/** Whether Heat takes a template, in every world that was tried, with all that is in it. */
export function isTaken({ refused, fails }: Answer): boolean {
  return refused.length === 0 && fails.length === 0
}
