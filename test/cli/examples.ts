/** The examples of `explain`, to be run. */
import {
  allExplanations,
  type Example,
  type Files,
  filesAfter,
  filesBefore,
} from '../../src/apps/cli/explain/explained.ts'

/** A code with its example. */
export type Case = readonly [code: string, example: Example]

export const cases: readonly Case[] = Object.entries(allExplanations()).flatMap(([code, { example }]) =>
  example === undefined ? [] : [[code, example] as const],
)

/** What needs a shell, or Node to load a module as users do. */
export const needsShell = ({ setup, command }: Example) =>
  setup !== undefined || command.includes("'") || command.includes('.mjs')

export const givenFiles = filesBefore
export const correctedFiles = (example: Example): Files => filesAfter(example) ?? {}

/** Whether a report names a finding of this code. */
export const reports = (text: string, code: string) => new RegExp(`(?<![\\w:/-])${code}(?![\\w-])`).test(text)
