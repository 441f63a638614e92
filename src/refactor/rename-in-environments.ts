/** The entries of environments that mean a parameter, under another name. */
import { inPlaceOf, text, withItems, withKey, withValue } from '../document/build.ts'
import type { Entry, Mapping } from '../document/node.ts'
import { entryOf, mapOf, nameOf } from '../document/read.ts'
import { mapEntries } from '../heat/values.ts'
import { declaredParameter } from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import type { PackageFile } from '../package/package-file.ts'
import { refuseHiddenValue } from './environment-values.ts'
import { Stuck } from './obstacle.ts'

/**
 * The package in which the environments of the modules that use some templates have other keys for a parameter
 * of these templates.
 * @throws Stuck when a template outside of these has its value from the same entry, or a section cannot be changed
 */
export function renameInEnvironments(
  pkg: Package,
  templates: ReadonlySet<string>,
  from: string,
  to: string,
): Package {
  let next = pkg
  for (const environment of environmentsOf(pkg, templates, from)) {
    const sections = isDirect(pkg, environment, templates) ? keyed : inherited
    next = next.withRoot(environment.path, renameInEnvironment(environment, sections, from, to))
  }
  return next
}

/** The environments whose entries mean the parameter of one of the templates. */
function environmentsOf(pkg: Package, templates: ReadonlySet<string>, from: string): readonly PackageFile[] {
  const found = new Map<string, PackageFile>()
  for (const path of templates) {
    for (const module of pkg.modulesReaching(path)) {
      const environment = pkg.environmentOf(module)
      refuseHiddenValue(pkg, module, from)
      if (environment === undefined) continue
      found.set(environment.path, environment)
      refuseOtherReaders(pkg, { module, environment, templates, from })
    }
  }
  return [...found.values()]
}

/** `parameter_defaults` are for every template of a stack that declares the name. */
function refuseOtherReaders(
  pkg: Package,
  reading: {
    readonly module: string
    readonly environment: PackageFile
    readonly templates: ReadonlySet<string>
    readonly from: string
  },
): void {
  const { module, environment, templates, from } = reading
  const ofAll = entryOf(mapOf(entryOf(environment.root, 'parameter_defaults')?.value), from)
  const direct = isDirect(pkg, environment, templates)
    ? entryOf(mapOf(entryOf(environment.root, 'parameters')?.value), from)
    : undefined
  const others = pkg.templatesOf(environment.path).map(({ path }) => path)
  for (const path of new Set([module, ...others, ...pkg.reachableFrom(module)])) {
    const file = pkg.files.get(path)
    if (file === undefined || templates.has(path) || declaredParameter(file.root, from) === undefined)
      continue
    const isRead = ofAll !== undefined || (direct !== undefined && pkg.roleOf(path) !== 'nested')
    if (isRead)
      throw new Stuck({
        path: environment.path,
        at: ofAll ?? direct,
        why: `${path} has a parameter ${from} of its own that takes its value here`,
      })
  }
}

/** Whether the environment is that of one of the templates, and not only of a module that calls them. */
function isDirect(pkg: Package, { path }: PackageFile, templates: ReadonlySet<string>): boolean {
  return pkg.templatesOf(path).some((one) => templates.has(one.path) && pkg.roleOf(one.path) !== 'nested')
}

/** Sections of an environment whose keys are parameters (heat/common/environment_format.py). */
const keyed: ReadonlySet<string> = new Set([
  'parameters',
  'parameter_defaults',
  'parameter_merge_strategies',
  'encrypted_param_names',
])

/** The section that nested templates have values from as well. */
const inherited: ReadonlySet<string> = new Set(['parameter_defaults'])

function renameInEnvironment(
  environment: PackageFile,
  sections: ReadonlySet<string>,
  from: string,
  to: string,
): Mapping {
  const { path } = environment
  return mapEntries(environment.root, (one) => {
    const name = nameOf(one) ?? ''
    if (!sections.has(name)) return one
    if (name === 'encrypted_param_names') return renameListed(one, from, to)
    const map = mapOf(one.value)
    const own = entryOf(map, from)
    if (map === undefined || own === undefined) return one
    if (one.value.kind === 'alias')
      throw new Stuck({ path, at: one, why: `the section ${name} stands behind an alias` })
    const taken = entryOf(map, to)
    if (taken !== undefined) throw new Stuck({ path, at: taken, why: `${to} has a value already` })
    return withValue(
      one,
      mapEntries(map, (other) => (nameOf(other) === from ? withKey(other, to) : other)),
    )
  })
}

function renameListed(one: Entry, from: string, to: string): Entry {
  if (one.value.kind !== 'seq') return one
  return withValue(
    one,
    withItems(
      one.value,
      one.value.items.map((item) =>
        item.kind === 'scalar' && item.value === from
          ? inPlaceOf(text(to, { for: item, style: item.style }), item)
          : item,
      ),
    ),
  )
}
