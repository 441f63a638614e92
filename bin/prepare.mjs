/**
 * What npm runs after an installation in a checkout, and in the clone that it makes of a git address: builds what the
 * package consists of. In npm's own clone it puts right what npm leaves wrong there (npm 10 and 11).
 */
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, realpathSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

const node = (/** @type {string[]} */ ...args) =>
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })

/** Whether this is a clone that npm made for itself, in the temporary folder of its cache, and soon deletes. */
const isClone = /[\\/]_cacache[\\/]tmp[\\/]git-clone[^\\/]*$/.test(ROOT)

/**
 * `npm install --global <git address>` runs `npm install` in the clone, which inherits `--global` and therefore links the
 * clone into the global folder. npm then unpacks the package through that link, and deletes it with the clone. A
 * folder in its stead is what npm made before.
 */
function replaceGlobalLink() {
  const prefix = process.env.npm_config_prefix ?? process.env.npm_config_global_prefix
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  if (process.env.npm_config_global !== 'true' || prefix === undefined) return
  const link = join(prefix, process.platform === 'win32' ? 'node_modules' : 'lib/node_modules', name)
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (!isLink || realpathSync(link) !== realpathSync(ROOT)) return
  unlinkSync(link)
  mkdirSync(link)
}

node('bin/dev.mjs', 'build')
node('bin/build-library.mjs')
if (isClone) {
  // The package is built and runs nothing where it is installed: npm warns of scripts all the same.
  node('bin/published-manifest.mjs', 'strip')
  replaceGlobalLink()
}
