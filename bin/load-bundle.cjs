'use strict'
// Loads dist/hotshift.cjs, with the compiled code of an earlier run where there is
// one. Node 20 has no module.enableCompileCache, so V8's cached data is kept here.
// The cache only saves time: whatever is wrong with it, the bundle loads without.

const fs = require('node:fs')
const { homedir } = require('node:os')
const { dirname, isAbsolute, join } = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')
const { isMainThread } = require('node:worker_threads')
// Not node:crypto, which takes longer to load than the cache takes to read. Node 21 has no crc32.
const { crc32 } = require('node:zlib')

const BUNDLE = join(__dirname, '../dist/hotshift.cjs')
/** The same with the names of functions as they stand in the sources, for stacks that people can read. */
const NAMED_BUNDLE = join(__dirname, '../dist/hotshift-named.cjs')
const MAX_AGE_MS = 60 * 24 * 3600 * 1000

/**
 * Where compiled code is kept: `dist/cache` in a checkout (the build makes that
 * folder), the user's cache directory for an installed package. Undefined where that
 * has no absolute path: in the working directory anybody's files may lie.
 *
 * @param {string} bundle
 * @returns {string | undefined}
 */
function cacheDirectory(bundle) {
  const beside = join(dirname(bundle), 'cache')
  if (fs.existsSync(beside)) return beside
  const { XDG_CACHE_HOME: own } = process.env
  // The XDG specification has relative paths ignored.
  const home = own !== undefined && isAbsolute(own) ? own : join(homedir(), '.cache')
  return isAbsolute(home) ? join(home, 'hotshift') : undefined
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

/** V8 looks at little of the data before it runs it, and a flipped bit ends the process. */
const SUM_LENGTH = 4

/** @param {Buffer} data */
function sumOf(data) {
  const sum = Buffer.alloc(SUM_LENGTH)
  sum.writeUInt32LE(crc32(data))
  return sum
}

/**
 * The cached data in `file`, or undefined when there is none that may be used.
 *
 * @param {string} file
 */
function readCache(file) {
  try {
    if (!isTrustedDirectory(dirname(file))) return undefined
    const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    try {
      const stat = fs.fstatSync(fd)
      if (!stat.isFile() || !isTrusted(stat)) return undefined
      const content = fs.readFileSync(fd)
      const data = content.subarray(SUM_LENGTH)
      return sumOf(data).equals(content.subarray(0, SUM_LENGTH)) ? data : undefined
    } finally {
      fs.closeSync(fd)
    }
  } catch {
    return undefined
  }
}

/**
 * Writes the cached data under another name first: a reader sees all of it or none.
 *
 * @param {string} file
 * @param {Buffer} data
 */
function writeCache(file, data) {
  try {
    const directory = dirname(file)
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
    if (!isTrustedDirectory(directory)) return
    const { randomBytes } = require('node:crypto')
    const unfinished = `${file}.${randomBytes(8).toString('hex')}`
    fs.writeFileSync(unfinished, Buffer.concat([sumOf(data), data]), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
    fs.renameSync(unfinished, file)
    removeOld(directory)
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
    const file = join(directory, name)
    if (Date.now() - fs.lstatSync(file).mtimeMs > MAX_AGE_MS) fs.unlinkSync(file)
  }
}

/**
 * The flags of V8 with which the bundle is loaded, and its cache is made: V8 accepts cached code only with the same ones.
 *
 * V8 by itself optimises a function after 67,584 bytes of bytecode. Other threads do that, and it took half of the
 * processor time of a run over 400 files, for functions that were soon done with. A run of many files takes it back
 * (src/runner/run.ts). From Node 22 on V8 has another compiler in between, which counts calls.
 * See docs/decisions/0017-optimise-later.md.
 */
const FLAGS = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=400000'] : []

/** What a run sets for itself on its way (src/runner/heap.ts), as it was. */
const FLAGS_OF_RUNS = ['--heap-growing-percent=0', '--no-expose-gc']

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
  const directory = cacheDirectory(bundle)
  const file = directory && join(directory, `${id}-${process.version}-${process.arch}-${word}.bin`)
  // They are those of all threads: one that joins leaves them as the run has set them.
  if (isMainThread) setFlags(FLAGS)
  const cachedData = file === undefined ? undefined : readCache(file)
  const script = new Script(source, { filename: bundle, cachedData })
  /** @type {{ exports: { main?: (argv: readonly string[]) => Promise<number>, work?: () => Promise<void> } }} */
  const module = { exports: {} }
  // Code from the cache has no import() of its own, so it is given this one.
  const importModule = (/** @type {string} */ specifier) => import(specifier)
  script.runInThisContext()(module.exports, require, module, bundle, dirname(bundle), importModule)
  const { main, work } = module.exports
  if (main === undefined) throw new Error(`${bundle} exports no main`)
  const isStale = cachedData === undefined || script.cachedDataRejected === true
  return {
    main,
    work,
    saveCache: () => {
      if (!isStale || file === undefined) return
      setFlags([...FLAGS, ...FLAGS_OF_RUNS])
      writeCache(file, script.createCachedData())
    },
  }
}

module.exports = { loadBundle }
