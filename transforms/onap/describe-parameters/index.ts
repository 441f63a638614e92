import { parameterDescriptions } from '../../../src/onap/rules/descriptions.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const describeParameters = (run: RepairRun) => repairTransform(parameterDescriptions, run)
