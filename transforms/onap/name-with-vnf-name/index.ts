import { namingWithVnfName } from '../../../src/onap/rules/other-names.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const nameWithVnfName = (run: RepairRun) => repairTransform(namingWithVnfName, run)
