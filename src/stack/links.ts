/** What the templates of a run have to do with one another: exports, and calls of templates that are converted. */

import { exportsOf } from '../heat/exports.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { isCfn } from '../heat/template.ts'
import { include } from '../text/document/multimap.ts'
import { join } from '../text/document/paths.ts'
import { mapOf, nameOf } from '../text/document/read.ts'
import type { ExportedOutput } from './exported-outputs.ts'
import { areBinary, decode, type FileInput, load } from './load.ts'
import { type RegistryMapping, registryMappings } from './registry.ts'
import { directoryOf, isEnvironment } from './source-file.ts'
import { valueSections } from './values.ts'

interface Links {
  /** What they export, in the order of the files; nothing where no file imports anything. */
  readonly exports: readonly ExportedOutput[]
  /** The parameters to which environments give values; undefined where no file imports anything. */
  readonly given?: readonly string[]
  /**
   * The paths of files that may be CloudFormation and called by others, of those that may call them, directly or through
   * others, and of the environments that register them. None where nothing names such a file.
   */
  readonly nested: readonly string[]
  /** Whether environments register some of them: then a caller may stand in any directory. */
  readonly isRegistered?: boolean
}

/** Only those files are parsed that mention exports, or register a template that may be called. */
export function linksAmong(inputs: readonly FileInput[]): Links {
  const paths = new Paths(inputs)
  const exporting: FileInput[] = []
  const environments: FileInput[] = []
  const called: string[] = []
  const callersOf: CallersOf = new Map()
  let isImported = false
  for (const input of inputs) {
    const { path } = input
    const text = textOf(input)
    if (text === undefined) continue
    // Only CloudFormation gets new parameters, and it has this section.
    const isCfnLike = text.includes('Resources')
    if (isCfnLike) called.push(path)
    isImported ||= text.includes('ImportValue')
    if (text.includes('Export')) exporting.push(input)
    if (text.includes('resource_registry')) environments.push(input)
    // One file alone has nobody to call, and a list is neither a template nor an environment.
    if (inputs.length < 2 || (!isCfnLike && !text.includes('resource')) || /^\s*\[/.test(text)) continue
    for (const other of paths.namedIn(path, text)) if (other !== path) include(callersOf, other, path)
  }
  const imported = isImported
    ? { exports: exporting.flatMap(exportedBy), given: givenIn(inputs) }
    : { exports: [] }
  return { ...imported, ...nestedAmong(inputs, { called, callersOf, environments }) }
}

/** The names of the parameters to which the environments among some files give values. */
export function givenIn(inputs: readonly FileInput[]): readonly string[] {
  return inputs.flatMap((input) => {
    const loaded = textOf(input)?.includes('parameter') === true ? load(input) : undefined
    if (loaded?.is !== 'file' || !isEnvironment(loaded.file)) return []
    const { root } = loaded.file
    const entries = valueSections.flatMap((section) => entriesRead(mapOf(readValue(root, section))))
    return entries.flatMap((one) => nameOf(one) ?? [])
  })
}

/** What is called by whom: paths, and names of registries. */
type CallersOf = Map<string, Set<string>>

interface Calls {
  /** Paths of what may be CloudFormation. */
  readonly called: readonly string[]
  readonly callersOf: CallersOf
  readonly environments: readonly FileInput[]
}

function nestedAmong(
  inputs: readonly FileInput[],
  { called, callersOf, environments }: Calls,
): Omit<Links, 'exports'> {
  const byPath = connected(called, callersOf)
  if (!environments.some(({ path }) => byPath.has(path))) return { nested: [...byPath] }
  addRegistered(inputs, environments, callersOf)
  const known = new Set(inputs.map(({ path }) => path))
  const nested = [...connected(called, callersOf)].filter((one) => known.has(one))
  return { nested, isRegistered: true }
}

function textOf({ bytes }: FileInput): string | undefined {
  const decoded = areBinary(bytes) ? undefined : decode(bytes)
  return decoded !== undefined && 'text' in decoded ? decoded.text : undefined
}

function exportedBy(input: FileInput): readonly ExportedOutput[] {
  const loaded = load(input)
  if (loaded.is !== 'file' || !isCfn(loaded.file.kind)) return []
  return exportsOf(loaded.file.root).map((one) => ({ ...one, path: input.path }))
}

/** What ends a path, backwards; so does the beginning of a source. */
const separator = /[\s"'\\:,{}[\]()#]/g
/** No path of a template is longer. */
const longestPath = 1024

/** What a path ends with that has neither a slash nor a separator. */
function lastPiece(source: string, end: number): string {
  let start = end
  while (end - start < longestPath && !isSeparator(source.charAt(start - 1), '/')) start -= 1
  return source.slice(start, end)
}

function isSeparator(character: string, other = ''): boolean {
  return character === '' || character === other || character.search(separator) === 0
}

/** The files of a run, as others may name them: by the way from their own directories. */
class Paths {
  readonly #all: ReadonlySet<string>
  /** How many separators, such as blanks, paths have at the most, by their last pieces. */
  readonly #separators = new Map<string, number>()

  constructor(inputs: readonly FileInput[]) {
    this.#all = new Set(inputs.map(({ path }) => path))
    for (const path of this.#all) {
      const piece = lastPiece(path, path.length)
      const count = path.match(separator)?.length ?? 0
      this.#separators.set(piece, Math.max(count, this.#separators.get(piece) ?? 0))
    }
  }

  /** The files whose paths stand in the source of another one. */
  namedIn(path: string, text: string): ReadonlySet<string> {
    const directory = directoryOf(path)
    const found = new Set<string>()
    const words = new Set<string>()
    for (const { index, 0: ending } of text.matchAll(/\.(?:ya?ml|json|template)(?![\w.-])/g)) {
      const end = index + ending.length
      for (const start of this.#startsOf(text, end)) {
        const word = text.slice(start, end)
        if (words.has(word)) continue
        words.add(word)
        // What begins like this is no path from here.
        const other = word.startsWith('/') && !path.startsWith('/') ? undefined : join(directory, word)
        if (other !== undefined && this.#all.has(other)) found.add(other)
      }
    }
    return found
  }

  /** Where the path of a file may begin that ends here: behind the next separator, or behind as many more as such paths have. */
  *#startsOf(source: string, end: number): Generator<number> {
    let left = this.#separators.get(lastPiece(source, end))
    for (let start = end; left !== undefined && end - start <= longestPath; start -= 1) {
      const before = source.charAt(start - 1)
      if (!isSeparator(before)) continue
      yield start
      if (left === 0 || before === '' || before === '\n') return
      left -= 1
    }
  }
}

/** Those that are called, with all that call them. */
function connected(called: readonly string[], callersOf: CallersOf): ReadonlySet<string> {
  const found = new Set<string>()
  const open = called.filter((one) => callersOf.has(one))
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one)) continue
    found.add(one)
    open.push(...(callersOf.get(one) ?? []))
  }
  return found
}

