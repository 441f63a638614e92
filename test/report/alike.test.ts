import type { ReportableCode } from '../../src/engine/catalogue.ts'
import type { LocatedFinding } from '../../src/engine/outcome.ts'
import { plainStyle } from '../../src/report/style.ts'
import { chooseAll, firstOfMany, terminalReporter } from '../../src/report/terminal.ts'
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
  const shown = (findings: readonly LocatedFinding[], choose = firstOfMany(() => undefined)) =>
    choose(findings).map(({ finding: { line }, more }) => (more === 0 ? `${line}` : `${line} and ${more}`))

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
    const entry = { title: 't', severity: 'info', help: 'h', isOfRun: true } as const
    const choose = firstOfMany(() => entry)
    const notes = () => alike(3, 'a').map((one) => ({ ...one, severity: 'info' as const }))
    expect([shown(notes(), choose), shown(notes(), choose)]).toEqual([['1 and 2'], []])
  })

  it('stay in their order', () => {
    const [a, b] = [alike(6, 'a'), alike(6, 'b', 'yaml-syntax', 11)]
    const mixed = a.flatMap((one, i) => [one, b[i] ?? one])
    expect(shown(mixed)).toEqual(['1', '11', '2', '12', '3 and 3', '13 and 3'])
  })

  it('are no longer shown when the run has shown many', () => {
    const choose = firstOfMany(() => undefined)
    for (let i = 0; i < 20; i++) expect(shown(alike(1, 'a'), choose)).toEqual(['1'])
    expect(shown([...alike(1, 'a'), ...alike(1, 'b', 'yaml-syntax', 7)], choose)).toEqual(['7'])
  })

  it('all are shown on request', () => {
    expect(shown(alike(40, 'a'), chooseAll)).toHaveLength(40)
  })
})

describe('on the terminal', () => {
  async function report(verbosity: 'normal' | 'verbose', files: Parameters<typeof outcome>[0][]) {
    const err = collector()
    const reporter = terminalReporter({
      out: { write: () => {}, style: plainStyle },
      report: { write: err.write, style: plainStyle },
      verbosity,
      mode: 'dry-run',
      diffOf: undefined,
      lookUp,
      seconds: () => 1,
      exitReason: () => undefined,
      closing: () => [],
    })
    await feed(reporter, files.map(outcome))
    return err.text()
  }

  it('says how many more there are, and where all can be seen', async () => {
    const files = [{ path: 'a.yaml', status: 'blocked' as const, findings: alike(40, 'no "%"') }]
    const text = await report('normal', files)
    expect(text.slice(0, text.indexOf('\n\n'))).toBe(
      [
        'blocked    a.yaml',
        '  1:1  error    yaml-syntax  no "0"',
        '  2:1  error    yaml-syntax  no "1"',
        '  3:1  error    yaml-syntax  no "2"',
        '                and 37 more like this',
      ].join('\n'),
    )
    expect(text).toMatch(/\n\nfindings like others were left out; --verbose shows all\n$/)
    expect(text).toMatch(/x +error +1 +40\n/)
    const all = await report('verbose', files)
    expect(all).toContain('\n  40:1 ')
    expect(all).not.toContain('--verbose')
  })

  it('leaves files with nothing new to their reason', async () => {
    const files = Array.from({ length: 22 }, (_, i) => ({
      path: `${i + 10}.yaml`,
      status: 'blocked' as const,
      reason: `no "${i}"`,
      findings: alike(1, 'no "%"'),
    }))
    const last = {
      path: '99.yaml',
      status: 'changed' as const,
      findings: [...alike(2, 'no "%"'), ...alike(1, 'b', 'yaml-tag', 7)],
    }
    const text = await report('normal', [...files, { ...last, before: 'a', after: 'b' }])
    expect(text).toContain(
      '  1:1  error    yaml-syntax  no "0"\nblocked    30.yaml  no "20"; 1 finding like those of other files\n',
    )
    expect(text).toContain(
      'changed    99.yaml\n  7:1  error    yaml-tag  b\n                and 2 more like those of other files\n',
    )
  })
})
