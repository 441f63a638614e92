// Commands that have to succeed.

import { spawnSync } from 'node:child_process'
import { ROOT } from './setup.mjs'

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns what it prints to standard output
 * @throws Error with what it said, when it fails
 */
export function run(command, args, cwd = ROOT) {
  const options = /** @type {const} */ ({ cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const { status, stdout, stderr, error } = spawnSync(command, args, options)
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? status}\n${stdout}\n${stderr}`)
  return stdout
}
