/**
 * What is wrong with a template, one kind of it in one file: its codes with all that is said of them, what it looks at, how
 * it finds it, and what repairs it.
 */
import type { CodeFacts, RuleCode } from '../heat/code-facts.ts'
import type { CheckCode } from './codes.ts'
import type { Remedy } from './remedy.ts'
import type { RepairOf } from './repair.ts'
import type { CheckProblem, Report } from './scope.ts'
import type { StackView } from './stack-view.ts'
import type { ResourceView, TemplateView } from './template-view.ts'

/**
 * When a rule is asked. `structure` comes first: where it shows that values cannot be judged, nothing else is asked.
 * `values`: what only the values of parameters make wrong. `reading` and `last` are for who wrote the source; `last` is
 * asked where Heat refuses nothing, since a name that is not found elsewhere is often the cause, and reported already.
 */
export type RuleStage = 'structure' | 'meaning' | 'values' | 'reading' | 'last'

/** A choice that a rule has, which the configuration may make. */
interface RuleOption {
  readonly type: 'number' | 'boolean' | 'string'
  readonly default: number | boolean | string
  /** What it is, for the configuration's schema and pages. */
  readonly title: string
}

export type RuleOptions = Readonly<Record<string, RuleOption>>

/** What a rule gets for its options: what is configured, else the default. */
export type OptionValues<Options extends RuleOptions> = {
  readonly [Name in keyof Options]: Options[Name]['default'] extends number
    ? number
    : Options[Name]['default'] extends boolean
      ? boolean
      : string
}

/** What every rule declares. */
interface RuleFacts<Code extends string, Options extends RuleOptions, View> {
  /** Its own codes; those of `codes.ts` it may report as well. */
  readonly codes: Readonly<Record<Code, RuleCode>>
  /** Where it is written: a section of the HOT specification, or a file of Heat. */
  readonly source: string
  /** `meaning` unless it says something else; an environment has no other stages than that and `structure`. */
  readonly stage?: RuleStage
  readonly options?: Options
  /**
   * `parts` for a rule whose findings about a resource come from it and from what it names: it is asked again about these
   * alone when something has changed. Rules about one resource are of this kind.
   */
  readonly extent?: 'parts'
  /** What makes a finding go away, where `find` does not say it. Editors and `check --fix` offer it. */
  readonly repair?: RepairOf<View, Pick<CheckProblem<string>, 'code' | 'at' | 'item'>, Remedy | undefined>
}

/** A rule that is asked about each resource, of some types or of all. */
interface ResourceRule<Code extends string, Options extends RuleOptions>
  extends RuleFacts<Code, Options, TemplateView> {
  readonly asks: 'resource'
  readonly types?: readonly string[]
  /** Whether it is asked about the definitions of members of groups, too. */
  readonly andMembers?: true
  readonly find: (
    resource: ResourceView,
    report: Report<Code | CheckCode>,
    view: TemplateView,
    options: OptionValues<Options>,
  ) => void
}

/** A rule that is asked about a template as a whole, or about an environment with the templates of its stacks. */
interface WholeRule<Asks extends string, View, Code extends string, Options extends RuleOptions>
  extends RuleFacts<Code, Options, View> {
  readonly asks: Asks
  readonly find: (view: View, report: Report<Code | CheckCode>, options: OptionValues<Options>) => void
}

type Rule<Code extends string, Options extends RuleOptions = RuleOptions> =
  | ResourceRule<Code, Options>
  | WholeRule<'template', TemplateView, Code, Options>
  | WholeRule<'stack', StackView, Code, Options>

/** A rule about what has a view of its own: a blueprint, or a package as those see it who onboard it. */
export interface OwnViewRule<View = never, Reporting = never> {
  readonly asks: 'blueprint' | 'package'
  readonly codes: Readonly<Record<string, CodeFacts>>
  readonly find: (view: View, report: Reporting) => void
}

type WithoutOptions<One> = One extends unknown ? Omit<One, 'options'> : never

/** A rule with such codes, whatever its options are. */
export type AnyRule<Code extends string = string> = WithoutOptions<Rule<Code, never>> & {
  readonly options?: RuleOptions
}

/** Declares a rule; what it can report is its codes and those that all rules share. */
export function rule<const Code extends string, const Options extends RuleOptions = RuleOptions>(
  definition: Rule<Code, Options>,
): AnyRule<Code>
export function rule<const One extends OwnViewRule>(definition: One): One
export function rule(definition: object): object {
  return definition
}

/** A code that one of some rules declares. */
export type CodeOf<Rules extends readonly { readonly codes: object }[]> = CodeOfOne<Rules[number]>

type CodeOfOne<One> = One extends { readonly codes: infer Codes } ? keyof Codes & string : never

/** All codes that some rules declare, with what is known of each. */
export function codesOf<const Rules extends readonly { readonly codes: object }[]>(
  rules: Rules,
): Readonly<Record<CodeOf<Rules>, RuleCode>> {
  return Object.assign({}, ...rules.map(({ codes }) => codes))
}
