// The esbuild plugins of hotshift's bundle.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
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

/**
 * Modules of Node that most runs never call, or call only at their end: each is half a millisecond to two of
 * every start. `node:module` is none of them: which names it has depends on the Node that runs.
 */
const LATE = /^(?:node:)?(?:child_process|crypto|fs\/promises|net|readline|v8|vm|worker_threads|zlib)$/

/**
 * Loads modules of Node when something of theirs is first used: `import { spawnSync }` is no reason to.
 *
 * @type {import('esbuild').Plugin}
 */
export const lateBuiltins = {
  name: 'late-builtins',
  setup(build) {
    const require = createRequire(import.meta.url)
    const namespace = 'late-builtin'
    build.onResolve({ filter: LATE }, ({ path, namespace: from }) =>
      from === namespace ? { path, external: true } : { path, namespace },
    )
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => name !== 'default')
      // Since Node 24 each `require` of a module goes through its hooks, which takes as long as hashing a small file.
      const getters = names.map((name) => `get ${name}(){return(loaded??=require('${path}')).${name}}`)
      return { contents: `let loaded\nmodule.exports={${getters.join(',')}}` }
    })
  },
}
