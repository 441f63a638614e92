/** What the templates of a run export to one another. */
import { groupedBy } from '../document/multimap.ts'
import { type Export, type ExportName, exportsOf, HOLE, stackNameVariable } from '../heat/exports.ts'
import { isCfn } from '../heat/template.ts'
import { areBinary, decode, type FileInput, load } from './load.ts'

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

/**
 * The outputs that templates among some files export, in the order of the files; none where no file imports anything.
 * Only files that mention exports are read.
 */
export function exportedOutputs(inputs: Iterable<FileInput>): readonly ExportedOutput[] {
  const exporting: FileInput[] = []
  let isImported = false
  for (const input of inputs) {
    const { bytes } = input
    const decoded = areBinary(bytes) ? undefined : decode(bytes)
    if (decoded === undefined || !('text' in decoded)) continue
    isImported ||= decoded.text.includes('ImportValue')
    if (decoded.text.includes('Export')) exporting.push(input)
  }
  if (!isImported) return []
  return exporting.flatMap((input) => {
    const loaded = load(input)
    if (loaded.is !== 'file' || !isCfn(loaded.file.kind)) return []
    return exportsOf(loaded.file.root).map((one) => ({ ...one, path: input.path }))
  })
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
