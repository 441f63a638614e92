import { ServerResponse } from 'node:http'
import { type ReviewServer, startReview } from '../../src/apps/cli/output/review-server.ts'

let server: ReviewServer | undefined
const asked: string[] = []
let isDone = 0

beforeEach(async () => {
  asked.length = 0
  isDone = 0
  server = await startReview({
    opening: '<p>opening</p>',
    page: (session, write) => write(`<p>${session}</p>`),
    make: async (decisions, mode) => {
      asked.push(`${mode} ${decisions}`)
      return { text: 'made', isDone: decisions !== 'bad' }
    },
    done: () => {
      isDone++
    },
  })
})

afterEach(async () => server?.close())

const origin = () => new URL(server?.url ?? '').origin

const token = () => new URL(server?.url ?? '').hash.slice(1)

/** Opens the review as its page does; gives the session. */
async function opened(headers: Record<string, string> = { 'x-hotshift-token': token() }) {
  const first = await fetch(`${origin()}/open`, { method: 'POST', headers })
  return { status: first.status, session: await first.text() }
}

const post = (path: string, headers: Record<string, string>, body = '{}') =>
  fetch(`${origin()}${path}`, { method: 'POST', headers, body }).then((response) => response.status)

describe('the review', () => {
  it('is opened once, by the secret in the address, which no request for it has', async () => {
    expect(token()).toMatch(/^[\w-]{32}$/)
    const frame = await fetch(origin())
    expect([frame.status, await frame.text()]).toEqual([200, '<p>opening</p>'])
    expect((await opened({})).status).toBe(403)
    expect((await opened({ 'x-hotshift-token': 'x' })).status).toBe(403)
    const { status, session } = await opened()
    expect([status, session]).toEqual([200, expect.stringMatching(/^[\w-]{32}$/)])
    expect((await opened()).status).toBe(403)
    const page = (headers: Record<string, string>) => fetch(`${origin()}/page`, { headers })
    expect((await page({})).status).toBe(403)
    expect((await page({ 'x-hotshift-session': `${session}x` })).status).toBe(403)
    expect(await (await page({ 'x-hotshift-session': session })).text()).toBe(`<p>${session}</p>`)
  })

  it('has no cookie, which a browser would send to every port of this host', async () => {
    const { session } = await opened()
    const cookie = ['hotshift', 'session', 'x-hotshift-session', `hotshift-${new URL(origin()).port}`]
      .map((name) => `${name}=${session}`)
      .join('; ')
    for (const path of ['/', '/page', '/open', '/preview', '/write', `/?token=${token()}`])
      for (const method of ['GET', 'POST'])
        for (const headers of [{ cookie }, { cookie, 'x-hotshift-session': session }]) {
          const response = await fetch(`${origin()}${path}`, { method, headers })
          expect([path, method, response.headers.get('set-cookie')]).toEqual([path, method, null])
          const isOurs =
            'x-hotshift-session' in headers || ((path.startsWith('/?') || path === '/') && method === 'GET')
          if (!isOurs) expect([path, method, response.status]).toEqual([path, method, 403])
        }
  })

  it('makes what its own page asks for, and nothing for others', async () => {
    const { session } = await opened()
    const own = { 'x-hotshift-session': session }
    expect(await post('/write', {})).toBe(403)
    expect(await post('/write', { 'x-hotshift-session': token() })).toBe(403)
    expect(await post('/write', { ...own, origin: 'http://evil.example' })).toBe(403)
    expect(await post('/write', { ...own, origin: 'http://127.0.0.1:1' })).toBe(403)
    expect(await post('/elsewhere', own)).toBe(404)
    expect(asked).toEqual([])
    expect(await post('/preview', { ...own, origin: origin() })).toBe(200)
    expect(isDone).toBe(0)
    expect(await post('/write', own, 'bad')).toBe(409)
    expect(isDone).toBe(0)
    expect(await post('/write', own)).toBe(200)
    expect(asked).toEqual(['preview {}', 'write bad', 'write {}'])
    expect(isDone).toBe(1)
  })

  it('answers to its own name only', async () => {
    const { request } = await import('node:http')
    const { port } = new URL(origin())
    const status = await new Promise((resume) => {
      const asking = request({ host: '127.0.0.1', port, headers: { host: `evil.example:${port}` } })
      asking.on('response', (response) => resume(response.statusCode)).end()
    })
    expect(status).toBe(421)
  })

  it('leaves no listener behind for each part of a page', async () => {
    await server?.close()
    const write = jest.spyOn(ServerResponse.prototype, 'write')
    const listeners: number[] = []
    server = await startReview({
      opening: '',
      page: async (_session, writePart) => {
        for (let part = 0; part < 20; part++) {
          await writePart('a'.repeat(1 << 18))
          listeners.push(write.mock.contexts[0]?.listenerCount('close') ?? -1)
        }
      },
      make: async () => ({ text: '', isDone: true }),
      done: () => {},
    })
    const { session } = await opened()
    const page = await fetch(`${origin()}/page`, { headers: { 'x-hotshift-session': session } })
    expect((await page.text()).length).toBe(20 << 18)
    write.mockRestore()
    expect(listeners).toEqual(Array.from({ length: 20 }, () => listeners[0]))
    expect(listeners[0]).toBeGreaterThanOrEqual(0)
  })

  it('writes no further part of a page to a browser that has gone', async () => {
    await server?.close()
    const left = new Promise<string>((resume) => {
      const page = async (_session: string, write: (part: string) => Promise<void>) => {
        try {
          for (;;) await write('a'.repeat(1 << 16))
        } catch (error) {
          resume((error as Error).message)
          throw error
        }
      }
      startReview({ opening: '', page, make: async () => ({ text: '', isDone: true }), done: () => {} }).then(
        (one) => {
          server = one
          return visit(one.url)
        },
      )
    })
    expect(await left).toBe('the browser has gone')
  })
})

/** Opens the review, and leaves in the middle of the page. */
async function visit(url: string) {
  const { origin, hash } = new URL(url)
  const headers = { 'x-hotshift-token': hash.slice(1) }
  const session = await (await fetch(`${origin}/open`, { method: 'POST', headers })).text()
  const leaving = new AbortController()
  const page = await fetch(`${origin}/page`, {
    headers: { 'x-hotshift-session': session },
    signal: leaving.signal,
  })
  await page.body?.getReader().read()
  leaving.abort()
}
