/** One property changed, in each way, of every type of Heat: what `diff` says, and what `Resource.update` of Heat does. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hasHeatFor, python } from './installed.ts'
import { type JudgedChange, judgedChange, type SingleChange } from './update-verdicts.ts'

const withHeat = hasHeatFor('single changes of all types') ? describe : describe.skip

withHeat('single changes of all types', () => {
  let all: readonly JudgedChange[] = []

  beforeAll(() => {
    const { stdout, stderr } = spawnSync(python, [join(__dirname, 'update_matrix.py'), ''], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const lines = stdout.split('\n').filter((line) => line.startsWith('{"name"'))
    if (lines.length === 0) throw new Error(stderr)
    all = lines.map((line) => judgedChange(JSON.parse(line) as SingleChange))
  }, 900_000)

  const of = (verdict: JudgedChange['verdict']) => all.filter((one) => one.verdict === verdict)

  it('are of more than a hundred types', () => {
    expect(new Set(all.map(({ name }) => name.split(' ')[0])).size).toBeGreaterThan(100)
  })

  it('never do anything else than is said for certain', () => {
    const parted = [...of('dangerous'), ...of('wrong')]
    expect(parted.map(({ name, said, outcome }) => `${name}: said ${said}, Heat: ${outcome}`)).toEqual([])
  })

  it('nearly all do what is said for certain', () => {
    expect(of('right').length / all.length).toBeGreaterThan(0.99)
  })
})
