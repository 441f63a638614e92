/** What Heat decides about one resource whose definition changes (`Resource._needs_update` of heat/engine/resource.py). */

import { resourceTypeFacts } from '../../heat/resource-types.ts'
import { defined, extended } from '../../text/document/records.ts'
import type { Both } from '../side.ts'
import type { Term, Terms } from '../terms/term.ts'
import { ClassComparison } from './class-comparison.ts'
import type { Collision } from './collisions.ts'
import type { Definition, PartChange, ReplacingInputs, ResourceDecision } from './decisions.ts'
import type { ValueDifferences } from './differences.ts'
import type { DifferingPart, Extent } from './extents.ts'

export class ResourceComparison {
  readonly #terms: Terms
  readonly #values: ValueDifferences
  readonly #changes = new Map<string, PartChange>()
  /** By the schema, whatever else changes. */
  #refuse: Extent
  /** By the handler of the class, which is not asked where the resource is replaced. */
  #refuseInPlace: Extent
  #replace: Extent
  /** Where the stack around the resource is made anew, which updates nothing. */
  #remade: Extent
  #update: Extent
  #always: true | undefined
  #unknown: string | undefined
  #note: string | undefined
  #collision: Collision | undefined
  readonly #inputs: ReplacingInputs

  /** @param inputs whether an input of the configuration that a deployment refers to replaces the deployment */
  constructor(terms: Terms, values: ValueDifferences, inputs: ReplacingInputs) {
    this.#terms = terms
    this.#inputs = inputs
    this.#values = values
    this.#refuse = values.never
    this.#refuseInPlace = values.never
    this.#remade = values.never
    this.#replace = values.never
    this.#update = values.never
  }

  get decision(): ResourceDecision {
    const refuse = [
      this.#except(this.#refuse, this.#remade),
      this.#except(this.#refuseInPlace, this.#replace),
    ] as const
    return {
      refuse: this.#values.either(...refuse),
      replace: this.#replace,
      update: this.#update,
      changes: [...this.#changes.values()].map((change) => this.#unlessReplaced(change)),
      ...defined({
        always: this.#always,
        unknown: this.#unknown,
        note: this.#note,
        collision: this.#collision,
      }),
    }
  }

  #except(extent: Extent, other: Extent): Extent {
    const terms = this.#terms
    return {
      sure: terms.and(extent.sure, terms.not(other.may)),
      may: terms.and(extent.may, terms.not(other.sure)),
    }
  }

  /** A change that would be refused is one as all others where the resource is replaced. */
  #unlessReplaced(change: PartChange): PartChange {
    if (change.action !== 'refuse') return change
    const { why, ...others } = change
    const extent = this.#except(change.extent, why === undefined ? this.#remade : this.#replace)
    return extent.may === this.#terms.false ? { ...others, action: 'update' } : { ...change, extent }
  }

  /** Adopts that the effect of something is unknown. */
  unknown(why: string): void {
    this.#unknown = why
  }

  /** Adopts what else is to be said. */
  remark(what: string): void {
    this.#note = what
  }

  /** Adopts what is the same and must not be where the resource is replaced. */
  collides(collision: Collision): void {
    this.#collision = collision
  }

  /** Takes over that a part changes. */
  note(
    action: PartChange['action'],
    parts: readonly DifferingPart[],
    prefix: string,
    { interrupts, why }: Pick<PartChange, 'interrupts' | 'why'> = {},
  ): void {
    const extent = this.#values.extentOf(parts)
    if (action === 'refuse' && why === undefined) this.#refuse = this.#values.either(this.#refuse, extent)
    else if (action === 'refuse') this.#refuseInPlace = this.#values.either(this.#refuseInPlace, extent)
    else if (action === 'replace') this.#replace = this.#values.either(this.#replace, extent)
    else this.#update = this.#values.either(this.#update, extent)
    const own = action === 'update' ? defined({ interrupts }) : defined({ why })
    for (const part of parts) this.#change(extended(part, { path: prefix + part.path, action, ...own }))
  }

  /** Takes over that something below the resource changes: what that is stands there. @param path a word for it */
  noteInside(action: PartChange['action'], extent: Extent, path: string): void {
    const { omitted } = this.#terms
    if (path === 'stack') this.#remade = this.#values.either(this.#remade, extent)
    this.note(action, [{ path: '', before: omitted, after: omitted, extent }], path)
  }

  /** What is noted for several reasons is one change. */
  #change(change: PartChange): void {
    const { path, before, after, by = '', action } = change
    const key = `${action} ${path} ${before.id} ${after.id} ${by}`
    const known = this.#changes.get(key)
    const { extent } = change
    this.#changes.set(
      key,
      known === undefined ? change : extended(change, { extent: this.#values.either(known.extent, extent) }),
    )
  }

  /** Compares what a class of Heat's declares, by its schema and what it decides at run time. */
  compare(before: Definition, after: Definition, care: Term): void {
    new ClassComparison(this.#terms, this.#values, this.#inputs, this).compare(before, after, care)
  }

  /** Takes over that the resource is replaced, for whichever reason. */
  replaced(extent: Extent): void {
    this.#replace = this.#values.either(this.#replace, extent)
  }

  /** Takes over that every update replaces the resource, or may. */
  always(): void {
    this.#always = true
  }
}

/** Whether an update keeps the resource although its type is written differently. */
export function isSameClass(before: string, after: string, areTemplates: Both<boolean>): boolean {
  if (before === after) return true
  if (areTemplates.before || areTemplates.after) return areTemplates.before && areTemplates.after
  const [one, other] = [resourceTypeFacts(before), resourceTypeFacts(after)]
  if (one === undefined || other === undefined) return false
  const isSubstituted = one.schema.substituteTypes?.includes(other.name) === true
  return one.schema.class === other.schema.class || isSubstituted
}
