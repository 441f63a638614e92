/** What a person has to decide about packages, as the file that `--ask` writes and `--answers` reads. */

import type { ReportedQuestion } from '../../engine/packages/reported-question.ts'

/** By which a file of questions is recognised. */
export const questionsStart = '# What a person has to decide'

/** What stands before the questions. */
export const questionsHeading = `${questionsStart} about the package, for \`hotshift remediate --answers\`.
# After each "answer:" write the number of a proposal, or your own name or value. Questions without an answer are skipped.
`

/** A file of questions, each with the answer that is clear. */
export function questionsFile(questions: readonly ReportedQuestion[]): string {
  if (questions.length === 0) return `${questionsHeading}questions: []\n`
  const entries = questionEntries(questions).map(
    (entry, index) => `${entry}${questions[index]?.isClear === true ? ' 1' : ''}\n`,
  )
  return `${questionsHeading}questions:\n${entries.join('')}`
}

/** Each question in YAML up to its answer. */
export function questionEntries(questions: readonly ReportedQuestion[]): readonly string[] {
  const next = questions.findIndex(({ isNext }) => isNext === true)
  return questions.map((one, index) => (index === next ? nextHeading : '') + questionEntry(one))
}

const nextHeading = '  # These come up once each question above is answered by its first proposal.\n'

/** Strings are written as JSON, which YAML reads alike. */
function questionEntry(question: ReportedQuestion): string {
  const { asked, requirements, proposals } = question
  return [
    `  - question: ${JSON.stringify(question.question)}`,
    `    where: ${JSON.stringify(whereOf(question))}`,
    `    requirements: [${requirements.join(', ')}]`,
    `    about: {kind: ${asked.kind}, path: ${JSON.stringify(asked.path)}, name: ${JSON.stringify(asked.name)}}`,
    '    proposals:',
    ...proposals.map((one, index) => `      ${index + 1}: ${proposalText(one)}`),
    '    answer:',
  ].join('\n')
}

/** The location of a question, as reports name it. */
export function whereOf({ asked: { path }, line, column }: ReportedQuestion): string {
  return line === undefined ? path : `${path}:${line}:${column}`
}

function proposalText(proposal: ReportedQuestion['proposals'][number]): string {
  const changes = JSON.stringify(proposal.changes)
  if (proposal.do === 'waive') return `{waive: ${JSON.stringify(proposal.waives)}, changes: ${changes}}`
  if (proposal.do === 'steps') return `{steps: ${JSON.stringify(proposal.steps)}, changes: ${changes}}`
  const file = proposal.file === undefined ? '' : `file: ${JSON.stringify(proposal.file)}, `
  return `{${file}name: ${JSON.stringify(proposal.to)}, changes: ${changes}}`
}
