/** Takes a parameter out of a template, with everything of the package that is there for its sake. */

import { entriesRead, entryRead, mapStanding, readValue } from '../../heat/merge-keys.ts'
import { dependenciesOf, resourceRead } from '../../heat/reads.ts'
import { section, sectionEntry } from '../../heat/sections.ts'
import { mapSections } from '../../heat/walk.ts'
import { withItems, withReplaced, withValue } from '../../text/document/build.ts'
import type { Entry, Mapping, Node, Sequence } from '../../text/document/node.ts'
import { holdsAnchor, listOf, mapOf, nameOf, resolved, stringOf } from '../../text/document/read.ts'
import { isEnvironment, type SourceFile } from '../source-file.ts'
import { changeAt } from '../trail.ts'
import { declaredParameter, valueEntries, valueSections } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { type Attempt, attempt, Stuck, withoutName } from './edit.ts'
import { refuseHiddenValue, withoutEnvironmentValue } from './environment.ts'

/**
 * Removes the declaration, its line in parameter groups (an emptied group, too), its values in the environments
 * of a module, and the property at each caller of a nested template. Nothing is changed when one location cannot
 * be, or when it is the last parameter: Heat refuses an empty section. Who asks for it makes sure that it is unused,
 * and decides about callers that cannot be read.
 */
export function removeParameter(
  pkg: Workspace,
  path: string,
  name: string,
  declaration: 'remove' | 'leave the declaration' = 'remove',
): Attempt<Workspace> {
  return attempt(() => {
    const file = pkg.fileAt(path)
    const root = declaration === 'remove' ? undeclared(file, name) : file.root
    const withoutDeclaration = pkg.withRoot(path, withoutGroupLine(root, path, name))
    const withoutProperties = pkg
      .callsOf(path)
      .reduce((next, call) => withoutProperty(next, call.caller, call, name), withoutDeclaration)
    return pkg.roleOf(path) === 'nested'
      ? withoutInherited(pkg, withoutProperties, path, name)
      : withoutValues(pkg, withoutProperties, path, name)
  })
}

function undeclared(file: SourceFile, name: string): Mapping {
  const { root, path } = file
  const declared = section(root, 'parameters')
  const one = entryRead(declared, name)
  if (declared === undefined || one === undefined) return root
  if (sectionEntry(root, 'parameters')?.value.kind === 'alias')
    throw new Stuck({ path, at: one, why: 'the parameters are an alias' })
  if (entriesRead(declared).every((entry) => nameOf(entry) === name))
    throw new Stuck({ path, at: one, why: 'it is the last parameter of the template' })
  if (holdsAnchor(one.value))
    throw new Stuck({ path, at: one, why: 'it carries an anchor that is used elsewhere' })
  return mapSections(root, (kind, map) => (kind === 'parameters' ? withoutName(file, map, name) : map))
}

function withoutGroupLine(root: Mapping, path: string, name: string): Mapping {
  return mapStanding(root, (one) => {
    if (nameOf(one) !== 'parameter_groups') return one
    const groups = listOf(one.value)
    if (groups === undefined || !groups.items.some((group) => lists(group, name))) return one
    if (one.value.kind !== 'seq') throw new Stuck({ path, at: one, why: 'the parameter groups are an alias' })
    const left = groups.items.flatMap((group) => groupWithout(group, path, name) ?? [])
    return left.length === 0 ? undefined : withValue(one, withItems(one.value, left))
  })
}

function namesIn(group: Node): Sequence | undefined {
  return listOf(readValue(group, 'parameters'))
}

function lists(group: Node, name: string): boolean {
  return namesIn(group)?.items.some((item) => stringOf(item) === name) === true
}

/** Undefined when nothing is left of the group. */
function groupWithout(group: Node, path: string, name: string): Node | undefined {
  if (!lists(group, name)) return group
  const names = namesIn(group)
  const listed = entryRead(group, 'parameters')
  if (group.kind !== 'map' || names === undefined || listed?.value.kind !== 'seq')
    throw new Stuck({ path, at: group, why: 'a parameter group is an alias' })
  const left = names.items.filter((item) => stringOf(item) !== name)
  if (left.length === 0) return undefined
  const next = withItems(names, left)
  return withReplaced(group, listed, withValue(listed, next))
}

