/** The examples of `explain` that need a shell: links, permissions, plans, transforms of users. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Example } from '../../src/apps/cli/explain/explained.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { cases, correctedFiles, givenFiles, needsShell, reports } from './examples.ts'
import { EXECUTABLE } from './hotshift.ts'

afterEach(removeTemporaryTrees)

const shell = (root: string, script: string) => {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `hotshift() { node '${EXECUTABLE}' "$@"; }\n${script}`],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: join(root, 'home') },
    },
  )
  return { status, text: stdout + stderr }
}

const run = ({ setup, command }: Example, files: Readonly<Record<string, string>>) => {
  const { root } = temporaryTree(files)
  if (setup !== undefined) shell(root, setup)
  return shell(root, `hotshift ${command} --verbose`)
}

const inShell = cases.filter(([, example]) => needsShell(example))

describe('an example in a shell', () => {
  it.each(inShell)('shows %s', (code, example) => {
    expect(reports(run(example, givenFiles(example)).text, code)).toBe(true)
  })

  it.each(inShell.filter(([, example]) => example.after !== undefined))(
    'no longer shows %s once it is corrected',
    (code, example) => {
      const writes = example.setup?.includes('> ') === true || example.setup?.startsWith('node') === true
      const { setup: _setup, ...without } = example
      const { status, text } = run(writes ? without : example, correctedFiles(example))
      expect(reports(text, code)).toBe(false)
      expect([0, 1]).toContain(status)
    },
  )
})
