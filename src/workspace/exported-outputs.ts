/** What the templates of a run export to one another. */
import { groupedBy, include, push } from '../document/multimap.ts'
import { type Export, type ExportName, exportsOf, HOLE, stackNameVariable } from '../heat/exports.ts'
import { isCfn } from '../heat/template.ts'
import { areBinary, decode, type FileInput, load } from './load.ts'
import { fileName } from './source-file.ts'

/** An output that stacks import, and the template that has it. */
export interface ExportedOutput extends Export {
  /** As given to the engine. */
  readonly path: string
}

/** An output that an import may be about. */
export interface Candidate extends ExportedOutput {
  /** The name that the exporting stack must have then, where the import gives it literally. */
  readonly stack?: string
}

/** What templates of a run have to do with one another. */
interface Links {
  /** What they export, in the order of the files; nothing where no file imports anything. */
  readonly exports: readonly ExportedOutput[]
  /**
   * The paths of files that may be CloudFormation and called by others, and of those that may call them, directly or through
   * others. None where nothing names such a file.
   */
  readonly nested: readonly string[]
}

/** What some files have to do with one another; only those that mention exports are read. */
export function linksAmong(inputs: readonly FileInput[]): Links {
  const names = groupedBy(inputs, ({ path }) => fileName(path))
  const exporting: FileInput[] = []
  const called = new Map<string, Set<string>>()
  const callersOf = new Map<string, string[]>()
  let isImported = false
  for (const input of inputs) {
    const { bytes, path } = input
    const decoded = areBinary(bytes) ? undefined : decode(bytes)
    if (decoded === undefined || !('text' in decoded)) continue
    // Only CloudFormation gets new parameters, and it has this section.
    const isCfnLike = decoded.text.includes('Resources')
    if (isCfnLike) include(called, fileName(path), path)
    isImported ||= decoded.text.includes('ImportValue')
    if (decoded.text.includes('Export')) exporting.push(input)
    // One file alone has nobody to call.
    if (inputs.length < 2 || (!isCfnLike && !decoded.text.includes('resource'))) continue
    for (const name of new Set(templateNamesIn(decoded.text)))
      if (names.get(name)?.some((other) => other.path !== path) === true) push(callersOf, name, path)
  }
  const exports = isImported ? exporting.flatMap(exportedBy) : []
  return { exports, nested: connectedBy(called, callersOf) }
}

/** Those that are called by name, with all that call them, directly or through others. */
function connectedBy(
  called: ReadonlyMap<string, ReadonlySet<string>>,
  callersOf: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const found = new Set<string>()
  const open = [...called].flatMap(([name, paths]) => (callersOf.has(name) ? [...paths] : []))
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    open.push(...(callersOf.get(fileName(path)) ?? []))
  }
  return [...found]
}

function exportedBy(input: FileInput): readonly ExportedOutput[] {
  const loaded = load(input)
  if (loaded.is !== 'file' || !isCfn(loaded.file.kind)) return []
  return exportsOf(loaded.file.root).map((one) => ({ ...one, path: input.path }))
}

/** What ends the last part of a path, backwards; so does the beginning of a source. */
const separator = /^(?:$|[\s"'/\\:,{}[\]()#])/
/** No file of a template has a longer name. */
const longestName = 255

/** The last parts of all paths of templates that stand in a source. */
function* templateNamesIn(text: string): Generator<string> {
  for (const { index, 0: ending } of text.matchAll(/\.(?:ya?ml|json|template)(?![\w.-])/g)) {
    let start = index
    while (index - start < longestName && separator.test(text.charAt(start - 1)) === false) start -= 1
    yield `${text.slice(start, index)}${ending}`
  }
}

/** Finds the outputs that an import is about. */
export class ExportedOutputs {
  readonly #byShape: ReadonlyMap<string, readonly ExportedOutput[]>
  /** The shapes that begin with the name of the stack, which most do, without it. */
  readonly #behindStack: ReadonlyMap<string, readonly ExportedOutput[]>

  constructor(all: readonly ExportedOutput[]) {
    this.#byShape = groupedBy(all, ({ shape }) => shape)
    const behind = all.filter(({ hole, shape }) => hole === stackNameVariable && shape.startsWith(HOLE))
    this.#behindStack = groupedBy(behind, ({ shape }) => shape.slice(1))
  }

  /**
   * The outputs whose names agree with that of an import in everything that the templates show. Where there are none,
   * and the import names a stack literally, those that are exported under the name of the stack.
   */
  matching({ shape }: ExportName): readonly Candidate[] {
    const same = this.#byShape.get(shape)
    if (same !== undefined || shape.includes(HOLE)) return same ?? []
    return [...this.#behindStack].flatMap(([rest, outputs]) => {
      const stack = shape.endsWith(rest) ? shape.slice(0, -rest.length) : ''
      return stackName.test(stack) ? outputs.map((one) => ({ ...one, stack })) : []
    })
  }
}

/** AWS CloudFormation API Reference, CreateStack, StackName. */
const stackName = /^[A-Za-z][A-Za-z0-9-]*$/
