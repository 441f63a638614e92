// How modules of a user's transform are found and read: `hotshift` is the hotshift that
// runs, wherever it is installed, and the types of TypeScript are stripped by what hotshift
// brings along, with every Node alike: see docs/decisions/0019-strip-types.md.
// src/run/user-module.ts registers these hooks, on the thread of the modules where Node
// can do so (module.registerHooks), else on one of its own.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const LIBRARY = 'hotshift:library'

/**
 * @typedef {object} HookData
 * @property {readonly string[]} [names] what the library exports, which then stands in
 *   `globalThis[Symbol.for('hotshift.library')]`
 * @property {Readonly<Record<string, string>>} modules URLs by specifier
 */

/** @type {HookData} */
let data = { modules: {} }

/** @param {HookData} given */
export function initialize(given) {
  data = given
}

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, next) {
  if (specifier === 'hotshift' && data.names !== undefined) return { url: LIBRARY, shortCircuit: true }
  const url = Object.hasOwn(data.modules, specifier) ? data.modules[specifier] : undefined
  return url === undefined ? next(specifier, context) : { url, shortCircuit: true }
}

/** @type {import('node:module').LoadHook} */
export function load(url, context, next) {
  if (url === LIBRARY)
    return { format: 'module', source: librarySource(data.names ?? []), shortCircuit: true }
  if (!/^file:.*\.m?ts$/.test(url)) return next(url, context)
  const file = fileURLToPath(url)
  /** @type {{ stripTypes(source: string, file: string): string }} */
  const { stripTypes } = createRequire(import.meta.url)('../dist/strip-types.cjs')
  return { format: 'module', source: stripTypes(readFileSync(file, 'utf8'), file), shortCircuit: true }
}

/** @param {readonly string[]} names */
function librarySource(names) {
  return `const library = globalThis[Symbol.for('hotshift.library')]\nexport const { ${names.join(', ')} } = library\n`
}
