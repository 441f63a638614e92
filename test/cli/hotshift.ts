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

/** No command line of a test needs as much of the processor as this; what does, would not end. */
const SECONDS = 30
/** What waits, as for a pipe that nobody writes to, uses no processor: this long by the clock shows it. */
const WAITING_MS = 100_000
/** Of address space, a few times what Node reserves: what reads without an end gets no further. */
const MEGABYTES = 8192

interface SpawnOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string | Uint8Array
  readonly bounds?: { readonly seconds?: number; readonly waitingMs?: number; readonly megabytes?: number }
}

/**
 * Runs a program that may not end when hotshift has a defect.
 *
 * @throws an error that says so when it takes more than its bounds, instead of a test that never ends
 */
export function bounded(command: string, args: readonly string[], options: SpawnOptions = {}): Spawned {
  const { cwd = ROOT, env = process.env, input = '', bounds = {} } = options
  const { seconds = SECONDS, waitingMs = WAITING_MS, megabytes = MEGABYTES } = bounds
  const limits = `ulimit -S -t ${seconds}; ulimit -S -v ${megabytes * 1024}; exec "$0" "$@"`
  const [program, words] =
    process.platform === 'win32' ? [command, args] : ['/bin/sh', ['-c', limits, command, ...args]]
  const { status, signal, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    input,
    env,
    timeout: waitingMs,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  })
  const line = args.join(' ')
  if (signal === 'SIGXCPU') throw new Error(`does not end: ${line} used ${seconds} s of the processor`)
  if (signal === 'SIGKILL') throw new Error(`does not end: ${line} waits for ${waitingMs / 1000} s`)
  return { status, stdout, stderr }
}

/** Runs the built command line as a user would, without colours, see `bounded`. */
export function hotshift(
  args: readonly string[],
  cwd = ROOT,
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): Spawned {
  if (!existsSync(join(ROOT, 'dist/hotshift.cjs'))) throw new Error('hotshift is not built: npm run build')
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env
  return bounded(process.execPath, [EXECUTABLE, ...args], { cwd, input, env: { ...inherited, ...env } })
}

/** Runs a shell command line in which `hotshift` stands for the executable. */
export function shell(line: string, cwd: string): Spawned {
  const named = line.replaceAll('hotshift', `"${process.execPath}" "${EXECUTABLE}"`)
  return bounded('bash', ['-c', named], { cwd })
}
