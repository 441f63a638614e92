'use strict'
// The program in the single executable, and what its threads begin with: the files of the package stand in the executable
// as assets, and for the package they lie below the path of the executable, where no file can be. `node:fs`,
// `node:worker_threads` and import() are given to it with those paths added; all else is Node's.

const fs = require('node:fs')
const nodeModule = require('node:module')
const { dirname, posix, relative, sep } = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')
const { setFlagsFromString } = require('node:v8')
const { compileFunction, constants, Script } = require('node:vm')
const threads = require('node:worker_threads')

/**
 * Those of Node 24; the types at hand are those of the oldest Node that the package runs on.
 *
 * @typedef {object} Sea
 * @property {(name: string, encoding: 'utf8') => string} getAsset
 * @property {(name: string) => ArrayBuffer} getRawAsset
 * @property {() => readonly string[]} getAssetKeys
 *
 * @typedef {object} Hooks
 * @property {(hooks: { resolve: import('node:module').ResolveHook, load: import('node:module').LoadHook }) => void} registerHooks
 */

/** @type {unknown} */
const sea = require('node:sea')
const { getAsset, getAssetKeys, getRawAsset } = /** @type {Sea} */ (sea)
/** @type {unknown} */
const hooked = nodeModule
const { registerHooks } = /** @type {Hooks} */ (hooked)

const ROOT = process.execPath
const assets = new Set(getAssetKeys())

/**
 * The name of the asset that a path, or URL of a file, stands for; undefined outside of the executable.
 *
 * @param {unknown} path
 * @returns {string | undefined}
 */
function assetOf(path) {
  const file = typeof path === 'string' ? path : path instanceof URL ? fileURLToPath(path) : undefined
  if (file === undefined || !file.startsWith(ROOT + sep)) return undefined
  return relative(ROOT, file).replaceAll(sep, '/')
}

/**
 * The bytes of an asset where they stand: nobody may write to them.
 *
 * @param {string} name
 */
const bytesOf = (name) => Buffer.from(getRawAsset(name))

/**
 * A copy of a module of Node.
 *
 * @param {object} module
 * @param {object} changes
 */
const changed = (module, changes) =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(module), ...Object.getOwnPropertyDescriptors(changes) },
  )

const ownFs = changed(fs, {
  /** @type {typeof fs.existsSync} */
  existsSync(path) {
    const name = assetOf(path)
    return name === undefined ? fs.existsSync(path) : assets.has(name)
  },
  /** @type {(path: fs.PathOrFileDescriptor, options?: any) => string | Buffer} */
  readFileSync(path, options) {
    const name = assetOf(path)
    if (name === undefined || !assets.has(name)) return fs.readFileSync(path, options)
    const encoding = typeof options === 'string' ? options : options?.encoding
    return encoding == null ? Buffer.from(bytesOf(name)) : bytesOf(name).toString(encoding)
  },
})

/** Threads whose program lies in the executable begin with this file. */
class OwnWorker extends threads.Worker {
  /**
   * @param {string | URL} entry
   * @param {threads.WorkerOptions} [options]
   */
  constructor(entry, options) {
    const name = assetOf(entry)
    if (name === undefined) super(entry, options)
    else super(getAsset('bin/executable/main.cjs', 'utf8'), { ...options, eval: true, argv: [name] })
  }
}
const ownThreads = changed(threads, { Worker: OwnWorker })

const ownModule = changed(nodeModule, {
  /** @type {(from: string | URL) => (id: string) => unknown} */
  createRequire(from) {
    const required = nodeModule.createRequire(from)
    return (id) => {
      const name = assetOf(id)
      return name === undefined ? required(id) : evaluate(name)
    }
  },
})

const importAny = compileFunction('return import(specifier)', ['specifier'], {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
let canImportAssets = false

/**
 * import() of modules of the user, which may import modules in the executable.
 *
 * @param {string} specifier
 */
function importModule(specifier) {
  if (!canImportAssets) {
    canImportAssets = true
    registerHooks({
      resolve(specifier, context, next) {
        const isRelative = /^(?:file:|\.{0,2}\/)/.test(specifier)
        const base = context.parentURL ?? pathToFileURL(ROOT).href
        const url = isRelative && URL.canParse(specifier, base) ? new URL(specifier, base) : undefined
        const name = url?.protocol === 'file:' ? assetOf(url) : undefined
        return url !== undefined && name !== undefined && assets.has(name)
          ? { url: url.href, shortCircuit: true, format: name.endsWith('.cjs') ? 'commonjs' : 'module' }
          : next(specifier, context)
      },
      load(url, context, next) {
        const name = url.startsWith('file:') ? assetOf(fileURLToPath(url)) : undefined
        if (name === undefined || !assets.has(name)) return next(url, context)
        return {
          format: name.endsWith('.cjs') ? 'commonjs' : 'module',
          source: bytesOf(name),
          shortCircuit: true,
        }
      },
    })
  }
  return importAny(specifier)
}

/**
 * `require` of a file in the executable: modules of Node, and what it is given.
 *
 * @param {string} from the folder of the file
 * @returns {(id: string) => unknown}
 */
function requireFrom(from) {
  return (id) => {
    if (/^(?:node:)?fs$/.test(id)) return ownFs
    if (/^(?:node:)?worker_threads$/.test(id)) return ownThreads
    if (id === 'node:module') return ownModule
    const name = posix.join(from, id)
    if (name === 'bin/load-bundle.cjs') return { loadBundle }
    return id.startsWith('.') ? evaluate(name) : require(id)
  }
}

/**
 * The exports of a CommonJS module in the executable.
 *
 * @param {string} name
 */
function evaluate(name) {
  const module = { exports: {} }
  const names = ['exports', 'require', 'module', '__filename', '__dirname']
  // The first line of a command is for the system.
  const source = getAsset(name, 'utf8').replace(/^#!.*/, '')
  const file = `${ROOT}${sep}${name.replaceAll('/', sep)}`
  const run = compileFunction(source, names, { filename: file })
  run(module.exports, requireFrom(posix.dirname(name)), module, file, dirname(file))
  return module.exports
}

/** The bundle, compiled when the executable was built; see bin/load-bundle.cjs, which it replaces here. */
function loadBundle() {
  const name = process.env.HOTSHIFT_DEBUG === '1' ? 'dist/hotshift-named.cjs' : 'dist/hotshift.cjs'
  const file = `${ROOT}${sep}${name.replaceAll('/', sep)}`
  const cache = `${name}.cache`
  // The flags of V8 for which it was compiled; those of the thread that starts the others.
  if (threads.isMainThread)
    for (const flag of JSON.parse(getAsset('flags.json', 'utf8'))) setFlagsFromString(flag)
  const script = new Script(bytesOf(name).toString('latin1'), {
    filename: file,
    cachedData: assets.has(cache) ? bytesOf(cache) : undefined,
  })
  /** @type {{ exports: { main?: (argv: readonly string[]) => Promise<number>, work?: () => Promise<void> } }} */
  const module = { exports: {} }
  script.runInThisContext()(module.exports, requireFrom('dist'), module, file, dirname(file), importModule)
  return { ...module.exports, saveCache() {} }
}

evaluate(threads.isMainThread ? 'bin/hotshift.cjs' : (process.argv[2] ?? ''))
