/** What a rewrite of one part of a template is given: its context, and more. */
import type { CloudOptions } from '../heat/cloud.ts'
import type { HotRelease, HotVersion } from '../heat/versions.ts'
import type { TransformContext } from './transform.ts'

type WithoutTarget = Omit<TransformContext, 'target'>

/**
 * A context that knows whether its target is read: what a transform does without that holds for all versions
 * (`isWholeFor`). A copy by `{...scope}` has no target; `scopeOver` makes one that has.
 */
export class Scope implements TransformContext {
  declare readonly targetRelease?: HotRelease
  declare readonly cloud?: CloudOptions
  readonly report: TransformContext['report']
  readonly accepts: TransformContext['accepts']
  readonly isAccepted: TransformContext['isAccepted']
  readonly asked: TransformContext['asked']
  readonly connected: TransformContext['connected']
  readonly registers: TransformContext['registers']
  readonly exported: TransformContext['exported']
  readonly feed: TransformContext['feed']
  readonly cannotPass: TransformContext['cannotPass']
  readonly pass: TransformContext['pass']
  readonly follow: TransformContext['follow']
  readonly change: TransformContext['change']
  readonly intend: TransformContext['intend']
  readonly #readTarget: () => HotVersion

  constructor(context: WithoutTarget, readTarget: () => HotVersion) {
    this.#readTarget = readTarget
    this.report = context.report
    this.accepts = context.accepts
    this.isAccepted = context.isAccepted
    this.asked = context.asked
    this.connected = context.connected
    this.registers = context.registers
    this.exported = context.exported
    this.feed = context.feed
    this.cannotPass = context.cannotPass
    this.pass = context.pass
    this.follow = context.follow
    this.change = context.change
    this.intend = context.intend
    if (context.targetRelease !== undefined) this.targetRelease = context.targetRelease
    if (context.cloud !== undefined) this.cloud = context.cloud
  }

  get target(): HotVersion {
    return this.#readTarget()
  }

  /** The same with more. */
  over<More extends object>(more: More): Scope & More {
    return Object.assign(new Scope(this, this.#readTarget), more)
  }
}

/** A context with more. What somebody else's transform is given is plain data, which may be copied. */
export function scopeOver<More extends object>(context: TransformContext, more: More): Scope & More {
  return context instanceof Scope ? context.over(more) : ({ ...context, ...more } as Scope & More)
}
