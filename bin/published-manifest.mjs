/**
 * package.json as it is published: without scripts. The package is built, and runs nothing when it is installed; npm warns
 * of a `prepare` all the same, which is for installations from git. `npm pack` and `npm publish` take the scripts out
 * before (`strip`) and put the file back afterwards (`restore`).
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [manifest, original] = [join(root, 'package.json'), join(root, 'dist/package.json')]

if (process.argv[2] === 'strip') {
  mkdirSync(dirname(original), { recursive: true })
  // What a packing that failed left is the original.
  if (!existsSync(original)) copyFileSync(manifest, original)
  const { scripts: _scripts, ...published } = JSON.parse(readFileSync(original, 'utf8'))
  writeFileSync(manifest, `${JSON.stringify(published, undefined, 2)}\n`)
} else if (process.argv[2] === 'restore' && existsSync(original)) renameSync(original, manifest)
