/** Other names for parameters, in all files that mean the same one. */

import { readValue } from '../../../heat/merge-keys.ts'
import { parameterRead } from '../../../heat/reads.ts'
import { section } from '../../../heat/sections.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { type ParameterRenames, renameParameters } from '../../../stack/refactor/rename-parameter.ts'
import { declaredParameter, passedValue } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { namingRulesOf, namingTable, pairSlots } from '../naming/parameter-names.ts'
import type { RequirementId } from '../requirement.ts'
import { type Remedy, type Repair, repairedBy, type Violation } from '../rule.ts'
import { networkOutputs } from './networks.ts'

export const parameterNameRequirements: readonly RequirementId[] = [
  'R-25877',
  ...new Set(
    namingTable.filter(({ slot }) => !pairSlots.some((one) => one === slot)).map(({ naming }) => naming),
  ),
]

/** Those of virtual IPs. */
const pairRequirements: readonly RequirementId[] = [
  ...new Set(namingRulesOf(...pairSlots).map(({ naming }) => naming)),
  'R-41493',
  'R-100350',
]

export const parameterRenaming: Repair = {
  id: 'onap/rename-parameters',
  title: 'Give parameters the names that ONAP prescribes',
  description:
    'Renames parameters by what they are for, in the template, its callers, environments and parameter groups.',
  safety: 'lossy',
  loses: 'new name',
  requirements: [...parameterNameRequirements, ...pairRequirements, 'R-304011'],
  // A network under its internal name has to come from the module that makes it.
  completedBy: networkOutputs,
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'parameter' || subject.wanted === undefined) return pkg
    return withNewName(pkg, path, subject.name, subject.wanted)
  },
  repairTogether(pkg, violations) {
    const groups = new Map<string, ParameterRenames & { readonly names: Map<string, string> }>()
    /** Of names in templates, old ones and new ones. */
    const seen = { old: new Set<string>(), wanted: new Set<string>() }
    const along = new Set<Violation>()
    for (const one of violations) {
      const { path, subject } = one
      if (subject.kind !== 'parameter' || subject.wanted === undefined) return undefined
      const { name, wanted } = subject
      if (seen.old.has(nameIn(path, name))) {
        along.add(one)
        continue
      }
      if (declaredParameter(pkg.fileAt(path).root, name) === undefined) return undefined
      const templates = templatesSharing(pkg, path, name)
      if (templates.some((template) => seen.wanted.has(nameIn(template, wanted)))) return undefined
      for (const template of templates) {
        seen.old.add(nameIn(template, name))
        seen.wanted.add(nameIn(template, wanted))
      }
      const withOutputs = templates.some((template) => isOutputOf(pkg, template, name))
      const key = `${withOutputs} ${templates.join('\n')}`
      const group = groups.get(key) ?? { names: new Map(), templates, withOutputs }
      group.names.set(name, wanted)
      groups.set(key, group)
    }
    const all = [...groups.values()]
    const old = new Set(all.flatMap(({ names }) => [...names.keys()]))
    // Where one takes the name that another one gives up, the order counts.
    if (all.some(({ names }) => [...names.values()].some((wanted) => old.has(wanted)))) return undefined
    return { pkg: all.reduce(renameParameters, pkg), along }
  },
}

/** A parameter of the same name in another module is another one, unless an output of that name feeds both. */
export function renamedTo(wanted: string): Remedy {
  return repairedBy(parameterRenaming, `renames it to "${wanted}", ${alsoIn}`)
}

export const alsoIn = 'also in callers, nested files and environments that mean the same parameter'

/**
 * The package with another name for a parameter; the very same one where the template declares it no longer.
 * @throws Stuck when one of the locations cannot be changed
 */
export function withNewName(pkg: Workspace, path: string, name: string, wanted: string): Workspace {
  // An earlier violation of the same parameter may have been about the same name.
  if (declaredParameter(pkg.fileAt(path).root, name) === undefined) return pkg
  const templates = templatesSharing(pkg, path, name)
  const withOutputs = templates.some((one) => isOutputOf(pkg, one, name))
  return renameParameters(pkg, { names: new Map([[name, wanted]]), templates, withOutputs })
}

function nameIn(template: string, name: string): string {
  return `${template}\n${name}`
}

/**
 * The templates in which a parameter is the same one: those that pass it on under its name, and, as an output of
 * one module is the parameter of the same name of others, all modules then.
 */
function templatesSharing(pkg: Workspace, path: string, name: string): readonly string[] {
  const found = new Set([path])
  const passing = pkg.calls.filter((call) => {
    const value = passedValue(call, name)
    const read = value === undefined ? undefined : parameterRead(value)
    return read?.name === name && read.path.length === 0
  })
  for (const one of found) {
    for (const { caller, callee } of passing) {
      if (caller === one) found.add(callee)
      if (callee === one) found.add(caller)
    }
    if (isOutputOf(pkg, one, name)) for (const { path } of pkg.modules()) found.add(path)
  }
  const { entry: at } = declaredParameter(pkg.fileAt(path).root, name) ?? {}
  return [...found].filter((one) => {
    const root = pkg.files.get(one)?.root
    if (root !== undefined) return declaredParameter(root, name)
    // What it is called there cannot be changed along.
    throw new Stuck({ path, at, why: `it is passed to ${one}, which is not part of this run` })
  })
}

/** Whether the parameter of a module is another module's output. */
function isOutputOf(pkg: Workspace, path: string, name: string): boolean {
  return (
    pkg.roleOf(path) !== 'nested' &&
    pkg.modules().some(({ root }) => readValue(section(root, 'outputs'), name) !== undefined)
  )
}
