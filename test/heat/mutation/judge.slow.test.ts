/** Heat as the judge of templates that were changed: what it has to see, and what it must not. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { holes } from '../../semantics/holes.ts'
import { Judge } from './judge.ts'

const heat = spawnSync('/usr/bin/python3', ['-c', 'import heat.engine.template']).status === 0
if (!heat) console.warn('skipped: judging templates needs python3-heat (apt-get install python3-heat)')
const withHeat = heat ? describe : describe.skip

withHeat('judge.py', () => {
  const judge = new Judge(join(__dirname, '../../..'))
  afterAll(() => judge.close())

  it.each(holes)('sees what is hidden: $what', async ({ before, another }) => {
    expect(await judge.judge(before, another)).toMatchObject({ verdict: 'differs' })
  })

  it.each(holes)('sees no difference in other words: $what', async ({ before, same }) => {
    expect(await judge.judge(before, same)).toMatchObject({ verdict: 'same', failing: 0 })
  })

  it('says what it cannot judge', async () => {
    const text = 'heat_template_version: 2018-08-31\noutputs: {o: {value: {if: [missing, a, b]}}}\n'
    expect(await judge.judge(text, text)).toMatchObject({ verdict: 'refused' })
    expect(await judge.load(text)).toBeUndefined()
  })
})
