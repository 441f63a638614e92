/** docs/seeds.md: every command on it does what it says. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shell } from '../cli/hotshift.ts'
import { zipOf } from '../run/archive/zip.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { ROOT } from './handbook.ts'
import { commands } from './seeds.ts'

afterEach(removeTemporaryTrees)

/** The folder in which the commands run. */
function folder(): string {
  const { root } = temporaryTree({})
  const seeds = join(ROOT, 'test/docs/fixtures/seeds')
  cpSync(seeds, root, { recursive: true })
  cpSync(join(ROOT, 'docs/examples/zoo'), join(root, 'zoo'), { recursive: true })
  const members = ['heat.yaml', 'scripts/setup.sh'].map((name) => ({
    name,
    content: readFileSync(join(seeds, 'archive', name)),
  }))
  writeFileSync(join(root, 'shop.zip'), zipOf(members))
  return root
}

it.each(commands)('%s: exit %i', (line, exit, said) => {
  const { status, stdout, stderr } = shell(line, folder())
  expect({ status, output: stdout + stderr }).toEqual({ status: exit, output: expect.stringContaining(said) })
})
