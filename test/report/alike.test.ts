import type { ReportableCode } from '../../src/engine/catalogue.ts'
import type { LocatedFinding } from '../../src/engine/outcome.ts'
import { chooseAll, firstOfMany, onceInRun } from '../../src/report/shown-findings.ts'
import { plainStyle } from '../../src/report/style.ts'
import { terminalReporter } from '../../src/report/terminal.ts'
import { finding } from '../runner/fake-engine.ts'
import { collector, feed, lookUp, outcome } from './sample-outcomes.ts'

/** `count` findings on lines of their own; `%` in the message is the number of each. */
const alike = (
  count: number,
  message: string,
  code: ReportableCode = 'yaml-syntax',
  first = 1,
): LocatedFinding[] =>
  Array.from({ length: count }, (_, i) =>
    finding({ code, message: message.replaceAll('%', `${i}`), line: first + i }),
  )

describe('the first of many', () => {
  const shown = (findings: readonly LocatedFinding[], choose = firstOfMany()) =>
    choose(findings, 'changed').shown.map(({ finding: { line }, more }) =>
      more === 0 ? `${line}` : `${line} and ${more}`,
    )

  it.each([
    ['names in quotes', '"resource_%" is unknown'],
    ['numbers', 'entry % is unknown'],
    ['paths', 'resources.server_%.properties: is unknown'],
  ])('findings that differ in nothing but %s are alike', (_, message) => {
    expect(shown(alike(40, message))).toEqual(['1', '2', '3 and 37'])
  })

  it('a few are all shown', () => {
    expect(shown(alike(5, 'a'))).toEqual(['1', '2', '3', '4', '5'])
  })

  it('others are not alike', () => {
    expect(
      shown([...alike(6, 'a'), ...alike(6, 'b', 'yaml-syntax', 11), ...alike(6, 'a', 'yaml-tag', 21)]),
    ).toEqual(['1', '2', '3 and 3', '11', '12', '13 and 3', '21', '22', '23 and 3'])
  })

  it('come behind all errors where they are warnings, and then infos, by their codes', () => {
    const as = (severity: 'warning' | 'info', all: readonly LocatedFinding[]) =>
      all.map((one) => ({ ...one, severity }))
    expect(
      shown([
        ...as('info', alike(2, 'i', 'yaml-syntax', 1)),
        ...as('warning', [...alike(6, 'a', 'yaml-syntax', 11), ...alike(6, 'b', 'yaml-syntax', 21)]),
        ...as('warning', alike(1, 'a', 'yaml-tag', 31)),
        ...alike(1, 'e', 'yaml-syntax', 41),
      ]),
    ).toEqual(['41', '11 and 11', '31', '1 and 1'])
  })

  it('are shown once in a run where they are about how it is read', () => {
    const choose = firstOfMany()
    const notes = () => alike(3, 'a', 'ignored-key').map((one) => ({ ...one, severity: 'info' as const }))
    expect([shown(notes(), choose), shown(notes(), choose)]).toEqual([['1 and 2'], []])
  })

  it('stay in their order', () => {
    const [a, b] = [alike(6, 'a'), alike(6, 'b', 'yaml-syntax', 11)]
    const mixed = a.flatMap((one, i) => [one, b[i] ?? one])
    expect(shown(mixed)).toEqual(['1', '11', '2', '12', '3 and 3', '13 and 3'])
  })

  it('are no longer shown when the run has shown many', () => {
    const choose = firstOfMany()
    for (let i = 0; i < 20; i++) expect(shown(alike(1, 'a'), choose)).toEqual(['1'])
    expect(shown([...alike(1, 'a'), ...alike(1, 'b', 'yaml-syntax', 7)], choose)).toEqual(['7'])
  })

  it('all are shown on request', () => {
    expect(shown(alike(40, 'a'), chooseAll)).toHaveLength(40)
  })
})

