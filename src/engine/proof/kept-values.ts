/**
 * What a package must be given when stacks are created, with the values that it gave itself before it was repaired: as an
 * environment for Heat, and in the form in which ONAP takes values beforehand (a preload).
 */

import { readValue } from '../../heat/merge-keys.ts'
import { preloadOf } from '../../rules/onap/preload.ts'
import { type Vnf, vnfOf } from '../../rules/onap/vnf/vnf.ts'
import { baseName, fileName, type SourceFile } from '../../stack/source-file.ts'
import { moduleValue } from '../../stack/value-of.ts'
import {
  type Declaration,
  declarationWords,
  declaredParameter,
  declaredParameters,
  effectiveDefault,
} from '../../stack/values.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { memoized } from '../../text/document/attached.ts'
import { entry, mapping } from '../../text/document/build.ts'
import { sameData } from '../../text/document/data.ts'
import { lineEnding, readDocument } from '../../text/document/document.ts'
import { type Entry, type Mapping, type Node, rangeOf } from '../../text/document/node.ts'
import { entryOf, mapOf, nameOf, stringOf } from '../../text/document/read.ts'
import { transplanted, transplantedEntry } from '../../text/document/transplant.ts'
import { newDocument } from '../../text/print/print.ts'

/** The values of one module. */
export interface KeptValues {
  /** Path of the module, as it was read. */
  readonly module: string
  /** Base name of the files that they are for: that of the module as it is written. */
  readonly name: string
  /** An environment to give beside that of the module. */
  readonly environment: string
  /** JSON for ONAP's SDNC, GR API; with `VALUE FOR: …` where nothing is known. */
  readonly preload: () => string
  /** How many values were known, and how many parameters there are in all that must be given. */
  readonly known: number
  readonly wanted: number
  /** All parameters that must be given a value, under their names of now. */
  readonly needed: readonly NeededValue[]
  /** What the package gave the module and does not give it any longer, under the names of now. */
  readonly removed: readonly RemovedValue[]
  /** The paths of the template and its environment, as far as they change. */
  readonly changes: readonly string[]
  /** The same where these changes are not made; undefined where nothing must be given then. */
  readonly asItWas: () => KeptValues | undefined
}

/** A parameter that must be given a value. */
interface NeededValue {
  readonly name: string
  /** Whether the package gave it one, left it to be given, or did not have the parameter. */
  readonly before: 'given' | 'needed' | 'absent'
}

/** A value that stood in an environment, or was a default. */
interface RemovedValue {
  readonly name: string
  readonly value: Node
}

/** What each module of a package must be given, for those that must be given anything. */
export function keptValues(before: Workspace, after: Workspace): readonly KeptValues[] {
  const vnf = vnfOf(after)
  // Not as the requirements count them: those take a template without environment for a nested one where a file cannot be read.
  return after.modules().flatMap((file) => valuesOf(before, after, vnf, file) ?? [])
}

function valuesOf(before: Workspace, after: Workspace, vnf: Vnf, file: SourceFile): KeptValues | undefined {
  const { path, newPath = path } = file
  const required = requiredOf(before, after, file)
  if (required.length === 0) return undefined
  const known = required.flatMap(({ value }) => value ?? [])
  const values = new Map(known.map((one) => [nameIn(one), one.value]))
  const changes = [path, after.environmentPathOf(path)].filter(
    (one) => before.files.get(one) !== after.files.get(one),
  )
  return {
    module: path,
    name: baseName(newPath),
    environment: environmentText(file, required),
    preload: () => `${JSON.stringify(preloadOf(vnf, path, values), plainNumbers, 4)}\n`,
    known: known.length,
    wanted: required.length,
    needed: required.map(({ declaration: { name }, value, isDeclared }) => ({
      name,
      before: value !== undefined ? 'given' : isDeclared ? 'needed' : 'absent',
    })),
    removed: removedValues(before, after, file),
    changes,
    asItWas: () => {
      const old = before.files.get(path)
      return old === undefined ? undefined : valuesOf(before, before, vnfOf(before), old)
    },
  }
}

/**
 * What a module was given and is not any longer, found from what was there, as the values to be given are found from what
 * is there now.
 */
function removedValues(before: Workspace, after: Workspace, file: SourceFile): readonly RemovedValue[] {
  const old = before.files.get(file.path)
  if (old === undefined) return []
  const [was, is] = [before.environmentOf(file.path), after.environmentOf(file.path)]
  const now = declaredParameters(file.root)
  return declaredParameters(old.root).flatMap((one) => {
    const { node } = moduleValue(old, was, one.name)
    const start = rangeOf(one.entry)?.start
    const declaration = now.find(({ name, entry: made }) =>
      start === undefined ? name === one.name : rangeOf(made)?.start === start,
    )
    if (node === undefined || declaration === undefined) return []
    if (moduleValue(file, is, declaration.name).from !== 'input') return []
    return [{ name: declaration.name, value: node }]
  })
}

/** The names of removed values for which the source of an environment has no value. */
export function missingIn(environment: string, removed: readonly RemovedValue[]): readonly string[] {
  const reading = readDocument(environment)
  const root = 'document' in reading ? mapOf(reading.document.root) : undefined
  const given = mapOf(readValue(root, 'parameters'))
  return removed.flatMap(({ name, value }) => {
    const found = readValue(given, name)
    return found !== undefined && sameData(found, value) ? [] : [name]
  })
}

