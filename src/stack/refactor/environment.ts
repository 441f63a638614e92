/** The values that environments give: put there, taken out, and what speaks against it. */

import { environmentSections } from '../../heat/candidate.ts'
import { entriesRead, entryRead, readValue, replacedRead } from '../../heat/merge-keys.ts'
import { entry, inPlaceOf, mapping, withAppended, withValue } from '../../text/document/build.ts'
import type { Document } from '../../text/document/document.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { countOf, isNull, itemsOf, mapOf, nameOf, stringOf } from '../../text/document/read.ts'
import { createdFile, isEnvironment, type SourceFile } from '../source-file.ts'
import { aliasNames } from '../trail.ts'
import { givenIn } from '../value-of.ts'
import type { ValueSection } from '../values.ts'
import { sharedEnvironments, type Workspace } from '../workspace.ts'
import { refuseDiscord } from './discord.ts'
import { Stuck, stuckAt, withoutName } from './edit.ts'

/**
 * The package with a value in the environment of a module: in place of a null of that name, else behind the
 * last entry of the section. A missing environment or section is created.
 * @param one the value under the name of its parameter, made for the environment (`transplantedEntry`)
 * @param taken whether a value that is there already is preserved, which is an internal error, or replaced
 * @param path of another environment that is to have it
 * @throws Stuck when an alias or anchor shares the section
 */
export function putValue(
  pkg: Workspace,
  module: SourceFile,
  part: ValueSection,
  one: Entry,
  taken: 'stays' | 'goes' = 'stays',
  path: string = pkg.environmentPathOf(module.path),
): Workspace {
  const environment = environmentAt(pkg, path) ?? newEnvironment(pkg, path, module)
  const { root } = environment
  const section = entryRead(root, part)
  // An environment in flow style, such as JSON, gets a section in flow style.
  const style = root.style === 'flow' && root.entries.length > 0 ? 'flow' : 'block'
  if (section === undefined) {
    const added = entry(part, mapping([one], { style }))
    return pkg.withFile({ ...environment, root: withAppended(root, added) })
  }
  const map = openSection(environment, section)
  const next = withValue(section, filled(map, one, { old: section.value, style, taken }))
  return pkg.withFile({ ...environment, root: standing(environment, section, next) })
}

/** @throws Stuck when an alias brings in the section */
function standing({ path, root }: SourceFile, section: Entry, next: Entry): Mapping {
  const made = replacedRead(root, section, next)
  if (made !== undefined) return made
  throw new Stuck({ path, at: section, why: `a merge key supplies ${nameOf(section)} of ${path}` })
}

function openSection({ path, root }: SourceFile, section: Entry): Mapping | undefined {
  const { value } = section
  const isShared = value.anchor !== undefined && aliasNames(root).has(value.anchor)
  if (value.kind === 'alias' || isShared)
    throw new Stuck({ path, at: section, why: `an alias or anchor shares ${nameOf(section)} of ${path}` })
  return value.kind === 'map' ? value : undefined
}

interface Filling {
  readonly old: Node
  readonly style: 'block' | 'flow'
  readonly taken: 'stays' | 'goes'
}

/** The section with a value more. An empty one, `{}` or null, becomes lines where it can. */
function filled(map: Mapping | undefined, one: Entry, { old, style, taken }: Filling): Mapping {
  if (map === undefined || map.entries.length === 0) return mapping([one], { for: old, style })
  const name = nameOf(one)
  const there = name === undefined ? undefined : entryRead(map, name)
  if (there === undefined) return withAppended(map, one)
  if (taken === 'stays' && !isNull(there.value)) throw new Error(`${name} has a value already`)
  const value = withValue(there, inPlaceOf(one.value, there.value))
  // A value of its own counts before one that an alias brings in.
  return replacedRead(map, there, value) ?? withAppended(map, one)
}

/**
 * An environment that does not exist yet, with the sections that it shall have; empty at first.
 * @param like the document whose layout and line breaks it takes over: that of its template
 */
export function createdEnvironment(path: string, like: Document, root?: Mapping): SourceFile {
  return createdFile(path, like, root ?? mapping([], { style: 'block' }), { kind: 'environment' })
}

/**
 * An environment without the value of a parameter. A section that becomes empty is written as `{}`: Heat refuses
 * one without a value.
 * @returns the very same package when there is no such entry
 * @throws Stuck when the section stands behind an alias or under an anchor, or has the name twice
 */
export function withoutEnvironmentValue(
  pkg: Workspace,
  environment: string,
  part: ValueSection,
  name: string,
): Workspace {
  const file = pkg.files.get(environment)
  const one = entryRead(file?.root, part)
  if (file === undefined || one === undefined || readValue(one.value, name) === undefined) return pkg
  const { value } = one
  if (value.kind !== 'map' || value.anchor !== undefined)
    throw new Stuck({ path: environment, at: one, why: `an alias or anchor shares the section ${part}` })
  const rest = withoutName(file, value, name)
  return pkg.withRoot(environment, standing(file, one, withValue(one, rest)))
}

/**
 * @throws Stuck when an environment that cannot be read may give a module's parameter a value: the value would remain
 * there, and Heat refuses one for a parameter that is not declared
 */
export function refuseHiddenValue(pkg: Workspace, module: string, name: string): void {
  for (const path of [pkg.environmentPathOf(module), ...sharedEnvironments(pkg.naming)]) {
    const broken = pkg.unreadable.get(path)
    if (broken === undefined || broken.text?.includes(name) === false) continue
    throw new Stuck({
      path,
      at: undefined,
      why: `${path} may set it but cannot be read: ${broken.why}`,
    })
  }
}

