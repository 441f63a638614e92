/** What a rewrite of one part of a template is given: its context, and more. */
import type { CloudOptions } from '../../heat/cloud.ts'
import type { HotRelease, HotVersion } from '../../heat/versions.ts'
import type { TemplateContext } from './transform.ts'

type WithoutTarget = Omit<TemplateContext, 'target'>

/**
 * A context that knows whether its target is read: what a transform does without that holds for all versions
 * (`isWholeFor`). A copy by `{...scope}` has no target; `scopeOver` makes one that has.
 */
export class Scope implements TemplateContext {
  declare readonly targetRelease?: HotRelease
  declare readonly cloud?: CloudOptions
  readonly report: TemplateContext['report']
  readonly accepts: TemplateContext['accepts']
  readonly isAccepted: TemplateContext['isAccepted']
  readonly asked: TemplateContext['asked']
  readonly connected: TemplateContext['connected']
  readonly isGiven: TemplateContext['isGiven']
  readonly registers: TemplateContext['registers']
  readonly exported: TemplateContext['exported']
  readonly feed: TemplateContext['feed']
  readonly cannotPass: TemplateContext['cannotPass']
  readonly pass: TemplateContext['pass']
  readonly follow: TemplateContext['follow']
  readonly change: TemplateContext['change']
  readonly intend: TemplateContext['intend']
  readonly #readTarget: () => HotVersion

  constructor(context: WithoutTarget, readTarget: () => HotVersion) {
    this.#readTarget = readTarget
    this.report = context.report
    this.accepts = context.accepts
    this.isAccepted = context.isAccepted
    this.asked = context.asked
    this.connected = context.connected
    this.isGiven = context.isGiven
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
export function scopeOver<More extends object>(context: TemplateContext, more: More): Scope & More {
  return context instanceof Scope ? context.over(more) : ({ ...context, ...more } as Scope & More)
}
