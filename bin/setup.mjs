// Brings a checkout into a state in which hotshift runs: dependencies installed as
// the lockfile says, bundle built from the present sources. Nothing but Node needed.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/**
 * Reads the `packages` table of a lockfile; an unreadable one has none.
 *
 * @param {string} file
 * @returns {Readonly<Record<string, { version?: string, optional?: boolean }>>}
 */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/**
 * Whether `node_modules` holds the versions that package-lock.json asks for, by the
 * list that npm leaves in node_modules. Optional packages are for other platforms.
 */
export function hasDependencies(root = ROOT) {
  const installed = lockedPackages(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(lockedPackages(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) =>
      path === '' || optional === true || installed[path]?.version === version,
  )
}

/**
 * Whether nothing below `path` is newer than `time` (ms). Folders count: they show
 * that a file was deleted.
 *
 * @param {string} path
 * @param {number} time
 * @returns {boolean}
 */
function isOlder(path, time) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return true
  if (stat.mtimeMs > time) return false
  return !stat.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name), time))
}

/** Whether the bundle was made from the sources as they are now. */
export function hasBundle(root = ROOT) {
  const built = statSync(join(root, 'dist/help.json'), { throwIfNoEntry: false })
  if (built === undefined || !existsSync(join(root, 'dist/hotshift.cjs'))) return false
  return ['src', 'transforms', 'bin', 'package.json', 'package-lock.json'].every((name) =>
    isOlder(join(root, name), built.mtimeMs),
  )
}

/**
 * Runs npm: the one that runs us, when it does. Its output goes to standard error.
 *
 * @param {readonly string[]} args
 */
function npm(args) {
  const own = process.env.npm_execpath
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: ROOT, stdio: ['ignore', 2, 2] }
  const { status } = own?.endsWith('.js')
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  return status ?? 1
}

/**
 * Installs dependencies unless they are there.
 *
 * @throws Error when npm fails; npm has said why.
 */
export function installDependencies() {
  if (hasDependencies()) return
  process.stderr.write('hotshift: installing dependencies (npm ci)\n')
  // A dry run of `npm publish` is inherited: `npm ci` would install nothing then, and prepare, which asks for it again.
  if (
    npm([
      'ci',
      '--dry-run=false',
      '--global=false',
      '--location=project',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]) !== 0
  ) {
    throw new Error('npm ci failed')
  }
}

/** Builds the bundle unless it is there and up to date. */
export async function buildIfStale() {
  if (hasBundle()) return
  process.stderr.write('hotshift: building\n')
  const { buildBundle } = await import('./build.mjs')
  await buildBundle()
}
