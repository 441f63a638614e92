/** The repairs of ONAP packages, in the order in which one clears the way for the next. */

import type { PackageContext, Transform } from '../../src/engine/authoring/package-transform.ts'
import type { Remediation } from '../../src/engine/packages/profile.ts'
import { became } from '../../src/rules/onap/became.ts'
import { defaultId } from '../../src/rules/onap/identity.ts'
import {
  everything,
  movesDefaults,
  type RepairListener,
  type RepairScope,
  repairedWith,
} from '../../src/rules/onap/repairing.ts'
import { requirementOf } from '../../src/rules/onap/requirement.ts'
import { Ledger, type Repair } from '../../src/rules/onap/rule.ts'
import { constraintLifting, constraintRemoval } from '../../src/rules/onap/rules/constraints.ts'
import { assignedDefaultRemoval, fateOfMove, movableDefaults } from '../../src/rules/onap/rules/defaults.ts'
import { parameterDescriptions, templateDescriptions } from '../../src/rules/onap/rules/descriptions.ts'
import { environmentRenaming } from '../../src/rules/onap/rules/environment-names.ts'
import { parametersSection, registryInlining } from '../../src/rules/onap/rules/environments.ts'
import { fileRenaming } from '../../src/rules/onap/rules/file-names.ts'
import { environmentValueRemoval } from '../../src/rules/onap/rules/in-environment.ts'
import { metadataCompletion } from '../../src/rules/onap/rules/metadata.ts'
import { listPassing, nestedRenaming } from '../../src/rules/onap/rules/nested-names.ts'
import { passing } from '../../src/rules/onap/rules/nesting.ts'
import { networkOutputs } from '../../src/rules/onap/rules/networks.ts'
import { parameterNumbering, resourceNumbering } from '../../src/rules/onap/rules/numbering.ts'
import { namingWithVnfName } from '../../src/rules/onap/rules/other-names.ts'
import { environmentCreation } from '../../src/rules/onap/rules/pairs.ts'
import { parameterRenaming } from '../../src/rules/onap/rules/parameter-renaming.ts'
import { typeChange, typeSpelling } from '../../src/rules/onap/rules/parameter-types.ts'
import { staticSubnetRemoval } from '../../src/rules/onap/rules/port-subnets.ts'
import { resourceRenaming } from '../../src/rules/onap/rules/resource-ids.ts'
import { serverParameters } from '../../src/rules/onap/rules/server-parameters.ts'
import { parameterSplitting } from '../../src/rules/onap/rules/shared-parameters.ts'
import { emptyResourcesRemoval, versionWriting } from '../../src/rules/onap/rules/templates.ts'
import { unusedParameterRemoval } from '../../src/rules/onap/rules/unused-parameters.ts'
import { volumeZoneRemoval } from '../../src/rules/onap/rules/vf-module-index.ts'
import { roleCleaning } from '../../src/rules/onap/rules/vm-roles.ts'
import type { RecordMove } from '../../src/stack/refactor/move-defaults.ts'
import { moveDefaultsWith } from '../env/move-defaults/index.ts'
import { passNestedDefaultsWith } from '../env/pass-nested-defaults/index.ts'

const order = {
  /** Before defaults are moved. */
  first: [
    // Without one nobody knows what the functions mean.
    versionWriting,
    // The name of a list is another one than that of a string.
    typeSpelling,
    // Values count where their environment has the name of the module.
    environmentRenaming,
    environmentCreation,
    parametersSection,
    registryInlining,
    resourceRenaming,
    resourceNumbering,
    // What is read and passed now is not unused.
    serverParameters,
    // Before items are named that are no parameters then.
    listPassing,
    parameterRenaming,
    parameterNumbering,
    nestedRenaming,
    parameterSplitting,
    namingWithVnfName,
    metadataCompletion,
    networkOutputs,
    roleCleaning,
    volumeZoneRemoval,
    staticSubnetRemoval,
    passing,
    unusedParameterRemoval,
    typeChange,
    templateDescriptions,
    parameterDescriptions,
    emptyResourcesRemoval,
  ],
  /** What moving them leaves, and what they stood in the way of. */
  last: [constraintLifting, constraintRemoval, assignedDefaultRemoval, environmentValueRemoval],
  /**
   * What has become possible: to read what nothing else is called any more, to pass what is declared now, to remove
   * what is not the last parameter any more.
   */
  again: [serverParameters, passing, unusedParameterRemoval],
  /** With the names that parameters have in the end, and that files have then. */
  finally: [environmentCreation, fileRenaming],
}

