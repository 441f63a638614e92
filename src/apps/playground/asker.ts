/** Asks the worker. Only the newest question matters: others that wait are dropped, and a worker that is stuck is ended. */
import type { Answer, Question } from './protocol.ts'

/** Longer than any template that somebody pastes takes. */
const PATIENCE_MS = 10_000

export class Asker {
  readonly #script: string
  readonly #onAnswer: (answer: Answer) => void
  #worker: Worker | undefined
  #asked: { readonly question: Question; readonly timer: number } | undefined
  #next: Question | undefined

  /** @param script the source of the worker */
  constructor(script: string, onAnswer: (answer: Answer) => void) {
    // A page of the file system may start no worker from another file.
    this.#script = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
    this.#onAnswer = onAnswer
  }

  ask(question: Question): void {
    this.#next = question
    if (this.#asked === undefined) this.#send()
  }

  #send(): void {
    const question = this.#next
    this.#next = undefined
    if (question === undefined) return
    this.#worker ??= this.#started()
    const timer = window.setTimeout(
      () => this.#fail('it takes too long; the page has stopped it'),
      PATIENCE_MS,
    )
    this.#asked = { question, timer }
    this.#worker.postMessage(question)
  }

  #started(): Worker {
    const worker = new Worker(this.#script)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#answered(data))
    worker.addEventListener('error', (event) => this.#fail(event.message))
    return worker
  }

  #answered(answer: Answer): void {
    clearTimeout(this.#asked?.timer)
    this.#asked = undefined
    // A newer question makes it worthless.
    if (this.#next === undefined) this.#onAnswer(answer)
    this.#send()
  }

  #fail(problem: string): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#answered({ number: this.#asked?.question.number ?? 0, files: [], problem })
  }
}
