import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path/posix'
import { type Browser, chromium, type Page } from 'playwright-core'
import { addressOf, menu } from '../../bin/site/contents.ts'
import { answer } from '../../src/apps/playground/core.ts'
import { stateIn } from '../../src/apps/playground/link.ts'
import '../../src/run/node-machine.ts'
import { handbook, ROOT } from '../docs/handbook.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const inBrowser = CHROMIUM === undefined ? describe.skip : describe
if (CHROMIUM === undefined) process.stderr.write('the site is not tried: there is no Chromium\n')

let folder: string
/** HTML by address. */
let pages: ReadonlyMap<string, string>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-site-'))
  // The playground has tests of its own.
  const built = spawnSync(process.execPath, ['bin/build-site.mjs', folder, '--without-playground'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(built.stderr)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const own = names.filter((name) => name.endsWith('.html'))
  pages = new Map(own.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const unescaped = (text: string) =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Where links, pictures, scripts and styles of a page lead. */
const targets = (html: string) =>
  [...html.matchAll(/<[^>]* (?:href|src)="([^"]*)"/g)].map(([, target = '']) => unescaped(target))

const isInPlayground = (target: string) => /(?:^|\/)playground\/index\.html/.test(target)

function leadsNowhere(from: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const address = path === '' ? from : join(dirname(from), path)
  if (!existsSync(join(folder, address))) return true
  return anchor !== undefined && pages.get(address)?.includes(` id="${anchor}"`) !== true
}

describe('the handbook as a site', () => {
  it('has every page, and the menu or a list leads to it', () => {
    const wanted = handbook().map(({ path }) => addressOf(path))
    expect([...pages.keys()].sort()).toEqual([...wanted].sort())
    const listed = new Set(menu.flatMap(({ paths }) => paths))
    const others = handbook().filter(({ path }) => !listed.has(path))
    expect(others.filter(({ path }) => !/^docs\/(?:decisions|reference\/transforms)\//.test(path))).toEqual(
      [],
    )
    expect([...listed].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('has no link that leads nowhere, and loads nothing from elsewhere', () => {
    const dead = [...pages].flatMap(([from, html]) =>
      targets(html)
        .filter((target) => !/^https?:/.test(target) && !isInPlayground(target) && leadsNowhere(from, target))
        .map((target) => `${from}: ${target}`),
    )
    expect(dead).toEqual([])
    for (const html of pages.values()) {
      expect(html).toContain(
        `content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'`,
      )
      expect(html).not.toMatch(/ (?:src|style)="(?:https?:|[^"]*:)|<link[^>]* href="https?:| on\w+="/)
    }
    expect(leadsNowhere('index.html', 'guide.html#none') && leadsNowhere('index.html', 'none.html')).toBe(
      true,
    )
  })

  it('begins with what the README begins with', () => {
    const [, first = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n\n')
    const words = (pages.get('index.html') ?? '').replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
    expect(words).toContain(first.replace(/[`\n]/g, (mark) => (mark === '\n' ? ' ' : '')))
  })

  it('opens commands in the playground, which has something to say of each', async () => {
    const links = [...pages].flatMap(([from, html]) =>
      targets(html)
        .filter((target) => isInPlayground(target) && target.includes('#'))
        .map((target) => ({ from, hash: target.slice(target.indexOf('#')) })),
    )
    expect(links.length).toBeGreaterThan(150)
    const wrong: string[] = []
    // Of findings the build has asked whether the playground reports them.
    for (const { from, hash } of links.filter((link) => link.from !== 'reference/findings.html')) {
      const state = await stateIn(hash)
      if (state === undefined) throw new Error(`${from}: ${hash}`)
      const { files } = state
      const compared = [files[0]?.path ?? '', files[1]?.path ?? ''] as const
      const { problem, comparison, files: answered } = answer({ number: 1, ...state, compared })
      const isIdle = answered.every(({ status, remarks }) => status === 'unchanged' && remarks.length === 0)
      if (problem !== undefined || (comparison === undefined && isIdle))
        wrong.push(`${from}: ${state.command} ${files.map(({ path }) => path)}: ${problem ?? 'nothing'}`)
    }
    expect(wrong).toEqual([])
  })
})

inBrowser('the site in a browser', () => {
  let browser: Browser
  const complaints: string[] = []
  const requests: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] })
  })
  afterAll(async () => browser.close())

  async function opened(address: string, options: Parameters<Browser['newPage']>[0]): Promise<Page> {
    const page = await browser.newPage({ offline: true, ...options })
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`file://${folder}/${address}`)
    await page.waitForSelector('body.ready')
    return page
  }

  it('finds a page by the keyboard alone, from a file', async () => {
    const page = await opened('reference/output.html', { viewport: { width: 1280, height: 900 } })
    await page.keyboard.press('/')
    await page.keyboard.type('availability zon')
    await page.waitForSelector('#hits a')
    expect(await page.textContent('#hits a b')).toBe('availability-zones — Findings')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/reference\/findings\.html#availability-zones$/)
    await page.keyboard.press('/')
    await page.keyboard.type('qqqq')
    await page.waitForSelector('#count:text("Nothing found")')
    await page.keyboard.press('Escape')
    expect(await page.isVisible('#found')).toBe(false)
    expect(complaints).toEqual([])
    expect(requests.filter((url) => !url.startsWith(`file://${folder}/`))).toEqual([])
    await page.close()
  })

  it('fits 400 and 1280 pixels, light and dark', async () => {
    const grounds = new Set<string>()
    for (const [width, colorScheme] of [
      [400, 'dark'],
      [1280, 'light'],
    ] as const) {
      const page = await opened('index.html', { viewport: { width, height: 900 }, colorScheme })
      for (const address of ['index.html', 'reference/findings.html', 'onap.html']) {
        await page.goto(`file://${folder}/${address}`)
        expect([address, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          address,
          width,
        ])
      }
      await page.fill('#search', 'proof')
      await page.waitForSelector('#hits a')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      const isOpen = await page.evaluate('document.querySelector(".menu details").open')
      expect(isOpen).toBe(width === 1280)
      grounds.add(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'))
      await page.close()
    }
    expect(grounds.size).toBe(2)
    expect(complaints).toEqual([])
  })
})
