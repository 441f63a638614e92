/** Serves the page for reviews to the browser of this machine, and takes back what was chosen there. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { drained } from '../world.ts'

/** What the page can ask for. */
export interface ReviewHandler {
  /** What stands at `/`, for anybody: a page without a secret, which asks for the other one. */
  readonly opening: string
  /** Writes the page, which names the session in what it asks, in parts. */
  page(session: string, write: (part: string) => Promise<void>): Promise<void>
  /** Applies decisions, or only tries to; returns a message for people, and whether it can be or was done. */
  make(
    decisions: string,
    mode: 'preview' | 'write',
  ): Promise<{ readonly text: string; readonly isDone: boolean }>
  /** Called when the changes are made. */
  done(): void
}

export interface ReviewServer {
  /** With the token that opens it, once, in the fragment. */
  readonly url: string
  close(): Promise<void>
}

/** Decisions are small; nobody sends more. */
const MOST = 64 * 1024 * 1024

/**
 * Listens on 127.0.0.1. The address holds a token that counts once: whoever sends it receives the session, and without that
 * nothing is given away. Both are sent as headers, which a page of another address or port cannot do, and never as a
 * cookie, which a browser would send to all other ports of this host, whoever listens there.
 */
export async function startReview(handler: ReviewHandler, port = 0): Promise<ReviewServer> {
  const review = new Review(handler)
  const server = createServer((request, response) => void review.answer(request, response))
  await new Promise<void>((resume, refuse) => {
    server.once('error', refuse)
    server.listen(port, '127.0.0.1', resume)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  review.host = `127.0.0.1:${address.port}`
  return { url: `http://${review.host}/#${review.token}`, close: () => closed(server, review) }
}

/** Waits for a write in progress and sends its result to the page. */
async function closed(server: Server, review: Review): Promise<void> {
  await review.writing
  server.closeAllConnections()
  return new Promise((resume) => server.close(() => resume()))
}

class Review {
  readonly token = secret()
  host = ''
  /** Until the last changes that were asked for are made, and the page knows of it. */
  writing: Promise<void> = Promise.resolve()
  readonly #handler: ReviewHandler
  readonly #session = secret()
  #isOpened = false
  /** One after the other: two that write at once would meet each other's files. */
  #last: Promise<void> = Promise.resolve()

  constructor(handler: ReviewHandler) {
    this.#handler = handler
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response)
    } catch (error) {
      if (!response.headersSent) send(response, 500, error instanceof Error ? error.message : String(error))
      // Half a page must not look like a whole one.
      else response.destroy()
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers } = request
    // A name that somebody else has lead here is not ours (DNS rebinding).
    if (headers.host !== this.host) return send(response, 421, 'this is not the host of the review')
    const address = request.url ?? '/'
    if (!URL.canParse(address, `http://${this.host}`)) return send(response, 400, 'the address is not valid')
    const { pathname } = new URL(address, `http://${this.host}`)
    if (method === 'GET' && pathname === '/') return send(response, 200, this.#handler.opening, 'text/html')
    if (headers.origin !== undefined && headers.origin !== `http://${this.host}`)
      return send(response, 403, 'the request comes from another page')
    if (method === 'POST' && pathname === '/open')
      return this.#open(headerOf(request, 'x-hotshift-token'), response)
    if (!isSame(headerOf(request, 'x-hotshift-session'), this.#session))
      return send(response, 403, 'Open the address that hotshift printed. It works once.')
    if (method === 'GET' && pathname === '/page') return this.#page(response)
    const mode = pathname === '/write' ? 'write' : pathname === '/preview' ? 'preview' : undefined
    if (method !== 'POST' || mode === undefined) return send(response, 404, 'there is no such page')
    const decisions = await bodyOf(request)
    if (decisions === undefined) return send(response, 413, 'the decisions are too large')
    const made = this.#last.then(() => this.#make(decisions, mode, response))
    // One that fails must not fail those behind it.
    this.#last = made.catch(() => {})
    if (mode === 'write') this.writing = this.#last
    await made
  }

  #open(token: string | undefined, response: ServerResponse): void {
    if (this.#isOpened || !isSame(token, this.token)) {
      send(response, 403, 'The address works once. Start hotshift review again for a new one.')
      return
    }
    this.#isOpened = true
    send(response, 200, this.#session)
  }

  /** Goes no faster than the browser: of many files a page has many megabytes. */
  async #page(response: ServerResponse): Promise<void> {
    await this.#handler.page(this.#session, async (part) => {
      if (response.destroyed) throw new Error('the browser has gone')
      if (!response.headersSent) response.writeHead(200, headersOf('text/html'))
      if (!response.write(part)) await drained(response)
    })
    response.end()
  }

  async #make(decisions: string, mode: 'preview' | 'write', response: ServerResponse): Promise<void> {
    const { text, isDone } = await this.#handler.make(decisions, mode)
    send(response, isDone ? 200 : 409, text)
    if (mode !== 'write') return
    await new Promise<void>((resume) => {
      if (response.closed) resume()
      else response.once('close', () => resume())
    })
    if (isDone) this.#handler.done()
  }
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, headersOf(type))
  response.end(text)
}

function headersOf(type: string) {
  return {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Who opened the tab has no hold on it.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

function isSame(one: string | undefined, other: string): boolean {
  const [first, second] = [Buffer.from(one ?? ''), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MOST) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
