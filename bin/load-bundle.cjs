'use strict'
// Loads dist/hotshift.cjs, with the compiled code of an earlier run where there is
// one. Node 20 has no module.enableCompileCache, so V8's cached data is stored here.
// The cache only saves time: whatever is wrong with it, the bundle loads without.

const { createHmac, randomBytes, timingSafeEqual } = require('node:crypto')
const fs = require('node:fs')
const { homedir, userInfo } = require('node:os')
const { basename, dirname, isAbsolute, join, relative, sep } = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')
const { isMainThread, workerData } = require('node:worker_threads')

const BUNDLE = join(__dirname, '../dist/hotshift.cjs')
/** The same with the names of functions as they stand in the sources, for stacks that people can read. */
const NAMED_BUNDLE = join(__dirname, '../dist/hotshift-named.cjs')
const MAX_AGE_MS = 60 * 24 * 3600 * 1000

/** @typedef {{ readonly directory: string, readonly keyFile: string }} Cache */

/**
 * The location of compiled code, and the key that binds it to this user: `dist/cache` in a checkout of hotshift (the
 * build makes that folder, and who could write there could write the bundle), the user's cache directory for an installed
 * package. The key is in the home directory as the system knows it, whatever the environment says: in CI, HOME is
 * often a folder of the checkout. Undefined where that would be a directory that may contain other people's files.
 *
 * @param {string} bundle
 * @returns {Cache | undefined}
 */
function cacheOf(bundle) {
  const beside = join(dirname(bundle), 'cache')
  if (fs.existsSync(beside)) return { directory: beside, keyFile: join(beside, KEY) }
  const { XDG_CACHE_HOME: own } = process.env
  // The XDG specification has relative paths ignored.
  const home = own !== undefined && isAbsolute(own) ? own : join(homedir(), '.cache')
  try {
    const directory = join(home, 'hotshift')
    const keyFile = join(userInfo().homedir, '.cache/hotshift', KEY)
    return [directory, keyFile].every(isOutsideOfTrees) ? { directory, keyFile } : undefined
  } catch {
    // A user without a name, a working directory that is no more: the run compiles.
    return undefined
  }
}

const KEY = 'key'
const REPOSITORIES = ['.git', '.hg', '.jj', '.svn']

/**
 * Whether a path lies in no repository and not at or below the working directory, so that nobody can have sent it
 * along with a tree.
 *
 * @param {string} path
 */
function isOutsideOfTrees(path) {
  if (!isAbsolute(path)) return false
  const real = realLocation(path)
  const below = relative(fs.realpathSync(process.cwd()), real)
  if (!isAbsolute(below) && below.split(sep, 1)[0] !== '..') return false
  for (let directory = real; ; directory = dirname(directory)) {
    if (REPOSITORIES.some((name) => fs.existsSync(join(directory, name)))) return false
    if (dirname(directory) === directory) return true
  }
}

/**
 * Links resolved as far as there is something.
 *
 * @param {string} path
 * @returns {string}
 */
function realLocation(path) {
  if (fs.existsSync(path) || dirname(path) === path) return fs.realpathSync(path)
  return join(realLocation(dirname(path)), basename(path))
}

/**
 * Cached data is executed as it stands, so it is read only from a real directory and
 * a regular file that belong to this user or to root and that nobody else can write
 * to. Windows reports no such owners and modes; there the profile's own protection
 * has to do.
 *
 * @param {import('node:fs').Stats} stat
 */
function isTrusted(stat) {
  if (process.getuid === undefined) return true
  return (stat.uid === process.getuid() || stat.uid === 0) && (stat.mode & 0o022) === 0
}

/** @param {string} path */
function isTrustedDirectory(path) {
  const stat = fs.lstatSync(path)
  return stat.isDirectory() && isTrusted(stat)
}

/**
 * The content of a regular file, not behind a link, in a directory of the user's own.
 *
 * @param {string} file
 * @returns {Buffer | undefined}
 */
function readTrusted(file) {
  try {
    if (!isTrustedDirectory(dirname(file))) return undefined
    const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    try {
      const stat = fs.fstatSync(fd)
      return stat.isFile() && isTrusted(stat) ? fs.readFileSync(fd) : undefined
    } finally {
      fs.closeSync(fd)
    }
  } catch {
    return undefined
  }
}

/**
 * Writes under another name first: a reader sees all of it or none.
 *
 * @param {string} file
 * @param {readonly Buffer[]} parts
 */
