import { fileRenaming } from '../../../src/onap/rules/files.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const renameFiles = (run: RepairRun) => repairTransform(fileRenaming, run)
