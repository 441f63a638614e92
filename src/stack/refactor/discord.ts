/** Whether one value would do for all templates that have a parameter of the same name. */
import { memoized } from '../../text/document/attached.ts'
import { sameData } from '../../text/document/data.ts'
import { push } from '../../text/document/multimap.ts'
import type { Node } from '../../text/document/node.ts'
import { isSurelyPassed } from '../call-properties.ts'
import { isEnvironment, type SourceFile } from '../source-file.ts'
import { givenIn } from '../value-of.ts'
import { type Declaration, declaredParameter, declaredParameters, effectiveDefault } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { Stuck } from './edit.ts'

/**
 * A value in the common environment reaches every template that has a parameter of that name.
 * @param pkg as it is before any value moves: its parameters are indexed once
 * @throws Stuck when it would be another value for one of them
 */
export function refuseDiscord(pkg: Workspace, file: SourceFile, name: string, value: Node): void {
  const other = readersOf(pkg, name).find((one) => one.path !== file.path && !isSame(one.value, value))
  if (other === undefined) return
  const what = other.value === undefined ? 'no default' : 'another default'
  const why = `${other.path} has ${what}, and both share the environment; rename the parameter in one of them first`
  throw new Stuck({ path: file.path, at: declaredParameter(file.root, name)?.entry, why })
}

/** A template that has its value from the common environment where there is one, else the default. */
interface Reader {
  readonly path: string
  readonly value: Node | undefined
}

/** Two of those with a name: the first, and the first that has another default. Whoever disagrees does so with one of these. */
function readersOf(pkg: Workspace, name: string): readonly Reader[] {
  const { declaring, readers } = indexOf(pkg)
  const known = readers.get(name)
  if (known !== undefined) return known
  const all = (declaring.get(name) ?? [])
    .filter(({ path }) => !hasItsOwn(pkg, path, name))
    .map(({ path, declaration }) => ({ path, value: effectiveDefault(declaration) }))
  const [first] = all
  const other = first === undefined ? undefined : all.find(({ value }) => !isSame(value, first.value))
  const found = [first, other].flatMap((one) => one ?? [])
  readers.set(name, found)
  return found
}

/** No default is never the same as another: nobody knows what is given instead. */
function isSame(one: Node | undefined, other: Node | undefined): boolean {
  return one !== undefined && other !== undefined && sameData(one, other)
}

interface ReadersIndex {
  readonly declaring: ReadonlyMap<
    string,
    readonly { readonly path: string; readonly declaration: Declaration }[]
  >
  /** By name, as far as they were asked for. */
  readonly readers: Map<string, readonly Reader[]>
}

const indexOf = memoized((pkg: Workspace): ReadersIndex => {
  const declaring = new Map<string, { path: string; declaration: Declaration }[]>()
  for (const file of pkg.files.values()) {
    if (isEnvironment(file)) continue
    for (const declaration of declaredParameters(file.root))
      push(declaring, declaration.name, { path: file.path, declaration })
  }
  return { declaring, readers: new Map() }
})

/** Whether every use of a template sets the parameter: each caller passes it, or for a module `parameters` has a value. */
function hasItsOwn(pkg: Workspace, path: string, name: string): boolean {
  if (pkg.roleOf(path) !== 'nested')
    return givenIn('parameters', pkg.fileAt(path), pkg.environmentsBeside(path), name) !== undefined
  const calls = pkg.callsOf(path)
  return calls.length > 0 && calls.every((call) => isSurelyPassed(call, name))
}
