/** Loads modules of the user's own: transforms and configurations, JavaScript or TypeScript. */

import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defined } from '../document/records.ts'
import { messageOf } from '../engine/finding.ts'
import { packageRoot } from './package-root.ts'

/** What `import … from 'hotshift'` gives to such a module: the exports of the library that runs, or its module. */
export type LibraryModule = { readonly exports: object } | { readonly url: string }

/** Why a module cannot be loaded; the code is one of the catalogue's. */
export class UserModuleError extends Error {
  readonly code: 'transform-not-loaded' | 'typescript-not-read'

  constructor(code: UserModuleError['code'], message: string) {
    super(message)
    this.name = 'UserModuleError'
    this.code = code
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
  await registerHooks(file, library)
  const { href } = pathToFileURL(file)
  try {
    return await import(href)
  } catch (error) {
    throw new UserModuleError('transform-not-loaded', `it cannot be loaded: ${messageOf(error)}`)
  }
}

let isRegistered = false

/** Lets modules import `hotshift`, and be TypeScript; once in a thread. */
async function registerHooks(file: string, library: LibraryModule): Promise<void> {
  const isScript = /\.m?ts$/.test(file)
  const esbuild = readsTypes() ? undefined : esbuildFor(file)
  if (isScript && !readsTypes() && esbuild === undefined) {
    const message = `Node ${process.versions.node} does not read TypeScript, and esbuild is not installed beside the file`
    throw new UserModuleError('typescript-not-read', message)
  }
  if (isRegistered) return
  isRegistered = true
  const root = packageRoot()
  const testing = pathToFileURL(join(root, 'dist/library/testing.js')).href
  const modules = { 'hotshift/testing': testing, ...('url' in library ? { hotshift: library.url } : {}) }
  const names = 'exports' in library ? Object.keys(library.exports) : undefined
  if ('exports' in library) Reflect.set(globalThis, Symbol.for('hotshift.library'), library.exports)
  const data = {
    modules,
    ...defined({ names, esbuild }),
  }
  const hooks = pathToFileURL(join(root, 'bin/transform-hooks.mjs'))
  const { registerHooks: onThisThread } = nodeModule as { readonly registerHooks?: (hooks: object) => void }
  if (onThisThread === undefined) return nodeModule.register(hooks.href, { data })
  const url = hooks.href
  const { initialize, ...synchronous } = await import(url)
  initialize(data)
  onThisThread(synchronous)
}

/** Whether this Node strips types by itself (22.18, 23.6 and newer). */
function readsTypes(): boolean {
  return Boolean((process.features as { readonly typescript?: unknown }).typescript)
}

/** The esbuild that a file would import, or that of the working directory. */
function esbuildFor(file: string): string | undefined {
  for (const from of [file, join(process.cwd(), 'package.json')]) {
    try {
      return nodeModule.createRequire(from).resolve('esbuild')
    } catch {
      // The next place may have it.
    }
  }
  return undefined
}
