import type { FileOutcome, IgnoredFinding } from '../../src/engine/outcome.ts'
import { tallyPackages } from '../../src/report/packages.ts'
import { reportOn } from '../../src/runner/run-report.ts'
import { finding } from '../runner/fake-engine.ts'
import { outcome } from './sample-outcomes.ts'

const must = finding({ code: 'R-90526', requirement: { keyword: 'MUST NOT', repair: 'safe' } })
const should = finding({ code: 'R-47061', requirement: { keyword: 'SHOULD', repair: 'lossy' } })
const repaired = finding({
  code: 'R-90526',
  severity: 'info',
  requirement: { keyword: 'MUST NOT', repair: 'safe', isRepaired: true },
})
const waived: IgnoredFinding = { ...must, ignoredBy: { kind: 'waiver', reason: 'agreed' } }

const template = (path: string, fields: Partial<FileOutcome> = {}) =>
  outcome({ path, kind: 'hot', status: 'unchanged', ...(fields as object) })

const tally = (files: readonly FileOutcome[], fields: object = {}) =>
  tallyPackages({
    ...reportOn(files, 'checked'),
    files,
    invocation: { command: 'check', options: { profile: ['onap'] }, exitCode: 0 },
    ...fields,
  })

describe('the verdict on a package', () => {
  it('is that of its folder, which the folders without templates below it belong to', () => {
    const files = [
      template('a/base.yaml', { findings: [must, should] }),
      outcome({ path: 'a/scripts/x.sh', kind: 'not-a-template', status: 'skipped', findings: [must] }),
      template('b/base.yaml', { findings: [should] }),
    ]
    expect(tally(files)).toMatchObject([
      { path: 'a', verdict: 'violated', files: 2, must: 2, should: 1 },
      { path: 'b', verdict: 'met', files: 1, must: 0, should: 1 },
    ])
  })

  it('is that of its archive, with the checksum', () => {
    const archives = [{ path: 'p/vnf.zip', checksum: 'ab12' }]
    expect(tally([template('p/vnf.zip/a/base.yaml')], { archives })).toMatchObject([
      {
        path: 'p/vnf.zip',
        verdict: 'met',
        checksum: 'ab12',
        said: expect.stringContaining('meets every MUST'),
      },
    ])
  })

  it('names what is set aside, and does not count it', () => {
    expect(tally([template('base.yaml', { ignored: [waived] })])).toMatchObject([
      {
        path: '.',
        verdict: 'met',
        must: 0,
        setAside: 1,
        said: expect.stringContaining('1 location set aside'),
      },
    ])
  })

  it('does not speak for files that could not be read', () => {
    const broken = template('b.yaml', { status: 'blocked', findings: [finding({ code: 'yaml-syntax' })] })
    expect(tally([template('base.yaml'), broken])).toMatchObject([
      { verdict: 'not-in-full', said: expect.stringContaining('1 file with other errors') },
    ])
    expect(tally([template('base.yaml', { findings: [must] }), broken])).toMatchObject([
      { verdict: 'violated' },
    ])
  })

  it('counts what is repaired apart from what is left', () => {
    const files = [template('base.yaml', { findings: [repaired, must] })]
    expect(tally(files, { mode: 'written' })).toMatchObject([
      { must: 1, repaired: 1, said: 'does not meet what it MUST in 1 location, as it is written' },
    ])
  })

  it('is of no run without a profile', () => {
    expect(tally([template('base.yaml')], { invocation: undefined })).toEqual([])
  })
})
