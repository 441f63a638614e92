/** Heat as the judge of mutants: one Python process, asked line by line. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { python } from '../installed.ts'
import { type Data, decoded } from './data.ts'

/** What judge.py says of a pair of templates. */
export type Judgement =
  | {
      readonly verdict: 'differs'
      readonly how: string
      readonly where: string
      readonly values: readonly [string, string]
      readonly world: string
      readonly given?: Readonly<Record<string, string>>
    }
  | { readonly verdict: 'same'; readonly worlds: number; readonly failing: number }
  | { readonly verdict: 'refused'; readonly why: string }

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void }

export class Judge {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #waiting: Waiting[] = []
  #complaints = ''

  /** `folder` is the project's. */
  constructor(folder: string) {
    this.#process = spawn(python, [join(folder, 'test/heat/mutation/judge.py')])
    this.#process.stderr.on('data', (text: Buffer) => {
      this.#complaints += text.toString()
    })
    createInterface(this.#process.stdout).on('line', (line) =>
      this.#waiting.shift()?.resolve(JSON.parse(line)),
    )
    this.#process.on('close', () => {
      for (const { reject } of this.#waiting.splice(0))
        reject(new Error(`judge.py ended: ${this.#complaints}`))
    })
  }

  #ask(request: object): Promise<unknown> {
    const answer = new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
    this.#process.stdin.write(`${JSON.stringify(request)}\n`)
    return answer
  }

  /** The data of a template, or undefined if Heat refuses it. */
  async load(text: string): Promise<Data | undefined> {
    const answer = (await this.#ask({ load: text })) as { readonly data?: unknown }
    return answer.data === undefined ? undefined : decoded(answer.data)
  }

  judge(before: string, after: string): Promise<Judgement> {
    return this.#ask({ before, after }) as Promise<Judgement>
  }

  /** Lets the process end; what was asked is answered before. */
  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#process.on('close', () => resolve()))
    this.#process.stdin.end()
    return closed
  }
}
