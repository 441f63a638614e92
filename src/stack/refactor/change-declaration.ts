/** Changes what declarations of a parameter say: its default, its type; with all that has to agree. */

import type { HotParameterType } from '../../heat/dialects.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { declaredType } from '../../heat/parameters.ts'
import { parameterRead } from '../../heat/reads.ts'
import { literalOf } from '../../heat/values/nodes.ts'
import { misfitInUse } from '../../heat/values/parameters.ts'
import { entry, inPlaceOf, mapping, string, withEntries, withValue } from '../../text/document/build.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { entryOf, nameOf } from '../../text/document/read.ts'
import { transplanted } from '../../text/document/transplant.ts'
import { isEnvironment } from '../source-file.ts'
import { changeAt } from '../trail.ts'
import { declaredParameter, effectiveDefault, passedValue, valueEntries } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { requiredNotes } from './add-parameter.ts'
import { Stuck } from './edit.ts'
import { innermostFirst } from './innermost-first.ts'
import { ownDefault, withoutDefault } from './own-default.ts'
import type { Edited, ParameterEdit } from './parameter-edit.ts'
import { passAsInput } from './pass-default.ts'

/**
 * Removes defaults without writing their values anywhere; in nested templates once every caller passes the parameter, from
 * one of the templates above.
 * @returns undefined where none of the templates has a default for it
 */
export function dropDefault(pkg: Workspace, name: string, declaring: readonly string[]): Edited | undefined {
  const wanted = declaring.filter(
    (path) => readValue(declaredParameter(pkg.fileAt(path).root, name)?.map, 'default') !== undefined,
  )
  if (wanted.length === 0) return undefined
  const made = innermostFirst(pkg, wanted).reduce((current, path) => {
    const file = current.fileAt(path)
    const declaration = declaredParameter(file.root, name)
    const own = declaration === undefined ? undefined : ownDefault(file, declaration)
    if (own === undefined) return current
    const isCalled = current.callsOf(path).length > 0
    const passed = isCalled ? passAsInput(current, own) : current
    return passed.withRoot(path, withoutDefault(passed.fileAt(path).root, own, 'go'))
  }, pkg)
  const touched = [...made.files.values()].flatMap(({ path, root }) =>
    root === pkg.files.get(path)?.root || made.callsOf(path).length > 0 || isEnvironment(made.fileAt(path))
      ? []
      : [path],
  )
  return { pkg: made, names: new Set([name]), set: new Set(), notes: requiredNotes(made, touched, name) }
}

/** @throws Stuck for a value that is not of the declared type */
export function setDefault(
  pkg: Workspace,
  { name, default: { node, source } }: Extract<ParameterEdit, { readonly kind: 'set-default' }>,
  declaring: readonly string[],
): Edited {
  const made = declaring.reduce((current, path) => {
    const { root } = current.fileAt(path)
    const declaration = declaredParameter(root, name)
    const type = declaredType(declaration?.map)
    const problem = type === undefined ? undefined : misfitInUse(type, [], literalOf(node))?.problem
    if (problem !== undefined)
      throw new Stuck({
        path,
        at: declaration?.entry,
        why: `it is of type ${type}, and the value ${problem}`,
      })
    const value = transplanted(node, source)
    return withDeclared(current, path, name, (map) => {
      const one = entryOf(map, 'default')
      if (one !== undefined) return replaced(map, 'default', inPlaceOf(value, one.value))
      const at = map.entries.findIndex((other) => ['type', 'description'].includes(nameOf(other) ?? ''))
      const last = Math.max(
        at,
        map.entries.findIndex((other) => nameOf(other) === 'description'),
      )
      return withEntries(map, [
        ...map.entries.slice(0, last + 1),
        entry('default', value),
        ...map.entries.slice(last + 1),
      ])
    })
  }, pkg)
  return { pkg: made, names: new Set([name]), set: new Set(), notes: [] }
}

/**
 * The type, in each template along the chain: in those that pass the parameter as it is, and in those that it is passed to.
 * @throws Stuck where a value that it has by itself, or in an environment, is not of that type
 */
export function retype(
  pkg: Workspace,
  { name, type }: Extract<ParameterEdit, { readonly kind: 'set-type' }>,
  declaring: readonly string[],
): Edited {
  const chain = chainOf(pkg, name, declaring)
  const made = chain.reduce((current, [path, own]) => {
    refuseOtherValues(current, path, own, type)
    return withDeclared(current, path, own, (map) => {
      const one = entryOf(map, 'type')
      if (one === undefined) return withEntries(map, [entry('type', string(type)), ...map.entries])
      return replaced(map, 'type', inPlaceOf(string(type), one.value))
    })
  }, pkg)
  return { pkg: made, names: new Set(chain.map(([, own]) => own)), set: new Set(), notes: [] }
}

/** The parameters that are passed to one another whole, by template. */
function chainOf(
  pkg: Workspace,
  name: string,
  declaring: readonly string[],
): readonly (readonly [path: string, name: string])[] {
  const found = new Map<string, readonly [string, string]>()
  const open = declaring.map((path) => [path, name] as const)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, own] = next
    const key = next.join('\0')
    const file = pkg.files.get(path)
    if (found.has(key) || file === undefined || declaredParameter(file.root, own) === undefined) continue
    found.set(key, next)
    for (const one of pkg.callsOf(path)) {
      const read = parameterRead(passedValue(one, own))
      if (read !== undefined && read.path.length === 0) open.push([one.caller, read.name])
    }
    for (const one of pkg.callsFrom(path))
      for (const passed of one.properties?.kind === 'map' ? one.properties.entries : []) {
        const read = parameterRead(passed.value)
        const to = nameOf(passed)
        if (read?.name === own && read.path.length === 0 && to !== undefined) open.push([one.callee, to])
      }
  }
  return [...found.values()]
}

function refuseOtherValues(pkg: Workspace, path: string, name: string, type: HotParameterType): void {
  const refuse = (file: string, value: Node) => {
    const problem = misfitInUse(type, [], literalOf(value))?.problem
    if (problem !== undefined) throw new Stuck({ path: file, at: value, why: `what it has here ${problem}` })
  }
  const preset = effectiveDefault(declaredParameter(pkg.fileAt(path).root, name))
  if (preset !== undefined) refuse(path, preset)
  for (const environment of [...pkg.environmentsOf(path), ...pkg.unpairedEnvironments()])
    for (const { value } of valueEntries(environment, name)) refuse(environment.path, value)
}

function replaced(map: Mapping, name: string, value: Node): Mapping {
  const one = entryOf(map, name)
  return withEntries(
    map,
    map.entries.map((other) => (other === one ? withValue(other, value) : other)),
  )
}

/** @throws Stuck where an alias or anchor shares the declaration */
function withDeclared(
  pkg: Workspace,
  path: string,
  name: string,
  change: (map: Mapping) => Mapping,
): Workspace {
  const { root } = pkg.fileAt(path)
  const changed = changeAt(root, ['parameters', name], (map) =>
    map.entries.length === 0 ? change(mapping([], { for: map, style: 'block' })) : change(map),
  )
  if (!('problem' in changed)) return pkg.withRoot(path, changed)
  const at = declaredParameter(root, name)?.entry
  throw new Stuck({ path, at, why: 'aliases or merge keys share the parameter' })
}
