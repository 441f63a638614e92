/** The rules of Heat's templates, and all codes of what `check` finds. */

import type { RuleCode } from '../heat/code-facts.ts'
import { type Behaviour, behavesAs } from '../heat/code-facts.ts'
import { type CheckCode, checkCodes } from './codes.ts'
import { circularDependency } from './rules/circular-dependency.ts'
import { absentFiles } from './rules/client-files.ts'
import { cloudVersion } from './rules/cloud-version.ts'
import { conditions } from './rules/conditions.ts'
import { constantComparisons } from './rules/constant-comparisons.ts'
import { dataCalls } from './rules/data-calls.ts'
import { defaultLimit } from './rules/default-limit.ts'
import { ownDeployments, unreadDeployments } from './rules/deployments.ts'
import { excludedReferences } from './rules/excluded-references.ts'
import { functionCalls } from './rules/function-calls.ts'
import { memberReferences } from './rules/member-references.ts'
import { mergeKeys } from './rules/merge-keys.ts'
import { misreadValues } from './rules/misread-values.ts'
import { noResources } from './rules/no-resources.ts'
import { nullAttributes } from './rules/null-attributes.ts'
import { outputs } from './rules/outputs.ts'
import { parameterPaths } from './rules/parameter-paths.ts'
import { parameters } from './rules/parameters.ts'
import { memberNumbers, placeholders } from './rules/placeholders.ts'
import { relations } from './rules/relations.ts'
import { removedFeatures } from './rules/removed-features.ts'
import { resources } from './rules/resources.ts'
import { unreadScripts } from './rules/scripts.ts'
import { sections } from './rules/sections.ts'
import { sentNames } from './rules/sent-names.ts'
import { serviceValues } from './rules/service-values.ts'
import { softwareInputs } from './rules/software-inputs.ts'
import { tags } from './rules/tags.ts'
import { unreadKeys } from './rules/unread-keys.ts'
import { unusedDeclarations } from './rules/unused-declarations.ts'
import { unusedResources } from './rules/unused-resources.ts'
import { visibleSecrets } from './rules/visible-secrets.ts'
import { withValues } from './rules/with-values.ts'
import type { CheckProblem } from './scope.ts'

/** In the order in which they are asked in their stage. */
export const heatRules = [
  mergeKeys,
  sentNames,
  cloudVersion,
  sections,
  parameters,
  tags,
  resources,
  outputs,
  conditions,
  functionCalls,
  memberReferences,
  softwareInputs,
  ...serviceValues,
  ...removedFeatures,
  absentFiles,
  excludedReferences,
  ...relations,
  unreadDeployments,
  ownDeployments,
  nullAttributes,
  circularDependency,
  defaultLimit,
  withValues,
  misreadValues,
  constantComparisons,
  parameterPaths,
  placeholders,
  memberNumbers,
  dataCalls,
  unreadKeys,
  unreadScripts,
  visibleSecrets,
  noResources,
  unusedDeclarations,
  unusedResources,
] as const

/** A code that a rule declares. */
type HeatRuleCode = CodesOf<(typeof heatRules)[number]>

type CodesOf<One> = One extends { readonly codes: infer Codes } ? keyof Codes & string : never

/** A code of what `check` finds in a template. */
export type TemplateCode = CheckCode | HeatRuleCode

/** What is found in a template. */
export type TemplateProblem = CheckProblem<TemplateCode>

/** All codes of what `check` finds, with what is known of each. */
export const templateCodes: Readonly<Record<TemplateCode, RuleCode>> = Object.assign(
  { ...checkCodes },
  ...heatRules.map(({ codes }) => codes),
)

/** Whether such a code behaves in a way. */
export function checkBehaves(code: TemplateCode, as: Behaviour): boolean {
  return behavesAs(templateCodes[code], as)
}
