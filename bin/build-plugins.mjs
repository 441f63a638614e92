// The esbuild plugins of hotshift's bundle.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { bundled } from './bundled.mjs'
import { RULE_FILES, withoutExplanations } from './rule-explanations.mjs'

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
      contents: (await readSource(path)).replace(/\bimport\((?=[^'"\s])/g, 'importModule('),
      loader: 'ts',
    }))
  },
}

/** @param {string} path */
async function readSource(path) {
  const text = await readFile(path, 'utf8')
  return RULE_FILES.test(path) ? withoutExplanations(text) : text
}

/**
 * Leaves out what only `explain` says of rules; `explanations.yaml` beside the bundle has it.
 *
 * @type {import('esbuild').Plugin}
 */
export const explanationsApart = {
  name: 'explanations-apart',
  setup(build) {
    build.onLoad({ filter: RULE_FILES }, async ({ path }) => ({
      contents: await readSource(path),
      loader: 'ts',
    }))
  },
}

/** The tables of \p{…}. */
const CLASSES = /static (CATEGORIES|SCRIPTS|FOLD_CATEGORIES|FOLD_SCRIPT) = new LazyMap\(\{[\s\S]*?\n\t\}\);/g

/**
 * Leaves out the classes of Unicode that the engine of patterns has: those of templates are Python's, which has no \p{…}
 * and refuses it. Without the tables the engine does not read such a pattern, either.
 *
 * @type {import('esbuild').Plugin}
 */
export const patternsOfPython = {
  name: 'patterns-of-python',
  setup(build) {
    build.onLoad({ filter: /[\\/]re2js[\\/]build[\\/]index\.c?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const found = text.match(CLASSES)?.length
      if (found !== 4) throw new Error(`${path} has ${found ?? 0} of the 4 tables that it had`)
      return { contents: text.replaceAll(CLASSES, 'static $1 = new LazyMap({});'), loader: 'js' }
    })
  },
}

/**
 * Modules of Node that most runs never call, or call only at their end: each is half a millisecond to two of
 * every start.
 */
const LATE = /^(?:node:)?(?:child_process|crypto|fs\/promises|module|net|readline|v8|vm|worker_threads|zlib)$/

/** Those of which sources take more than functions, and so may whatever asks by `require`. */
const WITH_VALUES = /^(?:node:)?(?:module|worker_threads)$/
/** What sources ask of `node:module` that the Node of the build may not have. */
const OF_NEWER_NODES = ['registerHooks']

/**
 * Loads modules of Node when something of theirs is first used: `import { spawnSync }` is no reason to.
 *
 * @type {import('esbuild').Plugin}
 */
export const lateBuiltins = {
  name: 'late-builtins',
  setup(build) {
    const require = createRequire(import.meta.url)
    build.onResolve({ filter: LATE }, ({ path, namespace, kind }) => {
      if (namespace === 'late-builtin') return { path, external: true }
      const isWhole = kind === 'require-call' || WITH_VALUES.test(path)
      return { path, namespace: 'late-builtin', pluginData: isWhole, suffix: isWhole ? '?whole' : '' }
    })
    build.onLoad({ filter: /.*/, namespace: 'late-builtin' }, ({ path, pluginData: isWhole }) => {
      const loaded = require(path)
      const load = `let loaded\nconst load=()=>loaded??=require('${path}')\n`
      // Since Node 24 each `require` of a module goes through its hooks, which takes as long as hashing a small file.
      if (isWhole) {
        const names = new Set([...Object.keys(loaded), ...(path === 'node:module' ? OF_NEWER_NODES : [])])
        return { contents: `${load}module.exports={${gettersOf(names)}}` }
      }
      // Of functions only those that a source imports become part of the bundle.
      const functions = Object.keys(loaded).filter(
        (name) => /^[a-z]/.test(name) && typeof loaded[name] === 'function',
      )
      const calls = functions.map(
        (name) => `export function ${name}(...given){return load().${name}(...given)}`,
      )
      return { contents: `${load}${calls.join('\n')}` }
    })
  },
}

/** @param {Iterable<string>} names */
const gettersOf = (names) =>
  [...names].flatMap((name) => (name === 'default' ? [] : [`get ${name}(){return load().${name}}`])).join(',')

/** Packages that few runs use. */
const LATE_PACKAGES = ['fast-glob', 're2js', 'write-excel-file/node', 'yaml', 'yauzl']

/** @param {string} path as a source imports it */
const packageFile = (path) => `${path.split('/', 1)[0]}.cjs`

/** The files of `dist/packages/`. */
export const LATE_FILES = LATE_PACKAGES.map(packageFile)

/**
 * Bundles of the packages that few runs use, by the names of their files in `dist/packages/`.
 *
 * @param {import('esbuild').BuildOptions} options
 */
export async function latePackages({ plugins: _plugins, ...options }) {
  const made = LATE_PACKAGES.map(async (path) => {
    const { code, packages } = await bundled({
      ...options,
      minify: true,
      // For import(), which gives a namespace, and for require(), the package has to say what it is.
      stdin: { contents: `module.exports = require('${path}')`, resolveDir: import.meta.dirname },
    })
    return { name: packageFile(path), code, packages }
  })
  return Promise.all(made)
}

/**
 * Loads these packages from `dist/packages/` when something of theirs is first used.
 *
 * @type {import('esbuild').Plugin}
 */
export const packagesApart = {
  name: 'packages-apart',
  setup(build) {
    const require = createRequire(import.meta.url)
    const namespace = 'late-package'
    build.onResolve({ filter: new RegExp(`^(?:${LATE_PACKAGES.join('|')})$`) }, ({ path, importer }) =>
      /[\\/]src[\\/]/.test(importer) ? { path, namespace } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
      const loaded = require(path)
      const isFunction = typeof loaded === 'function'
      const names = Object.keys(loaded).filter((name) => !isFunction || !['name', 'length'].includes(name))
      const whole = isFunction ? '(...given)=>load()(...given)' : '{}'
      const file = `__dirname+'/packages/${packageFile(path)}'`
      return {
        contents: `let loaded
const load=()=>loaded??=require('node:module').createRequire(__filename)(${file})
module.exports=Object.defineProperties(${whole},Object.getOwnPropertyDescriptors({${gettersOf(names)}}))`,
      }
    })
  },
}

/** Data of this size that a run of few commands reads stands in a file of its own, beside the bundle. */
const APART = /[\\/]src[\\/]rules[\\/]onap[\\/]facts[\\/](?!sdc-model|suppliers)[\w-]+\.json$/

/**
 * Data as a string that is parsed when a run needs it: V8 takes ten times as long for an object literal of some size, and
 * keeps a description of it in the code cache, which every run reads.
 *
 * @type {import('esbuild').Plugin}
 */
export const parsedData = {
  name: 'parsed-data',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.json$/ }, async ({ path }) => {
      const data = JSON.stringify(JSON.parse(await readFile(path, 'utf8')))
      const text = APART.test(path)
        ? `require('node:fs').readFileSync(__dirname+'/${basename(path)}','utf8')`
        : JSON.stringify(data)
      return { contents: `module.exports=JSON.parse(${text})`, loader: 'js' }
    })
  },
}
