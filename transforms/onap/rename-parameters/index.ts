import { entryOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { declaredParameter } from '../../../src/heat/package/effective-value.ts'
import { Stuck } from '../../../src/heat/package/obstacle.ts'
import { isEnvironment, type Package } from '../../../src/heat/package/package.ts'
import { renameParameter } from '../../../src/heat/package/rename-parameter.ts'
import { section } from '../../../src/heat/sections.ts'
import { parameterNameRules } from '../../../src/onap/rules/parameter-names.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function renameParameters(scope: RepairScope): PackageTransform {
  return repairing(
    {
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
        const made = renameParameter(pkg, {
          from: name,
          to: wanted,
          templates: templatesSharing(pkg, path, name),
          withOutputs: isOutput(pkg, name),
        })
        if ('obstacle' in made) throw new Stuck(made.obstacle)
        return made.done
      },
    },
    scope,
  )
}

function never(path: string): never {
  throw new RangeError(`no file ${path} in the package`)
}

/** An output of one module is the parameter of the same name of others; the name must stay the same. */
function templatesSharing(pkg: Package, path: string, name: string): readonly string[] {
  if (pkg.roleOf(path) === 'nested' || !isOutput(pkg, name)) return [path]
  return pkg
    .modules()
    .filter((file) => !isEnvironment(file) && declaredParameter(file.root, name) !== undefined)
    .map((file) => file.path)
}

function isOutput(pkg: Package, name: string): boolean {
  return pkg.modules().some(({ root }) => entryOf(section(root, 'outputs'), name) !== undefined)
}
