/** The repairs of ONAP packages, in the order in which one clears the way for the next. */
import type { PackageTransform } from '../../src/engine/package-transform.ts'
import { assignedBy, outputModuleOf } from '../../src/onap/vnf/assigned.ts'
import type { VnfTemplate } from '../../src/onap/vnf/template.ts'
import { Vnf } from '../../src/onap/vnf/vnf.ts'
import type { Package } from '../../src/package/package.ts'
import { fileName } from '../../src/package/package-file.ts'
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
import { renameParameters } from './rename-parameters/index.ts'
import { renameResources } from './rename-resources/index.ts'
import { movesDefaults, type RepairScope } from './repairing.ts'
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
}

/** The transforms of this folder for a scope, in the order in which they run. */
export function repairs(scope: RepairScope): readonly PackageTransform[] {
  return [...makers.first, ...makers.last].map((make) => make(scope))
}

/** All transforms for a scope; a lossy one is left out unless the scope allows loss. */
export function remediation(scope: RepairScope): readonly PackageTransform[] {
  const defaults = movesDefaults(scope) ? defaultMoves() : []
  const made = (some: readonly ((scope: RepairScope) => PackageTransform)[]) =>
    some.map((make) => make(scope))
  const all = [...made(makers.first), ...defaults, ...made([...makers.again, ...makers.last])]
  return scope.isLossy ? all : all.filter(({ safety }) => safety !== 'lossy')
}

function defaultMoves(): readonly PackageTransform[] {
  let vnf: Vnf | undefined
  /** Moving one default does not change what another parameter is for, so that few states have to be looked at. */
  const templateOf = (pkg: Package, path: string, name: string): VnfTemplate | undefined => {
    const template = vnf?.template(path)
    if (template?.parameters.has(name) === true) return template
    vnf = new Vnf(pkg)
    return vnf.template(path)
  }
  const assigned = (pkg: Package, path: string, name: string): string | undefined => {
    const template = templateOf(pkg, path, name)
    if (template === undefined || vnf === undefined) return undefined
    const [known, modules] = [vnf, pkg.modulesReaching(path)]
    const uncertain = modules.find((module) => known.template(module)?.role === 'nested')
    if (uncertain !== undefined)
      return `a template that cannot be read may call ${uncertain === path ? 'this one' : fileName(uncertain)}`
    const orphan = known.environments.find((one) => known.isOrphan(one))
    const bare = modules.find((module) => pkg.environmentOf(module) === undefined)
    if (orphan !== undefined && bare !== undefined)
      return `${fileName(orphan.path)} belongs to no module, and may be the environment of ${fileName(bare)}`
    const source = outputModuleOf(vnf, template, name)
    return source === undefined
      ? assignedBy(vnf, template, name)
      : `${fileName(source.path)} has an output of this name`
  }
  return [passNestedDefaultsWith({ assigned }), moveDefaultsWith({ assigned })]
}
