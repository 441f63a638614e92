/** What resources wait for is what Heat's `Stack.dependencies` says before anything is there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeatFor } from './installed.ts'
import { judgedGraphs } from './see/graph.ts'
import { networkStacks } from './see/networks.ts'
import { askedStack, type StackInFiles, stacksOf, templatesBelow } from './see/stacks.ts'

const withHeat = hasHeatFor('asking what resources wait for') ? describe : describe.skip
const corpus = join(import.meta.dirname, '../../../shared/corpus')

afterAll(removeTemporaryTrees)

function judged(stacks: readonly StackInFiles[]) {
  const asked = stacks.flatMap((one) => askedStack(one) ?? [])
  const made = judgedGraphs(asked, join(import.meta.dirname, 'graph.py'))
  console.info(`${made.compared} stacks with ${made.edges} dependencies`)
  return made
}

withHeat('the dependencies of resources', () => {
  it('are those of Heat for networks of all kinds', () => {
    const { compared, wrong } = judged(networkStacks(400, 7, temporaryTree().root))
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(300)
  })

  const there = existsSync(corpus) ? it : it.skip
  there('are those of Heat for real templates', () => {
    const { compared, wrong } = judged(stacksOf(templatesBelow(corpus), temporaryTree().root))
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(100)
  })
})
