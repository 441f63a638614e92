/** The examples of `explain`, to be run. */
import { type Example, type Files, filesOf } from '../../src/engine/explanations/explanation.ts'
import { explanations } from '../../src/engine/explanations/explanations.ts'

/** A code with its example. */
export type Case = readonly [code: string, example: Example]

export const cases: readonly Case[] = Object.entries(explanations).flatMap(([code, { example }]) =>
  example === undefined ? [] : [[code, example] as const],
)

/** What needs a shell, or Node to load a module as users do. */
export const needsShell = ({ setup, command }: Example) =>
  setup !== undefined || command.includes("'") || command.includes('.mjs')

export const givenFiles = (example: Example): Files => filesOf(example, example.before)
export const correctedFiles = (example: Example): Files => filesOf(example, example.after ?? {})

/** Whether a report names a finding of this code. */
export const reports = (text: string, code: string) => new RegExp(`(?<![\\w:/-])${code}(?![\\w-])`).test(text)
