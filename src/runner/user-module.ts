/** Loads modules of the user's own: transforms and configurations, JavaScript or TypeScript. */

import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defined } from '../document/records.ts'
import { messageOf } from '../engine/finding.ts'
import { packageRoot } from './package-root.ts'

/** What `import … from 'hotshift'` gives to such a module: the exports of the library that runs, or its module. */
export type LibraryModule = { readonly exports: object } | { readonly url: string }

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
 * @throws UserModuleError
 */
export async function importUserModule(
  file: string,
  library: LibraryModule,
): Promise<Readonly<Record<string, unknown>>> {
  await registerHooks(library)
  const { href } = pathToFileURL(file)
  try {
    return await import(href)
  } catch (error) {
    throw new UserModuleError(`it cannot be loaded: ${messageOf(error)}`)
  }
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
