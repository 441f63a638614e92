import { entryOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { section } from '../../../src/heat/sections.ts'
import { parameterNameRules } from '../../../src/onap/rules/parameter-names.ts'
import { parameterRead } from '../../../src/onap/vnf/parameter-reads.ts'
import { declaredParameter, passedValue } from '../../../src/package/effective-value.ts'
import type { Package } from '../../../src/package/package.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { renameParameter } from '../../../src/refactor/rename-parameter.ts'
import { type Repair, type RepairScope, repairing } from '../repairing.ts'

export function renameParameters(scope: RepairScope): PackageTransform {
  return repairing(parameterRenaming, scope)
}

export const parameterRenaming: Repair = {
  id: 'onap/rename-parameters',
  title: 'Give parameters the names that ONAP prescribes',
  description:
    'Renames parameters by what they are for, in the template, at its calls, in environment files and parameter groups.',
  references: ['ONAP VNF Requirements, chapter 5: Heat'],
  safety: 'lossy',
  requirements: [...parameterNameRules.requirements, 'R-25877'],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'parameter' || subject.wanted === undefined) return pkg
    const { name, wanted } = subject
    // An earlier violation of the same parameter may have been about the same name.
    if (declaredParameter(pkg.files.get(path)?.root ?? never(path), name) === undefined) return pkg
    const templates = templatesSharing(pkg, path, name)
    const withOutputs = templates.some((one) => isOutputOf(pkg, one, name))
    const made = renameParameter(pkg, { from: name, to: wanted, templates, withOutputs })
    if ('obstacle' in made) throw new Stuck(made.obstacle)
    return made.done
  },
}

function never(path: string): never {
  throw new RangeError(`no file ${path} in the package`)
}

/**
 * The templates in which a parameter is the same one: those that pass it on under its name, and, as an output of
 * one module is the parameter of the same name of others, all modules then.
 */
function templatesSharing(pkg: Package, path: string, name: string): readonly string[] {
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
  return [...found].filter((one) => declaredParameter(pkg.files.get(one)?.root ?? never(one), name))
}

/** Whether the parameter of a module is another module's output. */
function isOutputOf(pkg: Package, path: string, name: string): boolean {
  return (
    pkg.roleOf(path) !== 'nested' &&
    pkg.modules().some(({ root }) => entryOf(section(root, 'outputs'), name) !== undefined)
  )
}
