// What `npm start`, `npm test`, `npm run test:changed`, `npm run test:slow` and `npm run build` do, on a
// fresh clone too.

import { spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { buildIfStale, installDependencies, ROOT } from './setup.mjs'

/**
 * Runs a Node program in the foreground; its exit code, as a shell would give it.
 *
 * @param {string} program relative to the project
 * @param {readonly string[]} args
 */
function run(program, args, cwd = ROOT) {
  const { status, signal } = spawnSync(process.execPath, [join(ROOT, program), ...args], {
    cwd,
    stdio: 'inherit',
  })
  return status ?? 128 + (signal === null ? 0 : constants.signals[signal])
}

/** A template that shows in a page what a migration does. */
const FIRST_TEMPLATE = 'docs/examples/volume.yaml'

const WHAT_NEXT = `
Try next:
  npm start -- migrate <your folder>       the same for your templates, as a dry run
  npm start -- check <your folder>         what Heat would reject in them
  npm start -- migrate corpus --summary    all templates of this project, totals only
  npm start -- --help                      all commands
`

/**
 * Without arguments a dry run over one small template of the project, and what to try next.
 *
 * @param {readonly string[]} args
 */
function start(args) {
  const hotshift = 'bin/hotshift.cjs'
  if (args.length > 0) return run(hotshift, args, process.env.INIT_CWD ?? ROOT)
  const code = run(hotshift, ['migrate', FIRST_TEMPLATE])
  if (code === 0) process.stderr.write(WHAT_NEXT)
  return code
}

/** @type {readonly (readonly [string, readonly string[]])[]} */
const CHECKS = [
  ['node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']],
  ['node_modules/typescript/bin/tsc', ['-p', 'src/show/page']],
  ['node_modules/typescript/bin/tsc', ['-p', 'src/apps/playground']],
  ['node_modules/typescript/bin/tsc', ['-p', 'src/show/site']],
  ['node_modules/typescript/bin/tsc', ['-p', 'src/apps/vscode']],
  ['node_modules/@biomejs/biome/bin/biome', ['check', '.']],
]
const JEST = 'node_modules/jest/bin/jest.js'

/**
 * Makes what transforms do now the expected files of their fixtures, on purpose only: whoever
 * asks for it looks at the difference before it is committed.
 *
 * @param {readonly string[]} ids parts of the ids of transforms; all without any
 */
async function update(ids) {
  if (process.env.CI) {
    process.stderr.write('hotshift: --update is not for CI: it would make every result the expected one\n')
    return 1
  }
  const { runBundled } = await import('./run-bundled.mjs')
  return runBundled('test/transforms/update.ts', ...ids)
}

/**
 * Type check, lint and tests; with arguments only the tests that they select.
 *
 * @param {readonly string[]} args
 */
async function test(args) {
  if (args.includes('--update')) return update(args.filter((arg) => arg !== '--update'))
  if (args.length > 0) return run(JEST, args)
  const failed = CHECKS.map(([program, options]) => run(program, options)).find((code) => code !== 0)
  return failed ?? run(JEST, [])
}

/**
 * The nearest tests of what changed: all its runs, and the first exit code that is not 0.
 *
 * @param {readonly string[]} args
 */
async function testChanged(args) {
  const { runsFor } = await import('./changed-tests.mjs')
  const codes = runsFor(args).map((one) => run(JEST, [...one]))
  return codes.find((code) => code !== 0) ?? 0
}

const [task, ...args] = process.argv.slice(2)
// The terminal sends Ctrl-C to the program in front as well; wait for its own exit code.
process.on('SIGINT', () => {})
try {
  installDependencies()
  await buildIfStale()
  if (task === 'start') process.exitCode = start(args)
  if (task === 'test') process.exitCode = await test(args)
  if (task === 'test:changed') process.exitCode = await testChanged(args)
  if (task === 'test:slow') process.exitCode = run(JEST, ['--config', 'jest.slow.config.js', ...args])
} catch (error) {
  process.stderr.write(`hotshift: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
