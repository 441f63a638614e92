/** What must hold of every repair, on some of the packages; the slow suite takes all of them. */
import { expectGoodRepair } from './expectations.ts'
import { broken, met } from './packages.ts'
import { modes, remediated } from './remediated.ts'

const some = broken.filter((_one, index) => index % 30 === 0)

describe.each(modes)('%s repairs', (mode) => {
  it.each(met)('%s meets all requirements and stays as it is', (_title, texts) => {
    const { outcomes } = remediated(texts, mode)
    expect(outcomes.filter(({ after }) => after !== undefined)).toEqual([])
    expect(outcomes.flatMap(({ findings }) => findings)).toEqual([])
  })

  it.each(some)('%s: repaired or left for a reason, nothing else violated, silent again', (_title, texts) => {
    expectGoodRepair(texts, mode)
  })
})