/** JSON has no large integers of its own. */
function plainNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

/** A parameter without a value, and the one that it had. */
interface Required {
  readonly declaration: Declaration
  /** Under the name that the parameter has now. */
  readonly value: Entry | undefined
  /** Whether the source declares it, under its old or its new name. */
  readonly isDeclared: boolean
}

function requiredOf(before: Workspace, after: Workspace, file: SourceFile): readonly Required[] {
  const { path } = file
  const old = before.files.get(path)
  const environment = after.environmentOf(path)
  return declaredParameters(file.root)
    .filter(({ name }) => moduleValue(file, environment, name).from === 'input')
    .map((declaration) => {
      const own = old === undefined ? undefined : originOf(old, declaration)
      if (old !== undefined && own !== undefined)
        return { declaration, value: valueIn(before, old, own, declaration.name), isDeclared: true }
      return {
        declaration,
        // An environment may give what nothing declared before.
        value:
          (old === undefined ? undefined : valueIn(before, old, declaration, declaration.name)) ??
          nestedDefault(before, after, path, declaration.name),
        isDeclared: false,
      }
    })
}

/** The declaration of a parameter in the source, also if it was renamed since. */
function originOf({ root }: SourceFile, { name, entry: made }: Declaration): Declaration | undefined {
  const start = rangeOf(made)?.start
  return start === undefined ? declaredParameter(root, name) : declaredAt(root).get(start)
}

const declaredAt = memoized(
  (root: Mapping): ReadonlyMap<number, Declaration> =>
    new Map(
      declaredParameters(root).flatMap((one) => {
        const start = rangeOf(one.entry)?.start
        return start === undefined ? [] : [[start, one] as const]
      }),
    ),
)

/**
 * The default that nested templates had for what the module passes them now, and did not before; undefined where they do not
 * agree.
 */
function nestedDefault(before: Workspace, after: Workspace, path: string, name: string): Entry | undefined {
  const found = new NestedDefaults(before, after).of(path, name)
  const [first, ...others] = found
  if (first === undefined || others.some(({ node }) => !sameData(first.node, node))) return undefined
  return entry(name, transplanted(first.node, first.file.document))
}

interface FoundDefault {
  readonly node: Node
  readonly file: SourceFile
}

class NestedDefaults {
  readonly #before: Workspace
  readonly #after: Workspace
  readonly #seen = new Set<string>()

  constructor(before: Workspace, after: Workspace) {
    this.#before = before
    this.#after = after
  }

  of(caller: string, name: string): readonly FoundDefault[] {
    const key = `${caller}\n${name}`
    if (this.#seen.has(key)) return []
    this.#seen.add(key)
    return this.#after.callsFrom(caller).flatMap(({ callee, properties }) =>
      (mapOf(properties)?.entries ?? []).flatMap((one) => {
        const passed = nameOf(one)
        if (passed === undefined || stringOf(readValue(mapOf(one.value), 'get_param')) !== name) return []
        return this.#in(callee, passed)
      }),
    )
  }

  #in(path: string, name: string): readonly FoundDefault[] {
    const [now, old] = [this.#after.files.get(path), this.#before.files.get(path)]
    const declaration = now === undefined ? undefined : declaredParameter(now.root, name)
    if (declaration === undefined || old === undefined) return []
    const own = originOf(old, declaration)
    if (own === undefined) return this.of(path, name)
    const node = effectiveDefault(own)
    return node === undefined ? [] : [{ node, file: old }]
  }
}

function valueIn(
  pkg: Workspace,
  file: SourceFile,
  { name, map }: Declaration,
  now: string,
): Entry | undefined {
  const found = moduleValue(file, pkg.environmentOf(file.path), name)
  const { node } = found
  if (node === undefined) return undefined
  const part = 'parts' in found ? found.parts.at(-1) : undefined
  const source = part?.environment ?? file
  const own = part?.entry ?? entryOf(map, 'default')
  // What a merge key brings along has no entry of its own.
  return own === undefined || own.value !== node
    ? entry(now, transplanted(node, source.document))
    : transplantedEntry(own, source.document, now)
}

function nameIn(one: Entry): string {
  return stringOf(one.key) ?? ''
}

function environmentText(file: SourceFile, required: readonly Required[]): string {
  const { document, path, newPath = path } = file
  const known = required.flatMap(({ value }) => value ?? [])
  const missing = required.filter(({ value }) => value === undefined)
  const root = mapping(
    [entry('parameters', mapping(known, { style: known.length === 0 ? 'flow' : 'block' }))],
    {
      style: 'block',
    },
  )
  const eol = lineEnding(document.text)
  const comment = [`${keptValuesMark}${fileName(newPath)} must be given and its environment does not give.`]
  const text = newDocument(root, { eol, like: document, comment })
  const lines = missing.map(
    ({ declaration }) => `# ${declaration.name}: ${declarationWords(declaration)}${eol}`,
  )
  return missing.length === 0 ? text : `${text}# Without a value:${eol}${lines.join('')}`
}

/** How every such environment begins. */
const keptValuesMark = 'Values that '
