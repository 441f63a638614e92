// `npm run executable -- [x64|arm64]`: dist/executable/hotshift-linux-<processor>, one file that needs neither Node nor
// a network, by Node's single executable applications. See docs/decisions/0023-single-executable.md.

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FACT_FILES } from '../build.mjs'
import { run } from '../run-command.mjs'
import { ROOT } from '../setup.mjs'
import { fetchTool, TOOLS } from './tools.mjs'

/** Of the published files, those that the program itself reads. */
const READ = [
  'package.json',
  'bin/hotshift.cjs',
  'bin/worker.cjs',
  'bin/transform-hooks.mjs',
  'bin/trust-hooks.mjs',
  'bin/executable/main.cjs',
  ...['hotshift.cjs', 'hotshift-named.cjs', 'language-server.cjs', 'strip-types.cjs', 'help.json']
    .concat(FACT_FILES.map((file) => basename(file)))
    .map((name) => `dist/${name}`),
]

/** Their paths within the project. */
function assetNames() {
  const folders = ['dist/page', 'dist/library', 'dist/packages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  )
  const pages = readdirSync(join(ROOT, 'transforms'), { recursive: true, encoding: 'utf8' })
    .map((name) => `transforms/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('/README.md'))
  return [...READ, ...folders, ...pages]
}

/**
 * The parts of the executable by name, each with the file that it is made of.
 *
 * @param {string} own a Node of this machine's processor, of the version that goes into the executable
 * @param {boolean} isForeign whether the executable is for another processor: compiled code is good for one kind only
 * @param {string} work
 */
function assetsOf(own, isForeign, work) {
  const flags = join(work, 'flags.json')
  const loader = JSON.stringify(join(ROOT, 'bin/load-bundle.cjs'))
  // Which flags they are depends on the Node.
  writeFileSync(flags, run(own, ['--print', `JSON.stringify(require(${loader}).FLAGS)`], work))
  const assets = Object.fromEntries(assetNames().map((name) => [name, join(ROOT, name)]))
  Object.assign(assets, { 'flags.json': flags })
  if (isForeign) return assets
  const cache = join(work, 'hotshift.cache')
  const compile = join(import.meta.dirname, 'compile.cjs')
  // Small templates of the handbook, which the runs that are compiled for read.
  run(own, [compile, join(ROOT, 'dist/hotshift.cjs'), cache, join(ROOT, 'docs/examples')], work)
  return Object.assign(assets, { 'dist/hotshift.cjs.cache': cache })
}

/**
 * Takes what only a debugger reads out of a copy of Node: an eighth of it. Without `strip`, or with one that does not know
 * the processor, the executable is larger, and the same otherwise.
 *
 * @param {string} executable
 */
function strip(executable) {
  const { status, error, stderr } = spawnSync('strip', [executable], { encoding: 'utf8' })
  if (status !== 0) process.stderr.write(`not stripped: ${error?.message ?? stderr.trim()}\n`)
}

/**
 * Builds it; the bundle must be built.
 *
 * @param {'x64' | 'arm64'} arch
 * @returns its path
 * @throws Error when Node cannot be fetched, or does not do what it is asked for
 */
export function buildExecutable(arch) {
  const output = join(ROOT, 'dist/executable')
  const work = join(output, `.work-${arch}-${process.pid}`)
  mkdirSync(work, { recursive: true })
  try {
    const node = fetchTool(TOOLS[arch])
    const here = process.arch === 'arm64' ? 'arm64' : 'x64'
    const own = join(fetchTool(TOOLS[here]), 'bin/node')
    const blob = join(work, 'hotshift.blob')
    const config = {
      main: join(import.meta.dirname, 'main.cjs'),
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: false,
      assets: assetsOf(own, arch !== here, work),
    }
    writeFileSync(join(work, 'sea.json'), JSON.stringify(config))
    run(own, ['--experimental-sea-config', 'sea.json'], work)
    const executable = join(work, 'hotshift')
    copyFileSync(join(node, 'bin/node'), executable)
    chmodSync(executable, 0o755)
    strip(executable)
    // Its command line needs a package more; its function does not.
    const postject = join(fetchTool(TOOLS.postject), 'dist/api.js')
    run(own, [join(import.meta.dirname, 'inject.cjs'), postject, executable, blob], work)
    copyFileSync(join(node, 'LICENSE'), join(output, 'LICENSE-node.txt'))
    const result = join(output, `hotshift-linux-${arch}`)
    renameSync(executable, result)
    return result
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { buildIfStale } = await import('../setup.mjs')
  await buildIfStale()
  const wanted = process.argv.slice(2)
  for (const arch of /** @type {const} */ (['x64', 'arm64'])) {
    if (wanted.length > 0 && !wanted.includes(arch)) continue
    const path = buildExecutable(arch)
    process.stdout.write(`${path} ${(statSync(path).size / 1e6).toFixed(1)} MB\n`)
  }
}
