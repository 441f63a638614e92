/** The rules of Heat's templates, and all codes of what `check` finds. */
import { type Behaviour, behavesAs, type CodeFacts } from './code-facts.ts'
import { type CheckCode, checkCodes } from './codes.ts'
import type { Rule, RuleCode } from './rule.ts'
import { circularDependency } from './rules/circular-dependency.ts'
import { defaultLimit } from './rules/default-limit.ts'
import { noResources } from './rules/no-resources.ts'
import type { CheckProblem } from './scope.ts'

/** In the order in which they are asked. */
export const heatRules = [circularDependency, defaultLimit, noResources] as const

type CodeOf<One> = One extends Rule<infer Code> ? Code : never

/** A code that a rule declares. */
type HeatRuleCode = CodeOf<(typeof heatRules)[number]>

/** A code of what `check` finds in a template. */
export type TemplateCode = CheckCode | HeatRuleCode

/** What is found in a template. */
export type TemplateProblem = CheckProblem<TemplateCode>

/** What the rules say of their codes. */
export const ruleCodes: Readonly<Record<HeatRuleCode, RuleCode>> = Object.assign(
  {},
  ...heatRules.map(({ codes }) => codes),
)

/** All codes of what `check` finds, with what is known of each. */
export const templateCodes: Readonly<Record<TemplateCode, CodeFacts>> = { ...checkCodes, ...ruleCodes }

/** Whether such a code behaves in a way. */
export function checkBehaves(code: TemplateCode, as: Behaviour): boolean {
  return behavesAs(templateCodes[code], as)
}
