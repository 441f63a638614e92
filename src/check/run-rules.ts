/** Asks rules about a template. */
import { behavesAs } from './code-facts.ts'
import type { Rule, RuleReport } from './rule.ts'
import type { ReportProblem } from './scope.ts'
import type { TemplateView } from './template-view.ts'

/** `last`: those that are asked where nothing is refused. */
type RuleStage = 'first' | 'last'

/** Asks the rules of a stage. Each resource meets only the rules that are for its type. */
export function askRules(
  rules: readonly Rule<string>[],
  view: TemplateView,
  stage: RuleStage,
  reportProblem: ReportProblem<string>,
): void {
  for (const one of rules.filter((rule) => stageOf(rule) === stage)) {
    const report: RuleReport<string> = (code, at, message, details = {}) => {
      const { source = one.source, repair, related, item } = details
      reportProblem(code, at, message, source, repair, related, item)
    }
    if (one.asks === 'template') one.find(view, report)
    else
      for (const resource of view.resources)
        if (one.types === undefined || one.types.includes(resource.type ?? ''))
          one.find(resource, report, view)
  }
}

function stageOf({ codes }: Rule<string>): RuleStage {
  return Object.values(codes).every((one) => behavesAs(one, 'looked for last')) ? 'last' : 'first'
}
