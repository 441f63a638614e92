/** What environment files hold. */

import { environmentSections } from '../../../heat/candidate.ts'
import { entriesRead, entryRead, readValue, replacedRead } from '../../../heat/merge-keys.ts'
import { NearNames } from '../../../heat/near-names.ts'
import type { NestedCall } from '../../../stack/calls.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { registryEntries } from '../../../stack/registry.ts'
import { directoryOf, fileName } from '../../../stack/source-file.ts'
import { changeAt } from '../../../stack/trail.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import {
  entry,
  inPlaceOf,
  mapEntries,
  mapping,
  string,
  withEntries,
  withItems,
  withoutEntry,
  withValue,
} from '../../../text/document/build.ts'
import { plainData } from '../../../text/document/data.ts'
import { include } from '../../../text/document/multimap.ts'
import type { Mapping, Node } from '../../../text/document/node.ts'
import { isNull, mapOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofSection, type Repair, type Report, repairedBy } from '../rule.ts'
import { isAssignedName, supplierOf } from '../vnf/assigned.ts'
import { type EnvironmentEntry, enumeration, type VnfEnvironment } from '../vnf/environment.ts'
import { entriesOf, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { environmentWays } from './environment-names.ts'
import { environmentValueRemoval } from './in-environment.ts'

export const environmentRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-03324', 'R-599443', 'R-67231']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const meanings = aliasMeanings(vnf)
    for (const environment of vnf.environments) {
      checkSection(environment, report)
      checkRegistry(vnf, environment, meanings, report)
      checkDeclared(vnf, environment, report)
    }
  },
})

function checkSection({ path, file: { root } }: VnfEnvironment, report: Report): void {
  const entry = entryRead(root, 'parameters')
  if (entry !== undefined && !isNull(entry.value)) return
  const others = entriesOf(root).filter(
    ({ name }) => !environmentSections.includes(name) && name !== 'encrypted_parameters',
  )
  const canAdd = others.length === 0
  report({
    requirement: 'R-03324',
    ...ofSection(path, 'parameters', entry),
    message:
      entry === undefined
        ? 'the environment file has no section parameters'
        : 'the section parameters is null, which Heat rejects',
    remedy: canAdd
      ? repairedBy(parametersSection, 'writes "parameters: {}"')
      : byHand(
          `Decide whether "${others[0]?.name ?? ''}" and the other keys belong below parameters.`,
          () => {
            const values = Object.fromEntries(others.map((one) => [one.name, plainData(one.entry.value)]))
            const was = entry === undefined ? {} : { was: null }
            return [
              {
                steps: [
                  { file: path, write: ['parameters'], value: values, ...was },
                  ...others.map(({ name }) => ({ file: path, remove: [name] })),
                ],
              },
            ]
          },
        ),
  })
}

type AliasMeanings = ReadonlyMap<string, ReadonlySet<string | undefined>>

/** The files that each name of a registry stands for, in all environments. */
function aliasMeanings({ environments }: Vnf): AliasMeanings {
  const found = new Map<string, Set<string | undefined>>()
  for (const { path, file } of environments) {
    for (const alias of registryEntries(path, file.root)) {
      include(found, alias.name, alias.path)
    }
  }
  return found
}

function checkRegistry(vnf: Vnf, environment: VnfEnvironment, meanings: AliasMeanings, report: Report): void {
  const { path, file } = environment
  const entry = entryRead(file.root, 'resource_registry')
  if (entry === undefined) return
  const isSafe = isNull(entry.value) || onlyAliases(vnf, environment, meanings)
  report({
    requirement: 'R-67231',
    ...ofSection(path, 'resource_registry', entry),
    message: 'the environment file must not have a resource_registry: templates name nested files themselves',
    remedy: isSafe
      ? repairedBy(
          registryInlining,
          'writes the file names where templates use the aliases, and deletes the section with its comments',
        )
      : byHand(
          'Say what each entry does in the templates themselves: it is more than an alias of a file of the package.',
        ),
  })
}

/** Whether a registry says no more than which file of the package a name of one's own stands for. */
function onlyAliases(vnf: Vnf, { path, file }: VnfEnvironment, meanings: AliasMeanings): boolean {
  const registry = mapOf(readValue(file.root, 'resource_registry'))
  if (registry === undefined) return false
  const aliases = registryEntries(path, file.root)
  return (
    aliases.length === entriesRead(registry).length &&
    aliases.every(
      ({ form, name, path: target }) =>
        form === 'plain' &&
        target !== undefined &&
        vnf.pkg.files.has(target) &&
        !/^(?:OS|AWS)::/.test(name) &&
        meanings.get(name)?.size === 1,
    )
  )
}

