import { typeSpelling } from '../../../src/onap/rules/parameter-types.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const correctParameterTypes = (run: RepairRun) => repairTransform(typeSpelling, run)