/** The transforms of this folder, in the order in which they run, each for all that it can repair. */
export function repairs(): readonly Transform[] {
  const run = { scope: everything, ledger: new Ledger() }
  return [...order.first, ...order.last, fileRenaming].map((repair) => repairTransform(repair, run))
}

/** All repairs for a scope; a lossy one is left out unless the scope allows loss. */
export function remediation(scope: RepairScope): Remediation {
  const ledger = new Ledger()
  const run: RepairRun = { scope, ledger }
  const made = (some: readonly Repair[]) => some.map((repair) => repairTransform(repair, run))
  const defaults = movesDefaults(scope) ? defaultMoves(scope, ledger) : []
  const all = [...made(order.first), ...defaults, ...made([...order.again, ...order.last, ...order.finally])]
  return {
    scope,
    transforms:
      scope.isLossy || scope.isSupplied === true ? all : all.filter(({ safety }) => safety !== 'lossy'),
    became(before, after) {
      const found = became(before, after, ledger, scope)
      ledger.clear()
      return found
    },
  }
}

function defaultMoves(scope: RepairScope, ledger: Ledger): readonly Transform[] {
  const record: RecordMove = (path, { name, entry }, move) =>
    ledger.note(defaultId(path, name, entry), fateOfMove(move))
  const only = scope.chosen?.default
  const options = {
    ...movableDefaults(
      (path) => scope.isWaived?.('R-90526', path) === true || (only !== undefined && path !== only.path),
    ),
    ...(only === undefined ? {} : { isWanted: (parameter: string) => parameter === only.parameter }),
  }
  return [passNestedDefaultsWith(options, record), moveDefaultsWith(options, record)]
}

/** What the repairs of one run share. */
interface RepairRun {
  readonly scope: RepairScope
  readonly ledger: Ledger
}

/** Where the requirements are published that every repair is about. */
const heatChapter = 'ONAP VNF Requirements, chapter 5: Heat'

/** The repair of a rule as a transform: of all violations that the scope allows. */
export function repairTransform(repair: Repair, { scope, ledger }: RepairRun): Transform {
  const {
    id,
    title,
    description,
    section,
    references = [],
    safety,
    requirements,
    mayRename,
    completed,
  } = repair
  return {
    id,
    title,
    description,
    references: [[heatChapter, section].filter(Boolean).join(', '), ...references],
    safety,
    keeps: safety === 'lossy' ? 'nothing' : 'meaning',
    requirements,
    ...(mayRename === undefined ? {} : { mayRename }),
    run(pkg, context) {
      const repaired = repairedWith(repair, pkg, scope, ledger, reportingTo(context))
      return completed?.(repaired) ?? repaired
    },
  }
}

function reportingTo(context: PackageContext): RepairListener {
  return {
    fail: (path, error) => context.fail(path, error),
    change: (path, at, message) => context.change(path, at, message),
    declare: (change, path, parameter) => context.intend({ kind: 'declaration', change, path, parameter }),
    placeholder: (path, at, message) => context.report('placeholder-text', path, at, message),
    left({ requirement, path, at, message, item }, why) {
      const keyword = requirementOf(requirement)?.keyword ?? 'MUST'
      context.report(requirement, path, at, message, {
        requirement: { keyword, repair: 'by-hand' },
        help: why,
        item,
      })
    },
    refuse(pkg) {
      const message = 'the package has more locations than can be repaired at once'
      for (const { path } of pkg.modules())
        context.report('package-too-large', path, undefined, message, { help: 'Split the package.' })
    },
  }
}