/** Adds what names of registries lead to: a name is called by whoever writes it, and calls what it leads to. */
function addRegistered(
  inputs: readonly FileInput[],
  environments: readonly FileInput[],
  callersOf: CallersOf,
): void {
  const mappings = environments.flatMap(mappingsIn)
  const names = new RegistryNames(mappings.map(({ name }) => name))
  for (const { name, environment, targets } of mappings) {
    const own = asNode(name)
    include(callersOf, own, environment)
    for (const { path, target } of targets)
      for (const node of path === undefined ? names.in(target) : [path]) include(callersOf, node, own)
  }
  for (const input of inputs) {
    const text = textOf(input)
    if (text?.includes('esources') !== true) continue
    for (const [word] of text.matchAll(/[^\s"',[\]{}()]+/g))
      for (const node of names.in(word)) include(callersOf, node, input.path)
  }
}

function mappingsIn(input: FileInput): readonly RegistryMapping[] {
  const loaded = load(input)
  return loaded.is === 'file' ? registryMappings(input.path, loaded.file.root) : []
}

/** Among paths, a registered name: no path has this character. */
function asNode(name: string): string {
  return `\0${name}`
}

/** The names that registries give a meaning. */
class RegistryNames {
  readonly #all: ReadonlySet<string>
  readonly #wild: readonly string[]

  constructor(names: readonly string[]) {
    this.#all = new Set(names)
    this.#wild = [...this.#all].filter((name) => name.endsWith('*'))
  }

  /** Those that a type has. */
  in(type: string): readonly string[] {
    const wild = this.#wild.filter((one) => type.startsWith(one.slice(0, -1)))
    return (this.#all.has(type) ? [type, ...wild] : wild).map(asNode)
  }
}
