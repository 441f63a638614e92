import { type CatalogueEntry, catalogueEntry } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome, IgnoredFinding } from '../../src/engine/outcome.ts'
import { reportOn } from '../../src/run/run-report.ts'
import { tallyPackages } from '../../src/show/report/packages.ts'
import { finding } from '../run/fake-engine.ts'
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

const lookUp = (code: string): CatalogueEntry | undefined =>
  code === 'R-90526'
    ? { title: '', severity: 'error', help: '', testedBy: 'test_x.py' }
    : catalogueEntry(code)

const tally = (files: readonly FileOutcome[], fields: object = {}) =>
  tallyPackages(
    {
      ...reportOn(files, 'checked'),
      files,
      invocation: { command: 'check', options: { profile: ['onap'] }, exitCode: 0 },
      ...fields,
    },
    lookUp,
  )

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

  it('has the name of the working directory where it lies there', () => {
    const files = [template('base.yaml'), template('b/base.yaml')]
    expect(tally(files, { folder: 'lamp' })).toMatchObject([
      { path: '.', name: 'lamp' },
      { path: 'b', name: 'b' },
    ])
    expect(tally(files)).toMatchObject([{ name: '.' }, { name: 'b' }])
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

  it('counts what a baseline has as well, and says how much is new', () => {
    const known: IgnoredFinding = { ...must, ignoredBy: { kind: 'baseline' } }
    const since = { path: 'last.json', gone: [] }
    const saidOf = (fields: Partial<FileOutcome>) =>
      tally([template('base.yaml', fields)], { since }).map(({ must, setAside, said }) => [
        must,
        setAside,
        said,
      ])
    expect(saidOf({ findings: [must, should], ignored: [known, waived] })).toEqual([
      [2, 1, 'does not meet what it MUST in 2 locations, 1 of them new, with 1 location set aside'],
    ])
    expect(saidOf({ ignored: [known] })).toEqual([
      [1, 0, 'does not meet what it MUST in 1 location, none of them new'],
    ])
  })

  it('is of no run without a profile', () => {
    expect(tally([template('base.yaml')], { invocation: undefined })).toEqual([])
  })
})

describe('what the gates say of a package', () => {
  const error = (code: FileOutcome['findings'][number]['code']) => finding({ code, severity: 'error' })
  const asked = (profile: string, more: object = {}) => ({
    invocation: { command: 'check', options: { profile: [profile], ...more }, exitCode: 0 },
  })
  const gatesOf = (fields: Partial<FileOutcome>, of: object = asked('onap,sdc')) =>
    tally([template('base.yaml', fields)], of).map(({ gates }) => gates)[0]

  it('counts the reasons of each', () => {
    const findings = [must, should, error('sdc-file'), error('unknown-reference')]
    expect(gatesOf({ findings })).toEqual({ Heat: 'failed (1)', VVP: 'failed (1)', SDC: 'failed (1)' })
    expect(gatesOf({ findings: [should] })).toEqual({ Heat: 'passed', VVP: 'passed', SDC: 'passed' })
  })

  it('knows of refusals of which a requirement speaks', () => {
    expect(gatesOf({ findings: [must], refusals: 2 })).toMatchObject({ Heat: 'failed (2)' })
  })

  it('is known of the others where SDC alone refuses the package', () => {
    expect(gatesOf({ findings: [error('sdc-manifest')] })).toEqual({
      Heat: 'passed',
      VVP: 'passed',
      SDC: 'failed (1)',
    })
  })

  it('is not known of a package without a template', () => {
    const alone = (kind: string, findings: FileOutcome['findings']) =>
      tally([template('base.env', { kind, findings })], asked('onap,sdc')).map(({ gates }) => gates)
    expect(alone('environment', [])).toEqual([{ Heat: 'not known', VVP: 'not known', SDC: 'not known' }])
    expect(alone('not-a-template', [must])).toMatchObject([{ Heat: 'not known', VVP: 'failed (1)' }])
  })

  it('holds nothing against a package that only cannot be written', () => {
    const unwritten = {
      status: 'failed',
      findings: [error('read-only-file'), error('change-incomplete')],
    } as const
    expect(gatesOf(unwritten)).toEqual({ Heat: 'passed', VVP: 'passed', SDC: 'passed' })
    expect(tally([template('base.yaml', unwritten)])).toMatchObject([{ verdict: 'met' }])
    expect(gatesOf({ status: 'failed', findings: [] })).toMatchObject({ Heat: 'not known' })
    expect(gatesOf({ findings: [error('manifest-wrong')] })).toMatchObject({ Heat: 'not known' })
  })

  it('counts for VVP what its test of the requirement looks for', () => {
    const untested = {
      ...must,
      requirement: { keyword: 'MUST', repair: 'by-hand', isUntested: true },
    } as const
    expect(gatesOf({ findings: [untested], refusals: 1 })).toMatchObject({
      Heat: 'failed (1)',
      VVP: 'passed',
    })
  })

  it('knows no waiver', () => {
    expect(gatesOf({ ignored: [waived] })).toMatchObject({ VVP: 'failed (1)' })
  })

  it('is known of what was asked only', () => {
    expect(gatesOf({}, asked('onap'))).toMatchObject({ SDC: 'not asked' })
    expect(gatesOf({}, asked('sdc'))).toMatchObject({ VVP: 'not asked' })
    expect(gatesOf({}, asked('onap', { only: ['R-90526'] }))).toMatchObject({ Heat: 'asked in part' })
  })

  it('is not known of a repair that was not read again, and that of what was written if it was', () => {
    expect(gatesOf({}, { ...asked('onap'), mode: 'written' })).toMatchObject({ Heat: 'not known' })
    const place = { path: 'base.yaml', was: 'base.yaml', line: 1, column: 1, message: '' }
    const written = {
      day: '2026-11-25',
      requirements: 'Honolulu',
      archives: [],
      files: [],
      left: [{ ...place, code: 'R-90526', keyword: 'MUST NOT', repair: 'by-hand', note: '', isNew: false }],
      refused: [{ ...place, code: 'sdc-file' }],
      names: [],
      values: [],
    }
    expect(
      gatesOf({ findings: [must, must], refusals: 3 }, { ...asked('onap,sdc'), mode: 'written', written }),
    ).toEqual({ Heat: 'passed', VVP: 'failed (1)', SDC: 'failed (1)' })
  })
})
