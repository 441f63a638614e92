import { registryInlining } from '../../../src/onap/rules/environments.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const inlineRegistry = (run: RepairRun) => repairTransform(registryInlining, run)