describe('on the terminal', () => {
  async function report(
    verbosity: 'normal' | 'verbose',
    files: Parameters<typeof outcome>[0][],
    mode: 'dry-run' | 'checked' = 'dry-run',
  ) {
    const err = collector()
    const reporter = terminalReporter({
      out: { write: () => {}, style: plainStyle },
      report: { write: err.write, style: plainStyle },
      verbosity,
      mode,
      diffOf: undefined,
      lookUp,
      seconds: () => 1,
      exitReason: () => undefined,
      closing: () => [],
    })
    await feed(reporter, files.map(outcome), mode)
    return err.text()
  }

  it('says how many more there are, and where all can be seen', async () => {
    const files = [{ path: 'a.yaml', status: 'blocked' as const, findings: alike(40, 'no "%"') }]
    const text = await report('normal', files)
    expect(text.slice(0, text.indexOf('\n\n'))).toBe(
      [
        'blocked    a.yaml',
        '  1:1  error    yaml-syntax  no "0" (also at 2:1 3:1 4:1 5:1 6:1 7:1 and 33 more)',
      ].join('\n'),
    )
    expect(text).toMatch(/\n\nfindings like others were left out; --verbose shows all\n$/)
    const all = await report('verbose', files)
    expect(all).toContain('\n  40:1 ')
    expect(all).not.toContain('--verbose')
  })

  it('of a check, says how many more there are, and leaves files with nothing new to their number', async () => {
    const files = Array.from({ length: 22 }, (_, i) => ({
      path: `${i + 10}.yaml`,
      status: 'unchanged' as const,
      findings: alike(1, 'no "%"'),
    }))
    const last = { path: '99.yaml', status: 'unchanged' as const }
    const findings = [...alike(6, 'no %', 'yaml-tag', 7), ...alike(2, 'no "%"')]
    const text = await report('normal', [...files, { ...last, findings }], 'checked')
    expect(text).toContain('  1:1  error    yaml-syntax  no "0"\nerrors     99.yaml\n')
    expect(text).not.toContain('30.yaml')
    expect(text).toContain(
      [
        'errors     99.yaml',
        '  7:1  error    yaml-tag  no 0',
        '  8:1  error    yaml-tag  no 1',
        '  9:1  error    yaml-tag  no 2',
        '                and 3 more like this',
        '                and 2 more like those of other files',
      ].join('\n'),
    )
    expect(text).toMatch(/x +error +23 +24\n/)
  })

  it('of a rewrite, explains each kind of error once, and names it by its locations from then on', async () => {
    const blocked = (path: string, ...findings: LocatedFinding[]) => ({
      path,
      status: 'blocked' as const,
      reason: 'no',
      findings,
    })
    const text = await report('normal', [
      blocked('a.yaml', ...alike(2, 'no "%"')),
      blocked('b.yaml', ...alike(9, 'no "%"', 'yaml-syntax', 3), ...alike(1, 'b', 'yaml-tag', 70)),
      blocked('c.yaml', ...alike(2, 'no "%"'), ...alike(1, 'b', 'yaml-tag', 9)),
      blocked('d.yaml', ...alike(1, 'no, but of another kind')),
    ])
    expect(text.slice(0, text.indexOf('\n\n'))).toBe(
      [
        'blocked    a.yaml',
        '  1:1  error    yaml-syntax  no "0" (also at 2:1)',
        'blocked    b.yaml',
        '  70:1  error    yaml-tag  b',
        '        error    yaml-syntax 3:1 4:1 5:1 6:1 7:1 8:1 and 3 more',
        'blocked    c.yaml  yaml-syntax 1:1 2:1, yaml-tag 9:1',
        'blocked    d.yaml',
        '  1:1  error    yaml-syntax  no, but of another kind',
      ].join('\n'),
    )
    expect(text).not.toContain('yaml-syntax in 4 files')
  })

  it('of a rewrite, says warnings of what is written, the first of each code in full, and counts them in what is blocked', async () => {
    const codes = [
      'yaml-tag',
      'yaml-syntax',
      'yaml-anchor',
      'aws-name',
      'select-null',
      'odd-character',
    ] as const
    const warnings = codes.flatMap((code, i) =>
      alike(2, `of ${code}`, code, 10 * (i + 1)).map((one) => ({ ...one, severity: 'warning' as const })),
    )
    const written = { status: 'changed' as const, before: 'a', after: 'b' }
    const text = await report('normal', [
      { path: 'a.yaml', status: 'blocked', findings: [...alike(1, 'no'), ...warnings] },
      { path: 'b.yaml', ...written, findings: warnings },
      { path: 'c.yaml', ...written, findings: warnings.slice(0, 3) },
      { path: 'd.yaml', status: 'unchanged', findings: warnings },
    ])
    expect(text.slice(0, text.indexOf('\n\n'))).toBe(
      [
        'blocked    a.yaml',
        '  1:1  error    yaml-syntax  no',
        'changed    b.yaml',
        '  10:1  warning  yaml-tag  of yaml-tag (and 1 more)',
        '  20:1  warning  yaml-syntax  of yaml-syntax (and 1 more)',
        '  30:1  warning  yaml-anchor  of yaml-anchor (and 1 more)',
        '  40:1  warning  aws-name  of aws-name (and 1 more)',
        '  50:1  warning  select-null  of select-null (and 1 more)',
        '  60:1  warning  odd-character  of odd-character (and 1 more)',
        'changed    c.yaml',
        '  warning  yaml-tag 10:1 11:1, yaml-syntax 20:1',
      ].join('\n'),
    )
    expect(text).toContain('\nwarning  yaml-tag in 4 files, yaml-syntax in 4, ')
    expect(text).not.toContain('d.yaml')
  })

  it('of a rewrite, names nothing again that is about a whole run', () => {
    const choose = onceInRun()
    const warnings = alike(1, 'w', 'unknown-resource-type').map((one) => ({
      ...one,
      severity: 'warning' as const,
    }))
    expect(choose(warnings, 'changed')).toMatchObject({ shown: [{ finding: { message: 'w' } }], named: [] })
    expect(choose(warnings, 'changed')).toEqual({ shown: [], named: [] })
  })

  it('of a rewrite, shows the errors that a written file leaves', () => {
    const choose = onceInRun()
    for (const _ of ['a.yaml', 'b.yaml']) {
      const { shown, named } = choose(alike(2, 'e "%"'), 'changed')
      expect([shown.map(({ finding: { message } }) => message), named]).toEqual([['e "0"', 'e "1"'], []])
    }
  })

  it('of a rewrite, shows requirements in each file', () => {
    const choose = onceInRun()
    const requirement = { keyword: 'MUST', repair: 'by-hand' } as const
    const findings = alike(2, 'r "%"').map((one) => ({ ...one, requirement }))
    for (const _ of ['a.yaml', 'b.yaml']) expect(choose(findings, 'blocked').shown).toHaveLength(2)
  })
})
