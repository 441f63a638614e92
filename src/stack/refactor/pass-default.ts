/** Removes the default of a nested template, and makes every caller that relied on it pass the value. */

import { readValue } from '../../heat/merge-keys.ts'
import { declaredType } from '../../heat/parameters.ts'
import { section } from '../../heat/sections.ts'
import { literalOf } from '../../heat/values/nodes.ts'
import { misfitInUse } from '../../heat/values/parameters.ts'
import { call, entry, string } from '../../text/document/build.ts'
import { sameData } from '../../text/document/data.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { isNull, listOf, stringOf } from '../../text/document/read.ts'
import { transplanted } from '../../text/document/transplant.ts'
import {
  hasOtherTypes,
  holdsText,
  isPassableJson,
  mayBeNull,
  mayBeOmitted,
  survivesJoining,
  withProperty,
} from '../call-properties.ts'
import type { NestedCall } from '../calls.ts'
import { isBranch } from '../references.ts'
import type { SourceFile } from '../source-file.ts'
import { changeAt } from '../trail.ts'
import { givenIn, moduleValue } from '../value-of.ts'
import { type Declaration, declaredParameter, effectiveDefault, passedValue } from '../values.ts'
import { sharedEnvironments, type Workspace } from '../workspace.ts'
import { declareParameter } from './declare.ts'
import { Stuck } from './edit.ts'
import { destinationOf, putValue } from './environment.ts'
import { type CommentFate, movedEntry, type OwnDefault, withoutDefault } from './own-default.ts'
import { refuseUnknownCalls, unreadConcern } from './unknown-callers.ts'

export interface PassedDefault {
  readonly pkg: Workspace
  /** Paths of the templates whose calls pass the value now. */
  readonly callers: readonly string[]
  /** Paths of the environments that give the value now. */
  readonly environments: readonly string[]
  /** Parameters of callers that had the value already and are passed now. */
  readonly shared: readonly SharedParameter[]
}

/** Former states of a package, for what is costly to look up in each new one. */
interface PassingStates {
  /** Here the templates call one another as now, and pass the same for the parameter. */
  readonly known: Workspace
  /** Here no default had moved yet; the templates call one another as now. */
  readonly whole: Workspace
}

/**
 * The package without the default of a nested template's parameter, where each caller has the value as before.
 * @param exemption called when some caller relies on the default: why the default is preserved all the same
 * @throws Stuck when one of the callers cannot pass it; then nothing may be changed
 */
export function passDefault(
  pkg: Workspace,
  own: OwnDefault,
  exemption: () => string | undefined,
  { known, whole }: PassingStates = { known: pkg, whole: pkg },
): PassedDefault | { readonly exempt: string } {
  const { file, declaration } = own
  const calls = known.callsOf(file.path)
  refuseUnknownCalls(whole, own, calls)
  const isReliedOn = calls.some((one) => passedValue(one, declaration.name) === undefined)
  const exempt = isReliedOn ? exemption() : undefined
  if (exempt !== undefined) return { exempt }
  const few = concerned(pkg, whole, file.path)
  const work = new PassingWork(few, own, 'moves', { known, whole })
  work.passTo(file.path)
  const root = withoutDefault(work.pkg.fileAt(file.path).root, own, work.fate)
  const made = [...work.pkg.withRoot(file.path, root).files.values()]
  return {
    pkg: pkg.withFiles(made.filter((one) => one !== few.files.get(one.path))),
    callers: [...work.callers],
    environments: [...work.environments],
    shared: [...work.shared.values()],
  }
}

/** What can change with a nested template, as a package of its own: each change of the whole takes note of all its files. */
function concerned(pkg: Workspace, whole: Workspace, path: string): Workspace {
  return sharedEnvironments(pkg.naming).length > 0 ? pkg : pkg.part(concernedBy(path, whole), 'of the whole')
}

/** The paths of what can change with a nested template where environments are those of single modules. */
export function concernedBy(path: string, whole: Workspace): ReadonlySet<string> {
  const environments = whole.modulesReaching(path).map((module) => whole.environmentPathOf(module))
  const templates = environments.flatMap((one) => whole.templatesOf(one).map((file) => file.path))
  return new Set([path, ...whole.callersAbove([path]), ...environments, ...templates])
}

/**
 * The package in which every caller passes a nested template's parameter, from a parameter of the same name that
 * the modules have without a value: whoever creates the stack gives it. A caller that has the parameter passes
 * its own, whatever its value is. The default is not touched.
 * @throws Stuck when one of the callers cannot pass it; then nothing may be changed
 */
export function passAsInput(pkg: Workspace, own: OwnDefault): Workspace {
  refuseUnknownCalls(pkg, own, pkg.callsOf(own.file.path))
  const work = new PassingWork(pkg, own, 'is-input')
  work.passTo(own.file.path)
  return work.pkg
}

/** A parameter of a caller that had the value already and is passed now. */
interface SharedParameter {
  readonly path: string
  readonly declaration: Declaration
}

