/** What `render` shows is what Heat's engine resolves for the same request. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeatFor } from './installed.ts'
import { judgedRenders } from './see/render.ts'
import { askedStack, madeUpStacks, type StackInFiles, stacksOf, templatesBelow } from './see/stacks.ts'

const heat = hasHeatFor('asking what a stack is resolved to')
const project = join(import.meta.dirname, '../..')
const folder = () => temporaryTree().root

afterAll(removeTemporaryTrees)

const sources: readonly { name: string; below?: string; least: number; stacks(): readonly StackInFiles[] }[] =
  [
    ...[
      { name: 'corpus', least: 600 },
      { name: 'transforms', least: 9000 },
      { name: '../shared/corpus', least: 6000 },
    ].map(({ name, least }) => {
      const below = join(project, name)
      return { name, below, least, stacks: () => stacksOf(templatesBelow(below), folder()) }
    }),
    { name: 'made up', least: 1000, stacks: () => madeUpStacks(100, 1, folder()) },
  ]

describe.each(sources)('$name', ({ name, below = project, least, stacks }) => {
  const test = heat && existsSync(below) ? it : it.skip

  test('is shown as Heat resolves it', () => {
    const asked = stacks().flatMap((one) => askedStack(one) ?? [])
    const { counts, wrong } = judgedRenders(asked, join(import.meta.dirname, 'rendering.py'))
    console.info(`${name}: ${JSON.stringify(counts)}`)
    expect(wrong).toEqual([])
    expect(counts.resolved + counts.open).toBeGreaterThan(least)
  })
})
