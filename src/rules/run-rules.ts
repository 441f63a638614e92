/** Asks rules about a template. */
import { memoized } from '../text/document/attached.ts'
import { groupedBy } from '../text/document/multimap.ts'
import type { Remedy } from './remedy.ts'
import type { AnyRule, RuleStage } from './rule.ts'
import type { Report } from './scope.ts'
import type { StackView } from './stack-view.ts'
import { TemplateView } from './template-view.ts'

/** The rules of a stage that are asked about one kind of file, in the order in which they are asked. */
export function rulesOf(
  rules: readonly AnyRule[],
  of: 'template' | 'stack',
  stage: RuleStage,
): readonly AnyRule[] {
  return byStage(rules).get(`${of} ${stage}`) ?? []
}

const byStage = memoized((rules: readonly AnyRule[]) =>
  groupedBy(rules, ({ asks, stage = 'meaning' }) =>
    asks === 'stack' ? `stack ${stage === 'structure' ? stage : 'meaning'}` : `template ${stage}`,
  ),
)

/** Asks rules, those that are for the view. Each resource meets only the rules that are for its type. */
export function askRules(
  rules: readonly AnyRule[],
  view: TemplateView | StackView,
  reportProblem: Report<string>,
): void {
  for (const one of rules) {
    const report: Report<string> = (code, at, message, details = {}) => {
      const { source = one.source, item, repair = repairOf(one, view, { code, at, item }) } = details
      reportProblem(code, at, message, { ...details, source, repair })
    }
    const options = optionsOf(one)
    if (!(view instanceof TemplateView)) {
      if (one.asks === 'stack') one.find(view, report, options)
    } else if (one.asks === 'template')
      one.find(one.extent === 'parts' ? view.changed : view, report, options)
    else if (one.asks === 'resource') askOfResources(one, view.changed, report, options)
  }
}

function askOfResources(
  { types, andMembers, find }: Extract<AnyRule, { readonly asks: 'resource' }>,
  view: TemplateView,
  report: Report<string>,
  options: never,
): void {
  const resources = types === undefined ? view.resources : view.ofTypes(types)
  const members = andMembers ? view.members.filter(({ type = '' }) => types?.includes(type) !== false) : []
  for (const resource of [...resources, ...members]) find(resource, report, view, options)
}

/** Only rules that are for a view are asked about it. */
function repairOf(
  { repair }: AnyRule,
  view: TemplateView | StackView,
  found: Parameters<NonNullable<AnyRule['repair']>>[1],
): Remedy | undefined {
  return repair?.(view as never, found)
}

const none = {}

function optionsOf({ options }: AnyRule): never {
  if (options === undefined) return none as never
  return Object.fromEntries(Object.entries(options).map(([name, one]) => [name, one.default])) as never
}

/** How a configuration names a choice of a rule: `default-limit.depth`, by the first code of the rule. */
export function optionNames({ codes, options = {} }: AnyRule): readonly string[] {
  const [code] = Object.keys(codes)
  return Object.keys(options).map((name) => `${code}.${name}`)
}

/** Rules with other choices instead of the defaults. @param chosen by the names that `optionNames` gives */
export function withOptions(
  rules: readonly AnyRule[],
  chosen: ReadonlyMap<string, number | boolean | string>,
): readonly AnyRule[] {
  return rules.map((one) => {
    const [code] = Object.keys(one.codes)
    if (!optionNames(one).some((name) => chosen.has(name))) return one
    const options = Object.entries(one.options ?? {}).map(
      ([name, option]) =>
        [name, { ...option, default: chosen.get(`${code}.${name}`) ?? option.default }] as const,
    )
    return { ...one, options: Object.fromEntries(options) }
  })
}
