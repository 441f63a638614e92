/** What is found only because of something else that is found. */

import { callOf } from '../heat/calls.ts'
import { type Mapping, offsetOf } from '../text/document/node.ts'
import { mapOf, nameOf } from '../text/document/read.ts'
import { checkBehaves, type TemplateCode, type TemplateProblem } from './rules.ts'

/** The section of SAM, and the types that it expands. */
function isOfSam({ code, at, item }: TemplateProblem): boolean {
  if (code === 'unknown-section') return 'key' in at && nameOf(at) === 'Globals'
  return item?.startsWith('AWS::Serverless::') === true
}

/** Of a template with the section `Transform`: that it has to be expanded, and nothing that follows from it. */
export function withoutConsequences(
  problems: readonly TemplateProblem[],
  root: Mapping,
): readonly TemplateProblem[] {
  const macros = root.entries.find((one) => nameOf(one) === 'Transform')
  if (macros === undefined) return problems
  return problems.filter(
    (one) => one.at === macros || !(checkBehaves(one.code, 'made by macros') || isOfSam(one)),
  )
}

/** One finding where a value is refused because the function that is written there is none in this version. */
export function withCauses(problems: readonly TemplateProblem[]): readonly TemplateProblem[] {
  const of = (code: TemplateCode) =>
    new Map(problems.flatMap((one) => (one.code === code ? [[offsetOf(one.at), one] as const] : [])))
  const [passedOn, refused] = [of('unresolved-call'), of('foreign-function')]
  if (passedOn.size + refused.size === 0) return problems
  const said = new Set<TemplateProblem>()
  const joined = problems.flatMap((one) => {
    if (one.code !== 'bad-value') return [one]
    // Of a function its name is marked, and of a value all of it.
    const name = 'kind' in one.at ? callOf(mapOf(one.at))?.entry.key.start : undefined
    const at = name ?? offsetOf(one.at)
    if (refused.has(at)) return []
    const cause = passedOn.get(at)
    if (cause === undefined) return [one]
    said.add(cause)
    return [{ ...one, message: `${one.message}: ${cause.message}`, repair: cause.repair ?? one.repair }]
  })
  return joined.filter((one) => !said.has(one))
}
