/** Makes a parameter available in a template: declared there, and passed by every call as far up as it takes. */
import { call, entry, mapping, text, withEntries } from '../document/build.ts'
import type { Mapping } from '../document/node.ts'
import { hasOtherTypes, withProperty } from '../package/call-properties.ts'
import type { NestedCall } from '../package/calls.ts'
import { declaredParameter, passedValue } from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import type { PackageFile } from '../package/package-file.ts'
import { changeAt } from '../package/place.ts'
import { withDeclaration } from './declare-parameter.ts'
import { Stuck } from './obstacle.ts'

/** A parameter that a template shall have. */
export interface WantedParameter {
  readonly name: string
  readonly type: string
  readonly description: string
}

/**
 * The package in which a template declares the parameter, and in which each call of a nested template passes
 * one of the same name. A parameter that is declared already stays as it is. It gets no value: that is for
 * whoever creates the stack to give.
 * @throws Stuck when one of the templates cannot be changed; then nothing may be changed
 */
export function requireParameter(pkg: Package, path: string, wanted: WantedParameter): Package {
  return required(pkg, path, wanted, new Set())
}

function required(pkg: Package, path: string, wanted: WantedParameter, below: ReadonlySet<string>): Package {
  const file = pkg.files.get(path)
  if (file === undefined) throw new Stuck({ path, at: undefined, why: `${path} is not part of the package` })
  if (below.has(path)) throw new Stuck({ path, at: undefined, why: 'templates call one another in a circle' })
  // What is declared has a value already, by a default for instance, and is not given another one.
  if (declaredParameter(file.root, wanted.name) !== undefined) return pkg
  let next = pkg.withRoot(path, withWanted(file, wanted))
  for (const one of pkg.callsOf(path)) {
    if (passedValue(one, wanted.name) !== undefined) continue
    next = required(next, one.caller, wanted, new Set([...below, path]))
    next = passParameter(next, one, wanted.name)
  }
  return next
}

/** The template with the parameter declared, last in its section. */
function withWanted(file: PackageFile, { name, type, description }: WantedParameter): Mapping {
  const attributes = [entry('type', text(type)), entry('description', text(description))]
  const added = entry(name, mapping(attributes, { style: 'block' }))
  const append = (declarations: Mapping) => withEntries(declarations, [...declarations.entries, added])
  return withDeclaration(file, added, append, 'nothing can be added to its parameters')
}

/**
 * The package in which a call passes `name: {get_param: name}`, too.
 * @throws Stuck when nothing can be added there
 */
export function passParameter(pkg: Package, one: NestedCall, name: string): Package {
  const root = pkg.files.get(one.caller)?.root
  const stuck = (why: string): Stuck => new Stuck({ path: one.caller, at: one.at, why })
  if (root === undefined) throw stuck(`${one.caller} is not part of the package`)
  if (one.certainty !== 'certain') throw stuck(`${one.name} may mean another template here`)
  if (one.how === 'resources' && hasOtherTypes(one)) throw stuck('the chain passes the same to other types')
  if (one.properties !== undefined && one.properties.kind !== 'map')
    throw stuck(`what is passed to ${one.name} stands elsewhere or is computed`)
  const added = entry(name, call('get_param', text(name)))
  const changed = changeAt(root, one.trail, (definition) => withProperty(definition, one, added))
  if ('problem' in changed || changed === root) throw stuck(`nothing can be passed to ${one.name} here`)
  return pkg.withRoot(one.caller, changed)
}
