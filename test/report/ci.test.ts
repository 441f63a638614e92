import { githubReporter, gitlabReporter, junitReporter } from '../../src/show/report/ci.ts'
import { finding } from '../run/fake-engine.ts'
import { lookUp, outcome, outcomes, written } from './sample-outcomes.ts'

const wrong = outcome({
  path: 'a b/c,d.yaml',
  status: 'blocked',
  reason: 'it says "<no>" & more',
  findings: [
    finding({
      code: 'unknown-function',
      line: 2,
      column: 3,
      endLine: 2,
      endColumn: 7,
      message: '100% <no>\r\nto::it',
    }),
    finding({ code: 'odd-character', severity: 'warning', line: 4, column: 1, message: 'a \x1b here' }),
  ],
})

describe('github', () => {
  it('gives a command for each finding, with what would end it escaped', async () => {
    expect(await written((write) => githubReporter(write, lookUp), [wrong])).toBe(
      '::error file=a b/c%2Cd.yaml,line=2,endLine=2,col=3,endColumn=7,title=unknown-function::100%25 <no>%0D%0Ato::it%0AGeneral help.\n' +
        '::warning file=a b/c%2Cd.yaml,line=4,col=1,title=odd-character::a \\x1b here\n',
    )
  })

  it('counts what GitHub would drop', async () => {
    const many = Array.from({ length: 12 }, (_, i) => finding({ code: 'yaml-tag', line: i + 1 }))
    const text = await written(
      (write) => githubReporter(write, lookUp),
      [outcome({ path: 'a', status: 'blocked', findings: many })],
    )
    expect(text.split('\n')).toHaveLength(12)
    expect(text).toContain('::notice::hotshift: 2 more findings, which GitHub would not show here\n')
  })
})

describe('gitlab', () => {
  it('gives an entry for each finding, with fingerprints that differ', async () => {
    const report = JSON.parse(await written(gitlabReporter, [wrong, ...outcomes]))
    expect(report[0]).toEqual({
      description: '100% <no>\r\nto::it',
      check_name: 'unknown-function',
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: 'major',
      location: { path: 'a b/c,d.yaml', lines: { begin: 2, end: 2 } },
    })
    expect(report[1]).toMatchObject({ severity: 'minor', location: { lines: { begin: 4 } } })
    expect(new Set(report.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(
      report.length,
    )
  })

  it('is an empty list when there is nothing to say', async () => {
    expect(JSON.parse(await written(gitlabReporter, []))).toEqual([])
  })
})

describe('junit', () => {
  it('begins no line like a command of GitHub, and its readers have the name as it is', async () => {
    const message = 'x\n::error ::y'
    const findings = [
      finding({ code: 'yaml-tag', message }),
      finding({ code: 'yaml-tag', message: '::warning ::z' }),
    ]
    const text = await written(junitReporter, [
      outcome({ path: ' ::stop-commands::a', status: 'blocked', findings }),
    ])
    expect(text.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([])
    expect(text).toContain('\n &#58;:stop-commands::a:1:1 yaml-tag: ::warning ::z')
  })

  it('gives one test case per file, and is XML whatever stands in names and messages', async () => {
    const text = await written(junitReporter, [
      wrong,
      outcome({ path: 'ok.yaml', status: 'unchanged' }),
      outcome({ path: 's.txt', status: 'skipped', kind: 'not-a-template', reason: 'not a template' }),
      outcome({
        path: 'f.yaml',
        status: 'failed',
        reason: 'no way',
        findings: [finding({ code: 'internal-error', message: 'no way' })],
      }),
    ])
    expect(text).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites tests="4" failures="1" errors="1" skipped="1">',
        '  <testsuite name="hotshift" tests="4" failures="1" errors="1" skipped="1">',
        '    <testcase name="a b/c,d.yaml" classname="cfn-yaml" file="a b/c,d.yaml">',
        '      <failure message="it says &quot;&lt;no&gt;&quot; &amp; more">a b/c,d.yaml:2:3 unknown-function: 100% &lt;no&gt;&#13;&#10;to::it</failure>',
        '      <system-out>a b/c,d.yaml:4:1 odd-character: a \ufffd here</system-out>',
        '    </testcase>',
        '    <testcase name="ok.yaml" classname="cfn-yaml" file="ok.yaml"/>',
        '    <testcase name="s.txt" classname="not-a-template" file="s.txt">',
        '      <skipped message="not a template"/>',
        '    </testcase>',
        '    <testcase name="f.yaml" classname="cfn-yaml" file="f.yaml">',
        '      <error message="no way">f.yaml:1:1 internal-error: no way</error>',
        '    </testcase>',
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
    )
  })
})
