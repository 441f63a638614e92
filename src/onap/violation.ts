import type { Entry, Node } from '../document/node.ts'
import type { NestedCall } from '../package/calls.ts'
import type { RequirementId } from './requirement.ts'

/** `safe` and `lossy` as in the requirements' table, decided for the case at hand; `by-hand` takes a person. */
export type RepairClass = 'safe' | 'lossy' | 'by-hand'

/** What a violation is about, so that a repair changes exactly what was found. */
export type Subject =
  | { readonly kind: 'file' }
  | { readonly kind: 'section'; readonly name: string }
  /** A parameter of the template at the violation's path; `wanted` is the name and `type` the type that it should have. */
  | { readonly kind: 'parameter'; readonly name: string; readonly wanted?: string; readonly type?: string }
  | { readonly kind: 'resource'; readonly id: string; readonly wanted?: string }
  /**
   * A property of a resource; `name` with dots for what lies deeper, as `metadata.vnf_id`. A group and its
   * member have one ID; `type` tells them apart. `wanted` is the text that should stand there, or the name of
   * the parameter to be read.
   */
  | {
      readonly kind: 'property'
      readonly resource: string
      readonly name: string
      readonly type?: string
      readonly wanted?: string
    }
  | { readonly kind: 'output'; readonly name: string }
  | {
      readonly kind: 'environment-entry'
      readonly section: 'parameters' | 'parameter_defaults'
      readonly name: string
      readonly entry: Entry
    }
  /** A call of a nested file, and the parameter of it that is concerned. */
  | { readonly kind: 'call'; readonly call: NestedCall; readonly parameter: string }

/** A place in a package where a requirement is not met. */
export interface Violation {
  readonly requirement: RequirementId
  /** Of the file. */
  readonly path: string
  /** The node or entry (then its key) in the file's tree; undefined when it is about the file as a whole. */
  readonly at: Node | Entry | undefined
  /** One line. */
  readonly message: string
  readonly repair: RepairClass
  /** What the repair does, as a clause without subject, or what a person has to decide, as a sentence. */
  readonly advice: string
  readonly subject: Subject
}

export type Report = (violation: Violation) => void
