import { jsonLinesReporter, jsonReporter } from '../../src/show/report/json.ts'
import { sarifReporter } from '../../src/show/report/sarif.ts'
import { finding } from '../run/fake-engine.ts'
import { profileLookUp, profileOutcomes } from './profile-outcomes.ts'
import { collector, feed, lookUp, outcome, written } from './sample-outcomes.ts'

const entries = [
  {
    path: 'a b.json',
    newPath: 'a b.yaml',
    kind: 'cfn-yaml',
    status: 'changed',
    proof: 'none',
    transforms: ['cfn/json-to-yaml', 'cfn/parameters'],
    changes: { 'cfn/json-to-yaml': 1, 'cfn/parameters': 11 },
    findings: [
      {
        code: 'select-null',
        severity: 'info',
        message: 'select-null here',
        path: 'a b.json',
        line: 12,
        column: 3,
        transform: 'cfn/select',
        help: 'Own help.',
      },
      {
        code: 'unknown-function',
        severity: 'warning',
        message: 'two\n  lines',
        path: 'a b.json',
        line: 2,
        column: 10,
        help: 'General help.',
      },
      {
        code: 'unknown-function',
        severity: 'warning',
        message: 'again',
        path: 'a b.json',
        line: 3,
        column: 1,
        help: 'General help.',
      },
    ],
  },
  {
    path: 'b.yaml',
    kind: 'cfn-yaml',
    status: 'unchanged',
    proof: 'none',
    transforms: [],
    findings: [
      {
        code: 'aws-name',
        severity: 'info',
        message: 'aws-name here',
        path: 'b.yaml',
        line: 1,
        column: 1,
      },
    ],
  },
]
const statuses = { changed: 2, unchanged: 1, skipped: 3, blocked: 1, failed: 1 }
const totals = { ...statuses, errors: 1, warnings: 2, infos: 3 }

describe('json', () => {
  it('is one document of the agreed shape', async () => {
    const document = JSON.parse(await written((write) => jsonReporter(write, '1.2.3', lookUp)))
    expect(Object.keys(document)).toEqual(['version', '$schema', 'files', 'mode', 'totals'])
    expect(document).toMatchObject({ version: '1.2.3', totals })
    expect(document.files).toHaveLength(8)
    expect(document.files.slice(0, 2)).toEqual(entries)
    expect(document.files[3]).toMatchObject({ status: 'skipped', reason: 'not a template' })
  })

  it('holds no files when there are none', async () => {
    expect(await written((write) => jsonReporter(write, '1', lookUp), [])).toBe(
      '{\n"version": "1",\n"$schema": "urn:hotshift:report:1",\n"files": [\n],\n"mode": "dry-run",\n"totals": {"changed":0,"unchanged":0,"skipped":0,"blocked":0,"failed":0,"errors":0,"warnings":0,"infos":0}\n}\n',
    )
  })

  it('of a huge run is written in pieces', async () => {
    const files = Array.from({ length: 3000 }, (_, i) => outcome({ path: `${i}.yaml`, status: 'unchanged' }))
    const { write, pieces } = collector()
    await feed(jsonReporter(write, '1', lookUp), files)
    expect(pieces.length).toBeGreaterThan(3)
    expect(JSON.parse(pieces.join('')).files).toHaveLength(3000)
  })
})

describe('json of a profile', () => {
  it('says what requirements ask and what was repaired', async () => {
    const document = JSON.parse(
      await written((write) => jsonReporter(write, '1', profileLookUp), profileOutcomes),
    )
    expect(document.files[0]).toMatchObject({ proof: 'equal', proofMilliseconds: 1.235 })
    expect(document.files[0].findings[0]).toEqual({
      code: 'R-90526',
      severity: 'info',
      message: 'the default of "flavor|x" went to the environment',
      path: 'base.yaml',
      line: 4,
      column: 5,
      help: 'Section 3.',
      requirement: { keyword: 'MUST NOT', repair: 'safe', isRepaired: true },
    })
  })
})

describe('jsonl', () => {
  it('is one object per line, the totals last', async () => {
    const lines = (await written((write) => jsonLinesReporter(write, '1.2.3', lookUp))).split('\n')
    expect(lines.pop()).toBe('')
    const objects = lines.map((line) => JSON.parse(line))
    expect(objects.slice(0, 2)).toEqual(entries.map((entry) => ({ type: 'file', ...entry })))
    expect(objects.slice(8)).toEqual([
      { type: 'totals', $schema: 'urn:hotshift:report:1', version: '1.2.3', mode: 'dry-run', totals },
    ])
  })
})

