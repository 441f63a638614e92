/** What a person has to decide about packages, as a part of the review page in which it is answered; see src/show/page/answers.ts. */

import type { ReportedQuestion } from '../../engine/packages/reported-question.ts'
import { advice, code, text } from './html-markup.ts'
import { whereOf } from './questions.ts'
import type { LookUpCode } from './reporter.ts'

/** The questions of a run; nothing where none was asked. */
export function questionsSection(questions: readonly ReportedQuestion[], lookUp: LookUpCode): string[] {
  if (questions.length === 0) return []
  const clear = questions.filter(({ isClear }) => isClear).length
  const next = questions.findIndex(({ isNext }) => isNext === true)
  return [
    '<h2 id="questions">What you have to decide</h2>\n',
    `<p>${questions.length} questions that only a person can answer${clear === 0 ? '' : `; ${clear} have the answer that follows from other names`}. `,
    'Answer them here, download the answers, and run the same command with ',
    `${code('--answers answers.yaml')}. Questions without an answer are skipped.</p>\n`,
    '<p><button type="button" id="download-answers" hidden>Download answers</button> <span id="answered" class="quiet" role="status"></span></p>\n',
    ...questions.flatMap((one, index) => [
      ...(index === next
        ? ['<h3>What comes up once the questions above are answered by their first proposals</h3>\n']
        : []),
      questionFieldset(one, index, lookUp),
    ]),
  ]
}

function questionFieldset(question: ReportedQuestion, index: number, lookUp: LookUpCode): string {
  const { asked, requirements, proposals, isClear } = question
  const names = requirements.map((number) => {
    const title = lookUp(number)?.title
    return `<span${title === undefined ? '' : ` title="${text(title)}"`}>${code(number)}</span>`
  })
  const choices = proposals.map((one, at) => {
    const state = isClear && at === 0 ? ' checked' : ''
    return `<label><input type="radio" name="question-${index}" value="${at + 1}"${state}> ${proposalMarkup(one, asked.name)}</label>\n`
  })
  const canName = asked.kind !== 'rest' || proposals.some(givesValue)
  const label = asked.kind === 'rest' ? 'another value' : 'another name'
  return [
    `<fieldset class="question"><legend>${advice(question.question)}</legend>\n`,
    `<p class="quiet">${code(whereOf(question))} ${names.join(' ')}</p>\n`,
    ...choices,
    ...(canName
      ? [`<label>${label}: <input type="text" name="question-${index}-own" autocomplete="off"></label>\n`]
      : []),
    '</fieldset>\n',
  ].join('')
}

/** Whether a proposal gives an environment a value, instead of which another one can be answered. */
function givesValue(proposal: ReportedQuestion['proposals'][number]): boolean {
  return proposal.do === 'steps' && proposal.steps.some((step) => 'give' in step)
}

/** The old and the new name side by side, and what else changes. */
function proposalMarkup(proposal: ReportedQuestion['proposals'][number], name: string): string {
  const changes = text(proposal.changes)
  if (proposal.do !== 'rename') return changes
  const from = proposal.file === undefined ? name : proposal.file
  return `${code(from)} → ${code(proposal.to)} <span class="quiet">${changes}</span>`
}
