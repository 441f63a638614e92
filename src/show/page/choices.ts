/** What was chosen in the page: stored, and offered as a file of decisions. */
import type { PageFile, PageIndex } from '../report/page-data.ts'

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
  readonly #key: string
  #kept: Kept = { files: {}, transforms: {} }

  constructor(index: PageIndex) {
    this.#index = index
    // The same change has the same key, whatever page shows it.
    const names = index.files.map(({ path, after = '' }) => path + after).join('\n')
    this.#key = `hotshift ${hashOf(names)}`
    this.#kept = this.#read()
  }

  ofHunk({ path }: PageFile, number: number, transforms: readonly string[]): Word {
    const choice = this.#kept.files[path]
    const byTransform = transforms.some((id) => this.#kept.transforms[id] === 'reject') ? 'reject' : 'accept'
    return choice?.hunks?.[number] ?? choice?.decision ?? byTransform
  }

  ofFile({ path }: PageFile): Word | undefined {
    return this.#kept.files[path]?.decision
  }

  ofTransform(id: string): Word {
    return this.#kept.transforms[id] ?? 'accept'
  }

  /** What is to become of the changes of a file as a whole. */
  stateOf(file: PageFile): 'accepted' | 'in part' | 'rejected' {
    const { decision, hunks = {} } = this.#kept.files[file.path] ?? {}
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
    return this.#kept.files[path] !== undefined
  }

  chooseFile({ path }: PageFile, decision: Word): void {
    this.#kept.files[path] = { decision }
    this.#write()
  }

  chooseHunk({ path }: PageFile, number: number, word: Word): void {
    const choice = this.#kept.files[path] ?? {}
    this.#kept.files[path] = { ...choice, hunks: { ...choice.hunks, [number]: word } }
    this.#write()
  }

  chooseTransform(id: string, word: Word): void {
    if (word === 'accept') delete this.#kept.transforms[id]
    else this.#kept.transforms[id] = word
    this.#write()
  }

  reset(): void {
    this.#kept = { files: {}, transforms: {} }
    this.#write()
  }

  /** A file of decisions, which `hotshift apply --decisions` takes. */
  document(): string {
    const files = this.#index.files.flatMap(({ path, before, after }) => {
      const choice = this.#kept.files[path]
      return choice === undefined || after === undefined
        ? []
        : [{ path, ...(before === undefined ? {} : { before }), after, ...choice }]
    })
    const { transforms } = this.#kept
    const lines = files.map((file) => JSON.stringify(file)).join(',\n')
    const more = Object.keys(transforms).length === 0 ? '' : `,\n"transforms": ${JSON.stringify(transforms)}`
    return `{\n"$schema": "urn:hotshift:decisions:1",\n"files": [\n${lines}\n]${more}\n}\n`
  }

  #read(): Kept {
    try {
      const text = localStorage.getItem(this.#key)
      return text === null ? this.#kept : JSON.parse(text)
    } catch {
      // A browser that keeps nothing for files still shows them.
      return this.#kept
    }
  }

  #write(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#kept))
    } catch {
      // Choices last as long as the page then.
    }
  }
}

/** FNV-1a: enough to tell pages apart. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16)
}
