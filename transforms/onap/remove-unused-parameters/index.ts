import { unusedParameterRemoval } from '../../../src/onap/rules/unused-parameters.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const removeUnusedParameters = (run: RepairRun) => repairTransform(unusedParameterRemoval, run)
