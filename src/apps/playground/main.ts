/** The playground: files on one side, what hotshift makes of them on the other. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { element, part } from '../../show/page/element.ts'
import { Asker } from './asker.ts'
import { go, mark, sourceEditor, sourceState } from './editors.ts'
import { lineToType } from './line.ts'
import { fragmentOf, hasSecrets, isBelow, type State, stateIn } from './link.ts'
import { type Answer, type CommandName, commands, optionNames, type SourceText, targets } from './protocol.ts'
import { showResult, summaryOf } from './result.ts'

const select = (id: string) => part(id) as HTMLSelectElement
const [command, to, before, after, example] = ['command', 'to', 'before', 'after', 'example'].map(select) as [
  HTMLSelectElement,
  HTMLSelectElement,
  HTMLSelectElement,
  HTMLSelectElement,
  HTMLSelectElement,
]
const options = part('options') as HTMLInputElement
const PAUSE_MS = 120

let files: SourceText[] = []
let open = 0
let number = 0
let answer: Answer | undefined
let asked: readonly SourceText[] = []
let timer: number | undefined

// A string within this script would be escaped twice, which takes 6 kB.
const asker = new Asker(part('worker').textContent, (one) => {
  answer = one
  draw()
})
const view = sourceEditor(part('source'), typed)
view.contentDOM.id = 'text'

function typed(text: string): void {
  const file = files[open]
  if (file === undefined || file.text === text) return
  files[open] = { ...file, text }
  later()
}

function later(): void {
  clearTimeout(timer)
  timer = window.setTimeout(ask, PAUSE_MS)
}

function ask(): void {
  number += 1
  asked = [...files]
  const name = command.value as CommandName
  const target = targets[name] === undefined ? undefined : to.value
  asker.ask({
    number,
    command: name,
    files: asked,
    ...(target === undefined ? {} : { to: target }),
    options: optionsOf(name),
    ...(isOfStack(name) ? { stack: [openPath(), ...environments()] as const } : {}),
    ...(name === 'diff' ? { compared: [before.value, after.value] as const } : {}),
  })
  part('line').textContent = commandLine(name, target)
}

function commandLine(name: CommandName, target: string | undefined): string {
  if (isOfStack(name))
    return lineToType(name, { target, options: '', paths: [openPath()], environments: environments() })
  const paths = name === 'diff' ? [before.value, after.value] : files.map(({ path }) => path)
  return lineToType(name, { target, options: optionsOf(name), paths })
}

/** Whether a command shows one stack: that of the open file, with all environments. */
const isOfStack = (name: CommandName) => name === 'render' || name === 'graph'
const openPath = () => files[open]?.path ?? ''
const environments = () => files.map(({ path }) => path).filter((path) => path.endsWith('.env'))

/** What is typed as options, where the command has any. */
function optionsOf(name: CommandName): string {
  return hasOptions(name) ? options.value.trim() : ''
}

function hasOptions(name: CommandName): boolean {
  return optionNames[name].length > 0
}

function draw(): void {
  if (answer === undefined) return
  const path = files[open]?.path ?? ''
  part('status').textContent = summaryOf(answer, command.value)
  showResult(part('result'), answer, path, {
    isCheck: command.value === 'check',
    before: (name) => asked.find((one) => one.path === name)?.text ?? '',
    onGo(name, remark) {
      openFile(files.findIndex((one) => one.path === name))
      go(view, remark)
    },
  })
  const own = answer.files.find((one) => one.path === path)
  mark(view, own?.remarks ?? [])
  document.body.classList.add('ready')
  document.body.dataset.answered = `${answer.number}`
}

function openFile(index: number): void {
  const file = files[index]
  if (file === undefined) return
  open = index
  view.setState(sourceState(file.text, typed))
  drawTabs()
  draw()
  if (isOfStack(command.value as CommandName)) later()
}

function drawTabs(): void {
  const tabs = files.map(({ path }, index) => {
    const isOpen = index === open
    const tab = element(
      'button',
      {
        type: 'button',
        role: 'tab',
        'aria-selected': `${isOpen}`,
        'aria-controls': 'source',
        tabindex: isOpen ? '0' : '-1',
      },
      [path],
    )
    tab.addEventListener('click', () => openFile(index))
    tab.addEventListener('dblclick', () => rename(index))
    tab.addEventListener('keydown', (event) => moveAlong(event, index))
    return tab
  })
  part('tabs').replaceChildren(...tabs)
  part('close').hidden = files.length < 2
  part('close').setAttribute('aria-label', `Close ${files[open]?.path}`)
  for (const [box, own] of [
    [before, 0],
    [after, 1],
  ] as const) {
    const chosen = files.some(({ path }) => path === box.value) ? box.value : files[own]?.path
    box.replaceChildren(...files.map(({ path }) => element('option', {}, [path])))
    box.value = chosen ?? ''
  }
}

function closeFile(): void {
  files.splice(open, 1)
  openFile(Math.max(open - 1, 0))
  later()
}

/** Arrow keys move along the tabs, F2 gives the file another name. */
function moveAlong(event: KeyboardEvent, index: number): void {
  if (event.key === 'F2') rename(index)
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  openFile((index + step + files.length) % files.length)
  const tabs = part('tabs').querySelectorAll<HTMLElement>('[role="tab"]')
  tabs[open]?.focus()
}