function withoutProperty(
  pkg: Workspace,
  caller: string,
  call: Workspace['calls'][number],
  name: string,
): Workspace {
  const one = entryRead(call.properties, name)
  const file = pkg.files.get(caller)
  if (one === undefined || file === undefined) return pkg
  refuseOrdering(call, one)
  const changed = changeAt(file.root, [...call.trail, call.propertiesKey], (map) =>
    withoutName(file, map, name),
  )
  if ('problem' in changed)
    throw new Stuck({ path: caller, at: one, why: 'an alias or anchor shares what is passed' })
  return pkg.withRoot(caller, changed)
}

/**
 * A property that a caller passes may also carry a dependency (heat/engine/resource.py, `Resource.add_dependencies`).
 * @throws Stuck when nothing else in its resource names a resource that the property names
 */
function refuseOrdering({ caller, resource, entry }: Workspace['calls'][number], passed: Entry): void {
  const awaited = namedResources(passed.value)
  if (awaited.size === 0) return
  const others = new Set([
    ...namedResources(entry.value, passed),
    ...dependenciesOf(mapOf(entry.value)).map(({ name }) => name),
  ])
  const lost = [...awaited].find((id) => !others.has(id))
  if (lost !== undefined)
    throw new Stuck({ path: caller, at: passed, why: `"${resource}" waits for "${lost}" by what it passes` })
}

/** The resources that functions in a node name, but for one entry. */
function namedResources(node: Node, left?: Entry): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (one: Node): void => {
    const { name } = resourceRead(one) ?? {}
    if (name !== undefined) found.add(name)
    const inner = resolved(one)
    if (inner.kind === 'seq') inner.items.forEach(visit)
    if (inner.kind === 'map') for (const part of inner.entries) if (part !== left) visit(part.value)
  }
  visit(node)
  return found
}

/** `parameter_defaults` are inherited: they are preserved while a nested template of the module declares the name. */
function withoutValues(before: Workspace, after: Workspace, path: string, name: string): Workspace {
  refuseHiddenValue(before, path, name)
  const unpaired = withoutUnpairedValues(before, after, path, name)
  const environment = before.environmentOf(path)
  if (environment === undefined) return unpaired
  const others = before.templatesOf(environment.path).filter((file) => file.path !== path)
  if (declaredIn(others, name)) return unpaired
  const next = withoutEnvironmentValue(unpaired, environment.path, 'parameters', name)
  const nested = [...before.reachableFrom(path)].flatMap((one) => before.files.get(one) ?? [])
  return declaredIn(nested, name)
    ? next
    : withoutEnvironmentValue(next, environment.path, 'parameter_defaults', name)
}

/** What a nested template has from `parameter_defaults` goes once no template of the package declares the name. */
function withoutInherited(before: Workspace, after: Workspace, path: string, name: string): Workspace {
  const own = before.modulesReaching(path).flatMap((module) => before.environmentOf(module) ?? [])
  const giving = [...new Set([...own, ...before.unpairedEnvironments()])].filter(
    (one) => valueEntries(one, name).length > 0,
  )
  if (giving.length === 0) return after
  const others = [...after.files.values()].filter((file) => file.path !== path && !isEnvironment(file))
  if (declaredIn(others, name)) return after
  return giving.reduce(
    (next, one) => withoutEnvironmentValue(next, one.path, 'parameter_defaults', name),
    after,
  )
}

/** An environment that is named after no template keeps a value that any other template may take. */
function withoutUnpairedValues(before: Workspace, after: Workspace, path: string, name: string): Workspace {
  const giving = before.unpairedEnvironments().filter((one) => valueEntries(one, name).length > 0)
  if (giving.length === 0) return after
  const others = [...before.files.values()].filter((file) => file.path !== path && !isEnvironment(file))
  if (declaredIn(others, name)) return after
  return giving.reduce(
    (next, one) =>
      valueSections.reduce((last, part) => withoutEnvironmentValue(last, one.path, part, name), next),
    after,
  )
}

function declaredIn(templates: readonly SourceFile[], name: string): boolean {
  return templates.some(({ root }) => declaredParameter(root, name) !== undefined)
}
