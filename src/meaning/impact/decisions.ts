/** Definitions of a resource before and after an update, and what Heat decides about it. */
import type { Term } from '../terms/term.ts'
import type { Collision } from './collisions.ts'
import type { DifferingPart, Extent } from './extents.ts'
import type { Interruption, ValueChange } from './model.ts'

/** A resource on one side: its type and what it is given. */
export interface Definition {
  /** The name of the resource, by which a registry may choose its template; members of groups have none that counts. */
  readonly resource?: string
  readonly type: string
  readonly properties: Term
  readonly metadata: Term
  readonly updatePolicy: Term
}

/** A part that changes, with what that does by itself. */
export interface PartChange extends DifferingPart {
  readonly action: ValueChange['action']
  /** Why Heat refuses it, where its class says so. */
  readonly why?: string
  readonly interrupts?: Interruption
}

/** For which values what happens to a resource that is there before and afterwards. */
export interface ResourceDecision {
  readonly refuse: Extent
  readonly replace: Extent
  readonly update: Extent
  readonly changes: readonly PartChange[]
  /** Every update replaces it, or may, changed or not. */
  readonly always?: true
  readonly unknown?: string
  /** What is to be said of it beside that. */
  readonly note?: string
  /** What the new one has in common with the old one where it is replaced, and must not. */
  readonly collision?: Collision
}

/** What an update does with a resource, as far as it affects others that read it. */
export interface UpdateResult {
  /** For which values another one replaces it, or it is created or deleted. */
  readonly replaced: Extent
  /** Where it is replaced, as it is there before and afterwards. */
  readonly remade: Term
  /** Whether it is one of another type then. */
  readonly isOther: boolean
  readonly updated: Extent
  /** The properties that change, or may, and for which values. */
  readonly properties: ReadonlyMap<string, Extent>
  /** Anything inside of it may give other outputs. */
  readonly isComposed: boolean
}

/** Takes what is decided about a resource. */
export interface Noting {
  note(
    action: PartChange['action'],
    parts: readonly DifferingPart[],
    prefix: string,
    more?: Pick<PartChange, 'interrupts' | 'why'>,
  ): void
  replaced(extent: Extent): void
  always(): void
  unknown(why: string): void
  remark(what: string): void
  collides(collision: Collision): void
}

/** Whether another value of an input, or of any, replaces a deployment, by the configuration that it refers to. */
export type ReplacingInputs = (config: Term, input?: string) => 'sure' | 'may' | 'no'
