import { call, text } from '../../../src/document/build.ts'
import { sameData } from '../../../src/document/data.ts'
import type { Node } from '../../../src/document/node.ts'
import { entryOf } from '../../../src/document/read.ts'
import { transplantedEntry } from '../../../src/document/transplant.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { declaredParameter, environmentValue } from '../../../src/package/effective-value.ts'
import type { Package } from '../../../src/package/package.ts'
import { requireParameter } from '../../../src/refactor/declare.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { putValue } from '../../../src/refactor/environment.ts'
import { propertyEntry, withProperty } from '../../../src/refactor/resource-property.ts'
import { isRead } from '../drop-idle-parameter.ts'
import { type RepairScope, repairing } from '../repairing.ts'

/** By property of the server, what the new parameter is; ONAP gives names, environments the rest. */
const kinds = {
  image: { what: 'Image', isGiven: false },
  flavor: { what: 'Flavor', isGiven: false },
  name: { what: 'Name', isGiven: true },
} as const

export function readFromParameters(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/read-from-parameters',
      title: 'Read image, flavor and name of servers from parameters',
      description:
        'Puts a parameter in the place of a text, named by the vm-type in the ID of the server; images and flavors go to the environment, names are for ONAP to give.',
      references: ['ONAP VNF Requirements, chapter 5: Heat, Nova Server'],
      safety: 'lossy',
      requirements: ['R-481670', 'R-663631', 'R-901331'],
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'property' || subject.wanted === undefined) return pkg
        const { resource, name, wanted } = subject
        const { what, isGiven } = kinds[name as keyof typeof kinds]
        const file = pkg.files.get(path)
        const place = { path, resource, type: 'OS::Nova::Server', keys: [name] }
        const literal = propertyEntry(pkg, place)
        if (file === undefined || literal === undefined) return pkg
        const isSame = hasValue(pkg, path, wanted, literal.value)
        const isIdle = isIdleIn(pkg, path, wanted)
        if (!isSame && !isIdle) refuseTaken(pkg, path, wanted)
        const read = withProperty(pkg, place, (value) => call('get_param', text(wanted), value))
        const description = `${what} of ${resource}${isGiven ? ', given by ONAP' : ''}`
        const declared = requireParameter(read, path, { name: wanted, type: 'string', description })
        if (isGiven || isSame) return declared
        const source = { ...file.document, comments: [] }
        return pkg
          .modulesReaching(path)
          .flatMap((module) => declared.files.get(module) ?? [])
          .reduce((next, module) => {
            const given = environmentValue(next.environmentOf(module.path), 'parameters', wanted)
            if (given !== undefined && !isIdle) return next
            return putValue(next, module, 'parameters', transplantedEntry(literal, source, wanted), 'goes')
          }, declared)
      },
    },
    scope,
  )
}

/** Whether another server of the module has brought the parameter with this value. */
function hasValue(pkg: Package, path: string, name: string, value: Node): boolean {
  const file = pkg.files.get(path)
  if (file === undefined || declaredParameter(file.root, name) === undefined) return false
  const given = environmentValue(pkg.environmentOf(path), 'parameters', name)
  return given !== undefined && sameData(given, value)
}

/** Whether a module declares the parameter in vain, so that its value is free for the text. */
function isIdleIn(pkg: Package, path: string, name: string): boolean {
  const root = pkg.files.get(path)?.root
  if (root === undefined || pkg.callsOf(path).length > 0) return false
  return declaredParameter(root, name) !== undefined && !isRead(pkg, path, name)
}

/** @throws Stuck when the template, or one that calls it, has a parameter or a value of this name */
function refuseTaken(pkg: Package, path: string, name: string): void {
  const callers = [...pkg.files.keys()].filter((one) => one === path || pkg.reachableFrom(one).has(path))
  for (const one of callers) {
    const taken = declaredParameter(pkg.files.get(one)?.root ?? never(one), name)
    if (taken !== undefined)
      throw new Stuck({ path: one, at: taken.entry, why: `a parameter ${name} is declared already` })
    const environment = pkg.environmentOf(one)
    for (const section of ['parameters', 'parameter_defaults'] as const) {
      const values = entryOf(environment?.root, section)?.value
      const given = values?.kind === 'map' ? entryOf(values, name) : undefined
      if (environment !== undefined && given !== undefined)
        throw new Stuck({ path: environment.path, at: given, why: `${name} has a value already` })
    }
  }
}

function never(path: string): never {
  throw new RangeError(`no file ${path} in the package`)
}
