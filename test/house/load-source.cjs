/** Loads the sources into the realm of the worker, as CommonJS, each once. */
const { readFileSync } = require('node:fs')
const Module = require('node:module')
const { transformSync } = require('@swc/core')
const { swcOptions } = require('./swc-options.cjs')

process.setSourceMapsEnabled(true)

/** @param {string} path of a source @returns the exports of the module */
exports.loadSource = (path) => require(path)

/** @typedef {{ _compile: (code: string, path: string) => void }} Loading */

/** @type {Record<string, (module: Loading, path: string) => void>} not in the types of Node, and named by its documentation */
const extensions = /** @type {any} */ (Module)._extensions
extensions['.ts'] = (module, path) => {
  const { code } = transformSync(readFileSync(path, 'utf8'), { ...swcOptions, filename: path })
  module._compile(code, path)
}
