/** Images and flavors that servers of two vm-types share, or that are called like those of another one; and addresses of two uses. */

import { readValue } from '../../../heat/merge-keys.ts'
import { parameterRead } from '../../../heat/reads.ts'
import { mapNodes } from '../../../heat/walk.ts'
import { attempt, Stuck } from '../../../stack/refactor/edit.ts'
import { renameParameters } from '../../../stack/refactor/rename-parameter.ts'
import { propertyEntry, readingOf, withProperty } from '../../../stack/refactor/resource-property.ts'
import { changeAt, type Trail } from '../../../stack/trail.ts'
import { declaredParameter, effectiveDefault, passedValue } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { call, entry, string, withAppended, withEntries, withValue } from '../../../text/document/build.ts'
import { sameData } from '../../../text/document/data.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import { entryOf, mapOf, nameOf } from '../../../text/document/read.ts'
import { transplantedEntry } from '../../../text/document/transplant.ts'
import { rule } from '../../rule.ts'
import { startOf } from '../identity.ts'
import { sameName } from '../naming/pattern.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, ofResource, type Repair, type Report, repairedBy } from '../rule.ts'
import { namesOf, type ServerNames } from '../vnf/names.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { described } from './descriptions.ts'
import { parameterOf } from './servers.ts'
import { withoutIdle } from './unused-parameters.ts'

export const sharedParameterRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-40499', 'R-57282']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const { servers } = namesOf(vnf)
    checkOwnParameter(servers, 'server-image', 'R-57282', report)
    checkOwnParameter(servers, 'server-flavor', 'R-40499', report)
  },
})

/** R-57282, R-40499: a parameter is that of the vm-type in its name, and servers of two vm-types do not share one. */
function checkOwnParameter(
  servers: readonly ServerNames[],
  slot: 'server-image' | 'server-flavor',
  requirement: RequirementId,
  report: Report,
): void {
  const property = slot.slice('server-'.length) as 'image' | 'flavor'
  const users = new Map<string, Map<string, ServerNames[]>>()
  for (const server of servers) {
    // The case of a vm-type has requirements of its own.
    const vmType = (server.id?.vmType ?? server.parameters.name)?.toLowerCase()
    const name = parameterOf(server, slot)?.name
    if (vmType === undefined || name === undefined) continue
    const byType = users.get(name) ?? new Map<string, ServerNames[]>()
    users.set(name, byType.set(vmType, [...(byType.get(vmType) ?? []), server]))
  }
  for (const [name, byType] of users) {
    const inName = [...byType.values()][0]?.[0]?.parameters[property]
    const owner = inName ?? [...byType.keys()][0] ?? ''
    for (const [vmType, list] of byType) {
      if (sameName(vmType, owner)) continue
      // One vm-type that all of its parameters call by another name is a matter of its ID (R-304011).
      const concerned = byType.size > 1 ? list : list.filter(saysSeveral)
      for (const server of concerned)
        reportOtherVmType(server, slot, requirement, name, vmType, owner, report)
    }
  }
}

/** Whether image, flavor and name of a server say different vm-types. */
function saysSeveral({ parameters }: ServerNames): boolean {
  const said = Object.values(parameters).filter((vmType) => vmType !== undefined)
  return said.some((vmType) => !sameName(vmType, said[0]))
}

function reportOtherVmType(
  server: ServerNames,
  slot: 'server-image' | 'server-flavor',
  requirement: RequirementId,
  name: string,
  vmType: string,
  owner: string,
  report: Report,
): void {
  const property = slot.slice('server-'.length)
  const { resource } = server
  report({
    requirement,
    ...ofResource(resource),
    at: parameterOf(server, slot)?.slot.value,
    message: `${property} of "${resource.id}" reads "${name}" of vm-type "${owner}"; vm-type "${vmType}" must have its own parameter`,
    remedy: resource.isMember
      ? byHand(`Declare "${vmType}_${property}_name" like "${name}", and read it here.`)
      : repairedBy(
          parameterSplitting,
          `gives the server its own parameter "${vmType}_${property}_name" with the value of "${name}"; if nothing else reads "${name}", that is renamed`,
        ),
    subject: {
      kind: 'property',
      resource: resource.id,
      name: property,
      wanted: `${vmType}_${property}_name`,
    },
  })
}

