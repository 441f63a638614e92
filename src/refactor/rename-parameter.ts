/** Gives a parameter another name, in every place of a package that names it. */

import { memoized } from '../document/attached.ts'
import { inPlaceOf, text, withEntries, withItems, withKey, withValue } from '../document/build.ts'
import type { Entry, Mapping, Node, Scalar } from '../document/node.ts'
import { entryOf, mapOf, nameOf, seqOf, textOf } from '../document/read.ts'
import { callOf } from '../heat/calls.ts'
import { isMerge } from '../heat/merge-keys.ts'
import { section } from '../heat/sections.ts'
import { callSitesIn, forEachNode, mapEntries, mapSections, rewriteValues } from '../heat/values.ts'
import { isComputed } from '../package/call-properties.ts'
import type { NestedCall } from '../package/calls.ts'
import { declaredParameter } from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import { isEnvironment, type PackageFile } from '../package/package-file.ts'
import { changeAt } from '../package/place.ts'
import { type Attempt, attempt, Stuck } from './edit.ts'
import { refuseHiddenValue } from './environment.ts'

export interface ParameterRename {
  readonly from: string
  readonly to: string
  /** The templates whose parameter it is; those of the package that declare `from` when absent. */
  readonly templates?: readonly string[]
  /**
   * Whether outputs of modules go along: ONAP feeds an output of one module into the parameter of the same
   * name of another one.
   */
  readonly withOutputs: boolean
}

/**
 * The declaration, every `get_param`, parameter groups, what calls of the template pass, the entries of
 * environments. Values do not change. Nothing is changed when one place cannot be, or the new name is taken.
 */
export function renameParameter(pkg: Package, rename: ParameterRename): Attempt<Package> {
  return attempt(() => renamed(pkg, rename))
}

function renamed(pkg: Package, rename: ParameterRename): Package {
  const { from, to } = rename
  const templates = rename.templates ?? declaring(pkg, from)
  let next = pkg
  for (const path of templates) {
    const file = pkg.files.get(path)
    if (file === undefined) throw new RangeError(`no file ${path} in the package`)
    next = next.withRoot(path, renameInTemplate(file, from, to))
  }
  for (const path of templates) {
    for (const call of pkg.callsOf(path)) next = renameProperty(next, call, from, to)
  }
  next = renameInEnvironments(next, new Set(templates), from, to)
  return rename.withOutputs ? renameOutputs(next, from, to) : next
}

function declaring(pkg: Package, name: string): readonly string[] {
  return [...pkg.files.values()]
    .filter((file) => !isEnvironment(file) && declaredParameter(file.root, name) !== undefined)
    .map(({ path }) => path)
}

// --- templates -------------------------------------------------------------------------------------------

function renameInTemplate(file: PackageFile, from: string, to: string): Mapping {
  const { path, root } = file
  const declaration = declaredParameter(root, from)
  const taken = declaredParameter(root, to)
  if (taken !== undefined)
    throw new Stuck({ path, at: taken.entry, why: `a parameter ${to} is declared already` })
  refuseHiddenUses(file, from)
  const declared =
    declaration === undefined
      ? root
      : mapSections(root, (name, map) =>
          name === 'parameters'
            ? mapEntries(map, (one) => (nameOf(one) === from ? withKey(one, to) : one))
            : map,
        )
  const renameUse = (node: Node): Node => {
    const call = callOf(node)
    if (call?.name !== 'get_param') return node
    const argument = namingWith(call.argument, from, to)
    return argument === call.argument || node.kind !== 'map'
      ? node
      : withEntries(node, [withValue(call.entry, argument)])
  }
  const used = rewriteValues(declared, true, renameUse, (part) => mayName(part, from))
  return renameInGroups(used, path, from, to)
}

/** What a resource, an output or a condition names as parameters. */
interface NamedIn {
  readonly names: ReadonlySet<string>
  /** Whether it may name others, too: by an alias, or where the name is computed. */
  readonly isOpen: boolean
}

function mayName(part: Node, name: string): boolean {
  const found = namedIn(part)
  return found.isOpen || found.names.has(name)
}

/** Of thousands of resources a rename changes a few: what the others name is found once, and kept with them. */
const namedIn = memoized((part: Node): NamedIn => {
  const names = new Set<string>()
  let isOpen = false
  forEachNode(part, (node) => {
    if (node.kind === 'alias') isOpen = true
    const call = callOf(node)
    if (call?.name !== 'get_param' && call?.name !== 'Ref') return
    const name = textOf(nameArgument(call.argument))
    if (name === undefined) isOpen = true
    else names.add(name)
  })
  return { names, isOpen }
})

/** Uses that cannot be changed where they stand, or whose name is known only to Heat. */
function refuseHiddenUses({ path, root }: PackageFile, from: string): void {
  for (const { call, at, reach } of callSitesIn(root, (part) => mayName(part, from))) {
    if (call.name === 'Ref' && textOf(call.argument) === from)
      throw new Stuck({ path, at, why: `Ref names ${from}` })
    if (call.name !== 'get_param') continue
    const name = nameArgument(call.argument)
    if (name?.kind === 'map' || name?.kind === 'seq')
      throw new Stuck({ path, at, why: 'get_param computes the name of a parameter' })
    const isMeant = textOf(name) === from
    if (isMeant && (reach === 'alias' || name?.kind === 'alias'))
      throw new Stuck({ path, at, why: `an alias contains ${from}` })
  }
}

