// Which modules of a repository run: those that somebody has said yes to, by their content (`hotshift trust`).
// src/run/user-module.ts registers these hooks, on the thread of the modules where Node can do so
// (module.registerHooks), else on one of its own.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} TrustedCode
 * @property {string} tree a directory, absolute, without links
 * @property {ReadonlyMap<string, string>} modules SHA-256 by path
 */

/** @type {TrustedCode[]} */
const all = []

/** @param {TrustedCode} code */
export function initialize(code) {
  all.push(code)
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const answer = answerTo(url)
  // Thrown here, it would end the process besides where CommonJS asks.
  if (answer.is === 'refused')
    return {
      format: context.format ?? 'module',
      source: `throw Object.assign(new Error(${JSON.stringify(answer.why)}), { code: 'NOT_TRUSTED' })`,
      shortCircuit: true,
    }
  const loaded = await next(url, context)
  // With its source, Node asks these hooks about what a CommonJS module requires, too.
  if (answer.is === 'elsewhere' || loaded.format !== 'commonjs' || loaded.source) return loaded
  return { ...loaded, source: readFileSync(fileURLToPath(url)) }
}

/**
 * @template Loaded
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Loaded} next
 */
export function loadOnThisThread(url, context, next) {
  const answer = answerTo(url)
  if (answer.is === 'refused') throw new Error(answer.why)
  return next(url, context)
}

/**
 * Whether a module is as it was when somebody said yes to its tree; `elsewhere` is one of no such tree.
 *
 * @param {string} url
 * @returns {{ is: 'elsewhere' | 'trusted' } | { is: 'refused', why: string }}
 */
function answerTo(url) {
  if (!url.startsWith('file:')) return { is: 'elsewhere' }
  const file = fileURLToPath(url)
  const own = all.filter(({ tree }) => isInside(file, tree))
  if (own.length === 0) return { is: 'elsewhere' }
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  // A tree that was said yes to again has two answers.
  if (own.some(({ modules }) => modules.get(file) === hash)) return { is: 'trusted' }
  return { is: 'refused', why: `${file} is not among the modules that you said yes to` }
}

/**
 * @param {string} path
 * @param {string} directory
 */
function isInside(path, directory) {
  const below = relative(directory, path)
  return !isAbsolute(below) && below.split(sep, 1)[0] !== '..'
}
