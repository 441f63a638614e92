import { parametersSection } from '../../../src/onap/rules/environments.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const addParametersSection = (run: RepairRun) => repairTransform(parametersSection, run)
