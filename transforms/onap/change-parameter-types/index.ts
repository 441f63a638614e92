import { typeChange } from '../../../src/onap/rules/parameter-types.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const changeParameterTypes = (run: RepairRun) => repairTransform(typeChange, run)
