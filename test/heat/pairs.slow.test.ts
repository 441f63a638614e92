/** Mistakes and what only looks like them: Heat refuses or misreads the ones, and takes the others. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { filesOf, type Pair } from '../rules/pairs.ts'
import { pairsBetween } from '../rules/pairs-between.ts'
import { pairsKnown } from '../rules/pairs-known.ts'
import { pairsMisread } from '../rules/pairs-misread.ts'
import { pairsValues } from '../rules/pairs-values.ts'
import { hasHeat, python } from './installed.ts'

const withHeat = hasHeat ? describe : describe.skip

interface Answer {
  readonly refused: string | null
  readonly values: Readonly<Record<string, unknown>>
}

function ask(pairs: readonly Pair[], side: 'wrong' | 'sound'): readonly Answer[] {
  const { stdout, stderr } = spawnSync(python, [join(__dirname, 'pairs.py')], {
    input: JSON.stringify(pairs.map((one) => ({ files: filesOf(one[side]) }))),
    encoding: 'utf8',
  })
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (answers.length !== pairs.length)
    throw new Error(`${answers.length} of ${pairs.length} answered: ${stderr}`)
  return answers.map((line) => JSON.parse(line) as Answer)
}

const all: readonly Pair[] = [...pairsBetween, ...pairsKnown, ...pairsMisread, ...pairsValues]
const asked = all.filter(({ heat }) => heat === 'refused' || !('unasked' in heat))

withHeat('a mistake', () => {
  it('is refused by Heat, or read as the pair says', () => {
    const answers = ask(asked, 'wrong')
    const unlike = asked.flatMap(({ what, heat }, index) => {
      const answer = answers[index]
      if (heat === 'refused') return answer?.refused ? [] : [what]
      if (answer?.refused) return [`${what}: ${answer.refused}`]
      const read = Object.keys(heat).map((path) => answer?.values[path])
      return JSON.stringify(read) === JSON.stringify(Object.values(heat))
        ? []
        : [`${what}: ${JSON.stringify(read)}`]
    })
    expect(unlike).toEqual([])
  })

  it('is none where it only looks like one', () => {
    const answers = ask(asked, 'sound')
    expect(
      asked.flatMap(({ what }, index) =>
        answers[index]?.refused ? [`${what}: ${answers[index]?.refused}`] : [],
      ),
    ).toEqual([])
  })
})
