// Bundles in memory, and the packages that are part of them.

import { build } from 'esbuild'

/** For a script in an element of a page. */
export const BROWSER_OPTIONS = /** @type {const} */ ({
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'warning',
})

/**
 * The folders of the packages that are part of what was built.
 *
 * @param {import('esbuild').Metafile} metafile
 */
export const packagesIn = ({ inputs }) =>
  Object.keys(inputs).flatMap((input) => input.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? [])

/**
 * A bundle of one file, and the folders of the packages in it.
 *
 * @param {import('esbuild').BuildOptions} options
 */
export async function bundled(options) {
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true })
  return { code: outputFiles.map(({ text }) => text).join(''), packages: packagesIn(metafile) }
}
