import { entry, text, withEntries } from '../../../src/document/build.ts'
import type { Entry, Mapping } from '../../../src/document/node.ts'
import { nameOf, textOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { readValue } from '../../../src/heat/merge-keys.ts'
import { declaredParameter } from '../../../src/package/effective-value.ts'
import type { Package } from '../../../src/package/package.ts'
import { isEnvironment } from '../../../src/package/package-file.ts'
import { changeAt } from '../../../src/package/place.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { givenDescription } from '../given-parameters.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function describeParameters(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/describe-parameters',
      title: 'Give parameters a description',
      description:
        'Adds a description to parameters that have none: the label, the description of the same parameter in another template of the package, what ONAP says of a parameter that it gives, or else a placeholder made from the name.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Parameters section'],
      safety: 'exact',
      declares: 'description-added',
      requirements: ['R-44001'],
      repair(pkg, { path, subject }, tell) {
        const file = pkg.files.get(path)
        if (subject.kind !== 'parameter' || file === undefined) return pkg
        const { name } = subject
        const own = declaredParameter(file.root, name)?.map
        const words =
          textOf(readValue(own, 'label')) ??
          descriptionElsewhere(pkg, path, name) ??
          givenDescription(name) ??
          placeholder(name)
        const changed = changeAt(file.root, ['parameters', name], (map) => described(map, words))
        if (words === placeholder(name))
          tell('placeholder-text', `the description of "${name}" is a placeholder: "${words}"`)
        if ('problem' in changed)
          throw new Stuck({ path, at: undefined, why: `aliases elsewhere share the parameter "${name}"` })
        return pkg.withRoot(path, changed)
      },
    },
    scope,
  )
}

/** Templates that call this one or are called by it are asked first. */
function descriptionElsewhere(pkg: Package, path: string, name: string): string | undefined {
  const near = [
    ...pkg.callsOf(path).map(({ caller }) => caller),
    ...pkg.callsFrom(path).map(({ callee }) => callee),
  ]
  for (const other of new Set([...near, ...pkg.files.keys()])) {
    const file = pkg.files.get(other)
    if (other === path || file === undefined || isEnvironment(file)) continue
    const found = textOf(readValue(declaredParameter(file.root, name)?.map, 'description'))
    if (found !== undefined && found.trim() !== '') return found
  }
  return undefined
}

/** What is said of a parameter of which only the name is known. */
export function placeholder(name: string): string {
  return `The parameter ${name}`
}

/** A declaration with a description behind its type and label, where people look for it. */
export function described(map: Mapping, words: string): Mapping {
  const added: Entry = entry('description', text(words))
  const at = map.entries.findLastIndex((one) => ['type', 'label'].includes(nameOf(one) ?? '')) + 1
  return withEntries(map, [...map.entries.slice(0, at), added, ...map.entries.slice(at)])
}
