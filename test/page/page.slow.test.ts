import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { reportOn } from '../../src/run/run-report.ts'
import { pageAssets } from '../../src/show/report/formats.ts'
import { htmlReporter } from '../../src/show/report/html.ts'
import { EXECUTABLE, hotshift } from '../cli/hotshift.ts'
import { threeHunks } from '../plan/changes.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const inBrowser = CHROMIUM === undefined ? describe.skip : describe
if (CHROMIUM === undefined) process.stderr.write('the page for reviews is not tested: there is no Chromium\n')

let browser: Browser
let tree: TemporaryTree
const complaints: string[] = []

beforeAll(async () => {
  if (CHROMIUM !== undefined)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
})

afterAll(async () => {
  if (CHROMIUM !== undefined) await browser.close()
})

beforeEach(() => {
  complaints.length = 0
  tree = temporaryTree({
    'a/first.yaml': threeHunks,
    'a/second.yaml': threeHunks,
    'b/</script><b>&amp;.yaml': threeHunks,
    'b/blocked.yaml': threeHunks.replace('Fn::Select": [0', 'Fn::Select": [{get_attr: [a, x]}'),
    'c/same.yaml': threeHunks.replace('2013-05-23', '2018-08-31').replace(/.*"Fn::.*\n/g, ''),
  })
})

afterEach(() => {
  removeTemporaryTrees()
  // The policy of the page and its own script have nothing to object to.
  expect(complaints).toEqual([])
})

async function opened(address: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(address)
  await page.waitForSelector('body.ready')
  return page
}

function planned(): string {
  hotshift(['upgrade', '--to', 'rocky', '--plan', 'p.json'], tree.root)
  hotshift(['show', 'p.json', '--output', 'p.html'], tree.root)
  return `file://${tree.root}/p.html`
}

const rows = (page: Page) => page.locator('.row.file .name').allTextContents()

inBrowser('the page for reviews', () => {
  it('lists, filters and searches files, and shows their diffs with findings and transforms', async () => {
    const page = await opened(planned())
    expect(await rows(page)).toEqual(['first.yaml', 'second.yaml', 'script><b>&amp;.yaml', 'blocked.yaml'])
    await page.selectOption('#status', 'unchanged')
    expect(await rows(page)).toEqual(['same.yaml'])
    await page.selectOption('#status', '')
    await page.fill('#search', 'join-to-str')
    expect(await rows(page)).toEqual(['first.yaml', 'second.yaml', 'script><b>&amp;.yaml'])
    await page.fill('#search', '')
    await page.selectOption('#status', 'blocked')
    await page.click('.row.file')
    await page.waitForSelector('.file-view .finding.error')
    await page.selectOption('#status', 'changed')
    await page.click('.row.file')
    await page.waitForSelector('.d2h-file-side-diff')
    expect(await page.locator('.d2h-file-side-diff').count()).toBe(2)
    // Lines of both sides stand at the same height, below heads that would wrap.
    await page.setViewportSize({ width: 1000, height: 900 })
    const [left, right] = await page.$$eval('.d2h-diff-tbody', (sides) =>
      sides.map((side) => [...side.children].map((row) => row.getBoundingClientRect().top)),
    )
    expect(left).toEqual(right)
    expect(await page.locator('.by').allTextContents()).toEqual([
      'hot/target-version',
      'cfn/join-to-str-replace',
      'cfn/select-to-path',
    ])
    // Words are marked inside of lines.
    expect(await page.locator('del').first().textContent()).toBe('2013')
    await page.keyboard.press('v')
    await page.waitForSelector('.d2h-file-diff')
    expect(await page.locator('.d2h-file-side-diff').count()).toBe(0)
    await page.close()
  })

  it('has line numbers that scroll with their lines, and colours that follow the scheme', async () => {
    const page = await opened(planned(), { viewport: { width: 1280, height: 260 }, colorScheme: 'light' })
    await page.keyboard.press('j')
    for (const layout of ['.d2h-file-side-diff', '.d2h-file-diff']) {
      await page.waitForSelector(layout)
      await page.$eval('#main', (main) => main.scrollTo(0, 200))
      const apart = await page.$$eval('.diff tr:not(.hunk-head, .hunk-twin)', (lines) =>
        lines.flatMap((line) => {
          const number = line.querySelector('.d2h-code-linenumber, .d2h-code-side-linenumber')
          const code = line.querySelector('.d2h-code-line, .d2h-code-side-line')
          if (number === null || code === null) return []
          return Math.abs(number.getBoundingClientRect().top - code.getBoundingClientRect().top)
        }),
      )
      expect([layout, apart.length > 5, Math.max(...apart) < 4]).toEqual([layout, true, true])
      await page.keyboard.press('v')
    }
    await page.waitForSelector('.d2h-file-side-diff')
    const ground = () =>
      page.evaluate("getComputedStyle(document.querySelector('.diff .d2h-info')).backgroundColor")
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForSelector('.d2h-dark-color-scheme')
    expect(await ground()).not.toBe(light)
    await page.close()
  })

  it('keeps what is chosen, and gives it away as decisions that apply takes', async () => {
    const address = planned()
    const page = await opened(address)
    await page.keyboard.press('j')
    await page.waitForSelector('.hunk-head')
    await page.click('.hunk-head[data-hunk="2"] .reject')
    await page.waitForSelector('.hunk-head[data-hunk="2"] .reject[aria-pressed="true"]')
    // On both sides.
    const dimmed = await page.$$eval('.d2h-diff-tbody', (sides) =>
      sides.map((side) => side.querySelectorAll('.rejected:not(.hunk-head, .hunk-twin)').length),
    )
    expect([dimmed.length, (dimmed[0] ?? 0) > 0, dimmed[0] === dimmed[1]]).toEqual([2, true, true])
    await page.click('.hunk-head[data-hunk="1"] .reject')
    await page.waitForSelector('.hunk-head[data-hunk="1"] .reject[aria-pressed="true"]')
    await page.keyboard.press('j')
    await page.waitForSelector('.file-view h2:text-is("a/second.yaml")')
    await page.keyboard.press('r')
    await page.waitForSelector('.row .mark.bad')
    await page.reload()
    await page.waitForSelector('.row .mark.bad')
    expect(await page.locator('#chosen').textContent()).toMatch(
      /^2 of \d+ reviewed, 1 file rejected, 1 file in part$/,
    )
    const downloading = page.waitForEvent('download')
    await page.click('#download')
    const path = join(tree.root, 'decisions.json')
    await (await downloading).saveAs(path)
    await page.close()
    const line = ['apply', 'p.json', '--decisions', 'decisions.json', '--write']
    const { stderr } = hotshift(line, tree.root)
    expect(stderr).toContain('2 files written')
    expect(tree.read('a/first.yaml')).toBe(threeHunks.replace('{"Fn::Select": [0, [p, q]]}', 'p'))
    expect(tree.read('a/second.yaml')).toBe(threeHunks)
    expect(tree.read('b/</script><b>&amp;.yaml')).toContain('2018-08-31')
  })

  it('shows findings as wide as what is seen of a side', async () => {
    const type = `Type: Custom::${'Long'.repeat(40)}`
    tree.write('m/a.yaml', `AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  a: {${type}}\n`)
    hotshift(['migrate', 'm', '--plan', 'm.json'], tree.root)
    hotshift(['show', 'm.json', '--output', 'm.html'], tree.root)
    const page = await opened(`file://${tree.root}/m.html`)
    await page.click('.row.file')
    await page.waitForSelector('.finding-row .finding')
    const within = await page.$$eval('.finding-row .finding', (findings) =>
      findings.map((one) => {
        const side = one.closest('.d2h-file-side-diff')?.getBoundingClientRect().right ?? 0
        return one.getBoundingClientRect().right <= side
      }),
    )
    expect([within.length > 0, new Set(within)]).toEqual([true, new Set([true])])
    await page.close()
  })

  it('lists all files on a narrow screen, when it is asked for', async () => {
    for (let i = 0; i < 30; i++) tree.write(`n/${i + 10}.yaml`, threeHunks)
    const page = await opened(planned(), { viewport: { width: 400, height: 900 } })
    await page.click('#to-list')
    // More than 25; a function that the page evaluates later would meet its policy.
    await page.locator('.row.file').nth(25).waitFor({ state: 'attached' })
    await page.$eval('#tree', (box) => box.scrollTo(0, box.scrollHeight))
    await page.click('.row.file:has-text("39.yaml")')
    await page.waitForSelector('.file-head h2:has-text("n/39.yaml")')
    await page.close()
  })

  it('follows the width of the screen with its layout', async () => {
    const page = await opened(planned())
    await page.keyboard.press('j')
    await page.waitForSelector('.d2h-file-side-diff')
    await page.setViewportSize({ width: 400, height: 900 })
    await page.waitForSelector('.d2h-file-diff')
    expect(await page.locator('.d2h-file-side-diff').count()).toBe(0)
    await page.close()
  })

  it('has an address for each file, and links where the overview names something', async () => {
    const address = planned()
    const page = await opened(`${address}#file=a/second.yaml`)
    await page.waitForSelector('.file-head h2:has-text("a/second.yaml")')
    await page.keyboard.press('k')
    await page.waitForSelector('.file-head h2:has-text("a/first.yaml")')
    expect(page.url()).toBe(`${address}#file=a/first.yaml`)
    await page.keyboard.press('o')
    await page.click('#overview a:has-text("cfn/join-to-str-replace") >> nth=0')
    expect(await rows(page)).toEqual(['first.yaml', 'second.yaml', 'script><b>&amp;.yaml'])
    expect(await page.locator('#transform').inputValue()).toBe('cfn/join-to-str-replace')
    await page.click('#overview a:has-text("b/blocked.yaml") >> nth=0')
    await page.waitForSelector('.file-head h2:has-text("b/blocked.yaml")')
    await page.close()
  })

  it('fits on 400 pixels, light and dark', async () => {
    const address = planned()
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await opened(address, { viewport: { width: 400, height: 800 }, colorScheme })
      await page.click('#to-list')
      await page.click('.row.file')
      await page.waitForSelector('.d2h-file-diff')
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(width).toBeLessThanOrEqual(400)
      const rights = await page.$$eval('.hunk-head .reject', (buttons) =>
        buttons.map((button) => button.getBoundingClientRect().right),
      )
      expect([rights.length > 0, Math.max(...rights) <= 400]).toEqual([true, true])
      // A short line takes one line.
      const heights = await page.$$eval('.diff tr', (lines) =>
        lines
          .filter((line) => (line.querySelector('.d2h-code-line-ctn')?.textContent ?? '').length < 20)
          .filter((line) => !line.classList.contains('hunk-head'))
          .map((line) => line.getBoundingClientRect().height),
      )
      expect([heights.length > 0, Math.max(...heights) < 30]).toEqual([true, true])
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(ground).toBe(colorScheme === 'dark' ? 'rgb(20, 23, 26)' : 'rgb(255, 255, 255)')
      await page.close()
    }
  })

  /** Starts a review; gives its address and what it ends with. */
  async function reviewed() {
    planned()
    const running = spawn(process.execPath, [EXECUTABLE, 'review', 'p.json'], { cwd: tree.root })
    const ended = new Promise((resume) => running.once('exit', resume))
    const address = await new Promise<string>((resume) => {
      running.stderr.on('data', (data) => {
        const [found] = /http:\S+/.exec(`${data}`) ?? []
        if (found !== undefined) resume(found)
      })
    })
    return { address, ended, stop: () => running.kill('SIGINT') }
  }

  it('is shown again in its tab, and gives nothing to a page of another port', async () => {
    const { address, ended, stop } = await reviewed()
    const { origin } = new URL(address)
    const cookies: unknown[] = []
    // Somebody else's server on this machine.
    const other = createServer((request, response) => {
      cookies.push(request.headers.cookie)
      response.setHeader('content-type', 'text/html').end('<p>other')
    })
    await new Promise<void>((resume) => other.listen(0, '127.0.0.1', resume))
    const { port } = other.address() as AddressInfo
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(address)
    await page.waitForSelector('body.ready')
    expect(page.url()).toBe(`${origin}/`)
    await page.reload()
    await page.waitForSelector('body.ready')
    expect(await context.cookies()).toEqual([])
    const theirs = await context.newPage()
    await theirs.goto(`http://127.0.0.1:${port}/`)
    const got = await theirs.evaluate(async (at) => {
      const asks = [
        ['/page', {}],
        ['/page', { headers: { 'x-hotshift-session': 'x' } }],
        ['/write', { method: 'POST', body: '{}', mode: 'no-cors', credentials: 'include' }],
        ['/write', { method: 'POST', body: '{}', credentials: 'include' }],
      ] as const
      const answers: string[] = []
      for (const [path, options] of asks)
        answers.push(
          await fetch(at + path, options).then(
            (one) => one.text(),
            () => 'nothing',
          ),
        )
      return answers
    }, origin)
    expect(got).toEqual(['nothing', 'nothing', 'nothing', 'nothing'])
    expect(tree.read('a/first.yaml')).toBe(threeHunks)
    // Another tab of the same browser is not the one that was opened.
    const tab = await context.newPage()
    await tab.goto(origin)
    await tab.waitForSelector('text=It works once')
    await tab.goto(address)
    await tab.waitForSelector('text=Start hotshift review again')
    expect(cookies.length).toBeGreaterThan(0)
    expect(new Set(cookies)).toEqual(new Set([undefined]))
    await context.close()
    stop()
    await ended
    other.close()
  })

  it('shows files without an ending, or with one that is none of a template', async () => {
    const names = ['plain', 'a.sh', 'B.YAML', 'odd"\u00e4.yaml', 'c.constructor']
    const outcomes = names.map(
      (path): FileOutcome => ({
        path,
        kind: 'hot',
        status: 'changed',
        proof: 'equal',
        transforms: [],
        findings: [],
        before: 'a: 1\n',
        after: 'a: 2\n',
      }),
    )
    const parts: string[] = []
    const reporter = htmlReporter(
      (part) => void parts.push(part),
      '1.0.0',
      () => undefined,
      { assets: pageAssets() },
    )
    for (const outcome of outcomes) await reporter.file(outcome)
    await reporter.end(reportOn(outcomes, 'dry-run'))
    writeFileSync(join(tree.root, 'names.html'), parts.join(''))
    const page = await opened(`file://${tree.root}/names.html`)
    for (const name of names) {
      await page.keyboard.press('j')
      await page.waitForSelector('.hunk-head')
      expect(await page.locator('.file-head h2').textContent()).toBe(name)
    }
    await page.close()
  })

  it('is served by review, and has what is chosen made from there', async () => {
    const { address, ended } = await reviewed()
    const page = await opened(address)
    await page.keyboard.press('j')
    await page.waitForSelector('.hunk-head')
    await page.click('.file-head .reject')
    await page.click('#apply')
    await page.waitForSelector('#apply-dialog button:not([disabled]):has-text("Write")')
    expect(await page.locator('#apply-dialog .sum').textContent()).toBe('2 files to write, 1 rejected')
    await page.click('#apply-dialog summary')
    await page.waitForSelector('dialog pre:has-text("would be written")')
    expect(tree.read('a/second.yaml')).toBe(threeHunks)
    await page.click('#apply-dialog button >> text=Write')
    // The plan has a blocked file, so this is what `apply --write` ends with.
    expect(await ended).toBe(3)
    expect(tree.read('a/first.yaml')).toBe(threeHunks)
    expect(tree.read('a/second.yaml')).toContain('2018-08-31')
    await page.close()
  })

  it('leaves the report open that somebody opens before there is an answer', async () => {
    const { address, ended, stop } = await reviewed()
    const page = await opened(address)
    let answer = (): void => {}
    const asked = new Promise<void>((resume) => {
      answer = resume
    })
    await page.route('**/preview', async (route) => {
      await asked
      await route.continue()
    })
    await page.click('#apply')
    await page.waitForSelector('#apply-dialog button[disabled]:has-text("Write")')
    await page.click('#apply-dialog summary')
    answer()
    await page.waitForSelector('#apply-dialog button:not([disabled]):has-text("Write")')
    expect(await page.locator('#apply-dialog details').getAttribute('open')).toBe('')
    expect(await page.locator('#apply-dialog pre').textContent()).toContain('3 files would be written')
    await page.close()
    stop()
    await ended
  })

  it('says which command made it, where, of which commit and when', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: tree.root,
        encoding: 'utf8',
      })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'x')
    hotshift(['upgrade', 'a', 'b', '--to', 'rocky', '--plan', 'p.json'], tree.root)
    const env = { SOURCE_DATE_EPOCH: '1700000000' }
    hotshift(['show', 'p.json', '--output', 'p.html'], tree.root, env)
    const page = await opened(`file://${tree.root}/p.html`)
    const commit = git('rev-parse', 'HEAD').slice(0, 12)
    const folder = basename(tree.root)
    expect(await page.locator('#overview p.quiet >> nth=1').textContent()).toBe(
      `hotshift upgrade a b --to rockyin ${folder}, at commit ${commit}, on 2023-11-14`,
    )
    await page.close()
  })

  it('holds 3,000 files in less than 60 MB, and has rows only for those in sight', async () => {
    const base = Array.from(
      { length: 300 },
      (_, n) => `  r${n}:\n    type: OS::Heat::Value\n    properties: {value: ${n * 7919}}\n`,
    )
    const file = (n: number): FileOutcome => {
      const before = `heat_template_version: 2013-05-23\nresources:\n${base.join('').replaceAll('value', `value${n}`)}`
      const after = before.replace('2013-05-23', '2018-08-31').replaceAll(/(r\d*[05]:)/g, '$1 # new')
      return {
        path: `d${n % 40}/e${n % 7}/file-${n}.yaml`,
        kind: 'hot',
        status: 'changed',
        proof: 'equal',
        transforms: [{ id: 'hot/target-version', changes: 1 }],
        findings: [
          {
            code: 'unknown-key',
            severity: 'warning',
            message: `in ${n}`,
            line: 1,
            column: 1,
            range: { start: 0, end: 1 },
          },
        ],
        before,
        after,
      }
    }
    const parts: string[] = []
    const reporter = htmlReporter(
      (part) => void parts.push(part),
      '1.0.0',
      () => undefined,
      { assets: pageAssets() },
    )
    const outcomes = Array.from({ length: 3000 }, (_, n) => file(n)).sort((a, b) =>
      a.path < b.path ? -1 : 1,
    )
    for (const outcome of outcomes) await reporter.file(outcome)
    await reporter.end(reportOn(outcomes, 'dry-run'))
    const path = join(tree.root, 'large.html')
    writeFileSync(path, parts.join(''))
    const size = statSync(path).size
    const page = await opened(`file://${path}`)
    const paint = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0",
    )
    expect(await page.locator('#count').textContent()).toBe('3000 of 3000 files')
    // Only the rows in sight are there.
    expect(await page.locator('.row').count()).toBeLessThan(80)
    await page.fill('#search', 'file-2999.')
    await page.click('.row.file')
    await page.waitForSelector('.hunk-head')
    process.stderr.write(
      `3,000 files: ${(size / 1e6).toFixed(1)} MB, first view after ${Math.round(paint)} ms\n`,
    )
    expect(size).toBeLessThan(60e6)
    await page.close()
  })

  it('asks what a person has to decide about a package, and makes the file of answers', async () => {
    const volume = 'heat_template_version: rocky\nresources: {disk: {type: OS::Cinder::Volume}}\n'
    const { root } = temporaryTree({ 'base_a.yaml': volume, 'b.yaml': volume })
    hotshift(['remediate', '--profile', 'onap', '--plan', 'p.json', '--ask', 'asked.yaml'], root)
    hotshift(['show', 'p.json', '--output', 'p.html'], root)
    const page = await opened(`file://${root}/p.html`)
    const asked = readFileSync(join(root, 'asked.yaml'), 'utf8')
    const count = asked.match(/^ {4}answer:/gm)?.length ?? 0
    expect(await page.locator('.question').count()).toBe(count)
    const last = page.locator('.question').last()
    await last.locator('input[type=radio]').last().check()
    const own = page.locator('input[type=text][name$=own]').first()
    await own.fill('wharf')
    // What is answered is there again.
    await page.reload()
    await page.waitForSelector('body.ready')
    expect(await own.inputValue()).toBe('wharf')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-answers')])
    const answers = readFileSync(await download.path(), 'utf8')
    const unanswered = (text: string) => text.replace(/^( {4}answer:).*$/gm, '$1')
    expect(unanswered(answers)).toBe(unanswered(asked))
    const given = [...answers.matchAll(/^ {4}answer: ?(.*)$/gm)].map(([, answer]) => answer)
    expect(given).toContain('"wharf"')
    expect(given.at(-1)).toMatch(/^\d+$/)
    writeFileSync(join(root, 'answers.yaml'), answers)
    const made = hotshift(['remediate', '--profile', 'onap', '--lossy', '--answers', 'answers.yaml'], root)
    expect(made.stdout).toContain('+resources: {wharf: ')
    await page.close()
  })

  it('loads nothing', () => {
    planned()
    const html = readFileSync(join(tree.root, 'p.html'), 'utf8')
    expect(html).toContain(`default-src 'none'; script-src 'sha256-`)
    expect(html.match(/\b(?:src|href)="(?!#)/g)).toBe(null)
  })
})