function writeTrusted(file, parts) {
  const directory = dirname(file)
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (!isTrustedDirectory(directory)) return
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`
  fs.writeFileSync(unfinished, Buffer.concat(parts), { flag: 'wx', mode: 0o600, flush: true })
  fs.renameSync(unfinished, file)
}

const KEY_LENGTH = 32

/**
 * @param {string} file
 * @returns {Buffer | undefined} undefined where there is none
 */
function readKey(file) {
  const key = readTrusted(file)
  return key?.length === KEY_LENGTH ? key : undefined
}

const SEAL_LENGTH = 32

/**
 * What V8 would execute as it stands: neither a flipped bit nor a file from elsewhere has this seal.
 *
 * @param {Buffer} key
 * @param {string} file its name tells the content of the bundle, the version of Node, and the command
 * @param {Buffer} data
 */
function sealOf(key, file, data) {
  return createHmac('sha256', key)
    .update(`${basename(file)}\n`)
    .update(data)
    .digest()
}

/**
 * The cached data in `file`, or undefined when there is none that may be used.
 *
 * @param {Cache} cache
 * @param {string} file
 */
function readCache({ keyFile }, file) {
  const content = readTrusted(file)
  const key = content === undefined ? undefined : readKey(keyFile)
  if (content === undefined || key === undefined || content.length < SEAL_LENGTH) return undefined
  const data = content.subarray(SEAL_LENGTH)
  return timingSafeEqual(sealOf(key, file, data), content.subarray(0, SEAL_LENGTH)) ? data : undefined
}

/**
 * @param {Cache} cache
 * @param {string} file
 * @param {Buffer} data
 */
function writeCache({ keyFile }, file, data) {
  try {
    if (readKey(keyFile) === undefined) writeTrusted(keyFile, [randomBytes(KEY_LENGTH)])
    // Another process may have been faster.
    const key = readKey(keyFile)
    if (key === undefined) return
    writeTrusted(file, [sealOf(key, file, data), data])
    removeOld(dirname(file))
  } catch {
    // A read-only or full disk: the next run compiles again.
  }
}

/**
 * Drops what versions of long ago, or interrupted runs, left behind.
 *
 * @param {string} directory
 */
function removeOld(directory) {
  for (const name of fs.readdirSync(directory)) {
    if (name === KEY) continue
    const file = join(directory, name)
    const stat = fs.lstatSync(file)
    // Verdicts of earlier runs lie in a folder of their own, and are looked after by those who use them.
    if (stat.isFile() && Date.now() - stat.mtimeMs > MAX_AGE_MS) fs.unlinkSync(file)
  }
}

/**
 * The flags of V8 with which the bundle is loaded, and its cache is made: V8 accepts cached code only with the same ones.
 *
 * V8 by itself optimises a function soon after it has run often. Other threads do that, and it took half of the processor
 * time of a run over 400 files, for functions that were soon done with. V8 11 (Node 20) counts bytecode, by default 67,584
 * bytes, and a run of many files takes it back (src/run/run.ts). Later ones have another compiler in between, and count
 * calls. See docs/decisions/0017-optimise-later.md.
 */
const FLAGS = process.versions.v8.startsWith('11.')
  ? ['--interrupt-budget=400000']
  : ['--invocation-count-for-turbofan=60000', '--invocation-count-for-maglev=5000']

/** Commands whose functions run again and again for hours: V8 optimises them as soon as it would. */
const LONG_LIVED = ['lsp']

/**
 * For a run that is to store its code. V8 drops the bytecode of what has not been called for some collections: that of the
 * bundle itself, which is called once, was missing in the cache that a run of thousands of files made, and every run after
 * it compiled 3 MB anew.
 */
const KEEPS_CODE = '--no-flush-bytecode'

/** What a run sets for itself on its way (here and in src/run/heap.ts), as it was. */
const FLAGS_OF_RUNS = ['--heap-growing-percent=0', '--no-expose-gc', '--flush-bytecode']

/** @param {readonly string[]} flags */
function setFlags(flags) {
  for (const flag of flags) setFlagsFromString(flag)
}

function usualBundle() {
  return process.env.HOTSHIFT_DEBUG === '1' && fs.existsSync(NAMED_BUNDLE) ? NAMED_BUNDLE : BUNDLE
}

/**
 * The bundle's exports, ready to run, or undefined when there is no bundle.
 *
 * @param {string} [command] first word of the command line. Each command has a
 *   cache of its own, because V8 only keeps the functions that a run has called.
 * @param {string} [bundle] the file, for tests
 * @returns {{ main(argv: readonly string[]): Promise<number>, work: (() => Promise<void>) | undefined, saveCache(): void } | undefined}
 */
function loadBundle(command = '', bundle = usualBundle()) {
  if (!fs.existsSync(bundle)) return undefined
  // The build keeps the bundle ASCII, and latin1 is the fastest way to read that.
  const source = fs.readFileSync(bundle, 'latin1')
  // First line: `// <version>-<hash>`. V8 itself compares nothing but the length.
  const id = source.slice(3, source.indexOf('\n'))
  const word = /^[a-z][a-z-]{0,30}$/.test(command) ? command : 'other'
  const cache = cacheOf(bundle)
  const file = join(cache?.directory ?? '', `${id}-${process.version}-${process.arch}-${word}.bin`)
  const flags = LONG_LIVED.includes(word) ? [] : FLAGS
  if (isMainThread) setFlags(flags)
  const cachedData = cache === undefined ? undefined : readCache(cache, file)
  // Flags are those of all threads: one that joins a run which has set others takes these back while it loads.
  const joinsWithCache = !isMainThread && cachedData !== undefined
  if (joinsWithCache) setFlags([...flags, ...FLAGS_OF_RUNS])
  const script = new Script(source, { filename: bundle, cachedData })
  if (joinsWithCache) setFlags(workerData.flagsOfRun)
  const isStale = cachedData === undefined || script.cachedDataRejected === true
  if (isStale && cache !== undefined && isMainThread) setFlags([KEEPS_CODE])
  /** @type {{ exports: { main?: (argv: readonly string[]) => Promise<number>, work?: () => Promise<void> } }} */
  const module = { exports: {} }
  // Code from the cache has no import() of its own, so it is given this one.
  const importModule = (/** @type {string} */ specifier) => import(specifier)
  script.runInThisContext()(module.exports, require, module, bundle, dirname(bundle), importModule)
  const { main, work } = module.exports
  if (main === undefined) throw new Error(`${bundle} exports no main`)
  return {
    main,
    work,
    saveCache: () => {
      if (!isStale || cache === undefined) return
      setFlags([...flags, ...FLAGS_OF_RUNS])
      writeCache(cache, file, script.createCachedData())
    },
  }
}

module.exports = { loadBundle, FLAGS, FLAGS_OF_RUNS, setFlags }
