// `npm run test:changed`: the suites nearest to what changed since the last commit, for an answer within seconds;
// `-- <files>` for those of other files, `-- --all` for all that depend on them.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from './setup.mjs'

const MOST = 8
const TESTED = new Set(readdirSync(join(ROOT, 'test')))
const FIXTURES = 'test/transforms/fixtures.test.ts'
const JEST = 'node_modules/jest/bin/jest.js'

/**
 * The runs of jest that answer for changed files, each as its arguments.
 *
 * @param {readonly string[]} args files relative to the project, and `--all`
 * @returns {readonly (readonly string[])[]}
 */
export function runsFor(args) {
  const named = args.filter((arg) => !arg.startsWith('-'))
  const changed = named.length > 0 ? named : changedFiles()
  const sources = changed.filter((path) =>
    /^(?:src|transforms|test|bin)\/.*\.(?:ts|mjs|cjs|json)$/.test(path),
  )
  if (sources.length === 0) return []
  const related = relatedSuites(sources)
  const suites = args.includes('--all') ? related : nearest(related, sources)
  process.stderr.write(`${suites.length} of ${related.length} suites that depend on what changed\n`)
  const ids = new Set(changed.flatMap((path) => /^transforms\/(\w+\/[\w-]+)\//.exec(path)?.[1] ?? []))
  const fixtures = ids.size === 0 ? [] : [[FIXTURES, '-t', `(?:${[...ids].join('|')}) `]]
  const others = suites.filter((path) => ids.size === 0 || path !== FIXTURES)
  return others.length === 0 ? fixtures : [...fixtures, ['--runTestsByPath', ...others]]
}

/** @type {(command: string, ...args: readonly string[]) => string[]} */
const linesOf = (command, ...args) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

const changedFiles = () => [
  ...linesOf('git', 'diff', '--name-only', '--diff-filter=d', 'HEAD'),
  ...linesOf('git', 'ls-files', '--others', '--exclude-standard'),
]

/** @type {(sources: readonly string[]) => readonly string[]} */
const relatedSuites = (sources) =>
  linesOf(process.execPath, join(ROOT, JEST), '--listTests', '--findRelatedTests', ...sources).map((path) =>
    posix.relative(ROOT, path),
  )

/** @type {(suites: readonly string[], sources: readonly string[]) => readonly string[]} */
function nearest(suites, sources) {
  const distances = distancesFrom(sources)
  const distance = (/** @type {string} */ path) => distances.get(path) ?? Number.POSITIVE_INFINITY
  const rooms = new Set(sources.map(roomOf))
  const foreign = (/** @type {string} */ path) => Number(!rooms.has(roomOf(path)))
  const order = (/** @type {string} */ a, /** @type {string} */ b) =>
    foreign(a) - foreign(b) || distance(a) - distance(b) || a.localeCompare(b)
  return [...suites].sort(order).slice(0, MOST)
}

/** `impact` of `src/meaning/impact/diff.ts` and `test/impact/diff.test.ts`: the innermost room that has suites. */
const roomOf = (/** @type {string} */ path) =>
  posix
    .dirname(path)
    .split('/')
    .findLast((name) => TESTED.has(name))

/**
 * How many imports lie between a file and the nearest of those that changed.
 *
 * @param {readonly string[]} sources
 * @returns {ReadonlyMap<string, number>}
 */
function distancesFrom(sources) {
  const importers = importersByFile()
  const distances = new Map(sources.map((path) => [path, 0]))
  // A map gives what is added to it while it is walked.
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}

/** @returns {ReadonlyMap<string, readonly string[]>} */
function importersByFile() {
  const importers = new Map()
  for (const folder of ['src', 'transforms', 'test', 'bin'])
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:ts|mjs|cjs)$/.test(name)) continue
      const path = posix.join(folder, name)
      for (const [, to = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(
        /from '(\.[^'\n]{1,200})'/g,
      )) {
        const target = posix.join(posix.dirname(path), to)
        const known = importers.get(target)
        if (known === undefined) importers.set(target, [path])
        else known.push(path)
      }
    }
  return importers
}
