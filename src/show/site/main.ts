/** The search of the handbook: the one script of the site. It loads what it looks through when somebody searches. */
import MiniSearch from 'minisearch'
import { element, part } from '../page/element.ts'

interface Section {
  readonly page: string
  readonly heading: string
  /** Relative to the top of the site. */
  readonly address: string
  readonly text: string
}

declare global {
  interface Window {
    /** What `sections.js` calls: a page of the file system may load scripts, and nothing else. */
    hotshiftSections?: (sections: readonly Section[]) => void
  }
}

const MOST = 20
const EXCERPT = 160

const top = document.body.dataset.top ?? ''
const box = part('search') as HTMLInputElement
let index: Promise<(words: string) => readonly Section[]> | undefined

/** Loads all sections, once. */
function loaded(): Promise<(words: string) => readonly Section[]> {
  index ??= new Promise((resolve, reject) => {
    window.hotshiftSections = (sections) => resolve(searcher(sections))
    const script = element('script', { src: `${top}sections.js` })
    script.addEventListener('error', () => reject(new Error('sections.js is missing')))
    document.head.append(script)
  })
  return index
}

function searcher(sections: readonly Section[]): (words: string) => readonly Section[] {
  const search = new MiniSearch<Section & { readonly id: number }>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, combineWith: 'AND' },
  })
  search.addAll(sections.map((section, id) => ({ id, ...section })))
  return (words) => {
    // Only what is found nowhere is looked for among words that are like it.
    const exact = search.search(words)
    const hits = exact.length > 0 ? exact : search.search(words, { fuzzy: 0.2 })
    return hits.flatMap(({ id }) => sections[id] ?? [])
  }
}

async function show(): Promise<void> {
  const words = box.value.trim()
  part('found').hidden = words === ''
  if (words === '') return
  part('count').textContent = 'Searching…'
  try {
    const find = await loaded()
    if (words === box.value.trim()) draw(find(words), words)
  } catch (error) {
    part('count').textContent = `The search does not work: ${error instanceof Error ? error.message : error}`
  }
}

function draw(hits: readonly Section[], words: string): void {
  const [more, count] = [hits.length > MOST, Math.min(hits.length, MOST)]
  part('count').textContent =
    count === 0 ? 'Nothing found' : `${more ? `The first ${MOST} of ${hits.length}` : `${count}`} found`
  const rows = hits.slice(0, MOST).map(({ page, heading, address, text }) => {
    const title = heading === page ? page : `${heading} — ${page}`
    return element('li', {}, [
      element('a', { href: top + address }, [element('b', {}, [title]), ' ', excerpt(text, words)]),
    ])
  })
  part('hits').replaceChildren(...rows)
}

/** What stands around the first of the words. */
function excerpt(text: string, words: string): string {
  const lower = text.toLowerCase()
  const first =
    words
      .toLowerCase()
      .split(/\s+/)
      .map((word) => lower.indexOf(word))
      .find((at) => at >= 0) ?? 0
  const start = Math.max(0, first - EXCERPT / 4)
  const end = start + EXCERPT
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

function close(): void {
  box.value = ''
  part('found').hidden = true
}

/** Arrow keys move through what was found, Escape ends the search. */
function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    close()
    box.focus()
    return
  }
  const links: HTMLElement[] = [...part('hits').querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'Enter' && at === -1) {
    links[0]?.click()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const next = at + step
  if (next < 0) box.focus()
  else links[next]?.focus()
}

const search = box.closest<HTMLElement>('.search')
if (search !== null) {
  search.hidden = false
  search.addEventListener('keydown', onKey)
}
box.addEventListener('input', () => void show())
box.addEventListener('focus', () => void loaded().catch(() => undefined))
// A click on what was found leads to another part of the same page, perhaps.
part('hits').addEventListener('click', close)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  box.focus()
})
document.addEventListener('click', ({ target }) => {
  if (target instanceof Node && search?.contains(target) === false) part('found').hidden = true
})
// On a narrow screen the lists open when they are asked for.
for (const list of document.querySelectorAll('details')) list.open = !matchMedia('(max-width: 60rem)').matches
document.body.classList.add('ready')
