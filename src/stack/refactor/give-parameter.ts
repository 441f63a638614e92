/** Gives templates a parameter, and makes every layer above them pass it: groups, chains, stacks and types of a registry too. */

import { readValue } from '../../heat/merge-keys.ts'
import { declaredType } from '../../heat/parameters.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import { section } from '../../heat/sections.ts'
import type { Entry } from '../../text/document/node.ts'
import type { NestedCall } from '../calls.ts'
import { type SourceFile, unknownVersion } from '../source-file.ts'
import { declaredParameter, passedValue } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { appendedBelow, declarationOf, passing, type WantedParameter, withDeclaration } from './declare.ts'
import { Stuck } from './edit.ts'
import { refuseUnreadableCallers } from './unknown-callers.ts'

/** A parameter that templates get. */
export interface GivenParameter {
  readonly name: string
  readonly type: string
  /** Its declaration in a template; one that nobody passes the parameter to may have a default. */
  declaration(file: SourceFile, role: 'called' | 'not called'): Entry
  /** Whether a template that declares it already is left as it is, with the value that it has. */
  readonly leavesDeclared?: true
}

/** What giving a parameter made. */
export interface ParameterGift {
  readonly pkg: Workspace
  /** Paths of the templates that declare it now and that nobody passes it to. */
  readonly uncalled: readonly string[]
}

/**
 * The package in which templates declare the parameter and each of their callers passes one of the same name, from a
 * template that declares it, too. A template that has the parameter already preserves its declaration.
 * @throws Stuck when a template cannot declare it, or a caller cannot pass it; then nothing may be changed
 */
export function giveParameter(
  pkg: Workspace,
  templates: readonly string[],
  parameter: GivenParameter,
): ParameterGift {
  const work = new Giving(pkg, parameter)
  for (const path of templates) work.give(path)
  return { pkg: work.pkg, uncalled: [...work.uncalled] }
}

/**
 * The package in which a template declares the parameter, and in which each caller of a nested template passes
 * one of the same name. An existing declaration is preserved. The parameter gets no value: whoever creates the
 * stack provides it.
 * @throws Stuck when one of the templates cannot be changed, or may have a caller that cannot be read; then nothing may be changed
 */
export function requireParameter(pkg: Workspace, path: string, wanted: WantedParameter): Workspace {
  const { name, type } = wanted
  const declaration = () => declarationOf(wanted)
  return giveParameter(pkg, [path], { name, type, declaration, leavesDeclared: true }).pkg
}

class Giving {
  pkg: Workspace
  readonly uncalled = new Set<string>()
  /** As it was: who calls whom does not change. */
  readonly #start: Workspace
  readonly #parameter: GivenParameter
  readonly #done = new Set<string>()

  constructor(pkg: Workspace, parameter: GivenParameter) {
    this.pkg = pkg
    this.#start = pkg
    this.#parameter = parameter
  }

  give(path: string): void {
    if (this.#done.has(path)) return
    this.#done.add(path)
    const { name, leavesDeclared } = this.#parameter
    const known = this.pkg.files.get(path)
    if (leavesDeclared === true && known && declaredParameter(known.root, name) !== undefined) return
    const file = this.#openFile(path)
    const calls = this.#start.callsOf(path)
    const declared = declaredParameter(file.root, name)
    if (declared === undefined) this.#declare(file, calls.length === 0 ? 'not called' : 'called')
    else if (declaredType(declared.map) !== this.#parameter.type)
      throw new Stuck({
        path,
        at: declared.entry,
        why: `${path} has a parameter of that name, of another type`,
      })
    for (const one of distinct(calls)) {
      // What has a default need not be passed, and had its value so far.
      if (passedValue(one, name) !== undefined) continue
      this.give(one.caller)
      this.#pass(one)
    }
  }

  #declare(file: SourceFile, role: 'called' | 'not called'): void {
    const { path, root } = file
    const { name } = this.#parameter
    const taken = readValue(section(root, 'resources'), name)
    if (taken !== undefined) throw new Stuck({ path, at: taken, why: `${path} has a resource of that name` })
    if (role === 'not called') this.uncalled.add(path)
    const added = this.#parameter.declaration(file, role)
    // Who calls a template and cannot be read cannot pass it anything.
    if (readValue(added.value, 'default') === undefined) refuseUnreadableCallers(this.#start, path)
    const why = `nothing can be added to the parameters of ${path}`
    this.pkg = this.pkg.withRoot(path, withDeclaration(file, added, appendedBelow, why))
  }

  #openFile(path: string): SourceFile {
    const file = this.pkg.files.get(path)
    if (file === undefined) throw new Stuck({ path, at: undefined, why: `${path} is not part of the run` })
    const why = file.recognition.kind === 'hot' ? unknownVersion(file) : `${path} is not a HOT template`
    if (why !== undefined) throw new Stuck({ path, at: undefined, why })
    if (this.#start.isCircular(path))
      throw new Stuck({ path, at: undefined, why: `${path} calls itself, directly or through others` })
    return file
  }

  #pass(one: NestedCall): void {
    const { name } = this.#parameter
    const { root } = this.pkg.fileAt(one.caller)
    this.pkg = this.pkg.withRoot(one.caller, passing(root, one, name, name, this.#otherMeaning(one)))
  }

  /** Another type or template that the type of a caller may resolve to, and that would refuse the property. */
  #otherMeaning(one: NestedCall): string | undefined {
    if (one.certainty === 'certain') return undefined
    const { name } = this.#parameter
    const others = this.#start
      .callsFrom(one.caller)
      .filter((other) => other.entry === one.entry && other.at === one.at && other.callee !== one.callee)
    const without = others.find(({ callee }) => {
      const root = this.pkg.files.get(callee)?.root
      return root === undefined || declaredParameter(root, name) === undefined
    })
    if (without !== undefined) return `${without.callee}, which has no parameter "${name}"`
    const isOfHeat = resourceTypeFacts(one.name) !== undefined
    return isOfHeat ? `Heat's own type ${one.name}` : undefined
  }
}

/** A chain may name a template several times, and passes the same to all. */
function distinct(calls: readonly NestedCall[]): readonly NestedCall[] {
  return [
    ...new Map(calls.map((one) => [[one.caller, ...one.trail, one.propertiesKey].join('\0'), one])).values(),
  ]
}
