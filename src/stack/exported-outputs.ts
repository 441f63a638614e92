/** What the templates of a run export to one another. */

import { type Export, type ExportName, HOLE, stackNameVariable } from '../heat/exports.ts'
import { groupedBy } from '../text/document/multimap.ts'

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
