/** Loads modules of the user's own: transforms and configurations, JavaScript or TypeScript. */

import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../engine/findings/finding.ts'
import { defined } from '../text/document/records.ts'
import { errnoOf } from './file-system.ts'
import { packageRoot } from './package-root.ts'

/** What `import … from 'hotshift'` gives to such a module: the exports of the library that runs, or its module. */
export type LibraryModule = { readonly exports: object } | { readonly url: string }

/** The SHA-256 of files that may run, by their paths: absolute, without links. */
export type TrustedModules = ReadonlyMap<string, string>

/** Why a module cannot be loaded. */
export class UserModuleError extends Error {
  readonly code = 'transform-not-loaded'

  constructor(message: string) {
    super(message)
    this.name = 'UserModuleError'
  }
}

/** The endings of such modules. */
export const moduleEndings = ['.ts', '.mts', '.js', '.mjs', '.cjs']

/**
 * The exports of a file.
 *
 * @param file absolute
 * @param trusted what may run of what lies in the repository; undefined where that was not asked
 * @throws UserModuleError
 */
export async function importUserModule(
  file: string,
  library: LibraryModule,
  trusted?: TrustedCode,
): Promise<Readonly<Record<string, unknown>>> {
  await registerHooks(library)
  if (trusted !== undefined) await guard(trusted)
  const { href } = pathToFileURL(file)
  try {
    return await import(href)
  } catch (error) {
    throw new UserModuleError(`it cannot be loaded: ${messageOf(error)}`)
  }
}

/** Code that somebody has said yes to. Plain data: it goes to threads. */
export interface TrustedCode {
  /** The directory that it is about, absolute, without links. */
  readonly tree: string
  readonly modules: TrustedModules
}

const guarded = new Set<string>()

/** Refuses all other code of a tree in this thread, whoever imports it and by whatever name. */
async function guard(code: TrustedCode): Promise<void> {
  const key = `${code.tree}\n${[...code.modules].join('\n')}`
  if (guarded.has(key)) return
  guarded.add(key)
  const url = pathToFileURL(join(packageRoot(), 'bin/trust-hooks.mjs')).href
  const { registerHooks: onThisThread } = nodeModule as { readonly registerHooks?: (hooks: object) => void }
  if (onThisThread === undefined) {
    if (guarded.size === 1) process.on('unhandledRejection', ignoreRefusal)
    return nodeModule.register(url, { data: code })
  }
  const { initialize, loadOnThisThread } = await import(url)
  initialize(code)
  if (guarded.size === 1) onThisThread({ load: loadOnThisThread })
}

/** Node 20 rejects twice where a CommonJS module is refused, and one of them nobody can wait for. */
function ignoreRefusal(reason: unknown): void {
  if (errnoOf(reason) !== 'NOT_TRUSTED') throw reason
}

let isRegistered = false

/** Lets modules import `hotshift`, and be TypeScript; once in a thread. */
async function registerHooks(library: LibraryModule): Promise<void> {
  if (isRegistered) return
  isRegistered = true
  const root = packageRoot()
  const testing = pathToFileURL(join(root, 'dist/library/testing.js')).href
  const modules = { 'hotshift/testing': testing, ...('url' in library ? { hotshift: library.url } : {}) }
  const names = 'exports' in library ? Object.keys(library.exports) : undefined
  if ('exports' in library) Reflect.set(globalThis, Symbol.for('hotshift.library'), library.exports)
  const data = { modules, ...defined({ names }) }
  const hooks = pathToFileURL(join(root, 'bin/transform-hooks.mjs'))
  const { registerHooks: onThisThread } = nodeModule as { readonly registerHooks?: (hooks: object) => void }
  if (onThisThread === undefined) return nodeModule.register(hooks.href, { data })
  const url = hooks.href
  const { initialize, ...synchronous } = await import(url)
  initialize(data)
  onThisThread(synchronous)
}