/** The part of an argument of `get_param` that names the parameter. */
function nameArgument(argument: Node): Node | undefined {
  return argument.kind === 'seq' ? argument.items[0] : argument
}

function namingWith(argument: Node, from: string, to: string): Node {
  if (argument.kind !== 'seq') return renamedText(argument, from, to)
  const [first, ...rest] = argument.items
  return first === undefined ? argument : withItems(argument, [renamedText(first, from, to), ...rest])
}

function renamedText(node: Node, from: string, to: string): Node {
  if (node.kind !== 'scalar' || node.type !== 'str' || node.value !== from) return node
  return renamedScalar(node, to)
}

function renamedScalar(node: Scalar, to: string): Node {
  return inPlaceOf(text(to, { for: node, style: node.style }), node)
}

function renameInGroups(root: Mapping, path: string, from: string, to: string): Mapping {
  return mapEntries(root, (one) => {
    if (nameOf(one) !== 'parameter_groups') return one
    const groups = seqOf(one.value)
    if (groups === undefined || !mentions(groups, from)) return one
    if (one.value.kind === 'alias')
      throw new Stuck({ path, at: one, why: 'the parameter groups are an alias' })
    return withValue(one, renameEverywhere(groups, path, from, to))
  })
}

/** Whether a text stands in one of the lists of parameters. */
function mentions(groups: Node, name: string): boolean {
  return (seqOf(groups)?.items ?? []).some((group) =>
    seqOf(entryOf(mapOf(group), 'parameters')?.value)?.items.some((item) => textOf(item) === name),
  )
}

function renameEverywhere(groups: Node, path: string, from: string, to: string): Node {
  if (groups.kind !== 'seq') return groups
  return withItems(
    groups,
    groups.items.map((group) => {
      const listed = entryOf(mapOf(group), 'parameters')
      const items = seqOf(listed?.value)?.items ?? []
      if (listed === undefined || !items.some((item) => textOf(item) === from)) return group
      if (group.kind !== 'map' || listed.value.kind !== 'seq' || items.some(({ kind }) => kind === 'alias'))
        throw new Stuck({ path, at: group, why: 'a parameter group is an alias' })
      const names = withItems(
        listed.value,
        items.map((item) => renamedText(item, from, to)),
      )
      return mapEntries(group, (one) => (one === listed ? withValue(one, names) : one))
    }),
  )
}

// --- calls -----------------------------------------------------------------------------------------------

function renameProperty(pkg: Package, call: NestedCall, from: string, to: string): Package {
  const { caller, properties } = call
  const at = properties ?? call.at
  if (properties !== undefined && (properties.kind !== 'map' || isComputed(properties)))
    throw new Stuck({ path: caller, at, why: `what is passed to ${call.name} is computed` })
  const passed = mapOf(properties)
  if (passed?.entries.some(isMerge) === true)
    throw new Stuck({ path: caller, at, why: `what is passed to ${call.name} is merged from elsewhere` })
  const one = entryOf(passed, from)
  if (one === undefined) return pkg
  if (entryOf(passed, to) !== undefined)
    throw new Stuck({ path: caller, at: one, why: `${to} is passed already` })
  const root = pkg.files.get(caller)?.root
  if (root === undefined) throw new RangeError(`no file ${caller} in the package`)
  const changed = changeAt(root, [...call.trail, call.propertiesKey], (map) => renamedKey(map, from, to))
  if ('problem' in changed)
    throw new Stuck({ path: caller, at: one, why: 'an alias or anchor shares what is passed' })
  return pkg.withRoot(caller, changed)
}

function renamedKey(map: Mapping, from: string, to: string): Mapping {
  return mapEntries(map, (one) => (nameOf(one) === from ? withKey(one, to) : one))
}

// --- outputs ---------------------------------------------------------------------------------------------

function renameOutputs(pkg: Package, from: string, to: string): Package {
  let next = pkg
  for (const { path, root } of pkg.modules()) {
    const outputs = section(root, 'outputs')
    const one = entryOf(outputs, from)
    if (outputs === undefined || one === undefined) continue
    const taken = entryOf(outputs, to)
    if (taken !== undefined) throw new Stuck({ path, at: taken, why: `there is an output ${to} already` })
    const current = next.files.get(path)?.root ?? root
    next = next.withRoot(
      path,
      mapSections(current, (name, map) => (name === 'outputs' ? renamedKey(map, from, to) : map)),
    )
  }
  return next
}

/**
 * The package in which the environments of the modules that use some templates have other keys for a parameter
 * of these templates.
 * @throws Stuck when a template outside of these has its value from the same entry, or a section cannot be changed
 */
function renameInEnvironments(
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
    if (one.value.kind === 'alias') throw new Stuck({ path, at: one, why: `the section ${name} is an alias` })
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
