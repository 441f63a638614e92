// `npm run build:site`: builds the handbook as a site into dist/site/, one folder that needs no server.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { licences } from './build.mjs'
import { buildPlayground } from './build-playground.mjs'
import { BROWSER_OPTIONS, bundled } from './bundled.mjs'
import { runBundled } from './run-bundled.mjs'

const ROOT = join(import.meta.dirname, '..')

/**
 * Writes the pages, their script and style; what was in the folder goes.
 *
 * @param {string} folder
 */
async function buildPages(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const code = await runBundled('bin/site/main.ts', folder)
  if (code !== 0) throw new Error(`bin/site/main.ts ends with ${code}`)
  const options = { ...BROWSER_OPTIONS, absWorkingDir: ROOT, entryPoints: ['src/show/site/main.ts'] }
  const script = await bundled(options)
  const style = await bundled({ ...options, entryPoints: ['src/show/site/site.css'] })
  writeFileSync(join(folder, 'site.js'), script.code)
  writeFileSync(join(folder, 'site.css'), style.code)
  const packages = [...new Set(script.packages)].sort()
  writeFileSync(join(folder, 'LICENSES.txt'), licences(packages, 'site.js contains'))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'without-playground': { type: 'boolean', default: false } },
})
const folder = resolve(positionals[0] ?? join(ROOT, 'dist/site'))
await buildPages(folder)
if (values['without-playground'] !== true) await buildPlayground(join(folder, 'playground'))
process.stdout.write(`${folder}/index.html\n`)
