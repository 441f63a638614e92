/** Our proof asked about mutants that Heat judges: none that Heat shows to be different may be called equal. */
import { join } from 'node:path'
import { hasHeatFor } from '../installed.ts'
import { Judge } from './judge.ts'
import { isEscape, mutants, type Outcome, outcomes, templates } from './run.ts'
import { table } from './table.ts'

const heat = hasHeatFor('judging mutants')
const withHeat = heat ? describe : describe.skip

const folder = join(__dirname, '../../..')
const seed = 11
const count = 300

withHeat(`${count} mutants (seed ${seed})`, () => {
  const found: Outcome[] = []

  beforeAll(async () => {
    const judge = new Judge(folder)
    const all = await templates(folder, judge, seed)
    for await (const one of outcomes(judge, mutants(all, { seed, count }))) found.push(one)
    await judge.close()
    console.info(table(found))
  }, 600_000)

  it('are mostly different to Heat, and some are equal by construction', () => {
    const different = found.filter(({ judgement }) => judgement.verdict === 'differs')
    const same = found.filter(
      ({ mutant, judgement }) => mutant.mutator.kind === 'equal' && judgement.verdict === 'same',
    )
    expect(different.length).toBeGreaterThan(count / 2)
    expect(same.length).toBeGreaterThan(count / 10)
  })

  it('are never called equal where Heat shows a difference', () => {
    const escapes = found.filter(isEscape)
    expect(
      escapes.map(({ mutant, judgement }) => [mutant.mutator.name, mutant.template.name, judgement]),
    ).toEqual([])
  })

  it('are different to Heat only where they are meant to be', () => {
    // Heat asks conditions by name only when it needs them, others always; so a rewrite may meet one that fails.
    const wrong = found.filter(
      ({ mutant, judgement }) =>
        mutant.mutator.kind === 'equal' && judgement.verdict === 'differs' && judgement.how === 'value',
    )
    expect(
      wrong.map(({ mutant, judgement }) => [mutant.mutator.name, mutant.template.name, judgement]),
    ).toEqual([])
  })
})
