import { Arguments } from '../../src/apps/cli/command.ts'
import type { World } from '../../src/apps/cli/world.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import { fakeEngine } from '../run/fake-engine.ts'

/** A world that remembers what was written to its streams. */
export interface TestWorld extends World {
  text(stream: 'out' | 'err'): string
}

export function testWorld(
  cwd: string,
  fields: Partial<World> & { readonly isTTY?: boolean } = {},
): TestWorld {
  const written: Record<'out' | 'err', Uint8Array[]> = { out: [], err: [] }
  const stream = (name: 'out' | 'err') => ({
    isTTY: fields.isTTY === true,
    write: (text: string | Uint8Array) => {
      written[name].push(typeof text === 'string' ? Buffer.from(text) : text)
    },
  })
  return {
    cwd,
    env: {},
    out: stream('out'),
    err: stream('err'),
    input: async () => new Uint8Array(),
    asker: () => ({ ask: async () => undefined, close() {} }),
    now: () => 0,
    fileSystem: realFileSystem,
    today: () => '2026-01-31',
    createEngine: () => fakeEngine,
    text: (name) => Buffer.concat(written[name]).toString(),
    ...fields,
  }
}

/** A parsed command line; switches are `true`. */
export function args(
  options: Readonly<Record<string, true | string | readonly string[]>> = {},
  ...positionals: readonly string[]
): Arguments {
  const values = Object.entries(options).map(
    ([name, value]) => [name, value === true || typeof value === 'string' ? [value] : value] as const,
  )
  return new Arguments(positionals, new Map(values))
}
