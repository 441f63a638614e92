import { templateDescriptions } from '../../../src/onap/rules/descriptions.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const describeTemplates = (run: RepairRun) => repairTransform(templateDescriptions, run)
