// Writes the JSON schemas of templates and environments into dist/schema/.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * The source of each schema with its file name.
 *
 * @param {import('esbuild').BuildOptions} options those of the bundle
 * @param {string} facts the folder that holds the large tables
 * @returns {Promise<readonly (readonly [string, string])[]>}
 */
export async function schemaTexts(options, facts) {
  const { outputFiles } = await build({ ...options, entryPoints: ['bin/schemas.ts'], write: false })
  const module = { exports: { schemaTexts: [] } }
  const code = outputFiles.map(({ text }) => text).join('')
  new Function('require', 'module', 'exports', '__dirname', '__filename', code)(
    createRequire(import.meta.url),
    module,
    module.exports,
    facts,
    join(facts, 'schemas.cjs'),
  )
  return module.exports.schemaTexts
}
