import { metadataCompletion } from '../../../src/onap/rules/metadata.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const completeMetadata = (run: RepairRun) => repairTransform(metadataCompletion, run)
