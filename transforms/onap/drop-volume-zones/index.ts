import { volumeZoneRemoval } from '../../../src/onap/rules/vf-module-index.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const dropVolumeZones = (run: RepairRun) => repairTransform(volumeZoneRemoval, run)
