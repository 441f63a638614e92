/** What a person has to decide about a package, as a run reports it. */

import type { Question } from '../../rules/onap/questions.ts'

export type { RequirementId } from '../../rules/onap/requirement.ts'
export { nameables, type Step } from '../../rules/onap/step.ts'

/** A question, with where it is in what was read. */
export type ReportedQuestion = Omit<Question, 'at'> & {
  readonly line?: number
  readonly column?: number
}