function checkDeclared(vnf: Vnf, environment: VnfEnvironment, report: Report): void {
  const module = vnf.moduleOf(environment)
  if (module === undefined) {
    if (vnf.isOrphan(environment)) checkOrphan(vnf, environment, report)
    return
  }
  const near = new NearNames(() => valueless(module, environment))
  for (const one of environment.entries) {
    if (isDeclared(vnf, module, one)) continue
    const meant = near.of(one.name)
    report({
      requirement: 'R-599443',
      path: environment.path,
      at: one.entry,
      message: `${fileName(module.path)} declares no parameter "${one.name}"`,
      remedy:
        meant === undefined
          ? repairedBy(
              environmentValueRemoval,
              'deletes the entry with its comments; no parameter takes it',
              isAssignedName(one.name) ? supplierOf(one.name) : undefined,
            )
          : byHand(`Is it meant for "${meant}", which has no value?`, () => [
              { steps: [{ file: environment.path, key: [one.section, one.name], to: meant }] },
            ]),
      subject: { kind: 'environment-entry', ...one },
    })
  }
}

/** All values of a file that belongs to no module are one slip. */
function checkOrphan(vnf: Vnf, environment: VnfEnvironment, report: Report): void {
  const [first] = environment.entries
  if (first === undefined) return
  const beside = vnf.templates.find(({ path }) => vnf.pkg.environmentPathOf(path) === environment.path)
  report({
    requirement: 'R-599443',
    path: environment.path,
    at: first.entry,
    message:
      beside === undefined
        ? `no template of this base name declares "${first.name}" and the other parameters in this file`
        : `"${first.name}" and the other parameters in this file are given to the nested file ${fileName(beside.path)}, which has no environment`,
    remedy: byHand('Name the file after its module, or remove it.', () =>
      environmentWays(vnf, environment.path),
    ),
    subject: { kind: 'environment-entry', ...first },
  })
}

/** Defaults of the environment reach nested files too (heat/engine/environment.py). */
function isDeclared(vnf: Vnf, module: VnfTemplate, { name, section }: EnvironmentEntry): boolean {
  if (module.parameters.has(name)) return true
  if (section === 'parameters') return false
  return [...vnf.pkg.reachableFrom(module.path)].some(
    (path) => vnf.template(path)?.parameters.has(name) === true,
  )
}

function valueless({ parameters }: VnfTemplate, environment: VnfEnvironment): string[] {
  return [...parameters.values()]
    .filter(
      ({ name, map }) =>
        enumeration(environment, name) !== 'valued' && readValue(map, 'default') === undefined,
    )
    .map(({ name }) => name)
}

export const parametersSection: Repair = {
  id: 'onap/add-parameters-section',
  title: 'Give environment files their section parameters',
  description:
    'Writes `parameters: {}` into environment files without that section, and instead of a null that Heat rejects.',
  references: ['heat/common/environment_format.py'],
  safety: 'exact',
  requirements: ['R-03324'],
  repair(pkg, { path }) {
    const root = pkg.files.get(path)?.root
    if (root === undefined) return pkg
    const own = entryRead(root, 'parameters')
    const empty = mapping([], { for: own?.value, style: 'flow' })
    if (own === undefined)
      return pkg.withRoot(path, withEntries(root, [...root.entries, entry('parameters', empty)]))
    return pkg.withRoot(path, replacedRead(root, own, withValue(own, empty)) ?? root)
  },
}

export const registryInlining: Repair = {
  id: 'onap/inline-registry',
  title: 'Name nested templates by their files',
  description:
    'Replaces aliases of the resource registry by file names in every template, and deletes the registry.',
  references: ['heat/engine/environment.py: ResourceRegistry'],
  safety: 'exact',
  requirements: ['R-67231'],
  repair(pkg, { path }) {
    const root = pkg.files.get(path)?.root
    const one = entryRead(root, 'resource_registry')
    if (root === undefined || one === undefined) return pkg
    // Without its registry an environment's aliases name no files any more: the callers of this state count.
    const named = pkg.calls
      .filter(({ aliases }) => aliases.some(({ environment }) => environment === path))
      .reduce((current, call) => withFileName(current, call), pkg)
    return named.withRoot(path, withoutEntry(root, one))
  },
}

/** @throws Stuck when the file is in another directory, or an alias or anchor shares the location */
function withFileName(pkg: Workspace, call: NestedCall): Workspace {
  const { caller, callee, name, certainty, trail, how, at } = call
  const directory = directoryOf(caller)
  const stuck = (why: string): Stuck => new Stuck({ path: caller, at, why })
  if (certainty !== 'certain') throw stuck(`${name} may mean something else here`)
  if (!callee.startsWith(directory) || callee.slice(directory.length).includes('/'))
    throw stuck(`${callee} is in another directory`)
  const file = callee.slice(directory.length)
  const root = pkg.files.get(caller)?.root
  if (root === undefined) throw stuck(`${caller} is not part of the package`)
  const changed = changeAt(root, trail, (map) => renamedType(map, name, file, how === 'resources'))
  if ('problem' in changed) throw stuck('an alias or anchor shares the location')
  return pkg.withRoot(caller, changed)
}

function renamedType(map: Mapping, alias: string, file: string, inChain: boolean): Mapping {
  const named = (node: Node): Node =>
    node.kind === 'scalar' && node.value === alias
      ? inPlaceOf(string(file, { for: node, style: node.style }), node)
      : node
  const own = entryRead(map, inChain ? 'resources' : 'type')
  return mapEntries(map, (one) => {
    if (one !== own) return one
    return withValue(
      one,
      one.value.kind === 'seq' ? withItems(one.value, one.value.items.map(named)) : named(one.value),
    )
  })
}
