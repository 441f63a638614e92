// Bundles src/show/page/, what runs in the page for reviews, into dist/page/.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { BROWSER_OPTIONS, bundled } from './bundled.mjs'

const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'dist/page')

/**
 * A script of the page, and the folders of the packages in it.
 *
 * @param {string} entryPoint
 */
async function scriptOf(entryPoint) {
  const script = await bundled({ ...BROWSER_OPTIONS, absWorkingDir: ROOT, entryPoints: [entryPoint] })
  // It stands inside of an element of the page.
  if (/<\/script|<!--/i.test(script.code)) throw new Error('the script of the page would end its own element')
  return script
}

/** Two scripts and a stylesheet; gives the folders of the packages that are part of them. */
export async function buildPage() {
  const review = await scriptOf('src/show/page/main.ts')
  const opener = await scriptOf('src/show/page/open.ts')
  const styles = ['node_modules/diff2html/bundles/css/diff2html.min.css', 'src/show/page/page.css']
  const css = styles.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const style = await transform(css, { loader: 'css', minify: true, legalComments: 'none' })
  mkdirSync(PAGE, { recursive: true })
  write('review.js', review.code)
  write('open.js', opener.code)
  write('review.css', style.code)
  return new Set(review.packages)
}

/** @type {(name: string, text: string) => void} */
function write(name, text) {
  const unfinished = join(PAGE, `.${name}.${process.pid}`)
  writeFileSync(unfinished, text)
  renameSync(unfinished, join(PAGE, name))
}
