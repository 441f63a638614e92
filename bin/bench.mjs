// `npm run bench`: bundles test/bench as the bundle of hotshift is made, and runs it.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale, installDependencies, ROOT } from './setup.mjs'

installDependencies()
await buildIfStale()
const { build } = await import('esbuild')
const { BUNDLE_OPTIONS } = await import('./build.mjs')
const folder = mkdtempSync(join(tmpdir(), 'hotshift-bench-'))
try {
  const outfile = join(folder, 'bench.cjs')
  await build({ ...BUNDLE_OPTIONS, entryPoints: ['test/bench/main.ts'], outfile })
  const { status } = spawnSync(process.execPath, [outfile, ROOT], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