export const parameterSplitting: Repair = {
  id: 'onap/split-shared-parameters',
  title: 'Give each vm-type an image and a flavor of its own, and a virtual IP its own parameter',
  description:
    'Declares another parameter like the one that servers of two vm-types share, or that is an address of its own and a virtual IP, with the same value in the environment, and reads it for one of the two.',
  section: 'Nova Server',
  safety: 'lossy',
  loses: 'added parameter',
  requirements: ['R-40499', 'R-57282', 'R-717227', 'R-805572'],
  // Each copy goes right behind the one that is shared: the last first gives the order of the source.
  inOrder: (a, b) => startOf(b.at) - startOf(a.at),
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'property' || subject.wanted === undefined) return pkg
    const { resource, name, wanted, type = 'OS::Nova::Server' } = subject
    const location = { path, resource, type, keys: [name] }
    const value = propertyEntry(pkg, location)?.value
    const shared = subject.reads ?? wholeParameter(value)
    if (shared === undefined || value === undefined)
      throw new Stuck({ path, at: undefined, why: `its ${name} is not the whole of a parameter` })
    if (shared === wanted) return pkg
    const redirect = (node: Node) => (wholeParameter(node) === shared ? readingOf(wanted, node) : node)
    const splitBy = (split: Split): Workspace => {
      const declared = withTwin(pkg, path, split, new Set())
      const redirected = withProperty(declared, location, (now) => mapNodes(now ?? value, redirect))
      return withoutIdle(redirected, path, split.shared)
    }
    const split: Split = { shared, wanted, done: new Set(), left: new Set() }
    const tried = splitBy(split)
    const renamed = renamedInstead(pkg, tried, split)
    if (renamed !== undefined) return renamed
    const left = new Set([...split.done].filter((one) => isRemoved(tried, one, shared)))
    const used = left.size === 0 ? tried : splitBy({ ...split, done: new Set(), left })
    return [...split.done].reduce((next, one) => withOwnDescription(next, one, split), used)
  },
}

/** The parameter that a value is, without a path into it. */
function wholeParameter(value: Node | undefined): string | undefined {
  const read = parameterRead(value)
  return read === undefined || read.path.length > 0 ? undefined : read.name
}

/**
 * Where nothing else read the parameter, it only gets its name: comments and description remain with it.
 *
 * @param after the package from which it was removed, or was not
 */
function renamedInstead(
  before: Workspace,
  after: Workspace,
  { shared, wanted, done }: Split,
): Workspace | undefined {
  const templates = [...done]
  if (templates.length === 0 || !templates.every((path) => isRemoved(after, path, shared))) return undefined
  const names = new Map([[shared, wanted]])
  const made = attempt(() => renameParameters(before, { names, templates, withOutputs: false }))
  return 'done' in made ? made.done : undefined
}

function isRemoved(after: Workspace, path: string, name: string): boolean {
  return declaredParameter(after.fileAt(path).root, name) === undefined
}

interface Split {
  readonly shared: string
  readonly wanted: string
  /** The templates that have both by now. */
  readonly done: Set<string>
  /** The templates that nothing but the copy is left in: what is said about the one is said about the other. */
  readonly left: ReadonlySet<string>
}

/** The package in which a template has both parameters with one value; its callers as well. */
function withTwin(pkg: Workspace, path: string, split: Split, below: ReadonlySet<string>): Workspace {
  const { shared, wanted, done } = split
  const comments = split.left.has(path) ? 'with comments' : 'without comments'
  if (done.has(path)) return pkg
  const file = pkg.files.get(path)
  const own = file === undefined ? undefined : declaredParameter(file.root, shared)
  if (file === undefined || own === undefined)
    throw new Stuck({ path, at: undefined, why: `there is no parameter ${shared}` })
  if (below.has(path)) throw new Stuck({ path, at: own.entry, why: 'templates call each other in a circle' })
  if (declaredParameter(file.root, wanted) !== undefined) {
    if (isTwin(pkg, path, split)) return pkg
    throw new Stuck({ path, at: own.entry, why: `a parameter ${wanted} is declared already` })
  }
  done.add(path)
  let next = withCopy(pkg, path, ['parameters'], split, comments, (copy) => withDescription(copy, wanted))
  const environment = pkg.environmentOf(path)
  if (environment !== undefined)
    for (const section of ['parameters', 'parameter_defaults'])
      next = withCopy(next, environment.path, [section], split, comments)
  for (const one of pkg.callsOf(path)) {
    const value = passedValue(one, shared)
    if (value === undefined) continue
    const read = parameterRead(value)
    if (read?.name !== shared || read.path.length > 0)
      throw new Stuck({ path: one.caller, at: one.at, why: `it does not pass ${shared} under this name` })
    next = withTwin(next, one.caller, split, new Set([...below, path]))
    next = withCopy(next, one.caller, [...one.trail, one.propertiesKey], split, comments, (copy) =>
      withValue(copy, call('get_param', string(wanted))),
    )
  }
  return next
}

