import { networkOutputs } from '../../../src/onap/rules/networks.ts'
import { type RepairRun, repairTransform } from '../repair-transform.ts'

export const exportNetworks = (run: RepairRun) => repairTransform(networkOutputs, run)
