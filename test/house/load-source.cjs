/** Loads the sources into the realm of the worker, as CommonJS, each once. */
const { readFileSync } = require('node:fs')
const Module = require('node:module')
const { join } = require('node:path')
const { transformSync } = require('@swc/core')
const { swcOptions } = require('./swc-options.cjs')

process.setSourceMapsEnabled(true)

/** @param {string} path of a source @returns the exports of the module */
exports.loadSource = (path) => require(path)

/** Imports modules of users, which are no CommonJS: its `import` remains one. */
const IMPORTING = join(__dirname, '../../src/run/user-module.ts')

/**
 * @param {string} path of a source
 * @returns the code that it becomes, with its source map
 */
function compiled(path) {
  const module = { .../** @type {object} */ (swcOptions.module), ignoreDynamic: path === IMPORTING }
  const options = /** @type {import('@swc/core').Options} */ ({ ...swcOptions, module, filename: path })
  return transformSync(readFileSync(path, 'utf8'), options).code
}
exports.compiled = compiled

/** @typedef {{ _compile: (code: string, path: string) => void }} Loading */

/** @type {Record<string, (module: Loading, path: string) => void>} not in the types of Node, and named by its documentation */
const extensions = /** @type {any} */ (Module)._extensions
extensions['.ts'] = (module, path) => module._compile(compiled(path), path)
