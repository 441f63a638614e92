import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { Spill } from '../../src/run/spill.ts'
import { gathered } from '../../src/show/report/reporter.ts'
import { feed, outcome } from './sample-outcomes.ts'

const lines = Array.from({ length: 5000 }, (_, i) => `${i} ä😀${'x'.repeat(i % 300)}`)
const ours = () => fs.readdirSync(tmpdir()).filter((name) => /^hotshift-[\da-f-]{36}$/.test(name))

describe('lines that wait for the end', () => {
  it.each([1, 1000, 100_000, 1 << 30])(
    'come back as they were, as often as they are asked for: limit %d',
    (limit) => {
      const before = ours()
      const spill = new Spill(limit)
      for (const line of lines) spill.add(line)
      expect([...spill]).toEqual(lines)
      spill.add('')
      spill.add('last')
      expect([...spill]).toEqual([...lines, '', 'last'])
      expect([...spill]).toHaveLength(spill.length)
      expect(ours()).toEqual(before)
      spill.discard()
      expect([...spill]).toEqual([])
    },
  )

  it('may each be as long as the file: no part is searched twice', () => {
    const spill = new Spill(1000)
    const long = ['a'.repeat(20_000_000), `${'b'.repeat(300_000)}ä`, '']
    for (const line of long) spill.add(line)
    const split = jest.spyOn(String.prototype, 'split')
    const back = [...spill]
    const searched = split.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)
    split.mockRestore()
    expect(back.map((line) => line.length)).toEqual(long.map((line) => line.length))
    expect(back.every((line, index) => line === long[index])).toBe(true)
    expect(searched).toBeLessThan(21_000_000)
    spill.discard()
  })

  it('stay in memory where there is no room on the disk', () => {
    const full = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    try {
      const spill = new Spill(100)
      for (const line of lines) spill.add(line)
      expect([...spill]).toEqual(lines)
      spill.discard()
    } finally {
      full.mockRestore()
    }
  })

  it('give reports all files, without their texts, with what is kept of these', async () => {
    const seen: unknown[] = []
    const reporter = gathered<number>(
      ({ files }) => {
        for (const file of files) seen.push(file)
        expect(files).toHaveLength(2)
      },
      ({ before }) => before?.length,
    )
    const files = [
      outcome({ path: 'a\ud800', status: 'changed', before: 'abc', after: 'x' }),
      outcome({ path: 'b\nc', status: 'skipped', reason: 'no' }),
    ]
    await feed(reporter, files)
    expect(seen).toEqual([
      { ...outcome({ path: 'a\ud800', status: 'changed' }), extra: 3 },
      outcome({ path: 'b\nc', status: 'skipped', reason: 'no' }),
    ])
  })
})
