/** The page: a list of files that can be searched, and the file that is open. */
import type { PageBody, PageFile, PageIndex } from '../report/page-data.ts'
import { Choices } from './choices.ts'
import { button, element, part } from './element.ts'
import { fileView, type Layout } from './file-view.ts'
import { Tree } from './tree.ts'

const index: PageIndex = JSON.parse(part('index').textContent ?? '')
const choices = new Choices(index)
const main = part('main')
const overview = part('overview')

let layout: Layout = matchMedia('(max-width: 60rem)').matches ? 'line-by-line' : 'side-by-side'
let current: PageFile | undefined

const schemeOf = (): 'light' | 'dark' => {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

const tree = new Tree({
  box: part('tree'),
  onOpen: (file) => void open(file),
  markOf: (file) => {
    if (choices.ofFile(file) === 'reject') return { word: 'rejected', tone: 'bad' }
    return choices.isTouched(file) ? { word: 'chosen', tone: 'good' } : undefined
  },
})

/** The body of a file, unpacked when it is asked for. */
async function bodyOf(number: number): Promise<PageBody> {
  // The list is there before the last body has come.
  if (document.readyState === 'loading')
    await new Promise((resume) => document.addEventListener('DOMContentLoaded', resume, { once: true }))
  const packed = document.getElementById(`body-${number}`)?.textContent ?? ''
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).json()
}

async function open(file: PageFile | undefined, focus: 'focus' | 'stay' = 'focus'): Promise<void> {
  current = file
  tree.select(file)
  document.body.classList.remove('listing')
  overview.hidden = file !== undefined
  const old = document.getElementById('file')
  if (file === undefined) {
    old?.remove()
    return
  }
  const body = file.hasBody ? await bodyOf(index.files.indexOf(file)) : { hunks: [], findings: [] }
  // Somebody may have opened another one meanwhile.
  if (current !== file) return
  const view = fileView(file, body, {
    index,
    choices,
    layout: () => layout,
    scheme: schemeOf,
    onChoice: redraw,
  })
  const holder = element('div', { id: 'file' }, [view])
  document.getElementById('file')?.remove()
  main.append(holder)
  if (focus === 'stay') return
  main.scrollTop = 0
  view.querySelector('h2')?.focus({ preventScroll: true })
}

function redraw(): void {
  const top = main.scrollTop
  tell()
  tree.draw()
  void open(current, 'stay').then(() => {
    main.scrollTop = top
  })
}

/** What is chosen so far, in one line. */
function tell(): void {
  const files = index.files.filter((file) => choices.isTouched(file)).length
  const transforms = names('transforms').filter((id) => choices.ofTransform(id) === 'reject').length
  const said = [
    ...(files > 0 ? [`${files} ${files === 1 ? 'file' : 'files'} chosen`] : []),
    ...(transforms > 0 ? [`${transforms} ${transforms === 1 ? 'transform' : 'transforms'} rejected`] : []),
  ]
  part('chosen').textContent = said.length === 0 ? 'everything is accepted' : said.join(', ')
}

function names(of: 'transforms' | 'codes'): readonly string[] {
  return [...new Set(index.files.flatMap((file) => file[of]))].sort()
}

/** Files that somebody has to look at; the others are a status away. */
const OPEN = 'to review'

const isOpen = ({ status, worst }: PageFile) =>
  !['unchanged', 'skipped'].includes(status) || worst === 'error' || worst === 'warning'

const filters = {
  status: (file: PageFile) => [...(isOpen(file) ? [OPEN] : []), file.status],
  transform: (file: PageFile) => file.transforms,
  finding: (file: PageFile) => file.codes,
  proof: (file: PageFile) => (file.status === 'changed' ? [file.proof] : []),
} as const

function filter(): void {
  const search = (part('search') as HTMLInputElement).value.toLowerCase().trim()
  const wanted = Object.entries(filters).map(([name, valuesOf]) => {
    const { value } = part(name) as HTMLSelectElement
    return (file: PageFile) => value === '' || valuesOf(file).includes(value)
  })
  const has = (file: PageFile) =>
    search === '' ||
    [file.path, file.newPath ?? '', file.reason ?? '', ...file.codes, ...file.transforms].some((text) =>
      text.toLowerCase().includes(search),
    )
  const shown = index.files.filter((file) => has(file) && wanted.every((one) => one(file)))
  part('count').textContent = `${shown.length} of ${index.files.length} files`
  tree.show(shown)
}

function fillFilters(): void {
  for (const [name, valuesOf] of Object.entries(filters)) {
    const counts = new Map<string, number>()
    for (const file of index.files)
      for (const value of valuesOf(file)) counts.set(value, (counts.get(value) ?? 0) + 1)
    const options = [...counts]
      .sort()
      .map(([value, count]) => element('option', { value }, [`${value} (${count})`]))
    const select = part(name)
    select.append(element('option', { value: '' }, [`any ${name}`]), ...options)
    if (name === 'status' && counts.has(OPEN)) (select as HTMLSelectElement).value = OPEN
    select.addEventListener('change', filter)
  }
}

/** Each transform with what is to become of its hunks. */
function fillTransforms(): void {
  const box = part('transforms')
  const all = [
    ...new Set(
      index.files.filter(({ status }) => status === 'changed').flatMap(({ transforms }) => transforms),
    ),
  ].sort()
  const rows = all.map((id) => {
    const input = element('input', { type: 'checkbox', id: `transform ${id}` })
    input.checked = choices.ofTransform(id) === 'accept'
    input.addEventListener('change', () => {
      choices.chooseTransform(id, input.checked ? 'accept' : 'reject')
      redraw()
    })
    return element('li', {}, [
      element('label', { for: `transform ${id}` }, [input, ' ', element('code', {}, [id])]),
    ])
  })
  box.append(element('ul', {}, rows))
}

