// What hostile inputs cost in an editor: each document is opened in a language server of its own, and all that editors
// ask is asked about it. Seconds of the processor for each answer, and the peak memory of the server.

import { spawn } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HOSTILE_INPUTS } from './hostile-inputs.mjs'

const HOTSHIFT = join(import.meta.dirname, 'hotshift.cjs')
export const EDITOR_BOUNDS = { seconds: 1, megabytes: 400 }
/** A server that has not answered after so long by the clock is ended. */
const WAITING_MS = 60_000

/** @typedef {{ question: string, seconds: number, megabytes: number }} EditorRow */

/** A server over a folder, which measures what each answer costs. */
class MeasuredServer {
  /** @type {Map<number, (answer: { result?: unknown, error?: { message: string } }) => void>} */
  #waiting = new Map()
  #id = 0
  #buffer = Buffer.alloc(0)
  /** @type {Buffer[]} */
  #chunks = []
  #length = 0
  #needed = 0

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder
    this.process = spawn(process.execPath, [HOTSHIFT, 'lsp', '--stdio'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.process.stdout.on('data', (data) => this.#read(data))
    this.process.on('exit', () => {
      for (const done of this.#waiting.values()) done({ error: { message: 'the server has ended' } })
    })
  }

  /** @param {Buffer} data */
  #read(data) {
    this.#chunks.push(data)
    this.#length += data.length
    // Large answers come in many chunks: each is copied once.
    if (this.#length < this.#needed) return
    this.#buffer = Buffer.concat([this.#buffer, ...this.#chunks.splice(0)])
    this.#needed = 0
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n')
      if (head === -1) {
        this.#length = this.#buffer.length
        return
      }
      const end =
        head + 4 + Number(/Content-Length: (\d+)/i.exec(this.#buffer.toString('latin1', 0, head))?.[1])
      if (this.#buffer.length < end) {
        this.#needed = end
        this.#length = this.#buffer.length
        return
      }
      const message = JSON.parse(this.#buffer.toString('utf8', head + 4, end))
      this.#buffer = this.#buffer.subarray(end)
      if (message.method !== undefined) {
        if (message.id !== undefined) this.send({ id: message.id, result: null })
        continue
      }
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    }
  }

  /** @param {object} message */
  send(message) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  /** Seconds of the processor so far, of all threads, and the most megabytes. */
  used() {
    const stat = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.process.pid}/status`, 'utf8'))?.[1]
    return { seconds: ((user ?? 0) + (system ?? 0)) / 100, megabytes: Math.round(Number(peak) / 1024) }
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @returns {Promise<{ seconds: number, megabytes: number, length: number, result: any }>}
   */
  async ask(method, params) {
    const before = this.used()
    const id = ++this.#id
    /** @type {Promise<{ result?: unknown, error?: { message: string } }>} */
    const answered = new Promise((resolve) => this.#waiting.set(id, resolve))
    this.send({ id, method, params })
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve(undefined), WAITING_MS)
    })
    const answer = await Promise.race([answered, late])
    clearTimeout(timer)
    if (answer === undefined)
      return {
        seconds: Number.POSITIVE_INFINITY,
        megabytes: this.used().megabytes,
        length: 0,
        result: undefined,
      }
    const after = this.used()
    return {
      seconds: after.seconds - before.seconds,
      megabytes: after.megabytes,
      length: JSON.stringify(answer).length,
      result: answer.result ?? answer.error,
    }
  }
}

const CAPABILITIES = {
  textDocument: { diagnostic: {}, completion: { completionItem: { snippetSupport: true } } },
  workspace: { inlayHint: { refreshSupport: false } },
}

const SMALL =
  'heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\nresources:\n  s: {type: OS::Nova::Server, properties: {flavor: a, image: {get_param: p}}}\n'

/** Has the server load what it needs once, with a small template. @param {MeasuredServer} server */
async function warmUp(server) {
  const uri = 'untitled:small'
  const textDocument = { uri, languageId: 'yaml', version: 1, text: SMALL }
  server.send({ method: 'textDocument/didOpen', params: { textDocument } })
  const position = { line: 3, character: 12 }
  for (const method of ['diagnostic', 'hover', 'completion', 'definition'])
    await server.ask(`textDocument/${method}`, { textDocument: { uri }, position })
  server.send({ method: 'textDocument/didClose', params: { textDocument: { uri } } })
}

/**
 * What editors ask about a document: in some lines, and of the whole.
 *
 * @param {readonly string[]} lines
 * @returns {readonly (readonly [question: string, method: string, more: object])[]}
 */
function questionsAbout(lines) {
  const half = Math.floor(lines.length / 2)
  const whole = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } }
  const asked = [...new Set([0, 1, 2, half, Math.max(0, lines.length - 2)])].flatMap((line) => {
    const character = Math.max(0, (lines[line] ?? '').search(/\S/)) + 2
    const position = { line, character: Math.min(lines[line]?.length ?? 0, character) }
    return /** @type {const} */ ([
      [`hover ${line}`, 'hover', { position }],
      [`completion ${line}`, 'completion', { position }],
      [`definition ${line}`, 'definition', { position }],
      [`references ${line}`, 'references', { position, context: { includeDeclaration: true } }],
      [`prepareRename ${line}`, 'prepareRename', { position }],
      [`rename ${line}`, 'rename', { position, newName: 'renamed' }],
    ])
  })
  return [
    ['findings', 'diagnostic', {}],
    ...asked,
    ['outline', 'documentSymbol', {}],
    ['folding', 'foldingRange', {}],
    ['links', 'documentLink', {}],
    ['actions', 'codeAction', { range: whole, context: { diagnostics: [] } }],
  ]
}

/**
 * What each answer about a file costs.
 *
 * @param {string} folder
 * @param {string} name of the file that is opened
 * @returns {AsyncGenerator<EditorRow>}
 */
async function* rowsOf(folder, name) {
  const server = new MeasuredServer(folder)
  const uri = pathToFileURL(join(folder, name)).href
  const text = readFileSync(join(folder, name), 'utf8')
  const lines = text.split('\n')
  const half = Math.floor(lines.length / 2)
  /** @type {(question: string, method: string, more: object) => Promise<EditorRow>} */
  const row = async (question, method, more) => ({
    question,
    ...(await server.ask(`textDocument/${method}`, { textDocument: { uri }, ...more })),
  })
  try {
    await server.ask('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: CAPABILITIES,
      initializationOptions: { cloudFormation: true },
    })
    server.send({ method: 'initialized', params: {} })
    await warmUp(server)
    const textDocument = { uri, languageId: 'yaml', version: 1, text }
    server.send({ method: 'textDocument/didOpen', params: { textDocument } })
    for (const one of questionsAbout(lines)) yield await row(...one)
    const position = { line: half, character: 0 }
    server.send({
      method: 'textDocument/didChange',
      params: {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range: { start: position, end: position }, text: 'x' }],
      },
    })
    yield await row('findings after a key', 'diagnostic', {})
    yield await row('completion after a key', 'completion', { position: { line: half, character: 1 } })
  } finally {
    server.process.kill()
  }
}

const LARGE = 16 * 1024 * 1024 - 1024
/** @type {(text: string, length: number) => string} */
const longer = (text, length) => `${text}#${' x'.repeat((length - text.length) / 2)}\n`
/** @type {(count: number, make: (index: number) => string) => string} */
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('')
const TOP = 'heat_template_version: 2018-08-31\nparameters:\n  p: {type: string}\nresources:\n'
const NESTED = `${TOP}${times(300, (n) => `  r${n}: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n`)}`
/** @type {(count: number) => string} */
const calling = (count) => `${TOP}${times(count, (n) => `  r${n}: {type: f${n}.yaml, properties: {p: x}}\n`)}`

/** Templates with many files beside them, each the same. @type {Readonly<Record<string, { top: string, count: number, other: string }>>} */
const SURROUNDINGS = {
  '100 environments of 16 MB beside a template': {
    top: `${TOP}  r: {type: Our::Type}\n`,
    count: 100,
    other: longer('resource_registry: {A::B: a.yaml}\nparameter_defaults: {q: x}\n', LARGE),
  },
  '100 nested templates of 16 MB': { top: calling(100), count: 100, other: longer(NESTED, LARGE) },
  '100 files of 16 MB that are no templates': {
    top: `${TOP}  r: {type: OS::Heat::None}\n`,
    count: 100,
    other: longer('data:\n', LARGE),
  },
  '100 environments of 1 MB with 30,000 values': {
    top: `${TOP}  r: {type: Our::Type}\n`,
    count: 100,
    other: `parameter_defaults:\n${times(30_000, (n) => `  parameter_${n}: a value of it\n`)}`,
  },
  '200 nested templates of 300 resources': { top: calling(200), count: 200, other: NESTED },
}

/** @param {string} input @param {(folder: string) => string} fill writes the folder; the name of the file that is opened */
async function worstOf(input, fill) {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-hostile-'))
  /** @type {EditorRow} */
  let worst = { question: 'none', seconds: 0, megabytes: 0 }
  try {
    const name = fill(folder)
    for await (const { question, seconds, megabytes } of rowsOf(folder, name))
      worst = {
        question: seconds > worst.seconds ? question : worst.question,
        seconds: Math.max(seconds, worst.seconds),
        megabytes: Math.max(megabytes, worst.megabytes),
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { input, ...worst }
}

/**
 * For each input the answer that costs most.
 *
 * @param {string} only part of the name of an input
 */
export async function* editorRows(only) {
  for (const [input, { top, count, other }] of Object.entries(SURROUNDINGS))
    if (input.includes(only))
      yield await worstOf(input, (folder) => {
        writeFileSync(join(folder, 'top.yaml'), top)
        writeFileSync(join(folder, 'f0.yaml'), other)
        for (let n = 1; n < count; n++) linkSync(join(folder, 'f0.yaml'), join(folder, `f${n}.yaml`))
        return 'top.yaml'
      })
  for (const [input, files] of Object.entries(HOSTILE_INPUTS)) {
    const first = Object.keys(files).find((path) => /\.(?:yaml|json)$/.test(path))
    if (!input.includes(only) || first === undefined || Object.keys(files).some((path) => path.endsWith('|')))
      continue
    yield await worstOf(input, (folder) => {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), content)
      }
      return first
    })
  }
}
