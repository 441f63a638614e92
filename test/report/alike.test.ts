import type { ReportableCode } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome, LocatedFinding } from '../../src/engine/outcome.ts'
import { plainStyle } from '../../src/show/report/style.ts'
import { terminalReporter } from '../../src/show/report/terminal.ts'
import { finding } from '../run/fake-engine.ts'
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

const warnings = (all: readonly LocatedFinding[]): LocatedFinding[] =>
  all.map((one) => ({ ...one, severity: 'warning' }))
const infos = (all: readonly LocatedFinding[]): LocatedFinding[] =>
  all.map((one) => ({ ...one, severity: 'info' }))

async function report(
  files: Parameters<typeof outcome>[0][],
  mode: 'dry-run' | 'checked' = 'checked',
  verbosity: 'normal' | 'verbose' = 'normal',
): Promise<string> {
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

const checked = (path: string, ...findings: LocatedFinding[]) => ({
  path,
  status: 'unchanged' as const,
  findings,
})

/** The lines above the help and the totals. */
const above = (text: string) => text.slice(0, text.search(/\n\n|\n\d+ files?/)).split('\n')

describe('findings of one file', () => {
  it('have a line each, with what differs in a name or a number', async () => {
    const text = await report([checked('a.yaml', ...alike(40, '"resource_%" is unknown'))])
    expect(above(text)).toHaveLength(41)
    expect(text).toContain('\n  40:1  error    yaml-syntax  "resource_39" is unknown\n')
  })

  it('share a line where they are the same in every word', async () => {
    const text = await report([checked('a.yaml', ...alike(3, 'no'), ...alike(1, 'no', 'yaml-tag', 9))])
    expect(above(text)).toEqual([
      'a.yaml',
      '  1:1  error    yaml-syntax  no (also at 2:1 3:1)',
      '  9:1  error    yaml-tag     no',
    ])
  })

  it('count their locations behind the first twenty further ones', async () => {
    const text = await report([checked('a.yaml', ...alike(24, 'no'))])
    expect(text).toContain(' 20:1 21:1 and 3 more)\n')
  })

  it('begin with errors, go on with warnings, and end with the number of infos', async () => {
    const text = await report([
      checked(
        'a.yaml',
        ...infos(alike(2, 'i')),
        ...warnings(alike(1, 'w', 'yaml-syntax', 3)),
        ...alike(1, 'e', 'yaml-syntax', 5),
      ),
    ])
    expect(above(text)).toEqual([
      'a.yaml',
      '  5:1  error    yaml-syntax  e',
      '  3:1  warning  yaml-syntax  w',
      '  also 2 infos (-v)',
    ])
  })

  it('are all shown on request', async () => {
    const text = await report([checked('a.yaml', ...infos(alike(2, 'i %')))], 'checked', 'verbose')
    expect(above(text)).toEqual([
      'a.yaml',
      '  1:1  info     yaml-syntax  i 0',
      '  2:1  info     yaml-syntax  i 1',
    ])
  })
})

describe('files', () => {
  it('that have infos only are named in one line', async () => {
    const text = await report([
      checked('a.yaml', ...infos(alike(2, 'i'))),
      checked('b.yaml', ...alike(1, 'e')),
      checked('c.yaml', ...infos(alike(1, 'i'))),
    ])
    expect(text).toContain('\ninfos only (-v): a.yaml (2), c.yaml (1)\n')
  })

  it('that a rewrite blocks say all that is wrong, errors first', async () => {
    const text = await report(
      [
        {
          path: 'a.yaml',
          status: 'blocked',
          reason: 'no',
          findings: [...warnings(alike(1, 'w')), ...alike(2, 'no "%"')],
        },
      ],
      'dry-run',
    )
    expect(above(text)).toEqual([
      'blocked    a.yaml',
      '  1:1  error    yaml-syntax  no "0"',
      '  2:1  error    yaml-syntax  no "1"',
      '  1:1  warning  yaml-syntax  w',
    ])
  })
})

describe('beyond a hundred findings', () => {
  const first = checked('0.yaml', ...alike(101, 'no %'))

  it('warnings that several files have in every word share a line with their files, and errors stay in theirs', async () => {
    const text = await report([
      first,
      checked('a.yaml', ...alike(1, 'no'), ...warnings(alike(2, 'odd', 'yaml-tag'))),
      checked(
        'b.yaml',
        ...alike(1, 'no'),
        ...warnings(alike(1, 'odd', 'yaml-tag', 7)),
        ...warnings(alike(1, 'own', 'yaml-tag', 8)),
      ),
      checked('c.yaml', ...warnings(alike(1, 'odd', 'yaml-tag', 5))),
    ])
    expect(text.slice(text.indexOf('a.yaml'), text.indexOf('\n\n4 files'))).toBe(
      [
        'a.yaml',
        '  1:1  error    yaml-syntax  no',
        '  also 2 warnings (below)',
        'b.yaml',
        '  1:1  error    yaml-syntax  no',
        '  8:1  warning  yaml-tag     own',
        '  also 1 warning (below)',
        '',
        'in several files',
        '  warning  yaml-tag  odd (4 in 3 files) a.yaml:1:1 2:1, b.yaml:7:1, c.yaml:5:1',
      ].join('\n'),
    )
  })

  it('findings are counted by code, too', async () => {
    expect(await report([first])).toMatch(/yaml-syntax {2}error +1 +101\n$/)
    expect(await report([checked('a.yaml', ...alike(100, 'no %'))])).not.toContain('locations')
  })

  it('nothing shares a line on request', async () => {
    const others = ['a.yaml', 'b.yaml'].map((path) => checked(path, ...warnings(alike(1, 'odd'))))
    const text = await report([first, ...others], 'checked', 'verbose')
    expect(text).toContain(
      'a.yaml\n  1:1  warning  yaml-syntax  odd\nb.yaml\n  1:1  warning  yaml-syntax  odd\n',
    )
  })
})

describe('the line of the source', () => {
  const files = (count: number): FileOutcome[] => [
    outcome({
      ...checked('a.yaml', ...alike(count, 'no %')),
      sourceLines: new Map(Array.from({ length: count }, (_, i) => [i + 1, `line ${i + 1}`])),
    }),
  ]

  it('is shown with up to ten findings', async () => {
    const text = await report(files(10))
    expect(text).toContain('  10:1  error    yaml-syntax  no 9\n      10 | line 10\n         | ^\n')
    expect(await report(files(11))).not.toContain('|')
  })

  it('is not shown of what a rewrite changes', async () => {
    expect(await report(files(1), 'dry-run')).not.toContain('|')
  })
})
