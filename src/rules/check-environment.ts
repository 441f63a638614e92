/** Asks all rules about an environment. */

import { versionEntry } from '../heat/kind.ts'
import { flattenedTree } from '../heat/merge-keys.ts'
import type { Mapping } from '../text/document/node.ts'
import { ownCodes } from './own-rule.ts'
import type { AnyRule } from './rule.ts'
import { heatRules, type TemplateCode, type TemplateProblem } from './rules.ts'
import { askRules, rulesOf } from './run-rules.ts'
import type { Report } from './scope.ts'
import type { AroundEnvironment, StackView } from './stack-view.ts'

/**
 * What Heat would refuse or not read in an environment.
 * @param text its source text, for values that are read otherwise than they look
 */
export function checkEnvironment(
  given: Mapping,
  around: AroundEnvironment,
  text = '',
  rules: readonly AnyRule[] = heatRules,
): readonly TemplateProblem[] {
  const root = flattenedTree(given)
  const problems: TemplateProblem[] = []
  const own = ownCodes(rules)
  const view: StackView = {
    ...around,
    root,
    written: given,
    source: (node) => (node.start === undefined ? undefined : text.slice(node.start, node.end)),
  }
  const report: Report<string> = (code, at, message, { source = '', ...details } = {}) => {
    const known = own[code] === undefined ? {} : { own: own[code] }
    problems.push({ code: code as TemplateCode, at, message, source, ...details, ...known })
  }
  askRules(rulesOf(rules, 'stack', 'structure'), view, report)
  // Of a template that is given as an environment nothing else is said.
  if (versionEntry(root) === undefined) askRules(rulesOf(rules, 'stack', 'meaning'), view, report)
  return problems
}
