// Bundles src/page/, what runs in the page for reviews, into dist/page/.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, transform } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'dist/page')

/**
 * A script of the page.
 *
 * @param {string} entryPoint
 */
async function scriptOf(entryPoint) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
  })
  const script = outputFiles.map(({ text }) => text).join('')
  // It stands inside of an element of the page.
  if (/<\/script|<!--/i.test(script)) throw new Error('the script of the page would end its own element')
  return { script, metafile }
}

/** Two scripts and a stylesheet; gives the folders of the packages that are part of them. */
export async function buildPage() {
  const { script, metafile } = await scriptOf('src/page/main.ts')
  const { script: opener } = await scriptOf('src/page/open.ts')
  const styles = ['node_modules/diff2html/bundles/css/diff2html.min.css', 'src/page/page.css']
  const css = styles.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const style = await transform(css, { loader: 'css', minify: true, legalComments: 'none' })
  mkdirSync(PAGE, { recursive: true })
  write('review.js', script)
  write('open.js', opener)
  write('review.css', style.code)
  return new Set(
    Object.keys(metafile.inputs).flatMap(
      (input) => input.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? [],
    ),
  )
}

/** @type {(name: string, text: string) => void} */
function write(name, text) {
  const unfinished = join(PAGE, `.${name}.${process.pid}`)
  writeFileSync(unfinished, text)
  renameSync(unfinished, join(PAGE, name))
}
