/** Renames a resource of a template at every location that names it. */

import { callOf, withArgument } from '../../heat/calls.ts'
import { entriesRead, entryRead, readValue, replacedRead } from '../../heat/merge-keys.ts'
import { nameArgument, namesIn } from '../../heat/reads.ts'
import { section, sectionEntry } from '../../heat/sections.ts'
import { callSites, mapSection, rewriteValues } from '../../heat/walk.ts'
import { inPlaceOf, string, withItems, withValue } from '../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { itemsOf, mapOf, nameOf, stringOf } from '../../text/document/read.ts'
import type { Workspace } from '../workspace.ts'
import { type Attempt, attempt, Stuck, withNames } from './edit.ts'

/**
 * Renames the resource itself, `get_resource`, the first argument of `get_attr`, and `depends_on`. Strings that only
 * look like the name, in scripts or names, are no references. Nothing is changed when one location cannot be,
 * or the new name is taken. Heat identifies a resource by its name: on a deployed stack it becomes another one.
 */
export function renameResource(pkg: Workspace, path: string, from: string, to: string): Attempt<Workspace> {
  return attempt(() => {
    const file = pkg.fileAt(path)
    refuseEnvironments(pkg, path, from)
    return pkg.withRoot(path, renamed(file.root, path, from, to))
  })
}

function renamed(root: Mapping, path: string, from: string, to: string): Mapping {
  const resources = section(root, 'resources')
  const taken = entryRead(resources, to)
  if (taken !== undefined) throw new Stuck({ path, at: taken, why: `there is a resource ${to} already` })
  if (sectionEntry(root, 'resources')?.value.kind === 'alias')
    throw new Stuck({ path, at: undefined, why: 'the resources are an alias' })
  refuseHiddenUses(root, path, from)
  const named = withNames(root, 'resources', new Map([[from, to]]), path)
  return rewriteValues(mapSection(named, 'resources', withDependencies), true, (node) => {
    const call = callOf(node)
    return call === undefined ? node : withArgument(call, argumentWith(call.name, call.argument))
  })

  function argumentWith(name: string, argument: Node): Node {
    if (name === 'get_resource') return renamedText(argument)
    if (name !== 'get_attr' || argument.kind !== 'seq') return argument
    const [first, ...rest] = argument.items
    return first === undefined ? argument : withItems(argument, [renamedText(first), ...rest])
  }

  function withDependencies(one: Entry): Entry {
    const definition = mapOf(one.value)
    const dependsOn = entryRead(definition, 'depends_on')
    if (dependsOn === undefined || !namesIn(dependsOn.value).some(({ name }) => name === from)) return one
    const isShared = (node: Node) => node.kind === 'alias'
    const items = itemsOf(dependsOn.value)
    if (one.value.kind !== 'map' || isShared(dependsOn.value) || items.some(isShared))
      throw new Stuck({ path, at: dependsOn, why: `an alias contains ${from}` })
    const { value } = dependsOn
    const next = value.kind === 'seq' ? withItems(value, value.items.map(renamedText)) : renamedText(value)
    // What an alias brings in is renamed where its anchor stands.
    return withValue(one, replacedRead(one.value, dependsOn, withValue(dependsOn, next)) ?? one.value)
  }

  function renamedText(node: Node): Node {
    if (node.kind !== 'scalar' || node.type !== 'str' || node.value !== from) return node
    return inPlaceOf(string(to, { for: node, style: node.style }), node)
  }
}

const naming: ReadonlySet<string> = new Set(['get_resource', 'get_attr', 'Ref', 'Fn::GetAtt'])

/** Uses that cannot be changed where they stand, or whose name is known only to Heat. */
function refuseHiddenUses(root: Mapping, path: string, from: string): void {
  for (const { call, at, reach } of callSites(root)) {
    if (!naming.has(call.name)) continue
    const { argument } = call
    const name = nameArgument(argument)
    if (name?.kind === 'map' || name?.kind === 'seq')
      throw new Stuck({ path, at, why: `${call.name} computes the name of a resource` })
    const isMeant = stringOf(name) === from
    const isOther = call.name === 'Ref' || call.name === 'Fn::GetAtt'
    if (isMeant && isOther) throw new Stuck({ path, at, why: `${call.name} names ${from}` })
    if (isMeant && (reach === 'alias' || name?.kind === 'alias' || argument.kind === 'alias'))
      throw new Stuck({ path, at, why: `an alias contains ${from}` })
  }
}

/** An environment may map types, set hooks and restrict actions for one resource by its name. */
function refuseEnvironments(pkg: Workspace, path: string, from: string): void {
  for (const module of pkg.modulesReaching(path)) {
    const environment = pkg.environmentOf(module)
    const registry = mapOf(readValue(environment?.root, 'resource_registry'))
    const single = mapOf(readValue(registry, 'resources'))
    if (environment === undefined || single === undefined) continue
    if (mentions(single, from))
      throw new Stuck({ path: environment.path, at: single, why: `the registry names ${from}` })
  }
}

/** Resources of nested templates stand below those that call them; patterns with `*` may mean any. */
function mentions(map: Mapping, name: string): boolean {
  return entriesRead(map).some((one) => {
    const key = nameOf(one) ?? ''
    if (key === name || key.includes('*')) return true
    const inner = mapOf(one.value)
    return inner !== undefined && mentions(inner, name)
  })
}
