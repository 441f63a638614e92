/** Asks rules about a template. */
import { memoized } from '../document/attached.ts'
import { groupedBy } from '../document/multimap.ts'
import type { AnyRule, RuleStage } from './rule.ts'
import type { Report } from './scope.ts'
import type { TemplateView } from './template-view.ts'

/** Gives the configured value of a rule's option; undefined where none is. */
type ConfiguredOptions = (rule: AnyRule, option: string) => unknown

/** The rules of a stage, in the order in which they are asked. */
export function rulesOf(rules: readonly AnyRule[], stage: RuleStage): readonly AnyRule[] {
  return byStage(rules).get(stage) ?? []
}

const byStage = memoized((rules: readonly AnyRule[]) =>
  groupedBy(rules, ({ stage = 'meaning' }): RuleStage => stage),
)

/** Asks rules. Each resource meets only the rules that are for its type. */
export function askRules(
  rules: readonly AnyRule[],
  view: TemplateView,
  reportProblem: Report<string>,
  configured?: ConfiguredOptions,
): void {
  for (const one of rules) {
    const report: Report<string> = (code, at, message, details = {}) => {
      const { source = one.source, item, repair = one.repair?.(view, { code, at, item }) } = details
      reportProblem(code, at, message, { ...details, source, repair })
    }
    const options = optionsOf(one, configured)
    if (one.asks === 'template') one.find(view, report, options)
    else
      for (const resource of one.types === undefined ? view.resources : view.ofTypes(one.types))
        one.find(resource, report, view, options)
  }
}

const none = {}

function optionsOf(one: AnyRule, configured: ConfiguredOptions | undefined): never {
  const { options } = one
  if (options === undefined) return none as never
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, configured?.(one, name) ?? option.default]),
  ) as never
}