/** The state of one move: a package that grows call by call. */
class PassingWork {
  pkg: Workspace
  readonly callers = new Set<string>()
  readonly environments = new Set<string>()
  /** Whether the comments of the default are preserved in the template or move along: some file has to receive them. */
  fate: CommentFate = 'stay'
  readonly shared = new Map<string, SharedParameter>()
  /** As it was: who calls whom does not change, and is costly to look up in each new package. */
  readonly #start: Workspace
  readonly #whole: Workspace
  readonly #own: OwnDefault
  /** Whether the modules get the value, or somebody gives it when the stack is created. */
  readonly #value: 'moves' | 'is-input'
  readonly #done = new Set<string>()

  constructor(
    pkg: Workspace,
    own: OwnDefault,
    value: 'moves' | 'is-input',
    { known, whole }: PassingStates = { known: pkg, whole: pkg },
  ) {
    this.pkg = pkg
    this.#start = known
    this.#whole = whole
    this.#own = own
    this.#value = value
  }

  get #name(): string {
    return this.#own.declaration.name
  }

  get #type(): string | undefined {
    return stringOf(readValue(this.#own.declaration.map, 'type'))
  }

  /** Makes every caller of a template pass the value, and their callers in turn as far up as necessary. */
  passTo(callee: string): void {
    if (this.#done.has(callee)) return
    this.#done.add(callee)
    const calls = this.#start.callsOf(callee)
    if (calls.length === 0) throw this.#stuck(callee, undefined, `no template calls ${callee}`)
    for (const [caller, open] of this.#openCalls(calls)) {
      this.#refuseCaller(this.pkg.fileAt(caller))
      for (const one of open) this.#refuseCall(one)
      this.#giveTo(caller)
      this.#passAt(caller, open)
    }
  }

  /** The callers that do not pass the value, by template. */
  #openCalls(calls: readonly NestedCall[]): ReadonlyMap<string, readonly NestedCall[]> {
    const open = new Map<string, NestedCall[]>()
    const locations = new Set<string>()
    for (const one of calls) {
      // A chain may name the template several times, and passes the same to all.
      const location = [one.caller, ...one.trail, one.propertiesKey].join('\0')
      if (locations.has(location)) continue
      locations.add(location)
      const passed = passedValue(one, this.#name)
      const others = open.get(one.caller)
      if (passed !== undefined) this.#refuseUnsure(one, passed)
      else if (others === undefined) open.set(one.caller, [one])
      else others.push(one)
    }
    return open
  }

  #stuck(path: string, at: Node | Entry | undefined, why: string): Stuck {
    return new Stuck({ path, at, why })
  }

  /** A null that a caller passes is a value, and a property may be omitted: neither may become required. */
  #refuseUnsure(one: NestedCall, passed: Node): void {
    const location = `the caller "${one.resource}" in ${one.caller}`
    if (isNull(passed)) throw this.#stuck(one.caller, one.entry, `${location} passes null for it`)
    if (mayBeOmitted(passed))
      throw this.#stuck(one.caller, one.entry, `${location} passes it only under a condition`)
    if (one.how !== 'type' && mayBeNull(passed))
      throw this.#stuck(one.caller, one.entry, `${location} omits it if the passed value is null`)
  }

  #passAt(caller: string, calls: readonly NestedCall[]): void {
    const { name, entry: declared } = this.#own.declaration
    const key = transplanted(declared.key, this.#own.file.document)
    const root = calls.reduce((current, one) => {
      const added = entry(key, call('get_param', string(name)))
      const changed = changeAt(current, one.trail, (definition) => withProperty(definition, one, added))
      if (!('problem' in changed) && changed !== current) return changed
      const why = `nothing can be added to the caller "${one.resource}" in ${caller}, because its properties are shared or not a mapping`
      throw this.#stuck(caller, one.entry, why)
    }, this.pkg.fileAt(caller).root)
    this.pkg = this.pkg.withRoot(caller, root)
    this.callers.add(caller)
  }

  #refuseCaller({ path, version, recognition }: SourceFile): void {
    const stuck = (why: string): Stuck => this.#stuck(path, undefined, why)
    if (version === undefined || recognition.kind !== 'hot')
      throw stuck(`${path} is not a HOT template of a version that Heat has`)
    if (this.#whole.isCircular(path)) throw stuck(`${path} calls itself, directly or through others`)
  }

  #refuseCall(one: NestedCall): void {
    const location = `the caller "${one.resource}" in ${one.caller}`
    const stuck = (why: string): Stuck => this.#stuck(one.caller, one.entry, why)
    const trouble = this.#value === 'moves' ? this.#troubleOfValue(one, location) : undefined
    if (trouble !== undefined) throw stuck(trouble)
    if (one.how === 'stack') throw stuck(`${location} creates a separate stack, which is not followed`)
    if (isBranch(one)) throw stuck(`${location} is a branch of an if, which the proof does not follow`)
    if (one.certainty === 'depends') throw stuck(`${location} leads here only in some environments`)
    if (one.how !== 'resources') return
    const others = this.#start.callsFrom(one.caller).filter((other) => other.entry === one.entry)
    if (others.some(({ callee }) => callee !== one.callee) || hasOtherTypes(one))
      throw stuck(`${location} passes the same properties to other types`)
  }

  /** Why the value, the default or an inherited one, would change if a caller passed it. */
  #troubleOfValue(one: NestedCall, location: string): string | undefined {
    const own = this.#troubleOf(this.#own.value, one, location)
    if (own !== undefined) return `it ${own}`
    for (const module of this.#whole.modulesReaching(one.caller)) {
      const value = this.#inheritedIn(module)
      const trouble = value === undefined ? undefined : this.#troubleOf(value, one, location)
      if (trouble !== undefined) return `the value in parameter_defaults ${trouble}`
    }
    return undefined
  }

  #troubleOf(value: Node, { indexVariable }: NestedCall, location: string): string | undefined {
    const type = declaredType(this.#own.declaration.map)
    const list = type === 'comma_delimited_list' ? listOf(value) : undefined
    const problem = type === undefined ? undefined : misfitInUse(type, [], literalOf(value))?.problem
    if (problem !== undefined) return `${problem}, so that Heat rejects it`
    if (type === 'json' && !isPassableJson(value))
      return `is neither a mapping nor a list, the only values that ${location} can pass`
    if (list !== undefined && !survivesJoining(list))
      return `is a list, whose items Heat joins with commas, so ${location} would pass another list`
    const isReplaced = indexVariable !== undefined && holdsText(value, indexVariable)
    return isReplaced ? `contains "${indexVariable}", which ${location} would replace` : undefined
  }

  #inheritedIn(module: string): Node | undefined {
    const { pkg } = this
    const section = 'parameter_defaults'
    return givenIn(section, this.#own.file, pkg.environmentsBeside(module), this.#name)?.node
  }

  /** Makes the caller have the value under the same name. */
  #giveTo(path: string): void {
    const caller = this.pkg.fileAt(path)
    const role = this.#whole.roleOf(path)
    const declared = declaredParameter(caller.root, this.#name)
    if (declared !== undefined && this.#done.has(`${path} declared`)) return
    if (declared !== undefined) {
      this.#refuseOtherValue(caller, declared)
      return
    }
    if (readValue(section(caller.root, 'resources'), this.#name) !== undefined)
      throw this.#stuck(path, undefined, `${path} has a resource of that name`)
    this.#done.add(`${path} declared`)
    this.pkg = this.pkg.withRoot(path, declareParameter(caller, this.#own))
    if (role === 'nested') this.passTo(path)
    else if (this.#value === 'moves') this.#giveToModule(path)
  }

  #giveToModule(path: string): void {
    const module = this.pkg.fileAt(path)
    const secrecy = this.#own.isHidden ? 'hidden' : 'open'
    const destination = destinationOf(this.pkg, module, this.#name, this.#own.value, secrecy, this.#whole)
    if (destination.kind === 'environment') {
      const { section, path: target } = destination
      this.pkg = putValue(this.pkg, module, section, movedEntry(this.#own), 'stays', target)
      this.environments.add(target)
      if (destination.location === 'new') this.fate = 'go'
      else if (this.fate === 'stay') this.fate = 'go-beside'
    } else if (destination.because === 'parameters' && !sameData(destination.value, this.#own.value)) {
      throw this.#stuck(
        path,
        undefined,
        `${destination.environment.path} gives another value under that name`,
      )
    }
  }

  /** A caller that has a parameter of the name may pass it only when that is known to have the value. */
  #refuseOtherValue(caller: SourceFile, declared: Declaration): void {
    const { path } = caller
    const theirs = stringOf(readValue(declared.map, 'type'))
    const refuse = (what: string): Stuck =>
      this.#stuck(path, declared.entry, `${path} has a parameter of that name, ${what}`)
    if (theirs !== this.#type) throw refuse('of another type')
    if (this.#value === 'is-input') return
    const value =
      this.#whole.roleOf(path) === 'nested'
        ? this.#valueOfNested(path, declared)
        : this.#valueOfModule(caller)
    if (value === undefined || !sameData(value, this.#expected(path)))
      throw refuse('which may have another value')
    this.shared.set(path, { path, declaration: declared })
  }

  /** The value of the parameter in the nested template if no caller passes it. */
  #expected(path: string): Node {
    const [module] = this.#whole.modulesReaching(path)
    return (module === undefined ? undefined : this.#inheritedIn(module)) ?? this.#own.value
  }

  #valueOfModule(module: SourceFile): Node | undefined {
    return moduleValue(module, this.pkg.environmentsBeside(module.path), this.#name).node
  }

  /** The own default of a nested caller, when no caller of its own, read or not, may give it another value. */
  #valueOfNested(path: string, declared: Declaration): Node | undefined {
    const calls = this.#start.callsOf(path)
    if (calls.length === 0 || unreadConcern(this.#whole, path, this.#name) !== undefined) return undefined
    const isPassed = calls.some((one) => passedValue(one, this.#name) !== undefined)
    const isInherited = this.#whole
      .modulesReaching(path)
      .some((module) => this.#inheritedIn(module) !== undefined)
    return isPassed || isInherited ? undefined : effectiveDefault(declared)
  }
}
