/** What our commands make of templates whose parameters have odd defaults, judged by Heat with those and with odd values. */
import { join } from 'node:path'
import { hasHeat } from '../installed.ts'
import { Judge } from './judge.ts'
import { rewrites } from './rewrites.ts'
import { isEscape, type Outcome, outcomes } from './run.ts'

const withHeat = hasHeat ? describe : describe.skip

const folder = join(__dirname, '../../..')
const seed = 4202
const count = 90

withHeat(`${count} rewrites of templates with odd defaults (seed ${seed})`, () => {
  const found: Outcome[] = []

  beforeAll(async () => {
    const judge = new Judge(folder)
    for await (const one of outcomes(judge, rewrites(judge, { seed, count }))) found.push(one)
    await judge.close()
  }, 600_000)

  it('are judged, of both dialects', () => {
    const judged = found.filter(({ judgement }) => judgement.verdict !== 'refused')
    expect(judged).toHaveLength(count)
    expect(new Set(judged.map(({ mutant }) => mutant.template.isHot))).toEqual(new Set([true, false]))
  })

  it('are the same to Heat', () => {
    const escapes = found.filter(isEscape)
    expect(escapes.map(({ mutant, judgement }) => [mutant.mutator.name, mutant.before, judgement])).toEqual(
      [],
    )
  })
})
