import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { type Browser, chromium, type Page } from 'playwright-core'
import { EXECUTABLE } from '../cli/hotshift.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const inBrowser = CHROMIUM === undefined ? describe.skip : describe
if (CHROMIUM === undefined) process.stderr.write('the playground is not tested: there is no Chromium\n')

const BUILD = join(import.meta.dirname, '../../bin/build-playground.mjs')

let folder: string
let browser: Browser
const complaints: string[] = []
const requests: string[] = []

async function opened(fragment = '', options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, offline: true, ...options })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request.url().replace(/^(blob:).*/, '$1')))
  await page.goto(`file://${folder}/index.html${fragment}`)
  await page.waitForSelector('body.ready')
  return page
}

/** Does something that asks anew, and waits for the answer. */
async function answered(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await page.evaluate<string>('document.body.dataset.answered')
  await act()
  await page.waitForSelector(`body:not([data-answered="${before}"])`)
}

const status = (page: Page) => page.textContent('#status')
const files = (path: string, text: string) => ({
  name: path,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

const BROKEN = `heat_template_version: 2018-08-31
resources:
  disk:
    type: OS::Cinder::Volume
    properties: {sise: 5}
`

inBrowser('the playground as a file', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hotshift-playground-'))
    const built = spawnSync(process.execPath, [BUILD, folder], { encoding: 'utf8' })
    if (built.status !== 0) throw new Error(built.stderr)
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    complaints.length = 0
    requests.length = 0
  })

  it('asks for nothing but itself, and is small enough to be sent', async () => {
    const page = await opened()
    expect(await status(page)).toBe('1 file changed, 0 blocked; 0 errors, 0 warnings')
    expect(await page.textContent('.proof')).toContain('Proved equal')
    expect(await page.textContent('#line')).toBe('hotshift migrate shop.yaml')
    expect(requests).toEqual([`file://${folder}/index.html`, 'blob:'])
    expect(complaints).toEqual([])
    // Its policy lets nothing out, and no other script in.
    const refused = await page.evaluate(`(async () => {
      document.body.append(Object.assign(document.createElement('script'), { text: 'window.odd = true' }))
      const fetched = await fetch('https://example.org/').then(() => 'fetched', () => 'rejected')
      return [fetched, 'odd' in window]
    })()`)
    expect(refused).toEqual(['rejected', false])
    expect(complaints.join('\n')).toMatch(/Content Security Policy/)
    const bytes = readFileSync(join(folder, 'index.html'))
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(700_000)
    expect(readFileSync(join(folder, 'LICENSES.txt'), 'utf8')).toContain('@codemirror/view')
    await page.close()
  })

  it('checks what is typed, says where and what to do, and goes there', async () => {
    const page = await opened()
    await answered(page, () => page.selectOption('#command', 'check'))
    await page.click('#text')
    await page.keyboard.press('Control+a')
    await answered(page, () => page.keyboard.insertText(BROKEN))
    expect(await status(page)).toBe('1 error, 0 warnings')
    expect(await page.textContent('.remarks')).toMatch(/unknown-property.*"sise"; did you mean "size"/)
    expect(await page.locator('.cm-lintRange-error').textContent()).toBe('sise')
    await page.click('.remarks button')
    await page.keyboard.press('Delete')
    await answered(page, () => page.keyboard.insertText('s'))
    // Tab leaves the editor, for the keyboard alone.
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.id')).not.toBe('text')
    expect(complaints).toEqual([])
    await page.close()
  })

  it('takes an archive, gives it back changed, and a link that holds it', async () => {
    const page = await opened()
    const archive = zipSync({
      'a/one.json': strToU8('{"HeatTemplateFormatVersion": "2012-12-12", "Resources": {}}\n'),
      'a/two.yaml': strToU8(BROKEN.replace('sise', 'size')),
      'a/readme.txt': strToU8('not for us'),
    })
    const given = { name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) }
    await answered(page, () => page.setInputFiles('#picker', given))
    expect(await page.locator('[role="tab"]').allTextContents()).toEqual(['a/one.json', 'a/two.yaml'])
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')])
    expect(download.suggestedFilename()).toBe('one.yaml')
    expect(readFileSync(await download.path(), 'utf8')).toContain('heat_template_version: 2018-08-31')
    await answered(page, () => page.fill('#options', '--partial'))
    await page.click('#share')
    await page.waitForSelector('#notice:not([hidden])')
    const { hash } = new URL(page.url())
    await page.close()
    const other = await opened(hash)
    expect(await other.locator('[role="tab"]').allTextContents()).toEqual(['a/one.json', 'a/two.yaml'])
    expect(await other.textContent('#line')).toBe('hotshift migrate a/one.json a/two.yaml --partial')
    await answered(other, () => other.setInputFiles('#picker', files('s.yaml', SECRET)))
    await other.click('#share')
    await other.waitForSelector('#notice:not([hidden])')
    expect(await other.textContent('#notice')).toContain('whoever has the link can read them')
    await other.close()
    const damaged = await opened('#v1=abc')
    expect(await damaged.textContent('#notice')).toContain('The link cannot be read')
    expect(complaints).toEqual([])
    await damaged.close()
  })

  it('fits a narrow screen, and is dark where the system is', async () => {
    const page = await opened('', { viewport: { width: 400, height: 800 }, colorScheme: 'dark' })
    const grounds: string[] = []
    for (const example of ['An update of a live stack', 'Findings', 'Defaults into an environment']) {
      await answered(page, () => page.selectOption('#example', { label: example }))
      expect([example, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([example, 400])
    }
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      grounds.push(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'))
    }
    expect(grounds).toEqual(['rgb(21, 24, 29)', 'rgb(255, 255, 255)'])
    expect(complaints).toEqual([])
    await page.close()
  })

  it('ends a worker that is stuck, and starts another one', async () => {
    const page = await opened()
    const patience =
      'window.later = setTimeout; window.setTimeout = (f, ms) => later(f, ms === 10_000 ? 50 : ms)'
    await page.evaluate(patience)
    await page.evaluate(
      'Worker.prototype.send = Worker.prototype.postMessage; Worker.prototype.postMessage = () => {}',
    )
    await page.selectOption('#command', 'check')
    await page.waitForFunction(
      (box) => box?.textContent?.includes('it takes too long') === true,
      await page.$('#status'),
    )
    await page.evaluate('window.setTimeout = later; Worker.prototype.postMessage = Worker.prototype.send')
    await answered(page, () => page.selectOption('#command', 'migrate'))
    expect(await status(page)).toBe('1 file changed, 0 blocked; 0 errors, 0 warnings')
    await page.close()
  })

  it('writes what the command line writes', async () => {
    const page = await opened()
    const text = readFileSync(join(import.meta.dirname, '../../docs/examples/web-server.json'), 'utf8')
    await answered(page, () => page.setInputFiles('#picker', files('web-server.json', text)))
    // Old and new stand together for each entry, not for the whole file.
    const flavor = page.locator('.entry', { hasText: '"Flavor"' }).first()
    expect(await flavor.locator('pre').allTextContents()).toEqual([
      expect.stringMatching(/^ {4}"Flavor": \{\n[\s\S]*?"m1\.large"\]\n {4}\},\n$/),
      expect.stringMatching(/^ {2}Flavor:\n[\s\S]*?m1\.large\]\n$/),
    ])
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')])
    const args = [EXECUTABLE, 'migrate', '-', '--stdin-path', 'web-server.json']
    const { stdout } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8' })
    expect(stdout.length).toBeGreaterThan(100)
    expect(readFileSync(await download.path(), 'utf8')).toBe(stdout)
    await page.close()
  })
})

const SECRET = `heat_template_version: 2018-08-31
parameters:
  word: {type: string, hidden: true}
resources: {}
`
