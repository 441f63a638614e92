import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import type { RunMode } from '../../src/run/run-report.ts'
import { htmlReporter } from '../../src/show/report/html.ts'
import { markdownReporter } from '../../src/show/report/markdown.ts'
import { advice, code, prose } from '../../src/show/report/markdown-text.ts'
import type { LookUpCode, Reporter, Write } from '../../src/show/report/reporter.ts'
import { plainStyle } from '../../src/show/report/style.ts'
import { terminalReporter } from '../../src/show/report/terminal.ts'
import { finding } from '../run/fake-engine.ts'
import { checkedOutcomes, profileLookUp, profileOutcomes } from './profile-outcomes.ts'
import { collector, feed, lookUp, outcome, outcomes, written } from './sample-outcomes.ts'

type Make = (write: Write, version: string, lookUp: LookUpCode) => Reporter

const reported = (make: Make, files: readonly FileOutcome[], look = lookUp, mode?: RunMode) =>
  written((write) => make(write, '1.2.3', look), files, mode)

const expected = (name: string) => readFileSync(join(import.meta.dirname, 'expected', name), 'utf8')

const withoutWordLinks = (report: string) =>
  report.replace(/\[([\w ]+)\]\(#words\)|<a href="#word-[\w-]+">([\w ]+)<\/a>/g, '$1$2')
const withoutStyle = (html: string) => html.replace(/<style>.*<\/style>/s, '<style></style>')

/** As many findings of one code as a real repository has. */
const many = Array.from({ length: 30 }, (_, i) =>
  outcome({
    path: `${i}.yaml`,
    status: 'blocked',
    reason: 'no',
    findings: [finding({ code: 'unknown-function' })],
  }),
)

describe('markdown', () => {
  it('of a profile says before, repaired, left and why', async () => {
    expect(await reported(markdownReporter, profileOutcomes, profileLookUp)).toBe(expected('profile.md'))
  })

  it('of a check says what was found, and of nothing that it was repaired', async () => {
    const text = await reported(markdownReporter, checkedOutcomes, profileLookUp, 'checked')
    expect(text).toBe(expected('check.md'))
  })

  it('of any other run has no requirements', async () => {
    const text = await reported(markdownReporter, outcomes)
    expect(text.match(/^#+ .*/gm)).toEqual([
      '# hotshift report',
      '## Files that need manual work',
      '## Findings',
      '## Changes',
      '## Skipped',
    ])
    expect(text).toContain('| `a b.json` → `a b.yaml` | changed |  | `cfn/json-to-yaml` `cfn/parameters` |\n')
    expect(text).toContain('| not a template | 2 |\n')
  })

  it('folds long lists', async () => {
    expect(await reported(markdownReporter, many)).toContain(
      '## Files that need manual work\n\n<details>\n<summary>30 files</summary>\n\n| file | status | why |\n| --- | --- | --- |\n| `0.yaml` | blocked | no |\n',
    )
  })

  it('stays below a megabyte, names every code, and says how much it leaves out', async () => {
    const long = 'ä'.repeat(60)
    const huge = Array.from({ length: 15_000 }, (_, i) =>
      outcome({
        path: `${long}/${i}.yaml`,
        ...(i % 3 === 0 ? { status: 'blocked', reason: `no ${long}` } : { status: 'changed', after: '' }),
        findings: [
          finding({ code: 'unknown-function', message: long }),
          finding({ code: 'odd-character', severity: 'warning', message: long }),
          ...(i === 14_999 ? [finding({ code: 'aws-name', severity: 'info' })] : []),
        ],
      }),
    )
    const text = await reported(markdownReporter, huge)
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
    expect(Buffer.byteLength(text)).toBeGreaterThan(500_000)
    expect(text).toContain('| `unknown-function` | error | 15000 | 15000 |')
    expect(text).toContain('| `aws-name` | info | 1 | 1 |')
    const shown = text.match(/^\| `ä+\/\d+\.yaml` \| blocked/gm)?.length ?? 0
    expect(text).toContain(
      `\n${5000 - shown} more are not listed here; reports in JSON and CSV have them all.\n`,
    )
    // Every list shows some of what it has.
    for (const part of ['blocked', 'changed']) expect(text).toMatch(new RegExp(`\\.yaml\` \\| ${part} \\|`))
    expect(text.match(/^\| `ä+\/\d+\.yaml:1:1`/gm)?.length).toBeGreaterThan(1000)
  })

  it('of nothing is short', async () => {
    expect(await reported(markdownReporter, [])).toBe(
      '# hotshift report\n\nhotshift 1.2.3: 0 files; nothing to write.\n\n' +
        '| changed | unchanged | skipped | blocked | failed |\n| ---: | ---: | ---: | ---: | ---: |\n| 0 | 0 | 0 | 0 | 0 |\n',
    )
  })

  it.each([
    ['a | b', 'a &#124; b'],
    ['<img src=x> & co', '&lt;img src=x&gt; &amp; co'],
    ['*x* _y_ `z` ~s~ [l](u) $m$', '\\*x\\* \\_y\\_ \\`z\\` \\~<!-- -->s\\~ \\[l\\]\\(u\\) \\$m\\$'],
    ['@you #12 !7 a@b c #', '@<!-- -->you #<!-- -->12 !<!-- -->7 a@<!-- -->b c #'],
    [':smile: a: b', ':<!-- -->smile: a: b'],
    ['OS::Nova::Server', 'OS::Nova::Server'],
    ['- x', '\\- x'],
    ['# x', '\\# x'],
    ['two\r\n  lines\x1b', 'two lines\ufffd'],
    ['C:\\x', 'C:\\\\x'],
  ])('prose shows %j as it is', (text, markdown) => {
    expect(prose(text)).toBe(markdown)
  })

  it.each([
    ['a|b', '`a\\|b`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['@you <b>', '`@you <b>`'],
  ])('code shows %j as it is', (text, markdown) => {
    expect(code(text)).toBe(markdown)
  })

  it('advice keeps its code', () => {
    expect(advice('use `a|b` or *c*')).toBe('use `a\\|b` or \\*c\\*')
  })
})

describe('the proof', () => {
  const held = [
    outcome({ path: 'a', status: 'blocked', proof: 'differs', proofMilliseconds: 40 }),
    outcome({ path: 'b', status: 'blocked', proof: 'unproved' }),
    outcome({ path: 'c', status: 'blocked', proof: 'unproved' }),
    outcome({
      path: 'd',
      status: 'changed',
      proof: 'equal',
      before: 'a',
      after: 'b',
      proofMilliseconds: 1200,
    }),
    outcome({ path: 'e', status: 'changed', proof: 'unproved', before: 'a', after: 'b' }),
    outcome({ path: 'f', status: 'changed', before: 'a', after: 'b' }),
  ]

  it.each([
    ['markdown', markdownReporter],
    ['html', htmlReporter],
  ])('in %s says what it let through and what it held back', async (_, make) => {
    expect(withoutWordLinks(await reported(make, held))).toContain(
      'Of the changed files, 1 proved equal in 1.2 s, 1 not proved, 1 not compared; of the blocked files, 1 would mean something else, 2 not proved.',
    )
    expect(withoutWordLinks(await reported(make, held.slice(0, 1)))).toContain(
      'Of the blocked files, 1 would mean something else.',
    )
  })

  it('on the terminal stands beside the counts', async () => {
    const err = collector()
    const reporter = terminalReporter({
      out: { write: () => {}, style: plainStyle },
      report: { write: err.write, style: plainStyle },
      mode: 'dry-run',
      verbosity: 'normal',
      diffOf: undefined,
      lookUp,
      seconds: () => 1,
      exitReason: () => undefined,
      closing: () => [],
    })
    await feed(reporter, held)
    expect(err.text()).toContain('  changed  3  1 proved equal in 1.2 s, 1 not proved, 1 not compared\n')
    expect(err.text()).toContain('  blocked  3  1 would mean something else, 2 not proved\n')
  })
})

describe('html', () => {
  it('of a profile says before, repaired, left and why', async () => {
    const html = await reported(htmlReporter, profileOutcomes, profileLookUp)
    expect(withoutStyle(html)).toBe(expected('profile.html'))
  })

  it('of a check says what was found, and of nothing that it was repaired', async () => {
    const html = await reported(htmlReporter, checkedOutcomes, profileLookUp, 'checked')
    expect(withoutStyle(html)).toBe(expected('check.html'))
  })

  it('loads nothing and runs nothing', async () => {
    for (const files of [profileOutcomes, outcomes]) {
      const html = await reported(htmlReporter, files, profileLookUp)
      expect(html).toContain(
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
      )
      // What is published elsewhere is linked, and loaded when a reader asks for it.
      const links = /<a href="https:\/\/example\.org\/[^"<>]*" rel="noreferrer">/g
      expect(withoutWordLinks(html).replace(links, '<b>')).not.toMatch(
        /<(script|link|img|iframe|base|object|a)\b|\b(src|href|on\w+)=|url\(|@import|https?:/,
      )
    }
  })

  it('leads from the first use of each word to what it means', async () => {
    const html = await reported(htmlReporter, profileOutcomes, profileLookUp)
    const links = [...html.matchAll(/href="#(word-[\w-]+)"/g)].map(([, id]) => id)
    expect(links).toEqual(['word-blocked', 'word-proved-equal', 'word-repair'])
    expect([...html.matchAll(/<dt id="([\w-]+)">/g)].map(([, id]) => id)).toEqual(links)
    expect(await reported(htmlReporter, [])).not.toContain('<h2>Words</h2>')
  })

  it('takes no markup from names and contents', async () => {
    const file = outcome({
      path: '<b>"x"\'.yaml',
      status: 'failed',
      reason: '</td><script>',
      findings: [finding({ code: 'odd-character', message: '&amp; <i>\x07' })],
    })
    const html = await reported(htmlReporter, [file])
    expect(html).toContain('<code>&lt;b&gt;&quot;x&quot;&#39;.yaml</code>')
    expect(html).toContain('<td>&lt;/td&gt;&lt;script&gt;</td>')
    expect(html).toContain('<td>&amp;amp; &lt;i&gt;\ufffd</td>')
  })

  it('folds long lists, and leaves short ones open', async () => {
    expect(await reported(htmlReporter, many)).toContain(
      '<h2>Files that need manual work</h2>\n<details><summary>30 files</summary>\n<div class="wide"',
    )
    const short = await reported(htmlReporter, many.slice(0, 3))
    expect(short).toContain('<h2>Files that need manual work</h2>\n<div class="wide"')
    expect(short).toContain('<h2>Findings</h2>\n<details open><summary>')
  })

  it('opens and closes every element in turn', async () => {
    for (const files of [profileOutcomes, outcomes, many, []]) {
      const open: string[] = []
      const html = withoutStyle(await reported(htmlReporter, files, profileLookUp))
      for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
        if (name === 'meta' || name === 'wbr') continue
        if (slash === '') open.push(name)
        else expect(open.pop()).toBe(name)
      }
      expect(open).toEqual([])
    }
  })
})
