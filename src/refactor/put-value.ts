/** Puts values into environments. */
import { entry, inPlaceOf, mapping, withAppended, withEntries, withValue } from '../document/build.ts'
import type { Entry, Mapping, Node } from '../document/node.ts'
import { entryOf, isNull, nameOf } from '../document/read.ts'
import { aliasNames } from '../package/alias-names.ts'
import type { Package } from '../package/package.ts'
import type { PackageFile } from '../package/package-file.ts'
import { createdEnvironment } from './created-file.ts'
import type { ValueSection } from './environment-values.ts'
import { Stuck } from './obstacle.ts'

/**
 * The package with a value in the environment of a module: in place of a null of that name, else behind the
 * last entry of the section. The environment and the section are made where they are missing.
 * @param one the value under the name of its parameter, made for the environment (`transplantedEntry`)
 * @param taken what becomes of a value that is there already: it stays, and that is a defect, or goes
 * @throws Stuck when an alias or anchor shares the section
 */
export function putValue(
  pkg: Package,
  module: PackageFile,
  part: ValueSection,
  one: Entry,
  taken: 'stays' | 'goes' = 'stays',
): Package {
  const path = pkg.environmentPathOf(module.path)
  const environment = pkg.environmentBeside(module.path) ?? createdEnvironment(path, module.document)
  const { root } = environment
  const section = entryOf(root, part)
  // What stands in braces, as in JSON, stays in them.
  const style = root.style === 'flow' && root.entries.length > 0 ? 'flow' : 'block'
  if (section === undefined) {
    const added = entry(part, mapping([one], { style }))
    return pkg.withFile({ ...environment, root: withAppended(root, added) })
  }
  const map = openSection(environment, section)
  const next = withValue(section, filled(map, one, { old: section.value, style, taken }))
  const entries = root.entries.map((other) => (other === section ? next : other))
  return pkg.withFile({ ...environment, root: withEntries(root, entries) })
}

function openSection({ path, root }: PackageFile, section: Entry): Mapping | undefined {
  const { value } = section
  const isShared = value.anchor !== undefined && aliasNames(root).has(value.anchor)
  if (value.kind === 'alias' || isShared)
    throw new Stuck({ path, at: section, why: `an alias or anchor shares ${nameOf(section)} of ${path}` })
  return value.kind === 'map' ? value : undefined
}

interface Filling {
  readonly old: Node
  readonly style: 'block' | 'flow'
  readonly taken: 'stays' | 'goes'
}

/** The section with a value more. An empty one, `{}` or null, becomes lines where it can. */
function filled(map: Mapping | undefined, one: Entry, { old, style, taken }: Filling): Mapping {
  if (map === undefined || map.entries.length === 0) return mapping([one], { for: old, style })
  const name = nameOf(one)
  const there = name === undefined ? undefined : entryOf(map, name)
  if (there === undefined) return withAppended(map, one)
  if (taken === 'stays' && !isNull(there.value)) throw new Error(`${name} has a value already`)
  const value = withValue(there, inPlaceOf(one.value, there.value))
  return withEntries(
    map,
    map.entries.map((other) => (other === there ? value : other)),
  )
}
