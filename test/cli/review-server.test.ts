import { type ReviewServer, startReview } from '../../src/cli/review-server.ts'

let server: ReviewServer | undefined
const asked: string[] = []
let isDone = 0

beforeEach(async () => {
  asked.length = 0
  isDone = 0
  server = await startReview({
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

/** Opens the review as a browser does; gives the cookie and the session of its page. */
async function opened() {
  const first = await fetch(server?.url ?? '', { redirect: 'manual' })
  const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';')
  const page = await fetch(origin(), { headers: { cookie } })
  const [, session = ''] = /<p>(.*)<\/p>/.exec(await page.text()) ?? []
  return { status: first.status, attributes: first.headers.get('set-cookie'), cookie, session }
}

const post = (path: string, headers: Record<string, string>, body = '{}') =>
  fetch(`${origin()}${path}`, { method: 'POST', headers, body }).then((response) => response.status)

describe('the review', () => {
  it('is opened once, by the address that was printed', async () => {
    const { status, attributes, cookie, session } = await opened()
    expect({ status, attributes }).toEqual({
      status: 303,
      attributes: expect.stringMatching(/^hotshift-\d+=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/),
    })
    expect(session).toMatch(/^[\w-]{32}$/)
    expect((await fetch(server?.url ?? '', { redirect: 'manual' })).status).toBe(403)
    expect((await fetch(`${origin()}/?token=x`)).status).toBe(403)
    expect((await fetch(origin())).status).toBe(403)
    expect((await fetch(origin(), { headers: { cookie: `${cookie}x` } })).status).toBe(403)
    expect((await fetch(origin(), { headers: { cookie } })).status).toBe(200)
  })

  it('makes what its own page asks for, and nothing for others', async () => {
    const { cookie, session } = await opened()
    const own = { cookie, 'x-hotshift-session': session }
    expect(await post('/write', { cookie })).toBe(403)
    expect(await post('/write', { 'x-hotshift-session': session })).toBe(403)
    expect(await post('/write', { ...own, origin: 'http://evil.example' })).toBe(403)
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
    const { cookie } = await opened()
    const { port } = new URL(origin())
    const status = await new Promise((resume) => {
      const asking = request({ host: '127.0.0.1', port, headers: { host: `evil.example:${port}`, cookie } })
      asking.on('response', (response) => resume(response.statusCode)).end()
    })
    expect(status).toBe(421)
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
      startReview({ page, make: async () => ({ text: '', isDone: true }), done: () => {} }).then((one) => {
        server = one
        return visit(one.url)
      })
    })
    expect(await left).toBe('the browser has gone')
  })
})

/** Opens the review, and leaves in the middle of the page. */
async function visit(url: string) {
  const first = await fetch(url, { redirect: 'manual' })
  const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';')
  const leaving = new AbortController()
  const page = await fetch(new URL(url).origin, { headers: { cookie }, signal: leaving.signal })
  await page.body?.getReader().read()
  leaving.abort()
}
