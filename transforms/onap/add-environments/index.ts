import { environmentCreation } from '../../../src/onap/rules/pairs.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const addEnvironments = (run: RepairRun) => repairTransform(environmentCreation, run)
