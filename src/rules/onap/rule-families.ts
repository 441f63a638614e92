/** The rules of all requirements, in the order in which they are asked. */
import type { RuleFamily } from './rule.ts'
import { constraintRules } from './rules/constraints.ts'
import { defaultRules } from './rules/defaults.ts'
import { descriptionRules } from './rules/descriptions.ts'
import { environmentRules } from './rules/environments.ts'
import { fileRules } from './rules/files.ts'
import { guideRules } from './rules/guide.ts'
import { environmentValueRules } from './rules/in-environment.ts'
import { metadataRules } from './rules/metadata.ts'
import { namingRules } from './rules/naming.ts'
import { nestedNameRules } from './rules/nested-names.ts'
import { nestingRules } from './rules/nesting.ts'
import { networkRules } from './rules/networks.ts'
import { resourceIndexRules } from './rules/numbering.ts'
import { otherNameRules } from './rules/other-names.ts'
import { outputRules } from './rules/outputs.ts'
import { pairRules } from './rules/pairs.ts'
import { parameterNameRules } from './rules/parameter-names.ts'
import { parameterTypeRules } from './rules/parameter-types.ts'
import { addressPairRules, portRules } from './rules/ports.ts'
import { referenceRules } from './rules/references.ts'
import { resourceIdRules } from './rules/resource-ids.ts'
import { serverParameterRules } from './rules/server-parameters.ts'
import { serverRules } from './rules/servers.ts'
import { sharedParameterRules } from './rules/shared-parameters.ts'
import { templateRules } from './rules/templates.ts'
import { unusedParameterRules } from './rules/unused-parameters.ts'
import { moduleIndexRules } from './rules/vf-module-index.ts'
import { vmRoleRules } from './rules/vm-roles.ts'
import { volumeRules } from './rules/volumes.ts'

export const ruleFamilies: readonly RuleFamily[] = [
  fileRules,
  pairRules,
  environmentRules,
  templateRules,
  descriptionRules,
  unusedParameterRules,
  defaultRules,
  constraintRules,
  environmentValueRules,
  parameterTypeRules,
  serverParameterRules,
  parameterNameRules,
  addressPairRules,
  metadataRules,
  vmRoleRules,
  serverRules,
  sharedParameterRules,
  portRules,
  resourceIdRules,
  otherNameRules,
  moduleIndexRules,
  volumeRules,
  networkRules,
  outputRules,
  nestingRules,
  nestedNameRules,
  namingRules,
  resourceIndexRules,
  referenceRules,
  guideRules,
]
