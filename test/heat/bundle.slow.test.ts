/** The request of `hotshift bundle` is the one that python-heatclient makes. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { judgedRequests } from './see/bundle.ts'
import { fileTrees } from './see/file-trees.ts'
import { stacksOf, templatesBelow } from './see/stacks.ts'

const find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('heatclient.common') is None)"
const hasClient = spawnSync('/usr/bin/python3', ['-c', find]).status === 0
if (!hasClient)
  console.warn('skipped: comparing requests needs python3-heatclient (apt-get install python3-heatclient)')
const withClient = hasClient ? describe : describe.skip
const corpus = join(import.meta.dirname, '../../../shared/corpus')
const script = join(import.meta.dirname, 'bundle.py')

afterAll(removeTemporaryTrees)

withClient('the request for a stack', () => {
  it('is that of python-heatclient, and the same stack', () => {
    const { same, refused, proved, wrong } = judgedRequests(fileTrees(500, 11, temporaryTree().root), script)
    console.info(
      `${same} generated requests are the same (${proved} proved), ${refused} are rejected by both`,
    )
    expect(wrong).toEqual([])
    expect(same).toBeGreaterThan(150)
    expect(refused).toBeGreaterThan(50)
  })

  const there = existsSync(corpus) ? it : it.skip
  there('is that of python-heatclient for real templates', () => {
    const stacks = stacksOf(templatesBelow(corpus), temporaryTree().root)
    const { same, refused, proved, wrong } = judgedRequests(stacks, script)
    console.info(`${same} real requests are the same (${proved} proved), ${refused} are rejected by both`)
    expect(wrong).toEqual([])
    expect(same).toBeGreaterThan(100)
  })
})
