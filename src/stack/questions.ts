/**
 * What an answer about one file took of others, so that it can be given again as long as they say the same. Whoever reads
 * other files says here what it asked and what it heard; what is worked out once for many files is asked for once, and
 * handed on to all that use it.
 */

/** Questions as strings, of which the first letter says what is asked; see `Around.answer`. */
export type Question =
  | `${'c' | 'e' | 'm' | 'l' | 'd'} ${string}`
  | 'files'
  | 'listed'
  | 'registries'
  | 'defaults'

/** What was asked on the way to an answer. */
export interface Asked {
  /** What was heard, by the question. */
  readonly own: ReadonlyMap<string, string>
  /** What others have asked before, for what was used of them. */
  readonly parts: ReadonlySet<Asked>
  /** Summaries of what others have asked: where these say something else now, the summary may still be the same. */
  readonly summaries: ReadonlyMap<string, Summary>
  /** Whether the answer may depend on more than on what was asked, such as the order of the files. */
  readonly isUnsettled: boolean
}

export interface Summary {
  readonly answer: string
  /** What it was made from. */
  readonly from: Asked
}

class Recording implements Asked {
  readonly own = new Map<string, string>()
  readonly parts = new Set<Asked>()
  readonly summaries = new Map<string, Summary>()
  isUnsettled = false

  /** A file that changes while it is being looked at says two things. */
  note(question: string, answer: string): void {
    const before = this.own.get(question)
    if (before !== undefined && before !== answer) this.isUnsettled = true
    this.own.set(question, answer)
  }

  rely(on: Asked): void {
    if (on.isUnsettled) this.isUnsettled = true
    if (on.own.size > 0 || on.parts.size > 0 || on.summaries.size > 0) this.parts.add(on)
  }
}

/** What was made, and what was asked for it. */
export interface Recorded<Value> {
  readonly value: Value
  /** Undefined where nobody records. */
  readonly asked: Asked | undefined
}

/** Records questions; one that is off costs nothing. */
export class Questions {
  readonly isOn: boolean
  #open: Recording | undefined

  constructor(state: 'on' | 'off') {
    this.isOn = state === 'on'
  }

  /** Does a piece of work whose result many may use: what it asks counts for whoever relies on it. */
  during<Value>(work: () => Value): Recorded<Value> {
    if (!this.isOn) return { value: work(), asked: undefined }
    const outer = this.#open
    const asked = new Recording()
    this.#open = asked
    try {
      return { value: work(), asked }
    } catch (error) {
      // What was asked until then is lost, and somebody may catch it.
      if (outer !== undefined) outer.isUnsettled = true
      throw error
    } finally {
      this.#open = outer
    }
  }

  /** @param answer worked out only where somebody records */
  note(question: Question, answer: () => string): void {
    this.#open?.note(question, answer())
  }

  /** Uses what was made before. */
  use<Value>({ value, asked }: Recorded<Value>): Value {
    if (asked !== undefined) this.#open?.rely(asked)
    return value
  }

  /** Uses of what was made before only what a summary holds. */
  useSummary(question: Question, answer: string, from: Asked): void {
    if (from.isUnsettled) this.unsettle()
    this.#open?.summaries.set(question, { answer, from })
  }

  /** Says that what is being worked out may depend on more than on what is asked. */
  unsettle(): void {
    if (this.#open !== undefined) this.#open.isUnsettled = true
  }
}

/** What is worked out once for each key, together with what was asked for it. */
export class Once<Key, Value> {
  readonly #questions: Questions
  readonly #made = new Map<Key, Recorded<Value>>()

  constructor(questions: Questions) {
    this.#questions = questions
  }

  get(key: Key, make: () => Value): Value {
    return this.#questions.use(this.made(key, make))
  }

  /** The same for somebody who says himself what he uses of it. */
  made(key: Key, make: () => Value): Recorded<Value> {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const made = this.#questions.during(make)
    this.#made.set(key, made)
    return made
  }

  /** What is known already. */
  known(key: Key): Recorded<Value> | undefined {
    return this.#made.get(key)
  }

  put(key: Key, made: Recorded<Value>): void {
    this.#made.set(key, made)
  }
}

/** Which of the answers that were heard once are still given. */
export class Held {
  readonly #answerTo: (question: Question) => string
  readonly #answers = new Map<string, string>()
  readonly #known = new WeakMap<Asked, boolean>()

  /** @param answerTo what a question is answered now */
  constructor(answerTo: (question: Question) => string) {
    this.#answerTo = answerTo
  }

  /** What a question is answered in this run: asked once. */
  answer(question: string): string {
    // Looking in the lists of a run takes no longer than looking here.
    if (question.startsWith('m ') || question.startsWith('l ')) return this.#answerTo(question as Question)
    const known = this.#answers.get(question)
    if (known !== undefined) return known
    const made = this.#answerTo(question as Question)
    this.#answers.set(question, made)
    return made
  }

  /** Whether everything that was asked is answered as it was. */
  holds(asked: Asked): boolean {
    // What one file has asked by itself is looked at once.
    return asked.parts.size === 0 ? this.#holdsAlone(asked) : this.#holdsOnce(asked)
  }

  /** Templates may be nested deeper than calls of functions. */
  #holdsOnce(asked: Asked): boolean {
    const open = [asked]
    for (let one = open.at(-1); one !== undefined; one = open.at(-1)) {
      const parts = [...one.parts]
      const unknown = this.#known.has(one) ? [] : parts.filter((part) => !this.#known.has(part))
      if (unknown.length > 0) {
        open.push(...unknown)
        continue
      }
      open.pop()
      if (!this.#known.has(one))
        this.#known.set(one, parts.every((part) => this.#known.get(part) === true) && this.#holdsAlone(one))
    }
    return this.#known.get(asked) === true
  }

  #holdsAlone({ own, summaries, isUnsettled }: Asked): boolean {
    if (isUnsettled) return false
    for (const [question, answer] of own) if (this.answer(question) !== answer) return false
    for (const [question, { answer, from }] of summaries)
      if (!this.#holdsOnce(from) && this.answer(question) !== answer) return false
    return true
  }
}
