import type { FileOutcome } from '../../src/engine/outcome.ts'
import { unifiedDiff } from '../../src/run/diff/unified-diff.ts'
import { colouredStyle, plainStyle } from '../../src/show/report/style.ts'
import { type TerminalOptions, terminalReporter } from '../../src/show/report/terminal.ts'
import { finding } from '../run/fake-engine.ts'
import { checkedOutcomes, profileLookUp, profileOutcomes } from './profile-outcomes.ts'
import { collector, feed, lookUp, outcome, outcomes } from './sample-outcomes.ts'

async function terminal(
  options: Partial<TerminalOptions> = {},
  files = outcomes,
  style = plainStyle,
): Promise<{ out: string; err: string }> {
  const out = collector()
  const err = collector()
  const reporter = terminalReporter({
    out: { write: out.write, style },
    report: { write: err.write, style },
    verbosity: 'normal',
    mode: 'dry-run',
    diffOf: ({ path, newPath, before, after = '' }) =>
      unifiedDiff({
        path,
        after,
        ...(before === undefined ? {} : { before }),
        ...(newPath === undefined ? {} : { newPath }),
      }),
    lookUp,
    seconds: () => 1.26,
    exitReason: () => undefined,
    closing: () => ['dry run: nothing was written; add --write to write'],
    ...options,
  })
  await feed(reporter, files, options.mode)
  return { out: out.text(), err: err.text() }
}

