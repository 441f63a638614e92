/** Rules of a user's own, who may write JavaScript: a mistake is named before anything is checked. */
import type { CodeFacts } from '../heat/code-facts.ts'
import { memoized } from '../text/document/attached.ts'
import type { AnyRule } from './rule.ts'

/** The code of a finding of somebody's own rule: its family and its name, so that no code of hotshift is ever the same. */
export type OwnCode = `${string}/${string}`

export const ownCodeForm = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/

/** Whether a code is one that only a rule of somebody's own can have. */
export function isOwnCode(code: string): code is OwnCode {
  return code.includes('/')
}

export type OwnCodes = Readonly<Record<string, CodeFacts>>

/** The codes of rules that are none of hotshift's. */
export const ownCodes = memoized(
  (rules: readonly AnyRule[]): OwnCodes =>
    Object.assign(
      {},
      ...rules.map(({ codes }) => codes).filter((codes) => Object.keys(codes).some(isOwnCode)),
    ),
)

const severities: readonly unknown[] = ['error', 'warning', 'info']

/**
 * The rule that a module exports, with what it may leave out.
 * @throws Error for what is no rule, with the reason
 */
export function ownRule(exported: unknown): AnyRule {
  if (typeof exported !== 'object' || exported === null) throw new Error('it exports no rule by default')
  const { codes, asks = 'template', find, source = 'a rule of your own' } = exported as Partial<AnyRule>
  if (typeof find !== 'function') throw new Error('the rule has no function find')
  if (asks !== 'template' && asks !== 'resource' && asks !== 'stack')
    throw new Error('a rule asks about the template, each resource or a stack: write asks: "resource"')
  if (typeof codes !== 'object' || codes === null || Object.keys(codes).length === 0)
    throw new Error('the rule has no codes')
  for (const [code, { title, severity, help }] of Object.entries(codes)) {
    if (!ownCodeForm.test(code))
      throw new Error(`the code "${code}" has no family in front, such as acme/${code}`)
    if (typeof title !== 'string' || typeof help !== 'string')
      throw new Error(`the code "${code}" needs a title and help`)
    if (!severities.includes(severity))
      throw new Error(`the severity of "${code}" must be error, warning or info`)
  }
  return { ...exported, codes, asks, find, source } as AnyRule
}
