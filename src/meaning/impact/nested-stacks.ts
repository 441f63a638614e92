/** The resources of nested stacks: those that are updated, and those that come or go with the resource that they are. */
import { hiddenValue } from '../../heat/parameters.ts'
import { Failure } from '../../heat/values/value.ts'
import type { Both, NestedTemplate } from '../side.ts'
import type { Term, Terms } from '../terms/term.ts'
import type { Definition } from './decisions.ts'
import type { Compared, FoundResource, Whole } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { isHidden } from './lowered-level.ts'

/** The stacks that resources of one template are. */
export class NestedStacks {
  readonly #level: LoweredLevel
  readonly #whole: Whole
  readonly #terms: Terms

  constructor(level: LoweredLevel) {
    this.#level = level
    this.#whole = level.whole
    this.#terms = level.terms
  }

  /** A nested stack is updated in place; what happens inside is decided there, by what arrives. */
  call({ name, definitions, care, comparison, inside }: Compared, templates: Both<NestedTemplate>): void {
    const { values } = this.#whole
    const stack = { around: this.#level, name, definitions, templates }
    const { programs, given } = this.#whole.levelOf(stack)
    const terms = this.#terms
    for (const parameter of new Set([...given.before.keys(), ...given.after.keys()])) {
      const [one, other] = [given.before.get(parameter), given.after.get(parameter)]
      const schema = programs.after.parameters.get(parameter)
      const isFixed = schema !== undefined && !(schema instanceof Failure) && schema.immutable === true
      const parts = values.between(one ?? terms.omitted, other ?? terms.omitted, care)
      const shown = isHidden(programs, parameter)
        ? parts.map((part) => ({ ...part, before: this.#hidden, after: this.#hidden }))
        : parts
      comparison.note(isFixed ? 'refuse' : 'update', shown, `properties.${parameter}`)
    }
    const metadata = values.betweenReadNow(definitions.before.metadata, definitions.after.metadata, care)
    comparison.note('update', metadata, 'metadata')
    if (!this.#whole.mayGoDeeper(this.#level)) return
    const found = this.#whole.resourcesOf(stack, comparison.decision.replace)
    inside.push(...found)
    if (found.length === 0) return
    const isSure = found.some(({ impact }) => impact.effects.some(({ certainty }) => certainty === 'sure'))
    comparison.noteInside('update', { sure: isSure ? care : terms.false, may: care }, 'resources')
  }

  /** The resources of the nested stack that a resource is. */
  stackOf(side: keyof Both<unknown>, name: string, definition: Definition): readonly FoundResource[] {
    const template = this.#level.templateOf(side, definition)
    if (template === undefined || !this.#whole.mayGoDeeper(this.#level)) return []
    const sole = <Thing>(one: Thing) => ({ before: undefined, after: undefined, [side]: one })
    return this.#whole.resourcesOf({
      around: this.#level,
      name,
      definitions: sole(definition),
      templates: sole(template),
    })
  }

  get #hidden(): Term {
    return this.#terms.constant(hiddenValue)
  }
}
