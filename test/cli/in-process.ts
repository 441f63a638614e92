/** Command lines in this process: starting Node and loading the bundle is most of what a short run costs. */
import { join } from 'node:path'
import { main } from '../../src/apps/cli/main.ts'
import type { World } from '../../src/apps/cli/world.ts'
import type { Spawned } from './hotshift.ts'
import { type TestWorld, testWorld } from './test-world.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Runs the command line of the sources, with the real engine and without colours. Takes and gives what `hotshift` does,
 * which is for what needs a process: signals, pipes, threads, a module that has to run twice, and what may never end.
 */
export async function inProcess(
  args: readonly string[],
  cwd = ROOT,
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): Promise<Spawned> {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env
  const bytes = Buffer.from(input)
  const answers = bytes.length === 0 ? [] : bytes.toString().replace(/\n$/, '').split('\n')
  const world = withRealEngine(cwd, {
    env: { ...inherited, ...env },
    input: async () => bytes,
    asker: () => ({
      ask: async (question) => {
        await world.err.write(question)
        return answers.shift()
      },
      close() {},
    }),
  })
  const status = await main(args, world)
  return { status, stdout: world.text('out'), stderr: world.text('err') }
}

/** What surrounds a command line that does what it would do in a process of its own. */
export function withRealEngine(cwd: string, fields: Partial<World> = {}): TestWorld {
  const { createEngine: _fake, ...world } = testWorld(cwd, fields)
  return world
}
