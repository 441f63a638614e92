/** An editor in few lines: speaks the Language Server Protocol with `hotshift lsp`, as a process or in this one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { serveEditor } from '../../src/apps/cli/editor/serve-editor.ts'
import { argumentsIn } from '../../src/apps/cli/main.ts'
import { withRealEngine } from '../cli/in-process.ts'

const HOTSHIFT = join(import.meta.dirname, '../../bin/hotshift.cjs')

interface Message {
  readonly id?: number
  readonly method?: string
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the tests look at
  readonly params?: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly result?: any
  readonly error?: { readonly message: string }
}

/** What carries messages to a server, and its answers back. */
interface Link {
  write(text: string): void
  /** Takes all that the server writes. */
  listen(take: (data: Buffer) => void): void
}

/** An editor whose server runs in this process, which saves the start of another one. */
export class Client {
  readonly folder: string
  /** What came without being asked for. */
  readonly notes: Message[] = []
  /** What the server's own requests are answered with, by their methods; with nothing without one. */
  readonly replies = new Map<string, (params: unknown) => unknown>()
  readonly #waiting = new Map<number, (message: Message) => void>()
  readonly #waiters: { test: (message: Message) => boolean; resolve: (message: Message) => void }[] = []
  readonly #link: Link
  #buffer = Buffer.alloc(0)
  #id = 0

  constructor(folder: string, link: Link = linkInProcess(folder)) {
    this.folder = folder
    this.#link = link
    link.listen((data) => this.#read(data))
  }

  /** The process that the server watches: when it is no more, the server ends itself. */
  get processId(): number | null {
    return null
  }

  #read(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data])
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.toString('latin1', 0, head))?.[1])
      const end = head + 4 + length
      if (this.#buffer.length < end) return
      this.#take(JSON.parse(this.#buffer.toString('utf8', head + 4, end)))
      this.#buffer = this.#buffer.subarray(end)
    }
  }

  #take(message: Message): void {
    if (message.id !== undefined && message.method === undefined) {
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
      return
    }
    this.notes.push(message)
    if (message.id !== undefined) {
      const reply = this.replies.get(message.method ?? '')
      this.send({ id: message.id, result: reply?.(message.params) ?? null })
    }
    for (const one of [...this.#waiters])
      if (one.test(message)) {
        this.#waiters.splice(this.#waiters.indexOf(one), 1)
        one.resolve(message)
      }
  }

  send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#link.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  /** @throws Error with what the server says */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async request(method: string, params: unknown): Promise<any> {
    const { answer } = this.begin(method, params)
    const { error, result } = await answer
    if (error !== undefined) throw new Error(error.message)
    return result
  }

  begin(method: string, params: unknown): { readonly id: number; readonly answer: Promise<Message> } {
    const id = ++this.#id
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    this.send({ id, method, params })
    return { id, answer }
  }

  next(test: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => this.#waiters.push({ test, resolve }))
  }

  uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href
  }

  async start(capabilities: object = {}, initializationOptions: object = {}) {
    const rootUri = pathToFileURL(this.folder).href
    const answer = await this.request('initialize', {
      processId: this.processId,
      rootUri,
      capabilities,
      initializationOptions,
    })
    this.send({ method: 'initialized', params: {} })
    return answer
  }

  /** Opens a document, and waits for its findings. */
  async open(path: string, text: string, version = 1) {
    const found = this.published(path, version)
    const textDocument = { uri: this.uri(path), languageId: 'yaml', version, text }
    this.send({ method: 'textDocument/didOpen', params: { textDocument } })
    return found
  }

  /** The findings of a version of a document. */
  async published(path: string, version: number) {
    const uri = this.uri(path)
    const { params } = await this.next(
      ({ method, params }) =>
        method === 'textDocument/publishDiagnostics' && params.uri === uri && params.version === version,
    )
    return params.diagnostics
  }

  change(path: string, version: number, contentChanges: readonly object[]): void {
    this.send({
      method: 'textDocument/didChange',
      params: { textDocument: { uri: this.uri(path), version }, contentChanges },
    })
  }

  /** A request about a position, line and character from 0. */
  at(method: string, path: string, line: number, character: number, more: object = {}) {
    return this.request(`textDocument/${method}`, {
      textDocument: { uri: this.uri(path) },
      position: { line, character },
      ...more,
    })
  }
}

/** The server of the sources. It ends with this process: a server that is asked to exit ends the process that it is in. */
function linkInProcess(folder: string): Link {
  const [input, output] = [new PassThrough(), new PassThrough()]
  void serveEditor({ input, output }, argumentsIn, withRealEngine(folder))
  return {
    write: (text) => input.write(text),
    listen: (take) => output.on('data', take),
  }
}

/** An editor that starts `hotshift lsp`, for what a process alone has: its end, its error output, its memory. */
export class ProcessClient extends Client {
  readonly process: ChildProcess
  /** Everything on standard error. */
  errors = ''

  /**
   * @param program the hotshift that serves
   * @param more what the editor says beside `--stdio`
   * @param node options of Node
   */
  constructor(
    folder: string,
    program = HOTSHIFT,
    more: readonly string[] = [],
    node: readonly string[] = [],
  ) {
    const server = spawn(process.execPath, [...node, program, 'lsp', '--stdio', ...more], { cwd: folder })
    super(folder, {
      write: (text) => server.stdin.write(text),
      listen: (take) => server.stdout.on('data', take),
    })
    this.process = server
    server.stderr.on('data', (data: Buffer) => {
      this.errors += data.toString()
    })
  }

  override get processId(): number {
    return process.pid
  }

  /** Ends the server as editors do; its exit code. */
  async end(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.process.once('exit', resolve))
    await this.request('shutdown', undefined)
    this.send({ method: 'exit' })
    return ended
  }
}
