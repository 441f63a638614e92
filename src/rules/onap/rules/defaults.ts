/** Defaults belong to environment files. */

import { entryRead, readValue } from '../../../heat/merge-keys.ts'
import type { DefaultMove } from '../../../stack/refactor/default-move.ts'
import { stuckAt } from '../../../stack/refactor/edit.ts'
import type { DefaultMoveOptions } from '../../../stack/refactor/move-defaults.ts'
import { ownDefault, withoutDefault } from '../../../stack/refactor/own-default.ts'
import { passAsInput } from '../../../stack/refactor/pass-default.ts'
import { fileName } from '../../../stack/source-file.ts'
import { declaredParameter } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { isNull } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { requirementCodes } from '../requirement.ts'
import { type Fate, ofParameter, type Remedy, type Repair, type Report, repairedBy } from '../rule.ts'
import { assignedBy, outputModuleOf, supplierOf } from '../vnf/assigned.ts'
import { enumeration } from '../vnf/environment.ts'
import type { Parameter, VnfTemplate } from '../vnf/template.ts'
import { type Vnf, vnfOf } from '../vnf/vnf.ts'
import { isAllowedName } from './parameter-names.ts'

export const defaultRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-26124', 'R-90526']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const template of vnf.templates) {
      for (const parameter of template.parameters.values()) {
        const remedy = defaultRemedy(vnf, template, parameter)
        if (remedy === undefined) continue
        const { name, map, entry } = parameter
        report({
          requirement: 'R-90526',
          ...ofParameter(template.path, name, entryRead(map, 'default') ?? entry),
          message: `the parameter "${name}" has a default`,
          remedy,
        })
        checkEnumerated(vnf, template, parameter, remedy, report)
      }
    }
  },
})

/** What ONAP or another module gives must not be in the environment, whatever the default is. */
function checkEnumerated(
  vnf: Vnf,
  template: VnfTemplate,
  { name, map, entry }: Parameter,
  remedy: Remedy,
  report: Report,
): void {
  if (template.role === 'nested' || isNull(readValue(map, 'default'))) return
  // What an environment that cannot be read holds is not known.
  if (vnf.pkg.unreadable.has(vnf.pkg.environmentPathOf(template.path))) return
  if (enumeration(vnf.environmentOf(template), name) === 'valued') return
  if (assignmentOf(vnf, template, name) !== undefined) return
  report({
    requirement: 'R-26124',
    ...ofParameter(template.path, name, entryRead(map, 'default') ?? entry),
    message: `the default of "${name}" is not in ${fileName(vnf.pkg.environmentPathOf(template.path))}`,
    remedy,
  })
}

/** Why the value of a parameter is not the environment's to give; undefined when it is. */
function assignmentOf(vnf: Vnf, template: VnfTemplate, name: string): string | undefined {
  const source = outputModuleOf(vnf, template, name)
  return source === undefined
    ? assignedBy(vnf, template, name)
    : `${fileName(source.path)} has an output of this name`
}

/** What is done about the default of a parameter, null included; undefined when there is none. */
export function defaultRemedy(vnf: Vnf, template: VnfTemplate, { name, map }: Parameter): Remedy | undefined {
  const value = readValue(map, 'default')
  if (value === undefined) return undefined
  const why = isNull(value) ? undefined : assignmentOf(vnf, template, name)
  if (why === undefined) return { kind: 'default', path: template.path, parameter: name }
  // What a module has as an output, SO passes on.
  const supplier = outputModuleOf(vnf, template, name) === undefined ? supplierOf(name) : 'SO'
  const does = `deletes the default: ${why}, and ${supplier} supplies the value at instantiation`
  return repairedBy(assignedDefaultRemoval, does, supplier)
}

// --- what the repairs of defaults are

