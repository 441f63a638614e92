/**
 * Takes the default out of a nested template that stacks reach by the registry of an environment they are created with:
 * what has the type from there can have the value from there, as `parameter_defaults` (heat/engine/environment.py,
 * `get_child_environment`; heat/engine/hot/template.py, `param_schemata`).
 */
import { readValue } from '../../heat/merge-keys.ts'
import { isSurelyPassed } from '../call-properties.ts'
import { givenIn } from '../value-of.ts'
import { sharedEnvironments, type Workspace } from '../workspace.ts'
import type { DefaultMove } from './default-move.ts'
import { refuseDiscord } from './discord.ts'
import { openEnvironment, putValue } from './environment.ts'
import { movedEntry, type OwnDefault, withoutDefault } from './own-default.ts'
import { refuseUnreadableCallers } from './unknown-callers.ts'

interface Inherited {
  readonly pkg: Workspace
  readonly move: Extract<DefaultMove, { readonly kind: 'moved' | 'overridden' }>
}

/**
 * The package with the default as a value of the given environments, from which all templates of a stack inherit it.
 * @param pkg of the whole the environments and the template will do
 * @param whole the package as it was before any default moved
 * @throws Stuck when the value would be another one for somebody else, or cannot be put there
 */
export function inheritDefault(pkg: Workspace, own: OwnDefault, whole: Workspace): Inherited {
  const { file, declaration, value } = own
  const { name } = declaration
  refuseUnreadableCallers(whole, own.file.path, own.declaration.entry)
  const secrecy = own.isHidden ? 'hidden' : 'open'
  const target = pkg.valuePathOf(file.path, secrecy)
  const environment = openEnvironment(pkg, file, name, target)
  const given = givenIn(section, file, pkg.environmentsBeside(file.path), name)
  const giving = given?.parts.at(-1)?.environment
  if (given !== undefined && giving !== undefined) {
    const made = pkg.withRoot(file.path, withoutDefault(file.root, own, 'stay'))
    return {
      pkg: made,
      move: { kind: 'overridden', own, because: section, value: given.node, environment: giving },
    }
  }
  refuseDiscord(whole, file, name, value)
  const isNull = readValue(readValue(environment?.root, section), name) !== undefined
  const filled = putValue(pkg, file, section, movedEntry(own), 'stays', target)
  const made = filled.withRoot(file.path, withoutDefault(file.root, own, isNull ? 'go-beside' : 'go'))
  return { pkg: made, move: { kind: 'moved', own, environment: target, isCreated: !pkg.files.has(target) } }
}

const section = 'parameter_defaults'

/** Whether every stack that relies on the default of a template has it from an environment that is given for all. */
export function isInheritable(known: Workspace, path: string, name: string): boolean {
  if (known.naming.common === undefined) return false
  const isGiven = (environment: string) => sharedEnvironments(known.naming).includes(environment)
  const calls = known.callsOf(path)
  const open = calls.filter((one) => !isSurelyPassed(one, name))
  // Types that a function names, as those of a chain, lead here by a registry alone.
  const registering = calls.length === 0 ? known.environmentsNaming(path) : []
  const ways =
    calls.length === 0 ? [registering] : open.map(({ aliases }) => aliases.map((one) => one.environment))
  return (
    ways.length > 0 && ways.every((environments) => environments.length > 0 && environments.every(isGiven))
  )
}
