// `npm run release -- --dry-run`: checks everything, builds everything that is published into dist/release/, and says what
// is left for a person to do. Without --dry-run it also records what is stable from now on. It publishes nothing.
//
//   --tagged          in the workflow that publishes: the version is that of the tag, and nothing is recorded
//   --without-tests   does not run .ci/run; the release is then not ready
//   --record          records what is stable and does nothing else

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runBundled } from '../run-bundled.mjs'
import { run } from '../run-command.mjs'
import { ROOT } from '../setup.mjs'
import { artefacts, sums } from './artefacts.mjs'
import {
  changelogProblems,
  licenceProblems,
  taggedProblems,
  treeProblems,
  versionProblems,
} from './checks.mjs'

const OUTPUT = join(ROOT, 'dist/release')

/** @type {(path: string) => string} */
const read = (path) => readFileSync(join(ROOT, path), 'utf8')
/** @type {(path: string) => any} */
const readJson = (path) => JSON.parse(read(path))

const { version } = readJson('package.json')

/** What has to hold, by name. @type {(isTagged: boolean) => Readonly<Record<string, () => readonly string[]>>} */
const checks = (isTagged) => ({
  'the tree is clean': () => treeProblems(run('git', ['status', '--porcelain'])),
  ...(isTagged
    ? {
        'the version is that of the tag': () =>
          taggedProblems(version, lockedVersion(), tagsOf('--points-at', 'HEAD')),
      }
    : { 'the version is new': () => versionProblems(version, lockedVersion(), tagsOf()) }),
  'the changelog speaks of it': () => changelogProblems(read('CHANGELOG.md'), version),
  'the licences of what is in it may be passed on': () => licenceProblems(readJson('dist/hotshift.cdx.json')),
})

/** @type {(...args: string[]) => readonly string[]} */
const tagsOf = (...args) => run('git', ['tag', ...args]).split('\n')
const lockedVersion = () => readJson('package-lock.json').version

/** Runs the tests in front of whoever waits. @param {boolean} isSkipped */
function testProblems(isSkipped) {
  if (isSkipped) return ['the tests did not run (--without-tests)']
  const { status } = spawnSync(join(ROOT, '.ci/run'), { cwd: ROOT, stdio: 'inherit' })
  return status === 0 ? [] : [`.ci/run ends with ${status}`]
}

/** @type {(name: string, problems: readonly string[]) => boolean} */
function report(name, problems) {
  process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'NOT '} ${name}\n`)
  for (const one of problems) process.stdout.write(`       ${one}\n`)
  return problems.length === 0
}

/** @param {number} bytes */
const sizeText = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`)

const left = () => `
Left for the owner, from a machine with the rights:

  git tag --sign v${version} && git push origin v${version}
  the workflow .github/workflows/release.yml builds the tag again, publishes to npm with provenance, attests every file, and
  drafts the release with them: compare its SHA256SUMS with that of dist/release/ here, then publish the draft
  podman build --file docs/container/Containerfile --tag hotshift:${version} dist/release, and push it to your registry
  dist/release/hotshift.vsix to the Marketplace and to Open VSX, by their own tools
  dist/release/hotshift-${version}-playground.zip, unpacked, to where the playground is served from
  dist/release/hotshift-${version}-site.zip, unpacked, to where the handbook is served from
  dist/release/hotshift-${version}-schemas.zip, unpacked, to where schemas are served from
`

/** @param {{ readonly 'dry-run': boolean, readonly 'without-tests': boolean, readonly tagged: boolean }} options */
async function release(options) {
  const results = Object.entries(checks(options.tagged)).map(([name, check]) => report(name, check()))
  results.push(report('the tests pass', testProblems(options['without-tests'])))
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })
  for (const [name, make] of artefacts(OUTPUT, version)) {
    try {
      await make()
      results.push(report(name, []))
    } catch (error) {
      results.push(report(name, [error instanceof Error ? error.message : String(error)]))
    }
  }
  const lines = sums(OUTPUT)
  for (const { name, size } of lines) process.stdout.write(`     ${sizeText(size).padStart(9)}  ${name}\n`)
  if (results.includes(false)) {
    process.stdout.write(`\n${version} is not ready: see NOT above. Nothing of what follows is due before.\n`)
    process.stdout.write(left())
    return 1
  }
  if (options.tagged) return 0
  if (!options['dry-run']) {
    const code = await runBundled('bin/release/record.ts')
    if (code !== 0) return code
    process.stdout.write('test/reach/stable.json says what is stable from now on: commit it\n')
  }
  process.stdout.write(left())
  return 0
}

const USAGE = `usage: npm run release -- [--dry-run] [--tagged] [--without-tests] [--record]

  --dry-run         records nothing
  --tagged          in the workflow that publishes: the version is that of the tag, and nothing is recorded
  --without-tests   does not run .ci/run; the release is then not ready
  --record          records what is stable and does nothing else
`

/** @returns the exit code; 64 for a command line that is not understood */
async function main() {
  /** @type {{ 'dry-run'?: boolean, 'without-tests'?: boolean, tagged?: boolean, record?: boolean, help?: boolean }} */
  let options
  try {
    const flag = /** @type {const} */ ({ type: 'boolean' })
    options = parseArgs({
      options: {
        'dry-run': flag,
        'without-tests': flag,
        tagged: flag,
        record: flag,
        help: { ...flag, short: 'h' },
      },
    }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    return 64
  }
  if (options.help === true) {
    process.stdout.write(USAGE)
    return 0
  }
  if (options.record === true) return await runBundled('bin/release/record.ts')
  return await release({
    'dry-run': options['dry-run'] === true,
    'without-tests': options['without-tests'] === true,
    tagged: options.tagged === true,
  })
}

process.exitCode = await main()
