import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { EXECUTABLE } from './hotshift.ts'

let started: ChildProcess | undefined

// What no signal has ended is not to go on behind its test.
afterEach(() => {
  started?.kill('SIGKILL')
  removeTemporaryTrees()
})

const template = 'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::None}}\n'
/** Never ends over a template named `z.yaml`. */
const endless = `import { writeFileSync } from 'node:fs'
import * as hotshift from 'hotshift'
export default hotshift.templateTransform({
  title: 'Never end',
  safety: 'lossy',
  run(template) {
    if (template.path.endsWith('z.yaml')) {
      writeFileSync('busy', '')
      for (;;) {}
    }
    return template
  },
})
`

/** A run that never ends over its last file, and how it ended, or did not, after a signal once it was there. */
async function stopped(
  signal: NodeJS.Signals,
  files: Readonly<Record<string, string>>,
  ...options: string[]
) {
  const tree = temporaryTree({ 'endless.mjs': endless, ...files })
  const args = [EXECUTABLE, 'run', '-t', './endless.mjs', ...options, '.']
  const child = spawn(process.execPath, args, { cwd: tree.root, stdio: 'ignore' })
  started = child
  const ended = new Promise<number | string | null>((resolve) =>
    child.on('exit', (code, by) => resolve(code ?? by)),
  )
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  while (!existsSync(join(tree.root, 'busy')) && !isOver()) await new Promise((next) => setTimeout(next, 10))
  child.kill(signal)
  return { tree, ended: await ended }
}

describe('a run that a single file keeps busy', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)('ends on %s', async (signal) => {
    const { tree, ended } = await stopped(signal, { 'z.yaml': template }, '--write')
    expect(ended).toBe(signal)
    expect(tree.list().sort()).toEqual(['busy', 'endless.mjs', 'z.yaml'])
    expect(tree.read('z.yaml')).toBe(template)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s in a dry run', async (signal) => {
    const { ended } = await stopped(signal, { 'z.yaml': template })
    expect(ended).toBe(signal)
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing of its outputs on %s',
    async (signal) => {
      const outputs = ['--plan', 'plan.json', '--output', 'report.json']
      const { tree, ended } = await stopped(signal, { 'z.yaml': template }, ...outputs)
      expect(ended).toBe(signal)
      expect(tree.list().sort()).toEqual(['busy', 'endless.mjs', 'z.yaml'])
    },
  )
})
