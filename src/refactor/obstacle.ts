import type { Entry, Node } from '../document/node.ts'

/** What keeps a rewrite of several places from being made: one of the places cannot be changed. */
export interface Obstacle {
  readonly path: string
  /** A node or entry of that file's tree; undefined for the file as a whole. */
  readonly at: Node | Entry | undefined
  /** A clause without a full stop. */
  readonly why: string
}

/** Stops a rewrite from inside; `attempt` turns it into a value. Nothing was changed by then: trees are persistent. */
export class Stuck extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle) {
    super(obstacle.why)
    this.obstacle = obstacle
  }
}

/** The result of a rewrite that is made at all places or at none. */
export type Attempt<Result> = { readonly done: Result } | { readonly obstacle: Obstacle }

/** Runs a rewrite that may throw `Stuck`. */
export function attempt<Result>(rewrite: () => Result): Attempt<Result> {
  try {
    return { done: rewrite() }
  } catch (error) {
    if (error instanceof Stuck) return { obstacle: error.obstacle }
    throw error
  }
}
