/** What jest loads for a file: a suite itself, and of a source what the worker has loaded, where the environment offers it. */
const { join, sep } = require('node:path')
const swc = require('@swc/jest')
const { swcOptions } = require('./swc-options.cjs')

const ROOT = join(__dirname, '../..')
const SOURCES = ['src', 'transforms'].map((folder) => join(ROOT, folder) + sep)

/** @type {(path: string) => boolean} */
const isSource = (path) => SOURCES.some((folder) => path.startsWith(folder)) && !path.endsWith('.test.ts')

/** @type {import('@jest/transform').SyncTransformer<unknown>} */
const transformer = /** @type {any} */ (swc.createTransformer(swcOptions))

/** @type {import('@jest/transform').SyncTransformer<unknown>} */
module.exports = {
  ...transformer,
  process(source, path, options) {
    const result = transformer.process(source, path, options)
    if (!isSource(path)) return result
    const shared = `if (globalThis.loadSource) module.exports = globalThis.loadSource(${JSON.stringify(path)}); else {`
    return { ...result, code: `${shared}${result.code}\n}` }
  },
  getCacheKey: (...args) => `shared-1-${transformer.getCacheKey?.(...args)}`,
}