/** Whether an earlier split of this run, or somebody before, gave both the same value, or none. */
function isTwin(pkg: Workspace, path: string, { shared, wanted }: Split): boolean {
  const root = pkg.files.get(path)?.root
  if (root === undefined) return false
  const values = mapOf(readValue(pkg.environmentOf(path)?.root, 'parameters'))
  const [one, other] = [shared, wanted].map(
    (name) => readValue(values, name) ?? effectiveDefault(declaredParameter(root, name)),
  )
  return one === undefined || other === undefined ? one === other : sameData(one, other)
}

/** No parameter is to come without a description (R-44001). */
function withDescription(copy: Entry, name: string): Entry {
  if (copy.value.kind !== 'map' || readValue(copy.value, 'description') !== undefined) return copy
  return withValue(copy, described(copy.value, descriptionOf(name)))
}

/** `Image of db` for `db_image_name`, `Virtual IP of db on int_oam` for `db_int_oam_floating_ip`. */
function descriptionOf(name: string): string {
  const pair = /^(.+?)_(int_.+)_floating_(?:v6_)?ips?$/.exec(name)
  if (pair !== null) return `Virtual IP of ${pair[1]} on ${pair[2]}`
  const [, vmType = name, what = 'parameter'] = /^(.*)_(image|flavor)_name$/i.exec(name) ?? []
  return `${what.charAt(0).toUpperCase()}${what.slice(1).toLowerCase()} of ${vmType}`
}

/** Where both parameters remain, what is said of the one, and its label, would not be true of the other. */
function withOwnDescription(pkg: Workspace, path: string, { shared, wanted }: Split): Workspace {
  const root = pkg.files.get(path)?.root
  if (root === undefined || declaredParameter(root, shared) === undefined) return pkg
  const changed = changeAt(root, ['parameters', wanted], (map) =>
    withEntries(
      map,
      map.entries.flatMap((one) => {
        if (nameOf(one) === 'label') return []
        return nameOf(one) === 'description' ? [entry('description', string(descriptionOf(wanted)))] : [one]
      }),
    ),
  )
  return 'problem' in changed ? pkg : pkg.withRoot(path, changed)
}

/** A mapping with a copy of one of its entries under the other name, right behind it, where it has one. */
function withCopy(
  pkg: Workspace,
  path: string,
  trail: Trail,
  { shared, wanted }: Split,
  comments: 'with comments' | 'without comments',
  made: (copy: Entry) => Entry = (copy) => copy,
): Workspace {
  const file = pkg.files.get(path)
  if (file === undefined) return pkg
  const changed = changeAt(file.root, trail, (map: Mapping) => {
    const own = entryOf(map, shared)
    if (own === undefined || readValue(map, wanted) !== undefined) return map
    const at = map.entries.indexOf(own)
    const document = comments === 'with comments' ? file.document : { ...file.document, comments: [] }
    const copy = made(transplantedEntry(own, document, wanted))
    const entries = [...map.entries.slice(0, at + 1), copy, ...map.entries.slice(at + 1)]
    return map.style === 'flow' && at === map.entries.length - 1
      ? withAppended(map, copy)
      : withEntries(map, entries)
  })
  if ('problem' in changed) {
    if (changed.problem === 'missing') return pkg
    throw new Stuck({ path, at: undefined, why: `aliases elsewhere share what holds ${shared}` })
  }
  return pkg.withRoot(path, changed)
}
