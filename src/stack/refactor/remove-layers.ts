/** Takes a parameter out of every layer: where it is declared, passed and given a value, and what was there for its sake alone. */

import { entriesRead, mapStanding } from '../../heat/merge-keys.ts'
import { nameArgument, parameterRead } from '../../heat/reads.ts'
import { section, sectionEntry } from '../../heat/sections.ts'
import { callSites } from '../../heat/walk.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { nameOf, stringOf } from '../../text/document/read.ts'
import { passedValue } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { type Blocker, Stuck } from './edit.ts'
import { innermostFirst } from './innermost-first.ts'
import type { Edited, ParameterEdit } from './parameter-edit.ts'
import { setBy, usesOf as usesNamed, withUse } from './property-use.ts'
import { removeParameter } from './remove-parameter.ts'

/**
 * Nested templates first, so that what callers passed is no use of the parameter any longer; a parameter of a caller that
 * was read for nothing else goes, too.
 * @returns what still reads it, where something does
 */
export function removeLayers(
  pkg: Workspace,
  { name, usedBy }: Extract<ParameterEdit, { readonly kind: 'remove' }>,
  declaring: readonly string[],
): Edited | { readonly blockers: readonly Blocker[] } {
  const uses = usedBy.flatMap((one) => usesNamed(pkg, one, [], { has: (path) => declaring.includes(path) }))
  const reading = uses.filter(({ value }) => {
    const read = parameterRead(value)
    return read?.name === name && read.path.length === 0
  })
  const work = new Removing(reading.reduce((current, use) => withUse(current, use, () => undefined), pkg))
  for (const path of innermostFirst(pkg, declaring)) work.remove(path, name)
  const { blockers } = work
  return blockers.length > 0
    ? { blockers }
    : { pkg: work.pkg, names: work.names, set: setBy(reading), notes: [] }
}

class Removing {
  pkg: Workspace
  readonly names = new Set<string>()
  readonly blockers: Blocker[] = []
  readonly #done = new Set<string>()

  constructor(pkg: Workspace) {
    this.pkg = pkg
  }

  remove(path: string, name: string): void {
    if (this.#done.has(`${path}\0${name}`)) return
    this.#done.add(`${path}\0${name}`)
    this.names.add(name)
    const uses = usesOf(this.pkg.fileAt(path).root, name)
    if (uses.length > 0) {
      this.blockers.push(...uses.map((at) => ({ path, at, why: `"${name}" is read here` })))
      return
    }
    const passing = this.#passing(path, name)
    this.pkg = withoutParameter(this.pkg, path, name)
    for (const [caller, own] of passing)
      if (usesOf(this.pkg.fileAt(caller).root, own).length === 0) this.remove(caller, own)
  }

  /** The parameters that callers pass for it, whole. */
  #passing(path: string, name: string): readonly (readonly [caller: string, own: string])[] {
    return this.pkg.callsOf(path).flatMap((one) => {
      const read = parameterRead(passedValue(one, name))
      return read === undefined || read.path.length > 0 ? [] : [[one.caller, read.name] as const]
    })
  }
}

function withoutParameter(pkg: Workspace, path: string, name: string): Workspace {
  const { root } = pkg.fileAt(path)
  const declared = entriesRead(section(root, 'parameters'))
  const isLast = declared.every((one) => nameOf(one) === name)
  if (!isLast) {
    const made = removeParameter(pkg, path, name)
    if ('blocker' in made) throw new Stuck(made.blocker)
    return made.done
  }
  return withoutLast(pkg, path, name)
}

/** Heat refuses an empty section, which goes with its last parameter. */
function withoutLast(pkg: Workspace, path: string, name: string): Workspace {
  const file = pkg.fileAt(path)
  const section = sectionEntry(file.root, 'parameters')
  if (section === undefined) return pkg
  // All but the declaration is taken out as for any other: beside one that goes with the section.
  const beside = removeParameter(pkg, path, name, 'leave the declaration')
  if ('blocker' in beside) throw new Stuck(beside.blocker)
  const { root } = beside.done.fileAt(path)
  const rest = mapStanding(root, (one) => (nameOf(one) === 'parameters' ? undefined : one))
  if (sectionEntry(rest, 'parameters') !== undefined)
    throw new Stuck({ path, at: section, why: 'a merge key supplies the parameters' })
  return beside.done.withRoot(path, rest)
}

/** What reads a parameter, and what may. */
function usesOf(root: Mapping, name: string): readonly (Node | Entry)[] {
  return callSites(root).flatMap(({ call, at }) => {
    if (call.name !== 'get_param' && call.name !== 'Ref') return []
    const named = nameArgument(call.argument)
    const isMeant = stringOf(named) === name || (call.name === 'get_param' && stringOf(named) === undefined)
    return isMeant ? [at] : []
  })
}
