/** Asks Heat which templates it would refuse; see refusing.py. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { python } from './installed.ts'

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

/** What was answered before: the same template often comes out of several versions. */
const answered = new Map<string, Answer>()

/**
 * One answer for each template, in their order. Files are taken not to change meanwhile.
 * @param folder where refusing.py is, for a program that was bundled elsewhere
 */
export function askHeat(templates: readonly Asked[], folder: string = __dirname): readonly Answer[] {
  const keys = templates.map(({ path, text, environment }) => JSON.stringify({ path, text, environment }))
  const asked = [...new Set(keys)].filter((key) => !answered.has(key))
  if (asked.length > 0) ask(asked, folder)
  return keys.map((key) => answered.get(key) as Answer)
}

function ask(asked: readonly string[], folder: string): void {
  const { stdout, stderr } = spawnSync(python, [join(folder, 'refusing.py')], {
    input: `[${asked.join(',')}]`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (answers.length !== asked.length)
    throw new Error(`${answers.length} of ${asked.length} answered: ${stderr}`)
  asked.forEach((key, index) => {
    answered.set(key, JSON.parse(answers[index] ?? ''))
  })
}

/** Whether Heat refuses a template whatever values it is given: of sample values it would name one. */
export function isRefused({ refused }: Answer): boolean {
  return refused.some((text) => !/^(?:create|class)/.test(text) && !text.includes('sample-'))
}

/** Whether Heat takes a template, in every world that was tried, with all that is in it. */
export function isTaken({ refused, fails }: Answer): boolean {
  return refused.length === 0 && fails.length === 0
}
