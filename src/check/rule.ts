/**
 * What is wrong with a template, one kind of it in one file: its codes with all that is said of them, what it looks at, and how
 * it finds it.
 */
import type { Entry, Node } from '../document/node.ts'
import type { CodeFacts } from './code-facts.ts'
import type { Related } from './locations.ts'
import type { Remedy } from './remedy.ts'
import type { ResourceView, TemplateView } from './template-view.ts'

/** A code with all that is said of it; tests run the example. */
export interface RuleCode extends CodeFacts {
  /** What happens because of it, and why that matters. */
  readonly why: string
  /** The command line without `hotshift`, a template that has the finding, and the same without it. */
  readonly example: { readonly command: string; readonly before: string; readonly after: string }
  /** The page of the documentation that says more. */
  readonly page?: string
}

interface RuleDetails {
  /** Where it is written, if not where the rule is: a section of the HOT specification, or a file of Heat. */
  readonly source?: string
  /** Which of several things, where one location has several findings of the code: a name. */
  readonly item?: string
  /** Other locations that it is about. */
  readonly related?: readonly Related[]
  /** What makes it go away: editors and `check --fix` offer it. */
  readonly repair?: Remedy
}

/** Reports a finding at a node or an entry. */
export type RuleReport<Code extends string> = (
  code: Code,
  at: Node | Entry,
  message: string,
  details?: RuleDetails,
) => void

/** What every rule declares. */
interface RuleFacts<Code extends string> {
  readonly codes: Readonly<Record<Code, RuleCode>>
  /** Where it is written: a section of the HOT specification, or a file of Heat. */
  readonly source: string
}

/** A rule that is asked about each resource, of some types or of all. */
interface ResourceRule<Code extends string> extends RuleFacts<Code> {
  readonly asks: 'resource'
  readonly types?: readonly string[]
  readonly find: (resource: ResourceView, report: RuleReport<Code>, view: TemplateView) => void
}

/** A rule that is asked about a template as a whole. */
interface TemplateRule<Code extends string> extends RuleFacts<Code> {
  readonly asks: 'template'
  readonly find: (view: TemplateView, report: RuleReport<Code>) => void
}

export type Rule<Code extends string> = ResourceRule<Code> | TemplateRule<Code>

/** Declares a rule; its codes are what it can report. */
export function rule<const Code extends string>(definition: Rule<Code>): Rule<Code> {
  return definition
}
