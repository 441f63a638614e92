import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
export const EXECUTABLE = join(ROOT, 'bin/hotshift.cjs')

export interface Spawned {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command line as a user would, without colours. */
export function hotshift(
  args: readonly string[],
  cwd = ROOT,
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): Spawned {
  if (!existsSync(join(ROOT, 'dist/hotshift.cjs'))) throw new Error('hotshift is not built: npm run build')
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [EXECUTABLE, ...args], {
    cwd,
    encoding: 'utf8',
    input,
    env: { ...inherited, ...env },
  })
  return { status, stdout, stderr }
}
