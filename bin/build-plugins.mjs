// What esbuild is told to do differently for hotshift's bundle.

import { readFile } from 'node:fs/promises'

/**
 * Modules that stand in for what yargs imports, by specifier.
 *
 * @type {Readonly<Record<string, string>>}
 */
const FOR_YARGS = {
  // The real one prepares emoji tables and a grapheme segmenter, most of what yargs
  // costs at start-up. It measures help, which we lay out ourselves.
  'string-width': `
    import { stripVTControlCharacters } from 'node:util'
    export default (text) => stripVTControlCharacters(text).length`,
  // Loaded when an assertion is made, and none is in an ordinary run.
  assert: `
    export const strictEqual = (...args) => require('node:assert').strictEqual(...args)
    export const notStrictEqual = (...args) => require('node:assert').notStrictEqual(...args)`,
}

const NAMESPACE = 'for-yargs'

/**
 * Leaves out of yargs what only costs time here.
 *
 * @type {import('esbuild').Plugin}
 */
export const lighterYargs = {
  name: 'lighter-yargs',
  setup(build) {
    build.onResolve({ filter: /^(string-width|assert)$/ }, ({ path, importer }) =>
      /node_modules.(yargs|cliui|wrap-ansi).(?!.*node_modules)/.test(importer)
        ? { path, namespace: NAMESPACE }
        : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: FOR_YARGS[path] ?? '',
      resolveDir: import.meta.dirname,
    }))
    // From within a bundle that path leads out of the package, to files of strangers.
    build.onLoad({ filter: /yargs[\\/]lib[\\/]platform-shims[\\/]esm\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const contents = text.replace("'../../../locales'", "'../no-locales'")
      return contents === text
        ? { errors: [{ text: 'yargs keeps its locales elsewhere now' }] }
        : { contents }
    })
  },
}

/**
 * Modules that are known only at run time, transforms of the user, are imported by
 * load-bundle.cjs: V8 does not keep what `import()` needs in its code cache.
 *
 * @type {import('esbuild').Plugin}
 */
export const importByLoader = {
  name: 'import-by-loader',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\bimport\((?=[^'"\s])/g, 'importModule('),
      loader: 'ts',
    }))
  },
}