function rename(index: number): void {
  const file = files[index]
  const name = file === undefined ? null : prompt('Name of the file', file.path)?.trim()
  if (file === undefined || !name || files.some(({ path }) => path === name)) return
  files[index] = { ...file, path: name }
  drawTabs()
  later()
}

function setState(state: State): void {
  files = [...state.files]
  command.value = state.command
  options.value = state.options ?? ''
  drawControls()
  if (state.to !== undefined) to.value = state.to
  openFile(0)
  ask()
}

/** Shows the choices that the command has. */
function drawControls(): void {
  const name = command.value as CommandName
  const choices = targets[name]
  part('to-label').hidden = choices === undefined
  part('options-label').hidden = !hasOptions(name)
  for (const id of ['before-label', 'after-label']) part(id).hidden = name !== 'diff'
  to.replaceChildren(...(choices ?? []).map((one) => element('option', {}, [one])))
}

function notice(text: string): void {
  const box = part('notice')
  box.textContent = text
  box.hidden = text === ''
}

/** Takes dropped or chosen files; an archive is unpacked. */
async function take(given: readonly File[]): Promise<void> {
  const taken: SourceText[] = []
  const refused: string[] = []
  for (const file of given) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    try {
      const all = /\.(?:zip|csar)$/i.test(file.name)
        ? Object.entries(unzipSync(bytes))
        : [[file.name, bytes] as const]
      const texts = all.filter(([path]) => isBelow(path) && /\.(?:ya?ml|json|env|template|hot)$/i.test(path))
      taken.push(...texts.map(([path, one]) => ({ path, text: strFromU8(one) })))
      if (texts.length === 0) refused.push(file.name)
    } catch (error) {
      refused.push(`${file.name} (${error instanceof Error ? error.message : error})`)
    }
  }
  notice(refused.length === 0 ? '' : `There is no template in ${refused.join(', ')}.`)
  if (taken.length > 0) setState({ command: command.value as CommandName, files: taken })
}

async function share(): Promise<void> {
  const name = command.value as CommandName
  const given = optionsOf(name)
  const state = {
    command: name,
    ...(targets[name] === undefined ? {} : { to: to.value }),
    ...(given === '' ? {} : { options: given }),
    files,
  }
  history.replaceState(null, '', await fragmentOf(state))
  const warning = hasSecrets(files)
    ? ' It holds parameters that are hidden: whoever has the link can read them.'
    : ''
  const isCopied = await navigator.clipboard.writeText(location.href).then(
    () => true,
    () => false,
  )
  notice(
    `${isCopied ? 'The link is copied' : 'The link is in the address bar'}: it holds all the files.${warning}`,
  )
}

/** The changed files; several of them as an archive. */
function download(): void {
  const changed = (answer?.files ?? []).flatMap(({ name, after: text }) =>
    text === undefined ? [] : [{ name, text }],
  )
  const [only] = changed
  notice(only === undefined ? 'Nothing is changed: there is nothing to download.' : '')
  if (only === undefined) return
  const isOne = changed.length === 1
  const bytes = isOne
    ? strToU8(only.text)
    : zipSync(Object.fromEntries(changed.map(({ name, text }) => [name, strToU8(text)])))
  const address = URL.createObjectURL(new Blob([bytes as BlobPart]))
  const link = element('a', {
    href: address,
    download: isOne ? (only.name.split('/').at(-1) ?? '') : 'hotshift.zip',
  })
  link.click()
  URL.revokeObjectURL(address)
}

async function start(): Promise<void> {
  command.replaceChildren(...commands.map((one) => element('option', {}, [one])))
  const titles = EXAMPLES.map(({ title }, index) => element('option', { value: `${index}` }, [title]))
  example.replaceChildren(...titles)
  drawControls()
  const [first] = EXAMPLES
  const fallback = { command: first?.command ?? 'migrate', files: first?.files ?? [] }
  const linked = await stateIn(location.hash).catch((error: unknown) => {
    notice(`The link cannot be read: ${error instanceof Error ? error.message : error}`)
    return undefined
  })
  setState(linked ?? fallback)
  // What a link holds is none of the examples.
  if (linked !== undefined) example.selectedIndex = -1
}

command.addEventListener('change', () => {
  drawControls()
  ask()
})
for (const box of [to, before, after]) box.addEventListener('change', ask)
options.addEventListener('input', later)
example.addEventListener('change', () => {
  const chosen = EXAMPLES[Number(example.value)]
  if (chosen !== undefined) setState(chosen)
})
part('open').addEventListener('click', () => part('picker').click())
part('picker').addEventListener(
  'change',
  ({ target }) => void take([...((target as HTMLInputElement).files ?? [])]),
)
part('close').addEventListener('click', closeFile)
part('share').addEventListener('click', () => void share())
part('download').addEventListener('click', download)
window.addEventListener('hashchange', () => void start())
// What is dropped is read, and not shown in place of the page.
window.addEventListener('dragover', (event) => event.preventDefault())
window.addEventListener('drop', (event) => {
  event.preventDefault()
  void take([...(event.dataTransfer?.files ?? [])])
})
void start()
