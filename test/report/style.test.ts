import { progressLine } from '../../src/report/progress.ts'
import { wantsColour } from '../../src/report/style.ts'

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
