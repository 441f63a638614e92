/** The list of files: folders and files in rows, of which only those in sight are there. */
import type { PageFile } from '../report/page-data.ts'
import { element } from './element.ts'

type Row =
  | {
      readonly kind: 'folder'
      readonly name: string
      readonly path: string
      readonly depth: number
      readonly count: number
    }
  | { readonly kind: 'file'; readonly file: PageFile; readonly depth: number }

const ROW_HEIGHT = 30
/** Rows beyond the edges that are there all the same. */
const MARGIN = 10

interface TreeOptions {
  readonly box: HTMLElement
  readonly onOpen: (file: PageFile) => void
  /** Words and a class for what was chosen of a file. */
  readonly markOf: (file: PageFile) => { readonly word: string; readonly tone: string } | undefined
}

export class Tree {
  readonly #options: TreeOptions
  readonly #inner = element('div', { class: 'rows' })
  readonly #closed = new Set<string>()
  #files: readonly PageFile[] = []
  #rows: readonly Row[] = []
  #current: PageFile | undefined

  constructor(options: TreeOptions) {
    this.#options = options
    options.box.append(this.#inner)
    options.box.addEventListener('scroll', () => this.draw(), { passive: true })
    // Also when it comes into sight: on a narrow screen the list is hidden until it is asked for.
    new ResizeObserver(() => this.draw()).observe(options.box)
  }

  /** The files in the order of their rows. */
  get files(): readonly PageFile[] {
    return this.#files
  }

  show(files: readonly PageFile[]): void {
    this.#files = files
    this.#layOut()
  }

  select(file: PageFile | undefined): void {
    this.#current = file
    if (file !== undefined) this.#reveal(file)
    this.draw()
  }

  draw(): void {
    const { box } = this.#options
    const first = Math.max(0, Math.floor(box.scrollTop / ROW_HEIGHT) - MARGIN)
    const last = Math.min(
      this.#rows.length,
      Math.ceil((box.scrollTop + box.clientHeight) / ROW_HEIGHT) + MARGIN,
    )
    const rows = this.#rows.slice(first, last).map((row, index) => this.#element(row, first + index))
    this.#inner.replaceChildren(...rows)
  }

  #layOut(): void {
    const counts = new Map<string, number>()
    for (const { path } of this.#files)
      for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
    const rows: Row[] = []
    const open = new Set<string>()
    for (const file of this.#files) {
      const folders = foldersOf(file.path)
      let hidden = false
      for (const [depth, path] of folders.entries()) {
        if (!open.has(path) && !hidden) {
          open.add(path)
          const name = path.slice(path.lastIndexOf('/') + 1)
          rows.push({ kind: 'folder', name, path, depth, count: counts.get(path) ?? 0 })
        }
        hidden ||= this.#closed.has(path)
      }
      if (!hidden) rows.push({ kind: 'file', file, depth: folders.length })
    }
    this.#rows = rows
    this.#inner.style.height = `${rows.length * ROW_HEIGHT}px`
    this.draw()
  }

  #reveal(file: PageFile): void {
    const { box } = this.#options
    if (foldersOf(file.path).some((folder) => this.#closed.delete(folder))) this.#layOut()
    const index = this.#rows.findIndex((row) => row.kind === 'file' && row.file === file)
    const top = index * ROW_HEIGHT
    if (index < 0 || (top >= box.scrollTop && top + ROW_HEIGHT <= box.scrollTop + box.clientHeight)) return
    box.scrollTop = top - box.clientHeight / 2
  }

  #element(row: Row, index: number): HTMLElement {
    const made = row.kind === 'folder' ? this.#folder(row) : this.#file(row.file)
    made.style.top = `${index * ROW_HEIGHT}px`
    made.style.paddingLeft = `${8 + row.depth * 14}px`
    made.setAttribute('role', 'treeitem')
    made.setAttribute('aria-level', `${row.depth + 1}`)
    return made
  }

  #folder({ name, path, count }: Extract<Row, { kind: 'folder' }>): HTMLElement {
    const isClosed = this.#closed.has(path)
    const row = element(
      'button',
      { class: 'row folder', type: 'button', 'aria-expanded': `${!isClosed}`, title: path },
      [
        element('span', { class: 'arrow', 'aria-hidden': 'true' }, [isClosed ? '▸' : '▾']),
        element('span', { class: 'name' }, [name]),
        element('span', { class: 'quiet' }, [`${count}`]),
      ],
    )
    row.addEventListener('click', () => {
      if (isClosed) this.#closed.delete(path)
      else this.#closed.add(path)
      this.#layOut()
    })
    return row
  }

  #file(file: PageFile): HTMLElement {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    const mark = this.#options.markOf(file)
    const row = element(
      'button',
      { class: `row file${file === this.#current ? ' current' : ''}`, type: 'button', title: file.path },
      [
        element('span', {
          class: `dot ${file.status} ${file.worst ?? ''}`,
          role: 'img',
          'aria-label': file.status,
        }),
        element('span', { class: 'name' }, [name]),
        ...(mark === undefined ? [] : [element('span', { class: `mark ${mark.tone}` }, [mark.word])]),
      ],
    )
    if (file === this.#current) row.setAttribute('aria-current', 'true')
    row.addEventListener('click', () => this.#options.onOpen(file))
    return row
  }
}

/** `a/b/c.yaml`: `a` and `a/b`. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
