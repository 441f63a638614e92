/** The repairs of ONAP packages, in the order in which one clears the way for the next. */

import type { Transform } from '../../src/engine/package-transform.ts'
import type { Remediation } from '../../src/engine/profile.ts'
import { became } from '../../src/onap/became.ts'
import { defaultId } from '../../src/onap/identity.ts'
import { Ledger } from '../../src/onap/ledger.ts'
import { everything, movesDefaults, type RepairScope } from '../../src/onap/repairing.ts'
import { fateOfMove, movableDefaults } from '../../src/onap/rules/defaults.ts'
import type { RecordMove } from '../../src/refactor/move-defaults.ts'
import { moveDefaultsWith } from '../env/move-defaults/index.ts'
import { passNestedDefaultsWith } from '../env/pass-nested-defaults/index.ts'
import { addEnvironments } from './add-environments/index.ts'
import { addParametersSection } from './add-parameters-section/index.ts'
import { changeParameterTypes } from './change-parameter-types/index.ts'
import { cleanRoles } from './clean-roles/index.ts'
import { completeMetadata } from './complete-metadata/index.ts'
import { correctParameterTypes } from './correct-parameter-types/index.ts'
import { describeParameters } from './describe-parameters/index.ts'
import { describeTemplates } from './describe-templates/index.ts'
import { dropAssignedDefaults } from './drop-assigned-defaults/index.ts'
import { dropConstraints } from './drop-constraints/index.ts'
import { dropEmptyResources } from './drop-empty-resources/index.ts'
import { dropEnvironmentValues } from './drop-environment-values/index.ts'
import { dropVolumeZones } from './drop-volume-zones/index.ts'
import { exportNetworks } from './export-networks/index.ts'
import { inlineRegistry } from './inline-registry/index.ts'
import { keepNamesInNested } from './keep-names-in-nested/index.ts'
import { liftConstraints } from './lift-constraints/index.ts'
import { nameWithVnfName } from './name-with-vnf-name/index.ts'
import { passParameters } from './pass-parameters/index.ts'
import { readFromParameters } from './read-from-parameters/index.ts'
import { removeUnusedParameters } from './remove-unused-parameters/index.ts'
import { renameFiles } from './rename-files/index.ts'
import { renameParameters } from './rename-parameters/index.ts'
import { renameResources } from './rename-resources/index.ts'
import type { RepairRun } from './repair-transform.ts'
import { splitSharedParameters } from './split-shared-parameters/index.ts'

const makers = {
  /** Before defaults are moved. */
  first: [
    addEnvironments,
    addParametersSection,
    inlineRegistry,
    renameResources,
    // What is read and passed now is not unused.
    readFromParameters,
    renameParameters,
    keepNamesInNested,
    splitSharedParameters,
    nameWithVnfName,
    completeMetadata,
    exportNetworks,
    cleanRoles,
    dropVolumeZones,
    passParameters,
    removeUnusedParameters,
    correctParameterTypes,
    changeParameterTypes,
    describeTemplates,
    describeParameters,
    dropEmptyResources,
    liftConstraints,
    dropConstraints,
  ],
  /** What moving them leaves. */
  last: [dropAssignedDefaults, dropEnvironmentValues],
  /**
   * What has become possible: to read what nothing else is called any more, to pass what is declared now, to remove
   * what is not the last parameter any more.
   */
  again: [readFromParameters, passParameters, removeUnusedParameters],
  /** With the names that parameters have in the end, and that files have then. */
  finally: [addEnvironments, renameFiles],
}

/** The transforms of this folder, in the order in which they run, each for all that it can repair. */
export function repairs(): readonly Transform[] {
  const run = { scope: everything, ledger: new Ledger() }
  return [...makers.first, ...makers.last, renameFiles].map((make) => make(run))
}

/** All repairs for a scope; a lossy one is left out unless the scope allows loss. */
export function remediation(scope: RepairScope): Remediation {
  const ledger = new Ledger()
  const run: RepairRun = { scope, ledger }
  const made = (some: readonly ((run: RepairRun) => Transform)[]) => some.map((make) => make(run))
  const defaults = movesDefaults(scope) ? defaultMoves(scope, ledger) : []
  const all = [
    ...made(makers.first),
    ...defaults,
    ...made([...makers.again, ...makers.last, ...makers.finally]),
  ]
  return {
    scope,
    transforms: scope.isLossy ? all : all.filter(({ safety }) => safety !== 'lossy'),
    became: (before, after) => became(before, after, ledger, scope),
  }
}

function defaultMoves(scope: RepairScope, ledger: Ledger): readonly Transform[] {
  const record: RecordMove = (path, { name, entry }, move) =>
    ledger.note(defaultId(path, name, entry), fateOfMove(move))
  const options = movableDefaults((path) => scope.isWaived?.('R-90526', path) === true)
  return [passNestedDefaultsWith(options, record), moveDefaultsWith(options, record)]
}
