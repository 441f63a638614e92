// A document in an editor, with one language server as a process: keystrokes, and what the server has used meanwhile.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProcessClient } from '../../test/lsp/client.ts'

export const VERSION = '2018-08-31'

const PER_SERVER = 14

/** A template of so many lines, in which one name is deprecated. */
export function template(lines: number): string {
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
  first_port: {type: OS::Neutron::Port, properties: {network_id: {get_param: net}}}
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

export interface Used {
  readonly cpu: number
  readonly heap: number
}

const FILE = 'a.yaml'

/** The findings of a version; a server that names no versions is waited for at each. */
async function findingsOf(client: ProcessClient, version: number): Promise<void> {
  const uri = client.uri(FILE)
  await client.next(
    ({ method, params }) =>
      method === 'textDocument/publishDiagnostics' &&
      params.uri === uri &&
      (params.version === undefined || params.version === version),
  )
}

/** One document in one server. */
export class Editor {
  readonly #client: ProcessClient
  readonly #usage: string
  readonly #line: number
  #version = 1
  #length = 0

  constructor(client: ProcessClient, usage: string, line: number) {
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
    const found = findingsOf(this.#client, this.#version)
    const at = (character: number) => ({ line: this.#line, character })
    this.#client.change(FILE, this.#version, [{ range: { start: at(from), end: at(to) }, text }])
    this.#length = from + text.length
    await found
    this.#client.notes.length = 0
  }

  async complete(): Promise<void> {
    await this.#client.at('completion', FILE, this.#line, this.#length)
  }
}

/** ms of processor time for each of some things that one does in the editor. */
export async function each(
  editor: Editor,
  keys: number,
  act: (key: number) => Promise<void>,
): Promise<number> {
  const before = await editor.used()
  for (let key = 0; key < keys; key += 1) await act(key)
  return ((await editor.used()).cpu - before.cpu) / keys
}

export const WORD = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnop'

export interface Served {
  readonly name: string
  readonly program: string
  /** What the server is asked to do, by the sections of its settings. */
  readonly settings?: Readonly<Record<string, unknown>>
}

/** A template that is open, with an empty line of its own in the middle, where a property may begin. */
export interface Session {
  readonly editor: Editor
  /** The template with something in that line. */
  readonly withLine: (typed: string) => string
  /** Whether garbage is collected before memory is looked at. */
  readonly collect: (isAsked: boolean) => void
}

/** Opens a template in a server, and ends both afterwards. */
export async function inEditor<Result>(
  { program, settings }: Served,
  folder: string,
  lines: number,
  act: (session: Session) => Promise<Result>,
): Promise<Result> {
  const [usage, hook] = [join(folder, 'used.json'), join(folder, 'hook.cjs')]
  writeFileSync(hook, HOOK)
  process.env.HOTSHIFT_BENCH_USAGE = usage
  const client = new ProcessClient(folder, program, [], ['--expose-gc', '--require', hook])
  try {
    client.replies.set('workspace/configuration', (params) =>
      (params as { items: readonly { section: string }[] }).items.map(
        ({ section }) => settings?.[section] ?? null,
      ),
    )
    await client.start(settings === undefined ? {} : { workspace: { configuration: true } })
    if (settings !== undefined)
      client.send({ method: 'workspace/didChangeConfiguration', params: { settings } })
    const whole = template(lines).split('\n')
    const line = whole.indexOf('      flavor: m1.small', whole.length >> 1)
    whole.splice(line, 0, '')
    const found = findingsOf(client, 1)
    const textDocument = { uri: client.uri(FILE), languageId: 'yaml', version: 1, text: whole.join('\n') }
    client.send({ method: 'textDocument/didOpen', params: { textDocument } })
    await found
    const result = await act({
      editor: new Editor(client, usage, line),
      withLine: (typed) => whole.with(line, typed).join('\n'),
      collect: (isAsked) =>
        isAsked ? writeFileSync(`${usage}.collect`, '') : rmSync(`${usage}.collect`, { force: true }),
    })
    await client.end()
    return result
  } finally {
    client.process.kill()
  }
}
