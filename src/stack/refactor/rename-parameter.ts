/** Renames a parameter at every location of a package that names it. */

import { callOf, withArgument } from '../../heat/calls.ts'
import { entriesRead, entryRead, isMerge, mapStanding, readValue } from '../../heat/merge-keys.ts'
import { nameArgument } from '../../heat/reads.ts'
import { section } from '../../heat/sections.ts'
import { callSitesIn, forEachNode, rewriteValues } from '../../heat/walk.ts'
import { memoized } from '../../text/document/attached.ts'
import { inPlaceOf, string, withItems, withReplaced, withValue } from '../../text/document/build.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import type { Entry, Mapping, Node, Scalar } from '../../text/document/node.ts'
import { itemsOf, listOf, mapOf, nameOf, stringOf } from '../../text/document/read.ts'
import { isComputed } from '../call-properties.ts'
import type { NestedCall } from '../calls.ts'
import { typeReferences } from '../references.ts'
import { copiesHere, isAbsolutePath } from '../registry.ts'
import { isEnvironment, type SourceFile } from '../source-file.ts'
import { changeAll, type TrailChange } from '../trail.ts'
import { declaredParameter } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import {
  type Attempt,
  attempt,
  type NewNames,
  renamedKeys,
  Stuck,
  withNames,
  withOutputNames,
} from './edit.ts'
import { refuseHiddenValue } from './environment.ts'
import { refuseUnreadableCallers } from './unknown-callers.ts'

