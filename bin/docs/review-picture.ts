/** The picture of the page for reviews: the page of a real run, shot in Chromium. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import type { PageIndex } from '../../src/show/report/page-data.ts'
import { tryOut } from './try-out.ts'

const PICTURE = 'docs/pictures/review.png'
const RECORD = 'docs/pictures/review.sha256'
const EXAMPLES = ['blocked.yaml', 'volume.yaml', 'web-server.json']
/** What the picture shows of the page. */
const SHOWN = { open: 'volume.yaml', viewport: { width: 1280, height: 560 } }

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Whether the picture is the one that was shot of what the page shows now. It needs no
 * browser: the bytes of a picture depend on fonts and on the version of the browser, so the
 * record beside it says from what it was made.
 */
export function isReviewPictureCurrent(root: string): boolean {
  const record = join(root, RECORD)
  if (!existsSync(record) || !existsSync(join(root, PICTURE))) return false
  return readFileSync(record, 'utf8') === recordOf(root, reviewPage(root))
}

/**
 * Shoots the picture and records from what.
 *
 * @returns why not, where this machine has no browser
 */
export async function drawReviewPicture(root: string): Promise<string | undefined> {
  const executablePath = CHROMIUM.find(existsSync)
  if (executablePath === undefined) return `${PICTURE} is stale, and there is no Chromium to make it`
  const page = reviewPage(root)
  writeFileSync(join(root, PICTURE), await shot(root, page, executablePath))
  writeFileSync(join(root, RECORD), recordOf(root, page))
  return undefined
}

function reviewPage(root: string): string {
  const files = EXAMPLES.map((name) => join(root, 'docs/examples', name))
  const argv = ['migrate', ...EXAMPLES, '--output', 'review.html']
  return tryOut(root, argv, files, ({ text }) => text('review.html'))
}

async function shot(root: string, html: string, executablePath: string): Promise<Buffer> {
  const { chromium } = createRequire(join(root, 'package.json'))(
    'playwright-core',
  ) as typeof import('playwright-core')
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-page-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const file = join(folder, 'review.html')
    writeFileSync(file, html)
    const page = await browser.newPage({ viewport: SHOWN.viewport, colorScheme: 'light' })
    await page.goto(`file://${file}`)
    await page.waitForSelector('body.ready')
    await page.locator('.row.file', { hasText: SHOWN.open }).click()
    await page.waitForSelector('.d2h-file-side-diff')
    await page.evaluate('document.activeElement.blur()')
    return await page.screenshot({ animations: 'disabled', caret: 'hide' })
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Two lines as `sha256sum` writes them: what the picture was made from, and the picture. */
function recordOf(root: string, html: string): string {
  const picture = readFileSync(join(root, PICTURE))
  return `${digest(inputsOf(root, html))}  inputs\n${digest(picture)}  review.png\n`
}

/** The inputs that determine the picture, without versions, times and strings that it does not show. */
function inputsOf(root: string, html: string): string {
  const folder = join(root, 'src/show/page')
  const sources = readdirSync(folder)
    .filter((name) => /\.(?:ts|css)$/.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const { files } = JSON.parse(part(html, /<script type="application\/json" id="index">([^<]*)/)) as PageIndex
  const number = files.findIndex(({ path }) => path === SHOWN.open)
  const packed = part(html, new RegExp(`id="body-${number}">([^<]*)`))
  const body = inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8')
  return JSON.stringify([SHOWN, part(html, /<body(.*?)<dialog/s), files, body, ...sources])
}

function part(html: string, pattern: RegExp): string {
  const found = pattern.exec(html)?.[1]
  if (found === undefined) throw new Error(`the page for reviews has nothing like ${pattern}`)
  return found
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
