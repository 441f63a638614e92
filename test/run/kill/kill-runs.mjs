// Kills runs of hotshift while they write, and compares what the next run makes of it with an undisturbed one.
// As a program: node test/run/kill/kill-runs.mjs [--count 200] [--seed 1]

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const HOTSHIFT = join(import.meta.dirname, '../../../bin/hotshift.cjs')
const HOOK = join(import.meta.dirname, 'kill-at.cjs')

const cfn = (/** @type {string} */ body) => `{"HeatTemplateFormatVersion": "2012-12-12", ${body}}\n`
const size = '"Parameters": {"Size": {"Type": "Number", "Default": 1}}'

/** Single files, and a template that others call by its name, which changes. */
const migration = {
  args: ['migrate', '--write'],
  files: Object.fromEntries([
    ...[1, 2, 3].map((n) => [`single-${n}.json`, cfn(size)]),
    ...[1, 2].map((n) => [
      `kept-${n}.yaml`,
      `HeatTemplateFormatVersion: '2012-12-12'\nParameters: {P: {Type: String}}\n`,
    ]),
    ['nested/child.template', cfn(size)],
    ['top.yaml', `heat_template_version: 2018-08-31\nresources:\n  one: {type: nested/child.template}\n`],
    ['other.yaml', `heat_template_version: 2018-08-31\nresources:\n  two: {type: nested/child.template}\n`],
  ]),
}

/** Templates with their environments, one of which is new. */
const extraction = {
  args: ['extract-defaults', '--write'],
  files: {
    'base.yaml': 'heat_template_version: 2018-08-31\nparameters:\n  size: {type: number, default: 1}\n',
    'base.env': 'parameters:\n  other: 2\n',
    'more/new.yaml': 'heat_template_version: 2018-08-31\nparameters:\n  size: {type: number, default: 1}\n',
  },
}

/** @typedef {{ readonly args: readonly string[], readonly files: Readonly<Record<string, string>> }} Scenario */

/** @type {(scenario: Scenario) => string} */
function makeTree({ files }) {
  const root = mkdtempSync(join(tmpdir(), 'hotshift-kill-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** All files with their contents, and how the run ended. @type {(root: string) => string} */
function contentsOf(root) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return JSON.stringify(paths.map((path) => [path.slice(root.length), readFileSync(path, 'utf8')]))
}

/** @type {(scenario: Scenario, root: string, env?: Record<string, string>) => import('node:child_process').SpawnSyncReturns<string>} */
function runIn({ args }, root, env = {}) {
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', env: { ...process.env, ...env } })
  return spawnSync(process.execPath, ['--require', HOOK, HOTSHIFT, ...args], options)
}

/**
 * Kills runs: before every call that changes anything on the disk, in turn, then at random times.
 *
 * @param {{ readonly count: number, readonly seed: number }} options
 * @returns {Promise<{ kills: number, atCalls: number, atRandom: number, equal: number, failures: string[] }>}
 */
export async function killRuns({ count, seed }) {
  const figures = { kills: 0, atCalls: 0, atRandom: 0, equal: 0, failures: /** @type {string[]} */ ([]) }
  const scenarios = [migration, extraction].map((scenario) => {
    // The first run of a new build also writes the cache of its code.
    const first = makeTree(scenario)
    runIn(scenario, first)
    rmSync(first, { recursive: true })
    const root = makeTree(scenario)
    const started = performance.now()
    const { stderr, status } = runIn(scenario, root)
    const milliseconds = performance.now() - started
    if (status !== 0) throw new Error(`the undisturbed run ends with ${status}:\n${stderr}`)
    const expected = contentsOf(root)
    rmSync(root, { recursive: true })
    return { scenario, expected, milliseconds, calls: Number(/calls (\d+)/.exec(stderr)?.[1]) }
  })
  const locations = scenarios.flatMap((one) =>
    Array.from({ length: one.calls }, (_, index) => ({ ...one, at: index + 1 })),
  )
  let random = seed
  const next = () => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    return random / 2 ** 31
  }
  for (let index = 0; index < count; index++) {
    // All calls of a long run are more than asked for: every n-th of them then.
    const share = Math.max(1, locations.length / (count * 0.75))
    const location = locations[Math.floor(index * share)]
    const one = location ?? scenarios[index % scenarios.length]
    if (one === undefined) break
    const root = makeTree(one.scenario)
    const what =
      location === undefined ? `after ${(next() * one.milliseconds).toFixed(1)} ms` : `at call ${location.at}`
    if (location !== undefined) {
      const { signal } = runIn(one.scenario, root, { KILL_AT: String(location.at) })
      if (signal !== 'SIGKILL') throw new Error(`${what}: the run was not killed`)
      figures.atCalls += 1
    } else {
      await killAfter(Number(what.split(' ')[1]), one.scenario, root)
      figures.atRandom += 1
    }
    figures.kills += 1
    const second = runIn(one.scenario, root)
    const isEqual = second.status === 0 && contentsOf(root) === one.expected
    if (isEqual) figures.equal += 1
    else
      figures.failures.push(`${one.scenario.args[0]} ${what}: exit code ${second.status}\n${second.stderr}`)
    rmSync(root, { recursive: true })
  }
  return figures
}

/** @type {(milliseconds: number, scenario: Scenario, root: string) => Promise<void>} */
function killAfter(milliseconds, { args }, root) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [HOTSHIFT, ...args], { cwd: root, stdio: 'ignore' })
    child.on('exit', () => resolve())
    setTimeout(() => child.kill('SIGKILL'), milliseconds)
  })
}

async function main() {
  const { values } = parseArgs({ options: { count: { type: 'string' }, seed: { type: 'string' } } })
  const { count = '200', seed = '1' } = values
  const { failures, ...figures } = await killRuns({ count: Number(count), seed: Number(seed) })
  process.stdout.write(`${JSON.stringify(figures)}\n${failures.join('\n')}`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

if (import.meta.filename === process.argv[1]) void main()
