/** Questions about packages: what is answered in the page, as the file that `hotshift remediate --answers` reads. */

import type { PageIndex } from '../report/page-data.ts'
import { part } from './element.ts'
import { Stored } from './stored.ts'

/** The answers of a page by the number of their question: that of a proposal, or a string of one's own. */
type Given = Readonly<Record<number, string>>

/** Lets the questions of a page be answered; pages without questions have nothing of it. */
export function answerQuestions({ heading, entries }: NonNullable<PageIndex['questions']>): void {
  const stored = new Stored<Given>(`hotshift answers ${entries.join()}`, {})
  for (const [number, answer] of Object.entries(stored.value)) fill(Number(number), answer)
  const status = part('answered')
  const tell = () => {
    const given = entries.filter((_, number) => answerTo(number) !== '').length
    status.textContent = `${given} of ${entries.length} answered`
  }
  for (const box of document.querySelectorAll<HTMLElement>('.question'))
    box.addEventListener('input', ({ target }) => {
      clearOther(box, target)
      stored.value = Object.fromEntries(entries.map((_, number) => [number, answerTo(number)]))
      stored.save()
      tell()
    })
  const download = part('download-answers')
  download.hidden = false
  download.addEventListener('click', () =>
    offer('answers.yaml', 'application/yaml', answersFile(heading, entries)),
  )
  tell()
}

/** Has the browser save a file that the page has made. */
export function offer(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

function answersFile(heading: string, entries: readonly string[]): string {
  const answered = entries.map((entry, number) => {
    const answer = answerTo(number)
    return `${entry}${answer === '' ? '' : ` ${/^\d+$/.test(answer) ? answer : JSON.stringify(answer)}`}\n`
  })
  return `${heading}questions:\n${answered.join('')}`
}

const proposalsOf = (number: number) =>
  document.querySelectorAll<HTMLInputElement>(`input[name="question-${number}"]`)
const ownOf = (number: number) =>
  document.querySelector<HTMLInputElement>(`input[name="question-${number}-own"]`)

function answerTo(number: number): string {
  const own = ownOf(number)?.value.trim() ?? ''
  return own !== '' ? own : ([...proposalsOf(number)].find(({ checked }) => checked)?.value ?? '')
}

function fill(number: number, answer: string): void {
  const proposals = [...proposalsOf(number)]
  for (const one of proposals) one.checked = one.value === answer
  const own = ownOf(number)
  if (own !== null) own.value = proposals.some(({ value }) => value === answer) ? '' : answer
}

/** A question has one answer: a proposal, or what is written. */
function clearOther(box: HTMLElement, changed: EventTarget | null): void {
  const isOwn = changed instanceof HTMLInputElement && changed.type === 'text'
  if (isOwn && changed.value.trim() === '') return
  for (const one of box.querySelectorAll('input')) {
    if (isOwn && one.type === 'radio') one.checked = false
    if (!isOwn && one.type === 'text') one.value = ''
  }
}