describe('terminal', () => {
  it('diff to standard output, files and tables to standard error', async () => {
    expect(await terminal()).toEqual({
      out: [
        'diff --git a/a b.json b/a b.yaml',
        'similarity index 0%',
        'rename from a b.json',
        'rename to a b.yaml',
        '--- a/a b.json\t',
        '+++ b/a b.yaml\t',
        '@@ -1 +1 @@',
        '-{}',
        '+x: 1',
        'diff --git a/h.yaml b/h.yaml',
        '--- a/h.yaml',
        '+++ b/h.yaml',
        '@@ -1 +1 @@',
        '-a',
        '+b',
        '',
      ].join('\n'),
      err: [
        'changed    a b.json -> a b.yaml  12 changes by 2 transforms',
        '  2:10  warning  unknown-function  two lines',
        '  3:1   warning  unknown-function  again',
        '  12:3  info     select-null       select-null here',
        '',
        'blocked    c.yaml',
        '  7:5  error    unknown-function  Fn::Foo is unknown',
        'failed     g.yaml  no way',
        'changed    h.yaml  1 change by 1 transform',
        '',
        'infos only (-v): b.yaml (1), f (1)',
        '',
        'help  unknown-function: General help.',
        '',
        '8 files in 1.3 s',
        '  changed    2',
        '  unchanged  1',
        '  skipped    3  not a template (2), link-not-followed (1)',
        '  blocked    1',
        '  failed     1',
        '',
        'dry run: nothing was written; add --write to write',
        '',
      ].join('\n'),
    })
  })

  it('counts what a profile asks for, and what the proofs took', async () => {
    const { err } = await terminal({ lookUp: profileLookUp }, profileOutcomes)
    expect(err).toContain('created    base.env  1 change by 1 transform\n')
    expect(err).toContain('  the default of "flavor|x" went to the environment (repaired)\n')
    expect(err).toContain(
      [
        '  changed  2  1 created, 2 proved equal in 0.00 s',
        '  blocked  1',
        '',
        'requirement  keyword   before  repaired  left  safe  lossy',
        'R-11111      SHOULD         1         0     1     0      0',
        'R-90526      MUST NOT       3         1     2     1      1',
        'all                         4         1     3     1      1',
        '',
        'dry run: nothing was written; add --write to write',
      ].join('\n'),
    )
  })

  it('speaks of a check in its own words', async () => {
    const { out, err } = await terminal(
      { lookUp: profileLookUp, mode: 'checked', closing: () => [] },
      checkedOutcomes,
    )
    expect(out).toBe('')
    expect(err).toBe(
      [
        'base.yaml',
        '  4:5   error    R-90526  the default of "flavor|x"',
        '                 help: `hotshift remediate --profile onap` moves it.',
        '  12:3  warning  R-11111  <script>alert(1)</script> is not a name',
        '                 help: Take `vm_name`.',
        'broken.yaml',
        '  2:1  error    yaml-syntax  a tab',
        'odd.yaml',
        '  3:1  warning  R-11111  "x" is not a name',
        '',
        '5 files in 1.3 s: 2 with errors, 1 with warnings, 1 clean, 1 skipped (not a template)',
        '2 errors, 2 warnings in 3 files',
        '',
        'requirement  keyword   locations  safe',
        'R-11111      SHOULD            2     0',
        'R-90526      MUST NOT          1     1',
        'all                            3     1',
        '',
      ].join('\n'),
    )
  })

  it('says once that a place was repaired, in the help or else behind the message', async () => {
    const repaired = finding({
      code: 'R-90526',
      message: 'it has a default',
      help: 'Repaired: it goes.',
      requirement: { keyword: 'MUST NOT', repair: 'safe', isRepaired: true },
    })
    const { err } = await terminal({}, [
      outcome({ path: 'a.yaml', status: 'changed', findings: [repaired, { ...repaired, line: 2 }] }),
    ])
    expect(err.split('\n').slice(1, 3)).toEqual([
      '  1:1  error    R-90526  it has a default (also at 2:1)',
      '                help: Repaired: it goes.',
    ])
  })

  it('says of a blocked file when there was no repair for it', async () => {
    const left = outcome({
      path: 'a.yaml',
      status: 'blocked',
      findings: [finding({ code: 'R-1', requirement: { keyword: 'MUST', repair: 'by-hand' } })],
    })
    const { err } = await terminal({}, [left, outcome({ path: 'b.yaml', status: 'blocked' })])
    expect(err).toContain('  blocked  2  1 without any repair\n')
  })

  it('quiet leaves the files that need attention, with their errors, the totals and why it ends as it does', async () => {
    const exitReason = () => 'exit code 2: 1 file failed'
    expect(await terminal({ verbosity: 'quiet', exitReason })).toEqual({
      out: '',
      err: [
        'blocked    c.yaml',
        '  7:5  error    unknown-function  Fn::Foo is unknown',
        'failed     g.yaml  no way',
        '8 files: 2 changed, 1 unchanged, 3 skipped, 1 blocked, 1 failed',
        'exit code 2: 1 file failed',
        '',
      ].join('\n'),
    })
  })

  it('prints no diff when there is none to print', async () => {
    expect((await terminal({ diffOf: undefined })).out).toBe('')
  })

  it('says little about a run in which there was nothing to do', async () => {
    const { err } = await terminal(
      {},
      [outcomes[1] as FileOutcome, outcomes[3] as FileOutcome].map((file) => ({ ...file, findings: [] })),
    )
    expect(err).toBe(
      [
        '2 files in 1.3 s',
        '  unchanged  1',
        '  skipped    1  not a template',
        '',
        'dry run: nothing was written; add --write to write',
        '',
      ].join('\n'),
    )
  })

  it('names a few reasons for skipping, and sums up the rest', async () => {
    const files = ['a', 'b', 'b', 'c', 'd', 'e', 'f'].map((reason, i) =>
      outcome({ path: `${i}`, status: 'skipped', reason }),
    )
    expect((await terminal({}, files)).err).toContain(
      '  skipped  7  b (2), a (1), c (1), d (1), other reasons (2)\n',
    )
  })

  it('colours diff and lines', async () => {
    const { out, err } = await terminal({}, outcomes.slice(2), colouredStyle)
    expect(out).toBe(
      [
        '\x1b[1mdiff --git a/h.yaml b/h.yaml\x1b[22m',
        '\x1b[1m--- a/h.yaml\x1b[22m',
        '\x1b[1m+++ b/h.yaml\x1b[22m',
        '\x1b[36m@@ -1 +1 @@\x1b[39m',
        '\x1b[31m-a\x1b[39m',
        '\x1b[32m+b\x1b[39m',
        '',
      ].join('\n'),
    )
    expect(err.split('\n').slice(0, 3)).toEqual([
      '\x1b[33mblocked  \x1b[39m  \x1b[1mc.yaml\x1b[22m',
      '  7:5  \x1b[31merror  \x1b[39m  \x1b[1munknown-function\x1b[22m  Fn::Foo is unknown',
      '\x1b[31mfailed   \x1b[39m  \x1b[1mg.yaml\x1b[22m\x1b[2m  no way\x1b[22m',
    ])
    expect(err).toContain('help  \x1b[1munknown-function\x1b[22m: \x1b[2mGeneral help.\x1b[22m\n')
    expect(err).toContain('\x1b[33mblocked\x1b[39m  1\n')
    const table = await terminal({ isSummary: true }, outcomes.slice(2), colouredStyle)
    expect(table.err).toContain('unknown-function   \x1b[31merror\x1b[39m         1          1\n')
  })

  it('does not let names and contents steer the terminal', async () => {
    const file = outcome({
      path: 'a\x1b]0;x\x07.yaml',
      status: 'changed',
      before: 'a\r\n',
      after: 'b\x1b[2Jc\r\n',
      findings: [finding({ code: 'odd-character', severity: 'warning', message: 'odd \x1b[31m text' })],
    })
    const { out, err } = await terminal({}, [file], colouredStyle)
    expect(out).toContain('\x1b[32m+b\\x1b[2Jc\x1b[39m\n')
    expect(out.replace(/\x1b\[\d+m/g, '')).not.toMatch(/\x1b/)
    expect(err).toContain('a\\x1b]0;x\\x07.yaml')
    expect(err).toContain('odd \\x1b[31m text')
    expect((await terminal({}, [file])).out).toContain('+b\x1b[2Jc\r\n')
  })
})
