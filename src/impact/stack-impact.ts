/** What an update of a stack does, for all values: two templates lowered to the same terms, resource by resource. */

import { isAws } from '../heat/dialect.ts'
import { Budget, TooLarge } from '../semantics/budget.ts'
import { type Program, readProgram } from '../semantics/program.ts'
import type { Both, FileContent, NestedTemplate, Side } from '../semantics/side.ts'
import { type Term, Terms } from '../semantics/terms/term.ts'
import { Failure, type Value } from '../semantics/value.ts'
import { type Declarations, declarationsOf, hiddenTerm, parametersGiven } from './declarations.ts'
import type { Extent, Referred } from './differences.ts'
import { ValueDifferences } from './differences.ts'
import type { StackImpact } from './model.ts'
import { paired } from './renamed.ts'
import { type Level, TemplateImpact, type Whole } from './template-impact.ts'

/**
 * Compares the template of a live stack with the one that it is updated to.
 * Values that the environments give count; other parameters have the value that they had, where both templates have them.
 */
export function stackImpact(before: Side, after: Side): StackImpact {
  const size = (before.text?.length ?? 0) + (after.text?.length ?? 0)
  try {
    return new StackComparison(before, after, new Terms(Budget.ofTerms(size))).impact()
  } catch (error) {
    // A text that is longer than JavaScript can hold is a RangeError.
    if (!(error instanceof TooLarge || error instanceof RangeError)) throw error
    const open = ['the templates take too many steps to be compared']
    return { resources: [], parameters: [], outputs: [], conditions: [], open }
  }
}

/** Calls inside of calls are followed so far. */
const deepest = 12

class StackComparison implements Referred, Whole {
  readonly terms: Terms
  readonly values: ValueDifferences
  readonly #sides: Both<Side>
  readonly #levels = new Map<string, TemplateImpact>()
  readonly #programs = new Map<string, Program>()
  readonly #hidden = new Map<Term, Term>()

  constructor(before: Side, after: Side, terms: Terms) {
    this.#sides = { before, after }
    this.terms = terms
    this.values = new ValueDifferences(terms, this)
  }

  impact(): StackImpact {
    const { before, after } = this.#sides
    const environments = { before: before.environment, after: after.environment }
    const programs = {
      before: readProgram(before.root, before.dialect, before.text),
      after: readProgram(after.root, after.dialect, after.text),
    }
    const level: Level = {
      scope: '',
      depth: 0,
      programs,
      given: parametersGiven(this.terms, programs, environments),
    }
    const root = this.level(level)
    const resources = root.resources()
    const declared: Declarations = declarationsOf(root, environments, this.values, this.terms)
    const { sections } = programs.after
    const open = [
      ...(sections instanceof Failure ? [`Heat refuses the new template: ${sections.message}`] : []),
      ...[...this.values.refusals].map((why) => `Heat refuses a value of the new template: ${why}`),
    ]
    return { resources: paired(resources), ...declared, open }
  }

  level(level: Level): TemplateImpact {
    const made = new TemplateImpact(this, level)
    this.#levels.set(level.scope, made)
    return made
  }

  defaults(which: keyof Both<Side>): ReadonlyMap<string, Value> {
    return this.#sides[which].environment?.defaults ?? new Map()
  }

  files(which: keyof Both<Side>): ReadonlyMap<string, FileContent> | undefined {
    return this.#sides[which].files
  }

  changed(input: Parameters<Referred['changed']>[0]): Extent {
    const level = this.#levels.get(input.scope)
    return level?.changed(input) ?? { sure: this.terms.false, may: this.terms.false }
  }

  /** The template that a type calls on a side; undefined for types of classes, and for files that are not there. */
  nested(which: keyof Both<Side>, type: string): Program | undefined {
    const side = this.#sides[which]
    const template: NestedTemplate | undefined = side.nested?.get(type)
    if (template === undefined) return undefined
    const key = `${which} ${type}`
    let program = this.#programs.get(key)
    if (program === undefined) {
      program = readProgram(template.root, template.dialect, template.text)
      this.#programs.set(key, program)
    }
    return program
  }

  mayGoDeeper({ depth }: Level): boolean {
    return depth < deepest
  }

  /** Equal data are one hidden value, in whichever nested template. */
  hiddenValue(data: Term): Term {
    if (data === this.terms.null) return data
    const known = this.#hidden.get(data)
    if (known !== undefined) return known
    const made = hiddenTerm(this.terms, `hidden value ${this.#hidden.size + 1}`)
    this.#hidden.set(data, made)
    return made
  }

  valuesOf(which: keyof Both<Side>): 'heat' | 'aws' {
    return isAws(this.#sides[which].dialect) ? 'aws' : 'heat'
  }
}
