/** The rules of Heat's templates and environments, and all codes of what `check` finds. */

import type { RuleCode } from '../heat/code-facts.ts'
import { type Behaviour, behavesAs } from '../heat/code-facts.ts'
import { type CheckCode, checkCodes } from './codes.ts'
import { circularDependency } from './heat/circular-dependency.ts'
import { absentFiles } from './heat/client-files.ts'
import { cloudVersion } from './heat/cloud-version.ts'
import { conditions } from './heat/conditions.ts'
import { constantComparisons } from './heat/constant-comparisons.ts'
import { dataCalls } from './heat/data-calls.ts'
import { declaredVersion } from './heat/declared-version.ts'
import { defaultLimit } from './heat/default-limit.ts'
import { ownDeployments, unreadDeployments } from './heat/deployments.ts'
import { environmentValues } from './heat/environment-values.ts'
import { environmentActions, namedResources, sectionsOfEnvironments } from './heat/environments.ts'
import { excludedReferences } from './heat/excluded-references.ts'
import { functionCalls } from './heat/function-calls.ts'
import { ignoredSources } from './heat/ignored-sources.ts'
import { jsonSource } from './heat/json-source.ts'
import { laterEnvironments } from './heat/later-environments.ts'
import { memberReferences } from './heat/member-references.ts'
import { mergeKeys } from './heat/merge-keys.ts'
import { misreadValues } from './heat/misread-values.ts'
import { noResources } from './heat/no-resources.ts'
import { nullAttributes } from './heat/null-attributes.ts'
import { outputs } from './heat/outputs.ts'
import { parameterPaths } from './heat/parameter-paths.ts'
import { parameters } from './heat/parameters.ts'
import { memberNumbers, placeholders } from './heat/placeholders.ts'
import { registries } from './heat/registries.ts'
import { relations } from './heat/relations.ts'
import { removedFeatures } from './heat/removed-features.ts'
import { resources } from './heat/resources.ts'
import { unreadScripts } from './heat/scripts.ts'
import { sections } from './heat/sections.ts'
import { sentNames } from './heat/sent-names.ts'
import { serviceValues } from './heat/service-values.ts'
import { softwareInputs } from './heat/software-inputs.ts'
import { tags } from './heat/tags.ts'
import { unreadKeys } from './heat/unread-keys.ts'
import { unusedDeclarations } from './heat/unused-declarations.ts'
import { unusedResources } from './heat/unused-resources.ts'
import { visibleSecrets } from './heat/visible-secrets.ts'
import { withValues } from './heat/with-values.ts'
import { type CodeOf, codesOf } from './rule.ts'
import type { CheckProblem } from './scope.ts'

/** In the order in which they are asked in their stage. */
export const heatRules = [
  declaredVersion,
  jsonSource,
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
  ignoredSources,
  visibleSecrets,
  noResources,
  unusedDeclarations,
  unusedResources,
  sectionsOfEnvironments,
  registries,
  environmentActions,
  namedResources,
  environmentValues,
  laterEnvironments,
] as const

/** A code of what `check` finds in a template. */
export type TemplateCode = CheckCode | CodeOf<typeof heatRules>

/** What is found in a template. */
export type TemplateProblem = CheckProblem<TemplateCode>

/** All codes of what `check` finds, with what is known of each. */
export const templateCodes: Readonly<Record<TemplateCode, RuleCode>> = {
  ...checkCodes,
  ...codesOf(heatRules),
}

/** Whether such a code behaves in a way. */
export function checkBehaves(code: TemplateCode, as: Behaviour): boolean {
  return behavesAs(templateCodes[code], as)
}
