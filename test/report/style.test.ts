import { progressLine, progressRecords } from '../../src/apps/cli/output/run-progress.ts'
import { wantsColour } from '../../src/show/report/style.ts'

describe('colours', () => {
  it.each<[string, boolean, Record<string, string>, 'always' | 'never' | 'auto', boolean]>([
    ['on a terminal', true, {}, 'auto', true],
    ['not in a pipe', false, {}, 'auto', false],
    ['not with --no-color', true, { FORCE_COLOR: '1' }, 'never', false],
    ['in a pipe with --color always', false, { NO_COLOR: '1' }, 'always', true],
    ['not with NO_COLOR', true, { NO_COLOR: '1' }, 'auto', false],
    ['with an empty NO_COLOR', true, { NO_COLOR: '' }, 'auto', true],
    ['in a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, 'auto', true],
    ['in a pipe with an empty FORCE_COLOR', false, { FORCE_COLOR: '' }, 'auto', true],
    ['with FORCE_COLOR in spite of NO_COLOR', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, 'auto', true],
    ['not with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, 'auto', false],
    ['not on a dumb terminal', true, { TERM: 'dumb' }, 'auto', false],
  ])('%s', (_, isTTY, env, option, expected) => {
    expect(wantsColour({ isTTY }, env, option)).toBe(expected)
  })
})

describe('the progress line', () => {
  /** What a run of the given length (ms) writes that reports every 50 ms. */
  function during(length: number): string[] {
    const written: string[] = []
    let time = 5000
    const progress = progressLine(
      (text) => void written.push(text),
      () => time,
    )
    for (let done = 1; time < 5000 + length; done++, time += 50) progress.update('reading', done, 100)
    progress.clear()
    return written
  }

  it('does not appear in a short run', () => {
    expect(during(950)).toEqual([])
  })

  it('counts in a long one, and goes at the end', () => {
    expect(during(1200)).toEqual([
      '\r\x1b[2Kreading 21 of 100 files (21 %)',
      '\r\x1b[2Kreading 23 of 100 files (23 %)',
      '\r\x1b[2K',
    ])
  })
})

describe('progress among the records of a report', () => {
  it('is said where no file was done for half a second', () => {
    const written: string[] = []
    let time = 5000
    const progress = progressRecords(
      (text) => void written.push(text),
      () => time,
    )
    const at = (later: number, act: () => void) => {
      time = 5000 + later
      act()
    }
    at(400, () => progress.update('finding', 300, undefined))
    at(500, () => progress.update('finding', 400, undefined))
    at(900, () => progress.update('preparing', 1, 800))
    at(1000, () => progress.update('preparing', 2, 800))
    // A file is reported.
    at(1400, () => progress.clear())
    at(1800, () => progress.update('reading', 1, 800))
    at(1900, () => progress.update('reading', 2, 800))
    expect(written.map((line) => JSON.parse(line))).toEqual([
      { type: 'progress', step: 'finding', done: 400 },
      { type: 'progress', step: 'preparing', done: 2, total: 800 },
      { type: 'progress', step: 'reading', done: 2, total: 800 },
    ])
    expect(written.every((line) => line.endsWith('}\n'))).toBe(true)
  })
})
