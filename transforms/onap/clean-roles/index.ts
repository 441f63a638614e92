import { roleCleaning } from '../../../src/onap/rules/vm-roles.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const cleanRoles = (run: RepairRun) => repairTransform(roleCleaning, run)
