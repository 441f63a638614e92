/** The resources of nested stacks: those that are updated, and those that come or go with the resource that they are. */
import { hiddenValue } from '../heat/parameters.ts'
import type { Program } from '../semantics/program.ts'
import { type Both, type NestedTemplate, onBoth } from '../semantics/side.ts'
import { arrivingTerm } from '../semantics/terms/arriving.ts'
import { kinds, type Term, type Terms } from '../semantics/terms/term.ts'
import { Failure } from '../semantics/value.ts'
import type { Definition } from './decisions.ts'
import type { Compared, FoundResource, Whole } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'

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
    const programs = onBoth((side) => this.#whole.programOf(templates[side]))
    const given = onBoth((side) => this.#arriving(side, definitions[side], programs))
    const terms = this.#terms
    for (const parameter of new Set([...given.before.keys(), ...given.after.keys()])) {
      const [one, other] = [given.before.get(parameter), given.after.get(parameter)]
      const schema = programs.after.parameters.get(parameter)
      const isFixed = schema !== undefined && !(schema instanceof Failure) && schema.immutable === true
      const parts = this.#whole.values.between(one ?? terms.omitted, other ?? terms.omitted, care)
      const shown = isHidden(programs, parameter)
        ? parts.map((part) => ({ ...part, before: this.#hidden, after: this.#hidden }))
        : parts
      comparison.note(isFixed ? 'refuse' : 'update', shown, `properties.${parameter}`)
    }
    const metadata = this.#whole.values.between(definitions.before.metadata, definitions.after.metadata, care)
    comparison.note('update', metadata, 'metadata')
    if (!this.#whole.mayGoDeeper(this.#level)) return
    const found = this.#whole.resourcesOf({
      scope: `${this.#level.scope}${name}/`,
      depth: this.#level.depth + 1,
      templates,
      programs,
      given,
      replaced: comparison.decision.replace,
    })
    inside.push(...found)
    if (found.length === 0) return
    const isSure = found.some(({ impact }) => impact.effects.some(({ certainty }) => certainty === 'sure'))
    comparison.noteInside('update', { sure: isSure ? care : terms.false, may: care }, 'resources')
  }

  /** The resources of the nested stack that a resource is. */
  stackOf(side: keyof Both<unknown>, name: string, definition: Definition): readonly FoundResource[] {
    const template = this.#level.nested(side, definition)
    if (template === undefined || !this.#whole.mayGoDeeper(this.#level)) return []
    const program = this.#whole.programOf(template)
    const nothing: Program = { ...program, resources: new Map(), outputs: new Map(), conditions: new Map() }
    const programs =
      side === 'before' ? { before: program, after: nothing } : { before: nothing, after: program }
    const given = this.#arriving(side, definition, programs)
    return this.#whole.resourcesOf({
      scope: `${this.#level.scope}${name}/`,
      depth: this.#level.depth + 1,
      templates: { before: template, after: template },
      programs,
      given: { before: given, after: given },
    })
  }

  #arriving(
    side: keyof Both<unknown>,
    { properties }: Definition,
    programs: Both<Program>,
  ): ReadonlyMap<string, Term> {
    const terms = this.#terms
    const given = new Map<string, Term>()
    for (const [name, schema] of programs[side].parameters) {
      if (schema instanceof Failure) continue
      const passed =
        properties.tag === 'map'
          ? properties.entries.get(name)
          : properties === terms.null
            ? undefined
            : terms.apply('passed', [properties, terms.constant(name)], kinds.any)
      const arriving = arrivingTerm(terms, schema, passed, this.#whole.defaults(side).get(name))
      if (arriving === terms.omitted) continue
      // Literals of the caller, defaults and what an environment gives, wherever they go inside.
      given.set(name, isHidden(programs, name) ? this.#hiding(arriving, name) : arriving)
    }
    return given
  }

  /** What arrives for a hidden parameter: Heat's messages name the value that it refuses. */
  #hiding(arriving: Term, parameter: string): Term {
    const terms = this.#terms
    const hide = (data: Term) => this.#whole.hiddenValue(data)
    return terms.each(arriving, (one) =>
      one.tag === 'refused'
        ? terms.refused(new Failure(one.failure.error, `the value of the hidden parameter ${parameter}`))
        : terms.withData(one, hide),
    )
  }

  get #hidden(): Term {
    return this.#terms.constant(hiddenValue)
  }
}

/** Whether a template hides a parameter on one side at least. */
function isHidden({ before, after }: Both<Program>, parameter: string): boolean {
  return [before, after].some(({ parameters }) => {
    const schema = parameters.get(parameter)
    return schema !== undefined && !(schema instanceof Failure) && schema.hidden
  })
}