/** An environment that takes values of hidden parameters is for its owner only. */
function newEnvironment(pkg: Workspace, path: string, { document }: SourceFile): SourceFile {
  const made = createdEnvironment(path, document)
  return path === pkg.naming.hidden ? { ...made, created: { like: document, access: 'owner only' } } : made
}

function environmentAt(pkg: Workspace, path: string): SourceFile | undefined {
  const file = pkg.files.get(path)
  return file !== undefined && isEnvironment(file) ? file : undefined
}

/**
 * The environment at a path, when values of a module may be put into it; undefined when there is none yet.
 * @throws Stuck when one of the module's environments cannot be read, or a value there would mean something else than a
 * default
 */
export function openEnvironment(
  pkg: Workspace,
  module: SourceFile,
  name: string,
  path: string,
): SourceFile | undefined {
  for (const one of new Set([pkg.environmentPathOf(module.path), path, ...sharedEnvironments(pkg.naming)])) {
    const broken = pkg.unreadable.get(one)
    if (broken !== undefined)
      throw new Stuck({ path: one, at: undefined, why: `${one} cannot be read: ${broken.why}` })
    const environment = environmentAt(pkg, one)
    if (environment === undefined && pkg.files.has(one))
      throw new Stuck({ path: one, at: undefined, why: `${one} is not an environment` })
    if (environment !== undefined) refuseOdd(environment, name)
  }
  if (pkg.naming.common !== undefined) return environmentAt(pkg, path)
  const other = pkg.templatesOf(path).find((file) => file.path !== module.path)
  if (other !== undefined) throw stuckAt(path, `${path} is also the environment of ${other.path}`)
  return environmentAt(pkg, path)
}

function refuseOdd({ path, root }: SourceFile, name: string): void {
  const isHeats = entriesRead(root).some((one) => environmentSections.includes(nameOf(one) ?? ''))
  if (!isHeats && root.entries.length > 0)
    throw stuckAt(path, `${path} has none of the sections of an environment`)
  for (const part of ['parameters', 'parameter_defaults'] as const) {
    const section = entryRead(root, part)
    if (section !== undefined && mapOf(section.value) === undefined && !isNull(section.value))
      throw stuckAt(path, `${part} of ${path} is not a mapping`)
    if (countOf(root, part) > 1) throw stuckAt(path, `${path} has two keys "${part}"`)
    if (countOf(mapOf(section?.value), name) > 1)
      throw stuckAt(path, `${part} of ${path} has two keys "${name}"`)
  }
  if (isEncrypted(root, name)) throw stuckAt(path, `encrypted_param_names of ${path} lists it`)
  const strategy = mergeStrategy(root, name)
  if (strategy !== undefined)
    throw stuckAt(
      path,
      `parameter_merge_strategies of ${path} name ${strategy}, and a value there takes part in merging`,
    )
}

/** Whether Heat would take the value for an encrypted one (heat/engine/template.py, `Template.load`). */
function isEncrypted(root: Mapping, name: string): boolean {
  return itemsOf(readValue(root, 'encrypted_param_names')).some((item) => stringOf(item) === name)
}

/** A merge strategy that may concern a parameter (heat/common/environment_util.py); a default never takes part. */
function mergeStrategy(root: Mapping, name: string): string | undefined {
  const strategies = mapOf(readValue(root, 'parameter_merge_strategies'))
  if (strategies === undefined) return undefined
  if (readValue(strategies, name) !== undefined) return `"${name}"`
  const usual = readValue(strategies, 'default')
  return usual === undefined || stringOf(usual) === 'overwrite'
    ? undefined
    : `the default "${stringOf(usual) ?? '?'}"`
}

export type Destination =
  /** Something else gives the value already. */
  | {
      readonly kind: 'nowhere'
      readonly because: ValueSection
      readonly value: Node
      /** The environment that gives it. */
      readonly environment: SourceFile
    }
  | {
      readonly kind: 'environment'
      readonly path: string
      readonly section: ValueSection
      /** Whether a null of the name stands there. */
      readonly location: 'null' | 'new'
    }

/**
 * Where a value of a module's parameter has to stand so that the parameter has it as it has its default:
 * `parameters` of the environment, unless that or `parameter_defaults` has a value already; null is none.
 * A common environment of several modules takes `parameter_defaults`, for Heat refuses `parameters` that a
 * template does not declare.
 * @param secrecy whether the parameter is hidden: its value may go to another environment
 * @param whole the package as it was before any value moved
 * @throws Stuck when it cannot be put there
 */
export function destinationOf(
  pkg: Workspace,
  module: SourceFile,
  name: string,
  value: Node,
  secrecy: 'hidden' | 'open' = 'open',
  whole: Workspace = pkg,
): Destination {
  const path = pkg.valuePathOf(module.path, secrecy)
  const environment = openEnvironment(pkg, module, name, path)
  for (const because of ['parameters', 'parameter_defaults'] as const) {
    const given = givenIn(because, module, pkg.environmentsBeside(module.path), name)
    const environment = given?.parts.at(-1)?.environment
    if (given !== undefined && environment !== undefined)
      return { kind: 'nowhere', because, value: given.node, environment }
  }
  const isAlone = !sharedEnvironments(pkg.naming).includes(path) || pkg.modules().length === 1
  if (!isAlone) refuseDiscord(whole, module, name, value)
  const section = isAlone ? 'parameters' : 'parameter_defaults'
  const existing = readValue(readValue(environment?.root, section), name)
  return { kind: 'environment', path, section, location: existing === undefined ? 'new' : 'null' }
}