interface ParameterRename {
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
 * Renames the declaration, every `get_param`, parameter groups, the properties of callers, and the entries of
 * environments. Values do not change. Nothing is changed when one location cannot be, or the new name is taken.
 * Whoever asks for it decides about callers that cannot be read.
 */
export function renameParameter(pkg: Workspace, rename: ParameterRename): Attempt<Workspace> {
  const { from, to, templates = declaring(pkg, from), withOutputs } = rename
  return attempt(() => renamed(pkg, { names: new Map([[from, to]]), templates, withOutputs }))
}

/** Several renames of parameters of the same templates. */
export interface ParameterRenames extends Pick<ParameterRename, 'withOutputs'> {
  readonly names: NewNames
  readonly templates: readonly string[]
}

/**
 * The same for several parameters in one pass over the package: what a rename costs is looking at all of it.
 * @throws Stuck when one of them cannot be renamed, or a template may have a caller that cannot be read
 */
export function renameParameters(pkg: Workspace, renames: ParameterRenames): Workspace {
  for (const path of renames.templates) refuseUnreadableCallers(pkg, path)
  return renamed(pkg, renames)
}

function renamed(pkg: Workspace, { names, templates, withOutputs }: ParameterRenames): Workspace {
  let next = pkg
  for (const path of templates) {
    const file = pkg.fileAt(path)
    refuseAbsoluteNames(pkg, path)
    next = next.withRoot(path, renameInTemplate(file, names))
  }
  for (const path of templates) {
    for (const [caller, calls] of groupedBy(pkg.callsOf(path), (call) => call.caller))
      next = renameProperties(next, caller, calls, names)
  }
  next = renameInEnvironments(next, new Set(templates), names)
  return withOutputs ? renameOutputs(next, names) : next
}

function declaring(pkg: Workspace, name: string): readonly string[] {
  return [...pkg.files.values()]
    .filter((file) => !isEnvironment(file) && declaredParameter(file.root, name) !== undefined)
    .map(({ path }) => path)
}

/** Who names a template by an absolute path passes parameters to it and reads its outputs, too. */
export function refuseAbsoluteNames(pkg: Workspace, path: string): void {
  if (!pkg.isNamed(path)) return
  for (const file of pkg.files.values())
    for (const { name, entry, resource } of isEnvironment(file) ? [] : typeReferences(file.root))
      if (isAbsolutePath(name) && copiesHere(file.path, name, pkg.files).includes(path))
        throw new Stuck({ path: file.path, at: entry, why: `${resource} names ${path} by an absolute path` })
}

// --- templates -------------------------------------------------------------------------------------------

function renameInTemplate(file: SourceFile, names: NewNames): Mapping {
  const { path, root } = file
  for (const to of names.values()) {
    const taken = declaredParameter(root, to)
    if (taken !== undefined) throw new Stuck({ path, at: taken.entry, why: `parameter ${to} already exists` })
  }
  refuseHiddenUses(file, names)
  const isDeclared = [...names.keys()].some((name) => declaredParameter(root, name) !== undefined)
  const declared = isDeclared ? withNames(root, 'parameters', names, path) : root
  const renameUse = (node: Node): Node => {
    const call = callOf(node)
    if (call?.name !== 'get_param') return node
    return withArgument(call, namingWith(call.argument, names))
  }
  const used = rewriteValues(declared, true, renameUse, (part) => mayName(part, names))
  return renameInGroups(used, path, names)
}

/** What a resource, an output or a condition names as parameters. */
interface NamedIn {
  readonly names: ReadonlySet<string>
  /** Whether it may name others, too: by an alias, or where the name is computed. */
  readonly isOpen: boolean
}

function mayName(part: Node, names: NewNames): boolean {
  const found = namedIn(part)
  if (found.isOpen) return true
  for (const name of found.names) if (names.has(name)) return true
  return false
}

/** A rename changes few of thousands of resources: the names in the others are computed once and cached by node. */
const namedIn = memoized((part: Node): NamedIn => {
  const names = new Set<string>()
  let isOpen = false
  forEachNode(part, (node) => {
    if (node.kind === 'alias') isOpen = true
    const call = callOf(node)
    if (call?.name !== 'get_param' && call?.name !== 'Ref') return
    const name = stringOf(nameArgument(call.argument))
    if (name === undefined) isOpen = true
    else names.add(name)
  })
  return { names, isOpen }
})

/** Uses that cannot be changed where they stand, or whose name is known only to Heat. */
function refuseHiddenUses({ path, root }: SourceFile, names: NewNames): void {
  for (const { call, at, reach } of callSitesIn(root, (part) => mayName(part, names))) {
    const referred = call.name === 'Ref' ? stringOf(call.argument) : undefined
    if (referred !== undefined && names.has(referred))
      throw new Stuck({ path, at, why: `Ref names ${referred}` })
    if (call.name !== 'get_param') continue
    const name = nameArgument(call.argument)
    if (name?.kind === 'map' || name?.kind === 'seq')
      throw new Stuck({ path, at, why: 'get_param computes the name of a parameter' })
    const meant = stringOf(name)
    if (meant !== undefined && names.has(meant) && (reach === 'alias' || name?.kind === 'alias'))
      throw new Stuck({ path, at, why: `an alias contains ${meant}` })
  }
}

function namingWith(argument: Node, names: NewNames): Node {
  if (argument.kind !== 'seq') return renamedText(argument, names)
  const [first, ...rest] = argument.items
  return first === undefined ? argument : withItems(argument, [renamedText(first, names), ...rest])
}

function renamedText(node: Node, names: NewNames): Node {
  if (node.kind !== 'scalar' || node.type !== 'str' || typeof node.value !== 'string') return node
  const to = names.get(node.value)
  return to === undefined ? node : renamedScalar(node, to)
}

function renamedScalar(node: Scalar, to: string): Node {
  return inPlaceOf(string(to, { for: node, style: node.style }), node)
}

function renameInGroups(root: Mapping, path: string, names: NewNames): Mapping {
  return mapStanding(root, (one) => {
    if (nameOf(one) !== 'parameter_groups') return one
    const groups = listOf(one.value)
    if (groups === undefined || !mentions(groups, names)) return one
    if (one.value.kind === 'alias')
      throw new Stuck({ path, at: one, why: 'the parameter groups are an alias' })
    return withValue(one, renameEverywhere(groups, path, names))
  })
}

/** Whether one of the names stands in one of the lists of parameters. */
function mentions(groups: Node, names: NewNames): boolean {
  return itemsOf(groups).some((group) =>
    listOf(readValue(group, 'parameters'))?.items.some((item) => names.has(stringOf(item) ?? '')),
  )
}

function renameEverywhere(groups: Node, path: string, names: NewNames): Node {
  if (groups.kind !== 'seq') return groups
  return withItems(
    groups,
    groups.items.map((group) => {
      const listed = entryRead(group, 'parameters')
      const items = itemsOf(listed?.value)
      if (listed === undefined || !items.some((item) => names.has(stringOf(item) ?? ''))) return group
      if (group.kind !== 'map' || listed.value.kind !== 'seq' || items.some(({ kind }) => kind === 'alias'))
        throw new Stuck({ path, at: group, why: 'a parameter group is an alias' })
      const all = withItems(
        listed.value,
        items.map((item) => renamedText(item, names)),
      )
      return withReplaced(group, listed, withValue(listed, all))
    }),
  )
}

// --- calls -----------------------------------------------------------------------------------------------

function renameProperties(
  pkg: Workspace,
  caller: string,
  calls: readonly NestedCall[],
  names: NewNames,
): Workspace {
  const stuck = (at: Entry | Node, why: string) => new Stuck({ path: caller, at, why })
  const changes = new Map<TrailChange, Entry>()
  for (const { properties, at, name, trail, propertiesKey } of calls) {
    if (properties !== undefined && (properties.kind !== 'map' || isComputed(properties)))
      throw stuck(properties ?? at, `what is passed to ${name} is computed`)
    const passed = mapOf(properties)
    if (passed?.entries.some(isMerge) === true)
      throw stuck(passed, `what is passed to ${name} is merged from elsewhere`)
    const own = renamedIn(passed, names)
    const [first] = own
    if (first === undefined) continue
    for (const { one, to } of own)
      if (entryRead(passed, to) !== undefined) throw stuck(one, `${to} is already passed`)
    const change = (map: Mapping) => renamedKeys(map, names, caller)
    changes.set({ trail: [...trail, propertiesKey], change }, first.one)
  }
  const changed = changeAll(pkg.fileAt(caller).root, [...changes.keys()])
  if (!('problem' in changed)) return pkg.withRoot(caller, changed)
  const at = changes.get(changed.of)
  throw new Stuck({ path: caller, at, why: 'an alias or anchor shares what is passed' })
}

/** The entries of a mapping that get another name. */
function renamedIn(
  map: Mapping | undefined,
  names: NewNames,
): readonly { readonly one: Entry; readonly to: string }[] {
  return entriesRead(map).flatMap((one) => {
    const to = names.get(nameOf(one) ?? '')
    return to === undefined ? [] : [{ one, to }]
  })
}

// --- outputs ---------------------------------------------------------------------------------------------

function renameOutputs(pkg: Workspace, names: NewNames): Workspace {
  let next = pkg
  for (const { path, root } of pkg.modules()) {
    const outputs = section(root, 'outputs')
    const own = new Map([...names].filter(([from]) => entryRead(outputs, from) !== undefined))
    if (own.size > 0)
      next = next.withRoot(path, withOutputNames(next.files.get(path)?.root ?? root, own, path))
  }
  return next
}

/**
 * The package in which the environments of the modules that use some templates, and those that are named after no
 * template, have other keys for parameters of these templates.
 * @throws Stuck when a template outside of these has its value from the same entry, or a section cannot be changed
 */
function renameInEnvironments(pkg: Workspace, templates: ReadonlySet<string>, names: NewNames): Workspace {
  let next = pkg
  for (const environment of environmentsOf(pkg, templates, names)) {
    const sections = isDirect(pkg, environment, templates) ? keyed : inherited
    next = next.withRoot(environment.path, renameInEnvironment(environment, sections, names))
  }
  return next
}

/** The environments whose entries mean the parameter of one of the templates. */
function environmentsOf(
  pkg: Workspace,
  templates: ReadonlySet<string>,
  names: NewNames,
): readonly SourceFile[] {
  const found = new Map<string, SourceFile>()
  for (const path of templates) {
    for (const module of pkg.modulesReaching(path)) {
      const environment = pkg.environmentOf(module)
      for (const from of names.keys()) refuseHiddenValue(pkg, module, from)
      if (environment === undefined) continue
      found.set(environment.path, environment)
      const others = pkg.templatesOf(environment.path).map((one) => one.path)
      const readers = new Set([module, ...others, ...pkg.reachableFrom(module)])
      refuseOtherReaders(pkg, { readers, environment, templates, names })
    }
  }
  for (const environment of pkg.unpairedEnvironments()) {
    found.set(environment.path, environment)
    refuseOtherReaders(pkg, { readers: pkg.files.keys(), environment, templates, names })
  }
  return [...found.values()]
}

interface EnvironmentReaders {
  /** Paths of the files of stacks that may be created with the environment. */
  readonly readers: Iterable<string>
  readonly environment: SourceFile
  readonly templates: ReadonlySet<string>
  readonly names: NewNames
}

/** `parameter_defaults` are for every template of a stack that declares the name. */
function refuseOtherReaders(
  pkg: Workspace,
  { readers, environment, templates, names }: EnvironmentReaders,
): void {
  const { path, root } = environment
  const valuesIn = (name: string) => mapOf(readValue(root, name))
  const ofAll = valuesIn('parameter_defaults')
  const direct = isDirect(pkg, environment, templates) ? valuesIn('parameters') : undefined
  const given = [...names.keys()].filter((from) => entryRead(ofAll, from) ?? entryRead(direct, from))
  if (given.length === 0) return
  for (const other of readers) {
    const file = pkg.files.get(other)
    if (file === undefined || isEnvironment(file) || templates.has(other)) continue
    for (const from of given) {
      if (declaredParameter(file.root, from) === undefined) continue
      const read =
        entryRead(ofAll, from) ?? (pkg.roleOf(other) === 'nested' ? undefined : entryRead(direct, from))
      if (read === undefined) continue
      const why = `${other} has a parameter ${from} of its own that takes its value here; give both another name, or neither`
      throw new Stuck({ path, at: read, why })
    }
  }
}

/** Whether the environment may be that of one of the templates, and not only of a module that calls them. */
function isDirect(pkg: Workspace, { path }: SourceFile, templates: ReadonlySet<string>): boolean {
  const named = pkg.templatesOf(path).map((one) => one.path)
  return (named.length === 0 ? [...templates] : named).some(
    (one) => templates.has(one) && pkg.roleOf(one) !== 'nested',
  )
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
  environment: SourceFile,
  sections: ReadonlySet<string>,
  names: NewNames,
): Mapping {
  const { path } = environment
  return mapStanding(environment.root, (one) => {
    const name = nameOf(one) ?? ''
    if (!sections.has(name)) return one
    if (name === 'encrypted_param_names') return renameListed(one, names)
    const map = mapOf(one.value)
    const own = renamedIn(map, names)
    if (map === undefined || own.length === 0) return one
    if (one.value.kind === 'alias') throw new Stuck({ path, at: one, why: `the section ${name} is an alias` })
    for (const { to } of own) {
      const taken = entryRead(map, to)
      if (taken !== undefined) throw new Stuck({ path, at: taken, why: `${to} already has a value` })
    }
    return withValue(one, renamedKeys(map, names, path))
  })
}

function renameListed(one: Entry, names: NewNames): Entry {
  if (one.value.kind !== 'seq') return one
  return withValue(
    one,
    withItems(
      one.value,
      one.value.items.map((item) => {
        const to =
          item.kind === 'scalar' && typeof item.value === 'string' ? names.get(item.value) : undefined
        return to === undefined || item.kind !== 'scalar' ? item : renamedScalar(item, to)
      }),
    ),
  )
}
