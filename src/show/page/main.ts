/** The page: a list of files that can be searched, and the file that is open. */
import type { PageBody, PageFile, PageIndex } from '../report/page-data.ts'
import { type Address, addressIn, fragmentOf } from './address.ts'
import { answerQuestions, offer } from './answers.ts'
import { Choices } from './choices.ts'
import { button, element, part } from './element.ts'
import { fileView, type Layout } from './file-view.ts'
import { Tree } from './tree.ts'

const index: PageIndex = JSON.parse(part('index').textContent ?? '')
const choices = new Choices(index)
const main = part('main')
const overview = part('overview')

const narrow = matchMedia('(max-width: 60rem)')
const layoutOfScreen = (): Layout => (narrow.matches ? 'line-by-line' : 'side-by-side')
let layout = layoutOfScreen()
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
    const state = choices.stateOf(file)
    if (state !== 'accepted') return { word: state, tone: 'bad' }
    return choices.isTouched(file) ? { word: 'reviewed', tone: 'good' } : undefined
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
  history.replaceState(
    null,
    '',
    file === undefined ? location.pathname : fragmentOf({ kind: 'file', name: file.path }),
  )
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
  const { rejected, inPart } = chosen()
  const transforms = names('transforms').filter((id) => choices.ofTransform(id) === 'reject').length
  const changed = index.files.filter(({ status }) => status === 'changed')
  const reviewed = changed.filter((file) => choices.isTouched(file)).length
  const said = [
    `${reviewed} of ${changed.length} reviewed`,
    ...(rejected > 0 ? [`${counted(rejected, 'file')} rejected`] : []),
    ...(inPart > 0 ? [`${counted(inPart, 'file')} in part`] : []),
    ...(transforms > 0 ? [`${counted(transforms, 'transform')} rejected`] : []),
  ]
  part('chosen').textContent = said.join(', ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** How many files the choices write, and how many not. */
function chosen() {
  const changed = index.files.filter(({ status }) => status === 'changed')
  const rejected = changed.filter((file) => choices.stateOf(file) === 'rejected').length
  const inPart = changed.filter((file) => choices.stateOf(file) === 'in part').length
  const removed = changed.filter(
    (file) => file.newPath !== undefined && choices.stateOf(file) !== 'rejected',
  ).length
  return { written: changed.length - rejected, removed, rejected, inPart }
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
  k: ['previous file', () => step(-1)],
  n: ['next hunk', () => stepHunk(1)],
  p: ['previous hunk', () => stepHunk(-1)],
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

narrow.addEventListener('change', () => {
  layout = layoutOfScreen()
  redraw()
})

// The diff has its colours from the scheme it was made in.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)

function download(): void {
  offer('decisions.json', 'application/json', choices.document())
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
  const { written, removed, rejected, inPart } = chosen()
  const sum = [
    `${counted(written, 'file')} to write${inPart > 0 ? `, ${inPart} of them in part` : ''}`,
    ...(removed > 0 ? [`${counted(removed, 'original')} to remove`] : []),
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
  ]
  const text = element('pre', {}, ['…'])
  const report = element('details', {}, [element('summary', {}, ['The report']), text])
  const confirm = button('Write', async () => {
    confirm.disabled = true
    const { isDone, text: said } = await send('write')
    text.textContent = said
    report.open = true
    if (isDone) part('apply').setAttribute('disabled', '')
  })
  confirm.disabled = true
  dialog.replaceChildren(
    element('h2', {}, ['Make these changes?']),
    element('p', { class: 'sum' }, [sum.join(', ')]),
    report,
    element('p', { class: 'choices' }, [confirm, button('Close', () => dialog.close())]),
  )
  dialog.showModal()
  const { isDone, text: said } = await send('preview')
  text.textContent = said
  // What prevents the change is read first; a report that the user has opened is not closed.
  if (!isDone) report.open = true
  confirm.disabled = !isDone
}

/** Goes to what an address names: a file that there is, or the list of files with a finding or a transform. */
function follow(address: Address | undefined): void {
  if (address === undefined) return
  const { kind, name } = address
  if (kind === 'file') {
    const file = index.files.find(({ path, newPath }) => path === name || newPath === name)
    if (file !== undefined && file !== current) void open(file)
    return
  }
  for (const filter of Object.keys(filters)) (part(filter) as HTMLSelectElement).value = ''
  const select = part(kind) as HTMLSelectElement
  select.value = name
  filter()
  document.body.classList.add('listing')
}

/** Files, codes and transforms that the overview names lead to what they name. */
function linkOverview(): void {
  const known = new Map<string, Address>()
  for (const kind of ['transform', 'finding'] as const)
    for (const file of index.files) for (const name of filters[kind](file)) known.set(name, { kind, name })
  for (const { path, newPath } of index.files)
    for (const name of [path, newPath ?? path]) known.set(name, { kind: 'file', name: path })
  for (const code of overview.querySelectorAll('code')) {
    const address = known.get(code.textContent ?? '')
    if (address === undefined || code.closest('a, label') !== null) continue
    const link = element('a', { href: fragmentOf(address) })
    // Followed again, the same address is no other one.
    link.addEventListener('click', (event) => {
      event.preventDefault()
      follow(address)
    })
    code.replaceWith(link)
    link.append(code)
  }
}

/** Options that the overview names can be copied. */
function offerOptions(): void {
  for (const option of overview.querySelectorAll('code.option')) {
    const copy = button('Copy', () => void navigator.clipboard?.writeText(option.textContent ?? ''))
    option.after(' ', copy)
  }
}

function begin(): void {
  fillFilters()
  linkOverview()
  offerOptions()
  fillTransforms()
  if (index.questions !== undefined) answerQuestions(index.questions)
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
  fillHelp()
  addEventListener('keydown', pressed)
  tell()
  filter()
  addEventListener('hashchange', () => follow(addressIn(location.hash)))
  follow(addressIn(location.hash))
  document.body.classList.add('ready')
}

function fillHelp(): void {
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
}

function pressed(event: KeyboardEvent): void {
  const { target } = event
  const isTyping = target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)
  if (isTyping && event.key === 'Escape') target.blur()
  if (isTyping || target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey)
    return
  if (document.querySelector('dialog[open]') !== null) return
  const key = keys[event.key]
  if (key === undefined) return
  event.preventDefault()
  key[1]()
}

begin()
