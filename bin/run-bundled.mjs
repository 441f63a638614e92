import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale, installDependencies, ROOT } from './setup.mjs'

/**
 * Runs a TypeScript program of the project, bundled as hotshift itself is; it is given the
 * project's folder as its first argument, and finds hotshift built. Gives the exit code.
 *
 * @param {string} entryPoint relative to the project
 * @param {string[]} args more arguments
 */
export async function runBundled(entryPoint, ...args) {
  installDependencies()
  await buildIfStale()
  const { build } = await import('esbuild')
  const { BUNDLE_OPTIONS, factTexts } = await import('./build.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-'))
  try {
    const outfile = join(folder, 'program.cjs')
    await build({
      ...BUNDLE_OPTIONS,
      entryPoints: [entryPoint],
      inject: ['src/run/node-machine.ts'],
      outfile,
    })
    // What a bundle loads when it is first used, as for patterns.
    symlinkSync(join(ROOT, 'dist/packages'), join(folder, 'packages'))
    for (const [name, text] of factTexts()) writeFileSync(join(folder, name), text)
    const { status } = spawnSync(process.execPath, [outfile, ROOT, ...args], { stdio: 'inherit' })
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