function step(by: number): void {
  const { files } = tree
  const at = current === undefined ? (by > 0 ? -1 : files.length) : files.indexOf(current)
  void open(files[Math.min(files.length - 1, Math.max(0, at + by))])
}

function stepHunk(by: number): void {
  const heads = [...document.querySelectorAll<HTMLElement>('.hunk-head')]
  const top = main.getBoundingClientRect().top
  const tops = heads.map((head) => head.getBoundingClientRect().top - top)
  const next = by > 0 ? tops.findIndex((one) => one > 8) : tops.findLastIndex((one) => one < -8)
  heads[next]?.scrollIntoView({ block: 'start' })
}

function chooseCurrent(word: 'accept' | 'reject'): void {
  if (current?.after === undefined) return
  choices.chooseFile(current, word)
  redraw()
}

const keys: Readonly<Record<string, readonly [what: string, run: () => void]>> = {
  j: ['next file', () => step(1)],
  k: ['file before', () => step(-1)],
  n: ['next hunk', () => stepHunk(1)],
  p: ['hunk before', () => stepHunk(-1)],
  a: ['accept the file', () => chooseCurrent('accept')],
  r: ['reject the file', () => chooseCurrent('reject')],
  v: ['side by side, or unified', switchLayout],
  t: ['light, or dark', switchTheme],
  l: ['the list of files, on a narrow screen', () => document.body.classList.toggle('listing')],
  o: ['the overview', () => void open(undefined)],
  '/': ['search', () => part('search').focus()],
  '?': ['these keys', () => (part('help') as HTMLDialogElement).showModal()],
}

function switchLayout(): void {
  layout = layout === 'side-by-side' ? 'line-by-line' : 'side-by-side'
  redraw()
}

function switchTheme(): void {
  document.documentElement.dataset.theme = schemeOf() === 'dark' ? 'light' : 'dark'
  redraw()
}

// The diff has its colours from the scheme it was made in.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)

function download(): void {
  const url = URL.createObjectURL(new Blob([choices.document()], { type: 'application/json' }))
  element('a', { href: url, download: 'decisions.json' }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

const NO_ANSWER =
  'hotshift review does not answer; it may have ended. Your browser still has your choices. Download the decisions, and apply them with\n\n  hotshift apply <plan> --decisions decisions.json --write'

/** Has the choices made by the hotshift that serves the page. */
async function apply(): Promise<void> {
  const dialog = part('apply-dialog') as HTMLDialogElement
  const send = async (mode: 'preview' | 'write') => {
    const headers = { 'content-type': 'application/json', 'x-hotshift-session': index.session ?? '' }
    try {
      const response = await fetch(`/${mode}`, { method: 'POST', headers, body: choices.document() })
      return { isDone: response.ok, text: await response.text() }
    } catch {
      return { isDone: false, text: NO_ANSWER }
    }
  }
  const text = element('pre', {}, ['…'])
  const confirm = button('Write', async () => {
    confirm.disabled = true
    const { isDone, text: said } = await send('write')
    text.textContent = said
    if (isDone) part('apply').setAttribute('disabled', '')
  })
  confirm.disabled = true
  dialog.replaceChildren(
    element('h2', {}, ['Make these changes?']),
    text,
    element('p', { class: 'choices' }, [confirm, button('Close', () => dialog.close())]),
  )
  dialog.showModal()
  const { isDone, text: said } = await send('preview')
  text.textContent = said
  confirm.disabled = !isDone
}

function begin(): void {
  fillFilters()
  fillTransforms()
  part('search').addEventListener('input', filter)
  for (const [id, run] of [
    ['layout', switchLayout],
    ['theme', switchTheme],
    ['download', download],
    ['to-overview', () => void open(undefined)],
    ['to-list', () => document.body.classList.toggle('listing')],
    ['to-help', () => (part('help') as HTMLDialogElement).showModal()],
    [
      'reset',
      () => {
        choices.reset()
        for (const box of document.querySelectorAll<HTMLInputElement>('#transforms input')) box.checked = true
        redraw()
      },
    ],
  ] as const)
    part(id).addEventListener('click', run)
  if (index.session !== undefined) {
    part('apply').hidden = false
    part('apply').addEventListener('click', () => void apply())
  }
  const rows = Object.entries(keys).map(([key, [what]]) =>
    element('tr', {}, [
      element('th', { scope: 'row' }, [element('kbd', {}, [key])]),
      element('td', {}, [what]),
    ]),
  )
  const help = part('help') as HTMLDialogElement
  help.append(
    element('h2', {}, ['Keys']),
    element('table', {}, rows),
    button('Close', () => help.close()),
  )
  addEventListener('keydown', (event) => {
    const { target } = event
    const isTyping = target instanceof HTMLInputElement && target.type !== 'checkbox'
    if (isTyping && event.key === 'Escape') target.blur()
    if (isTyping || target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey)
      return
    if (document.querySelector('dialog[open]') !== null) return
    const key = keys[event.key]
    if (key === undefined) return
    event.preventDefault()
    key[1]()
  })
  tell()
  filter()
  document.body.classList.add('ready')
}

begin()
