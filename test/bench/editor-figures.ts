// What the language server takes for a keystroke, against `check` of the same text in a process that goes on as well.
// `YAML_LANGUAGE_SERVER=<its program>` measures that one beside it, with the JSON schema of the same facts.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createChecker } from '../../src/engine/check.ts'
import { Client } from '../lsp/client.ts'
import type { Figure } from './figure.ts'
import { cpuTime, median } from './measure.ts'

const ROUNDS = 3
const VERSION = '2018-08-31'

/** Lines of a template, and how many keystrokes are measured at once. */
const sizes = [
  { lines: 1000, keys: 24 },
  { lines: 10_000, keys: 6 },
] as const

/** So much more memory after many changes of 10,000 lines than after few; and no more than this at all, in MB. */
const GROWTH = 1.2
const MOST_HEAP = 150

const PER_SERVER = 14

function template(lines: number): string {
  const servers = Array.from(
    { length: Math.round(lines / PER_SERVER) },
    (_, index) => `  port_${index}:
    type: OS::Neutron::Port
    properties:
      network: {get_param: net}
  server_${index}:
    type: OS::Nova::Server
    properties:
      name:
        str_replace:
          template: web-$n-${index}
          params: {$n: {get_param: name}}
      image: {get_param: image}
      flavor: m1.small
      networks: [{port: {get_resource: port_${index}}}]
`,
  )
  return `heat_template_version: ${VERSION}
parameters:
  name: {type: string, default: web}
  image: {type: string, default: cirros}
  net: {type: string, default: private}
resources:
${servers.join('')}`
}

/**
 * Says on request what the process has used: a signal, and a file. Garbage is collected where that is asked for alone, as
 * code that is optimised does not survive it.
 */
const HOOK = `process.on('SIGUSR2', () => {
  const { existsSync, renameSync, writeFileSync } = require('node:fs')
  const file = process.env.HOTSHIFT_BENCH_USAGE
  const { user, system } = process.cpuUsage()
  if (existsSync(file + '.collect')) globalThis.gc()
  const { heapUsed } = process.memoryUsage()
  writeFileSync(file + '.part', JSON.stringify({ cpu: (user + system) / 1000, heap: heapUsed / 1e6 }))
  renameSync(file + '.part', file)
})\n`

interface Used {
  readonly cpu: number
  readonly heap: number
}

/** One document in one server. */
class Editor {
  readonly #client: Client
  readonly #usage: string
  readonly #line: number
  #version = 1
  #length = 0

  constructor(client: Client, usage: string, line: number) {
    this.#client = client
    this.#usage = usage
    this.#line = line
  }

