/** What was chosen in the page: stored, and offered as a file of decisions. */
import type { PageFile, PageIndex } from '../report/page-data.ts'
import { Stored } from './stored.ts'

type Word = 'accept' | 'reject'

interface FileChoice {
  decision?: Word
  hunks?: Record<string, Word>
}

interface Kept {
  files: Record<string, FileChoice>
  transforms: Record<string, Word>
}

/** The choices about the files of a page. What nobody rejected is accepted. */
export class Choices {
  readonly #index: PageIndex
  readonly #stored: Stored<Kept>

  constructor(index: PageIndex) {
    this.#index = index
    // The same change has the same key, whatever page shows it.
    const names = index.files.map(({ path, after = '' }) => path + after).join('\n')
    this.#stored = new Stored(names, { files: {}, transforms: {} })
  }

  ofHunk({ path }: PageFile, number: number, transforms: readonly string[]): Word {
    const choice = this.#stored.value.files[path]
    const byTransform = transforms.some((id) => this.#stored.value.transforms[id] === 'reject')
      ? 'reject'
      : 'accept'
    return choice?.hunks?.[number] ?? choice?.decision ?? byTransform
  }

  ofFile({ path }: PageFile): Word | undefined {
    return this.#stored.value.files[path]?.decision
  }

  ofTransform(id: string): Word {
    return this.#stored.value.transforms[id] ?? 'accept'
  }

  /** What is to become of the changes of a file as a whole. */
  stateOf(file: PageFile): 'accepted' | 'in part' | 'rejected' {
    const { decision, hunks = {} } = this.#stored.value.files[file.path] ?? {}
    const words = Object.values(hunks)
    const others = decision === 'reject' ? file.hunks - words.length : 0
    const rejected = words.filter((word) => word === 'reject').length + others
    if (rejected > 0) return rejected >= file.hunks ? 'rejected' : 'in part'
    // Which of its hunks a transform had a part in, only its body knows.
    const isWithout = file.transforms.some((id) => this.ofTransform(id) === 'reject')
    return isWithout && decision === undefined ? 'in part' : 'accepted'
  }

  /** Whether somebody has decided about a file, or part of it. */
  isTouched({ path }: PageFile): boolean {
    return this.#stored.value.files[path] !== undefined
  }

  chooseFile({ path }: PageFile, decision: Word): void {
    this.#stored.value.files[path] = { decision }
    this.#stored.save()
  }

  chooseHunk({ path }: PageFile, number: number, word: Word): void {
    const choice = this.#stored.value.files[path] ?? {}
    this.#stored.value.files[path] = { ...choice, hunks: { ...choice.hunks, [number]: word } }
    this.#stored.save()
  }

  chooseTransform(id: string, word: Word): void {
    if (word === 'accept') delete this.#stored.value.transforms[id]
    else this.#stored.value.transforms[id] = word
    this.#stored.save()
  }

  reset(): void {
    this.#stored.value = { files: {}, transforms: {} }
    this.#stored.save()
  }

  /** A file of decisions, which `hotshift apply --decisions` takes. */
  document(): string {
    const files = this.#index.files.flatMap(({ path, before, after }) => {
      const choice = this.#stored.value.files[path]
      return choice === undefined || after === undefined
        ? []
        : [{ path, ...(before === undefined ? {} : { before }), after, ...choice }]
    })
    const { transforms } = this.#stored.value
    const lines = files.map((file) => JSON.stringify(file)).join(',\n')
    const more = Object.keys(transforms).length === 0 ? '' : `,\n"transforms": ${JSON.stringify(transforms)}`
    return `{\n"$schema": "urn:hotshift:decisions:1",\n"files": [\n${lines}\n]${more}\n}\n`
  }
}
