/** Heat loads the template that calls those of a run, with what it calls. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hotshift } from '../cli/hotshift.ts'
import { composedStacks } from '../migrate/composed-stacks.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeatFor } from './installed.ts'
import { askHeat, isTaken } from './refusal.ts'

const hasHeat = hasHeatFor('asking Heat about composed stacks')
const withHeat = hasHeat ? describe : describe.skip

afterAll(removeTemporaryTrees)

withHeat('the template that calls those of a run', () => {
  const tree = temporaryTree(composedStacks)
  const { root } = tree
  const args = ['migrate', '--compose', 'all.yaml', '--write', '--allow-dirty']
  expect(hotshift(args, root).status).toBe(0)
  const ask = (name: string) => askHeat([{ path: join(root, name), environment: join(root, 'registry.env') }])

  it('is taken by Heat', () => {
    expect(ask('all.yaml').filter((one) => !isTaken(one))).toEqual([])
  })

  it('is refused where it passes what no template has', () => {
    writeFileSync(join(root, 'wrong.yaml'), tree.read('all.yaml').replace('NetworkStackNetId:', 'Nothing:'))
    const [answer] = ask('wrong.yaml')
    expect(answer?.refused.join('\n')).toContain('Nothing')
  })
})