  async used(): Promise<Used> {
    rmSync(this.#usage, { force: true })
    this.#client.process.kill('SIGUSR2')
    for (;;) {
      await new Promise((next) => setTimeout(next, 20))
      try {
        return JSON.parse(readFileSync(this.#usage, 'utf8')) as Used
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
  }

  /** Types a letter behind what was typed before, and waits for the findings. */
  async type(letter: string): Promise<void> {
    await this.#change(this.#length, this.#length, letter)
  }

  async delete(): Promise<void> {
    await this.#change(0, this.#length, '')
  }

  async #change(from: number, to: number, text: string): Promise<void> {
    this.#version += 1
    const found = this.#client.published('a.yaml', this.#version)
    const at = (character: number) => ({ line: this.#line, character })
    this.#client.change('a.yaml', this.#version, [{ range: { start: at(from), end: at(to) }, text }])
    this.#length = from + text.length
    await found
    this.#client.notes.length = 0
  }

  async complete(): Promise<void> {
    await this.#client.at('completion', 'a.yaml', this.#line, this.#length)
  }
}

/** ms of processor time for each of some things that one does in the editor. */
async function each(editor: Editor, keys: number, act: (key: number) => Promise<void>): Promise<number> {
  const before = await editor.used()
  for (let key = 0; key < keys; key += 1) await act(key)
  return ((await editor.used()).cpu - before.cpu) / keys
}

const WORD = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnop'

interface Served {
  readonly name: string
  readonly program: string
  /** What the server is told of its settings. */
  readonly settings?: unknown
}

interface Measured {
  readonly whole: readonly number[]
  readonly broken: readonly number[]
  readonly completion: readonly number[]
  readonly check: readonly number[]
  readonly heaps: readonly number[]
}

async function measure(
  { program, settings }: Served,
  folder: string,
  { lines, keys }: (typeof sizes)[number],
): Promise<Measured> {
  const [usage, hook] = [join(folder, 'used.json'), join(folder, 'hook.cjs')]
  writeFileSync(hook, HOOK)
  process.env.HOTSHIFT_BENCH_USAGE = usage
  const client = new Client(folder, program, [], ['--expose-gc', '--require', hook])
  try {
    client.replies.set('workspace/configuration', (params) =>
      (params as { items: readonly { section: string }[] }).items.map(({ section }) =>
        section === 'yaml' ? settings : null,
      ),
    )
    await client.start(settings === undefined ? {} : { workspace: { configuration: true } })
    if (settings !== undefined)
      client.send({ method: 'workspace/didChangeConfiguration', params: { settings: { yaml: settings } } })
    // A line of its own in the middle, where a property may begin.
    const whole = template(lines).split('\n')
    const line = whole.indexOf('      flavor: m1.small', whole.length >> 1)
    whole.splice(line, 0, '')
    const text = whole.join('\n')
    await client.open('a.yaml', text)
    const editor = new Editor(client, usage, line)
    const bytes = (typed: string) => {
      const changed = [...whole]
      changed[line] = typed
      return new TextEncoder().encode(changed.join('\n'))
    }
    const found: Record<'whole' | 'broken' | 'completion' | 'check' | 'heaps', number[]> = {
      whole: [],
      broken: [],
      completion: [],
      check: [],
      heaps: [],
    }
    for (let round = 0; round <= ROUNDS; round += 1) {
      await editor.type('      # ')
      const typedWhole = await each(editor, keys, (key) => editor.type(WORD.charAt(key)))
      await editor.delete()
      await editor.type('      ')
      const typedBroken = await each(editor, keys, (key) => editor.type(WORD.charAt(key)))
      await editor.delete()
      await editor.type('      ')
      const completed = await each(editor, keys, () => editor.complete())
      await editor.delete()
      const checked = cpuTime(() => {
        for (let key = 0; key < keys; key += 1)
          createChecker().run({ path: 'a.yaml', bytes: bytes(`      # ${WORD.slice(0, key)}`) })
      })
      if (round === 0 || round === ROUNDS) {
        writeFileSync(`${usage}.collect`, '')
        found.heaps.push((await editor.used()).heap)
        rmSync(`${usage}.collect`)
      }
      // The first round warms up.
      if (round === 0) continue
      found.whole.push(typedWhole)
      found.broken.push(typedBroken)
      found.completion.push(completed)
      found.check.push(checked / keys)
    }
    await client.end()
    return found
  } finally {
    client.process.kill()
  }
}

const ratio = (some: readonly number[], others: readonly number[]): number =>
  median(some.map((one, round) => one / (others[round] ?? Number.NaN)))

export async function editorFigures(root: string, folder: string): Promise<readonly Figure[]> {
  const own: Served = { name: 'hotshift', program: join(root, 'bin/hotshift.cjs') }
  const other = otherServer(root)
  const figures: Figure[] = []
  for (const size of sizes) {
    const inFolder = (name: string) => {
      const made = join(folder, `${name}-${size.lines}`)
      mkdirSync(made, { recursive: true })
      return made
    }
    const measured = await measure(own, inFolder('own'), size)
    figures.push(...figuresOf(size.lines, measured))
    // With 10,000 lines, the other one takes minutes.
    if (other === undefined || size !== sizes[0]) continue
    const beside = await measure(other, inFolder('other'), size)
    const name = `${size.lines} lines, a keystroke, against ${other.name}`
    figures.push({ name, value: median(measured.whole) / median(beside.whole), unit: 'x', target: 0.2 })
  }
  return figures
}

function figuresOf(lines: number, { whole, broken, completion, check, heaps }: Measured): readonly Figure[] {
  const name = `${lines} lines in the editor`
  const shown = (times: readonly number[]) => `${median(times).toFixed(2)} ms`
  const [early = Number.NaN] = heaps
  const last = heaps.at(-1) ?? Number.NaN
  return [
    {
      name: `${name}, a keystroke against check`,
      value: ratio(whole, check),
      target: 1.2,
      unit: 'x',
      note: `${shown(whole)}, check ${shown(check)}, processor time`,
    },
    {
      name: `${name}, a keystroke in a broken text against a whole one`,
      value: ratio(broken, whole),
      target: 1.5,
      unit: 'x',
      note: shown(broken),
    },
    {
      name: `${name}, completion against check`,
      value: ratio(completion, check),
      target: 0.2,
      unit: 'x',
      note: shown(completion),
    },
    { name: `${name}, memory`, value: last, target: MOST_HEAP, unit: 'MB', note: 'of the heap, at the end' },
    {
      name: `${name}, memory after all keystrokes against the first`,
      value: last / early,
      target: GROWTH,
      unit: 'x',
    },
  ]
}

/** yaml-language-server, where its program is named: it is no dependency, and needs a Node of its own. */
function otherServer(root: string): Served | undefined {
  const program = process.env.YAML_LANGUAGE_SERVER
  if (program === undefined) return undefined
  const schema = pathToFileURL(join(root, `dist/schema/hot-${VERSION}.json`)).href
  const settings = {
    schemas: { [schema]: ['*.yaml'] },
    schemaStore: { enable: false },
    validate: true,
    hover: true,
    completion: true,
  }
  return { name: 'yaml-language-server', program, settings }
}
