/**
 * package.json as it is published: without scripts. The package is built, and runs nothing when it is installed; npm warns
 * of a `prepare` all the same, which is for installations from git. `npm pack` and `npm publish` take the scripts out
 * before (`strip`) and put the file back afterwards (`restore`). Where they fail they run nothing more: what waits for
 * their end puts the file back then (`restore-after`).
 */
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(import.meta.url)
const root = dirname(dirname(script))
const [manifest, original] = [join(root, 'package.json'), join(root, 'dist/package.json')]

function strip() {
  mkdirSync(dirname(original), { recursive: true })
  // What a packing that was killed left is the original.
  if (!existsSync(original)) copyFileSync(manifest, original)
  const { scripts: _scripts, ...published } = JSON.parse(readFileSync(original, 'utf8'))
  writeFileSync(manifest, `${JSON.stringify(published, undefined, 2)}\n`)
  // In the clone that npm makes of a git address it is left so: npm deletes that.
  if (process.env.npm_lifecycle_event === 'prepack') restoreAfterNpm()
}

function restore() {
  if (existsSync(original)) renameSync(original, manifest)
}

function restoreAfterNpm() {
  const npm = npmProcess()
  if (npm === undefined) return
  const options = /** @type {const} */ ({ detached: true, stdio: 'ignore' })
  spawn(process.execPath, [script, 'restore-after', String(npm)], options).unref()
}

/** The process of npm, which runs scripts in a shell; undefined without `ps`, as on Windows. */
function npmProcess() {
  const asked = (/** @type {string} */ what) =>
    execFileSync('ps', ['-o', `${what}=`, '-p', String(process.ppid)], { encoding: 'utf8' }).trim()
  try {
    return /(?:^|\/)-?(?:sh|ash|bash|dash|zsh)$/.test(asked('comm')) ? Number(asked('ppid')) : process.ppid
  } catch {
    return undefined
  }
}

/** @param {number} pid */
async function restoreAfter(pid) {
  while (existsSync(original) && isRunning(pid)) await wait(200)
  restore()
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It may be another user's.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

const [what, pid] = process.argv.slice(2)
if (what === 'strip') strip()
else if (what === 'restore') restore()
else if (what === 'restore-after') await restoreAfter(Number(pid))
