import type { FileOutcome } from '../../src/engine/outcome.ts'
import type { RunMode } from '../../src/run/run-report.ts'
import { htmlReporter } from '../../src/show/report/html.ts'
import { jsonLinesReporter, jsonReporter } from '../../src/show/report/json.ts'
import { markdownReporter } from '../../src/show/report/markdown.ts'
import type { LookUpCode, ReportExtent, Reporter, Write } from '../../src/show/report/reporter.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { checkedOutcomes, profileLookUp, profileOutcomes } from './profile-outcomes.ts'
import { lookUp, outcomes, written } from './sample-outcomes.ts'

afterEach(removeTemporaryTrees)

type Make = (write: Write, version: string, lookUp: LookUpCode, extent: ReportExtent) => Reporter

const html: Make = (write, version, look, extent) => htmlReporter(write, version, look, { extent })

const totalsOf = (make: Make, files: readonly FileOutcome[], look = lookUp, mode?: RunMode) =>
  written((write) => make(write, '1.2.3', look, 'totals'), files, mode)

describe('a report of totals', () => {
  it.each([
    ['markdown', markdownReporter],
    ['html', html],
    ['json', jsonReporter],
    ['jsonl', jsonLinesReporter],
  ] as const)('as %s names no file, and every code and transform', async (_name, make) => {
    const text = (await totalsOf(make, outcomes)).replaceAll('<wbr>', '')
    for (const { path, findings, transforms } of outcomes) {
      if (path.includes('.')) expect(text).not.toContain(path)
      for (const { code } of findings) expect(text).toContain(code)
      for (const { id } of transforms) expect(text).toContain(id)
    }
  })

  it('as JSON counts what the report for people counts', async () => {
    const { files, summary } = JSON.parse(await totalsOf(jsonReporter, outcomes))
    expect(files).toEqual([])
    expect(summary).toMatchObject({
      files: outcomes.length,
      skipped: [{ reason: 'not a template', files: 2 }, {}],
    })
    const [last] = (await totalsOf(jsonLinesReporter, outcomes)).trimEnd().split('\n').slice(-1)
    expect(JSON.parse(last ?? '')).toMatchObject({ type: 'totals', summary })
  })

  it('of a check says how many files have errors, and how often requirements are violated', async () => {
    const text = await totalsOf(jsonReporter, checkedOutcomes, profileLookUp, 'checked')
    const { verdicts, requirements } = JSON.parse(text).summary
    expect(Object.keys(verdicts)).toEqual(['errors', 'warnings', 'clean', 'skipped', 'failed'])
    expect(requirements.length).toBeGreaterThan(0)
    const markdown = await totalsOf(markdownReporter, profileOutcomes, profileLookUp)
    expect(markdown.match(/^#+ .*/gm)).toContain('## Requirements')
  })
})

describe('--summary', () => {
  const template = 'heat_template_version: 2018-08-31\nresources: {a: {type: OS::Nova::Server}}\n'

  it.each(['sarif', 'csv', 'github', 'gitlab', 'junit'])('takes no finding from %s', async (format) => {
    const { root } = temporaryTree({ 'a.yaml': template })
    const report = async (...more: readonly string[]) =>
      (await inProcess(['check', '--format', format, ...more], root)).stdout
    const whole = await report()
    expect(whole).toContain('missing-property')
    expect((await report('--summary')).replace(/"milliseconds": .*/g, '')).toBe(
      whole.replace(/"milliseconds": .*/g, ''),
    )
  })

  it('goes with files in several formats', async () => {
    const tree = temporaryTree({ 'a.yaml': template })
    const outputs = ['r.json', 'r.md', 'r.html', 'r.xlsx', 'r.sarif'].flatMap((name) => ['--output', name])
    expect((await inProcess(['check', '--summary', ...outputs], tree.root)).status).toBe(1)
    expect(JSON.parse(tree.read('r.json')).summary.verdicts).toMatchObject({ errors: 1, clean: 0 })
    expect(tree.read('r.md')).toContain('| 1 | 0 | 0 | 0 | 0 |')
    expect(tree.read('r.html')).not.toContain('a.yaml')
    const { results } = JSON.parse(tree.read('r.sarif')).runs[0] as { results: { ruleId: string }[] }
    expect(results.map(({ ruleId }) => ruleId)).toContain('missing-property')
  })
})
