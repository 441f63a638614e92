/** What Heat decides about one resource whose definition changes (`Resource._needs_update` of heat/engine/resource.py). */
import { defined, extended } from '../document/records.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import type { Both } from '../semantics/side.ts'
import type { Term, Terms } from '../semantics/terms/term.ts'
import { ClassComparison } from './class-comparison.ts'
import type { Definition, PartChange, ReplacingInputs, ResourceDecision } from './decisions.ts'
import type { ValueDifferences } from './differences.ts'
import type { DifferingPart, Extent } from './extents.ts'

export class ResourceComparison {
  readonly #terms: Terms
  readonly #values: ValueDifferences
  readonly #changes = new Map<string, PartChange>()
  #refuse: Extent
  #replace: Extent
  #update: Extent
  #always: true | undefined
  #unknown: string | undefined
  #note: string | undefined
  readonly #inputs: ReplacingInputs

  /** @param inputs whether an input of the configuration that a deployment refers to replaces the deployment */
  constructor(terms: Terms, values: ValueDifferences, inputs: ReplacingInputs) {
    this.#terms = terms
    this.#inputs = inputs
    this.#values = values
    this.#refuse = values.never
    this.#replace = values.never
    this.#update = values.never
  }

  get decision(): ResourceDecision {
    return {
      refuse: this.#refuse,
      replace: this.#replace,
      update: this.#update,
      changes: [...this.#changes.values()],
      ...defined({ always: this.#always, unknown: this.#unknown, note: this.#note }),
    }
  }

  /** Adopts that the effect of something is unknown. */
  unknown(why: string): void {
    this.#unknown = why
  }

  /** Adopts what else is to be said. */
  remark(what: string): void {
    this.#note = what
  }

  /** Takes over that a part changes. */
  note(
    action: PartChange['action'],
    parts: readonly DifferingPart[],
    prefix: string,
    { interrupts, why }: Pick<PartChange, 'interrupts' | 'why'> = {},
  ): void {
    const extent = this.#values.extentOf(parts)
    if (action === 'refuse') this.#refuse = this.#values.either(this.#refuse, extent)
    else if (action === 'replace') this.#replace = this.#values.either(this.#replace, extent)
    else this.#update = this.#values.either(this.#update, extent)
    const own = action === 'update' ? defined({ interrupts }) : defined({ why })
    for (const part of parts) this.#change(extended(part, { path: prefix + part.path, action, ...own }))
  }

  /** Takes over that something below the resource changes: what that is stands there. @param path a word for it */
  noteInside(action: PartChange['action'], extent: Extent, path: string): void {
    const { omitted } = this.#terms
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