describe('sarif', () => {
  it('names rules, places and levels', async () => {
    const log = JSON.parse(await written((write) => sarifReporter(write, '1.2.3', lookUp)))
    expect(log).toMatchObject({ version: '2.1.0', $schema: 'https://json.schemastore.org/sarif-2.1.0.json' })
    const [run] = log.runs
    expect(run.tool.driver).toEqual({
      name: 'hotshift',
      version: '1.2.3',
      semanticVersion: '1.2.3',
      informationUri: expect.stringMatching(/^https:/),
      rules: [
        { id: 'aws-name', shortDescription: { text: 'aws-name' } },
        { id: 'link-not-followed', shortDescription: { text: 'link-not-followed' } },
        { id: 'select-null', shortDescription: { text: 'select-null' } },
        {
          id: 'unknown-function',
          shortDescription: { text: 'A title' },
          fullDescription: { text: 'A title. General help.' },
          helpUri: 'https://unpkg.com/hotshift@1.2.3/docs/reference/findings.md#unknown-function',
          help: {
            text: 'General help.',
            markdown:
              'General help. [More](https://unpkg.com/hotshift@1.2.3/docs/reference/findings.md#unknown-function)',
          },
          defaultConfiguration: { level: 'error' },
        },
        expect.objectContaining({ id: 'would-change', defaultConfiguration: { level: 'note' } }),
      ],
    })
    expect(run.invocations).toEqual([{ executionSuccessful: false }])
    expect(run.results).toHaveLength(8)
    expect(run.results[0]).toEqual({
      ruleId: 'select-null',
      ruleIndex: 2,
      level: 'note',
      message: { text: 'select-null here\nOwn help.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a%20b.json' },
            region: { startLine: 12, startColumn: 3 },
          },
        },
      ],
      partialFingerprints: { 'hotshift/v2': expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    expect(run.properties).toEqual({
      totals: statuses,
      proof: {
        equal: 0,
        equalToAws: 0,
        corresponding: 0,
        rendered: 0,
        unproved: 0,
        notCompared: 2,
        heldDiffering: 0,
        heldUnproved: 0,
        milliseconds: 0,
      },
    })
  })

  it('knows a finding again when lines above it have come or gone', async () => {
    const printsOf = async (...findings: Parameters<typeof finding>[0][]) => {
      const file = outcome({ path: 'a.yaml', status: 'blocked', findings: findings.map(finding) })
      const log = JSON.parse(await written((write) => sarifReporter(write, '1', lookUp), [file]))
      return log.runs[0].results.map(
        (result: { partialFingerprints: Record<string, string> }) =>
          result.partialFingerprints['hotshift/v2'],
      )
    }
    const [first, second, other] = await printsOf(
      { code: 'odd-character', line: 1 },
      { code: 'odd-character', line: 9 },
      { code: 'odd-character', message: 'other', line: 9 },
    )
    expect(new Set([first, second, other]).size).toBe(3)
    expect(await printsOf({ code: 'odd-character', line: 4 }, { code: 'odd-character', line: 12 })).toEqual([
      first,
      second,
    ])
  })

  it('gives the numbers of requirements as rules, with what they say', async () => {
    const log = JSON.parse(
      await written((write) => sarifReporter(write, '1', profileLookUp), profileOutcomes),
    )
    const [run] = log.runs
    expect(run.tool.driver.rules[1]).toEqual({
      id: 'R-90526',
      shortDescription: { text: 'No defaults.' },
      fullDescription: { text: 'No defaults. Section 3.' },
      helpUri: 'https://example.org/a%20b.html?x&y#R-90526',
      help: {
        text: 'Section 3.',
        markdown: 'Section 3. [More](https://example.org/a%20b.html?x&y#R-90526)',
      },
      defaultConfiguration: { level: 'error' },
      properties: { tags: ['MUST NOT'] },
    })
    expect(run.results[0]).toMatchObject({
      ruleId: 'R-90526',
      level: 'note',
      properties: { keyword: 'MUST NOT', repair: 'safe', isRepaired: true },
    })
    expect(run.results[2]).toMatchObject({
      ruleId: 'R-11111',
      level: 'warning',
      properties: { keyword: 'SHOULD', repair: 'by-hand', isRepaired: false },
    })
  })

  it.each([
    ['d\u00e4/x#y?.yaml', 'd%C3%A4/x%23y%3F.yaml'],
    ['../x.yaml', '../x.yaml'],
    ['c:x/y.yaml', './c%3Ax/y.yaml'],
  ])('encodes %s', async (path, uri) => {
    const file = outcome({ path, status: 'blocked', findings: [finding({ code: 'odd-character' })] })
    const text = await written((write) => sarifReporter(write, '1', lookUp), [file])
    expect(JSON.parse(text).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri)
  })
})
