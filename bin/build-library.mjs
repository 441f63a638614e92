// Bundles the library, src/index.ts and src/testing.ts, into dist/library/, and on
// request writes its types into dist/types/.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { explanationsApart } from './build-plugins.mjs'

const ROOT = join(import.meta.dirname, '..')
const LIBRARY = join(ROOT, 'dist/library')
const TYPES = join(ROOT, 'dist/types')

/**
 * ES modules that share what both entries need.
 *
 * @param {import('esbuild').BuildOptions} options those of the bundle
 * @returns the folders of the packages that are part of it
 */
export async function buildLibrary({ define: _define, plugins: _plugins, ...options }) {
  rmSync(LIBRARY, { recursive: true, force: true })
  await build({
    ...options,
    plugins: [explanationsApart],
    entryPoints: { index: 'src/index.ts', testing: 'src/testing.ts' },
    outdir: LIBRARY,
    format: 'esm',
    splitting: true,
    // Data files stand in dist/, beside the bundle of the command line.
    define: { 'import.meta.dirname': 'hotshiftFolder' },
    banner: {
      js: "import { dirname as hotshiftUp } from 'node:path'\nconst hotshiftFolder = hotshiftUp(import.meta.dirname)",
    },
    minifySyntax: true,
    // An uncaught error prints the line of the source where it was thrown.
    minifyWhitespace: false,
  })
}

/** Declarations of what the library exports, and of what those refer to. */
export function buildTypes() {
  rmSync(TYPES, { recursive: true, force: true })
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', join(ROOT, 'tsconfig.types.json')],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`tsc cannot write the types:\n${stdout}`)
  const open = ['src/index.d.ts', 'src/testing.d.ts']
  const needed = new Set(open)
  const data = new Set()
  /** Not every setting of the compiler takes data from JSON: its type stands in a declaration. */
  const writeDataTypes = (/** @type {string} */ file) => {
    const declaration = file.replace(/\.json$/, '.d.ts')
    const type = typeText(JSON.parse(readFileSync(join(ROOT, file), 'utf8')))
    writeFileSync(join(TYPES, declaration), `declare const data: ${type};\nexport default data;\n`)
    data.add(declaration)
  }
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const path = join(TYPES, file)
    // What is imported for its effect alone has no types.
    const text = readFileSync(path, 'utf8').replace(/^import ['"][^'"\n]+['"];?\n/gm, '')
    for (const [, name = ''] of text.matchAll(relativeImport)) {
      const imported = posix.join(posix.dirname(file), name.replace(/\.ts$/, '.d.ts'))
      if (imported.endsWith('.json')) writeDataTypes(imported)
      if (needed.has(imported) || !imported.endsWith('.d.ts')) continue
      needed.add(imported)
      open.push(imported)
    }
    // The compiler leaves the endings of the sources in imports.
    const spelled = text.replace(relativeImport, (all) => all.replace(/\.(?:ts|json)(?=['"]$)/, '.js'))
    writeFileSync(path, spelled.replace(/(from ['"][^'"]+['"]) with \{ type: 'json' \}/g, '$1'))
  }
  const files = readdirSync(TYPES, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  for (const file of files)
    if (file.endsWith('.d.ts') && !needed.has(file) && !data.has(file)) rmSync(join(TYPES, file))
}

/**
 * The type that the compiler gives to data in JSON.
 *
 * @param {unknown} data
 * @returns {string}
 */
function typeText(data) {
  if (data === null || typeof data !== 'object') return data === null ? 'null' : typeof data
  if (Array.isArray(data)) return `(${[...new Set(data.map(typeText))].join(' | ') || 'never'})[]`
  const members = Object.entries(data).map(([name, value]) => `${JSON.stringify(name)}: ${typeText(value)}`)
  return `{ ${members.join('; ')} }`
}

const relativeImport = /(?:from |import\()['"](\.{1,2}\/[^'"]+)['"]/g

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildTypes()