export const assignedDefaultRemoval: Repair = {
  id: 'onap/drop-assigned-defaults',
  title: 'Delete defaults of parameters that ONAP gives a value',
  description:
    'Deletes the default of a parameter whose value ONAP or the output of another module assigns; the environment must not have it either. Callers of a nested template that relied on it pass the parameter.',
  references: ['HOT specification, Parameters section'],
  safety: 'lossy',
  loses: 'deleted value',
  requirements: ['R-90526', 'R-26124'],
  repair(pkg, { path, subject }) {
    const file = pkg.files.get(path)
    if (subject.kind !== 'parameter' || file === undefined) return pkg
    const declaration = declaredParameter(file.root, subject.name)
    const own = declaration === undefined ? undefined : ownDefault(file, declaration)
    if (own === undefined) return pkg
    refuseUnknownCallers(vnfOf(pkg), pkg, path)
    const passed = pkg.roleOf(path) === 'nested' ? passAsInput(pkg, own) : pkg
    return passed.withRoot(path, withoutDefault(passed.files.get(path)?.root ?? file.root, own, 'stay'))
  },
}

/**
 * Which defaults ONAP lets move: all but those of parameters that ONAP or another module gives a value.
 * @param isLeft whether the defaults of the template at a path are preserved, whatever they are
 */
export function movableDefaults(isLeft: (path: string) => boolean): DefaultMoveOptions {
  let vnf: Vnf | undefined
  /** Moving one default does not change what another parameter is for, so that few states have to be looked at. */
  const vnfWith = (pkg: Workspace, path: string, name: string): Vnf => {
    if (vnf?.template(path)?.parameters.has(name) !== true) vnf = vnfOf(pkg)
    return vnf
  }
  return {
    isLeft,
    assigned(pkg, path, name) {
      const known = vnfWith(pkg, path, name)
      const template = known.template(path)
      if (template === undefined) return undefined
      refuseUncertain(known, pkg, path)
      refuseName(pkg, path, name)
      return assignmentOf(known, template, name)
    },
  }
}

/** @throws Stuck when a template that cannot be read may give a value, or be in need of one */
function refuseUnknownCallers(vnf: Vnf, pkg: Workspace, path: string): void {
  const uncertain = pkg.modulesReaching(path).find((module) => vnf.template(module)?.role === 'nested')
  if (uncertain !== undefined)
    throw stuckAt(
      path,
      `a template that cannot be read may call ${uncertain === path ? 'this one' : fileName(uncertain)}`,
    )
}

/** @throws Stuck when it is not sure that a value gets to the template from the environments that are there */
function refuseUncertain(vnf: Vnf, pkg: Workspace, path: string): void {
  refuseUnknownCallers(vnf, pkg, path)
  const modules = pkg.modulesReaching(path)
  const orphan = vnf.environments.find((one) => vnf.isOrphan(one))
  const bare = modules.find((module) => pkg.environmentOf(module) === undefined)
  if (orphan !== undefined && bare !== undefined)
    throw stuckAt(
      path,
      `${fileName(orphan.path)} belongs to no module, and may be the environment of ${fileName(bare)}`,
    )
}

/** @throws Stuck when a caller would have to declare the parameter, under a name that it must not have (R-25877) */
function refuseName(pkg: Workspace, path: string, name: string): void {
  if (pkg.roleOf(path) !== 'nested' || isAllowedName(name)) return
  const bare = pkg.callsOf(path).find(({ caller }) => {
    const root = pkg.files.get(caller)?.root
    return root !== undefined && declaredParameter(root, name) === undefined
  })
  if (bare !== undefined)
    throw stuckAt(
      path,
      `${fileName(bare.caller)} would get a parameter with the name "${name}", which R-25877 does not allow`,
    )
}

/** What became of a default that a move was tried with, as the report says it. */
export function fateOfMove(move: DefaultMove): Fate {
  switch (move.kind) {
    case 'null-deleted':
      return moved('deletes the default, which is null and has no effect')
    case 'moved':
      return moved(`moves the default to the environment file${move.isCreated ? ', which it creates' : ''}`)
    case 'overridden':
      return moved('deletes the default; the environment has a value, which wins')
    case 'passed':
      return moved(
        move.passing.callers.length === 0
          ? 'deletes the default; every caller passes the parameter'
          : 'moves the default to the environments of the modules, and passes it from there',
      )
    case 'assigned':
      return { kind: 'offered', does: `deletes the default: ${move.why}, and its value is lost` }
    case 'kept':
      return { kind: 'left', why: `The default is preserved: ${move.blocker.why}.` }
  }
}

const moved = (does: string): Fate => ({ kind: 'repaired', does, cost: { repair: 'safe' } })
