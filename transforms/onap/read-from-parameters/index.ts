import { serverParameters } from '../../../src/onap/rules/server-parameters.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const readFromParameters = (run: RepairRun) => repairTransform(serverParameters, run)
