#!/usr/bin/env node
'use strict'
// CommonJS on purpose: Node starts it a little faster than an ES module, and the
// code cache in load-bundle.cjs needs a script anyway.

const OLDEST_NODE = { major: 20, minor: 19 }
const EXIT_FAILED = 2
const EXIT_USAGE = 64

/**
 * Whether this Node is too old; `engines` in package.json only makes npm warn.
 *
 * @param {string} version such as `20.19.0`
 */
function isTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor)
}

/**
 * The output of `--help`, `<command> --help` or `--version`, rendered when
 * the bundle was built, so that the most frequent questions load no parser at all.
 * Undefined for every other command line, and when there is no such file.
 *
 * @param {readonly string[]} argv
 * @returns {string | undefined}
 */
function preparedAnswer(argv) {
  if (argv.length > 2 || !/^(--help|-h|--version)$/.test(argv[argv.length - 1] ?? '')) return undefined
  try {
    const { readFileSync } = require('node:fs')
    return JSON.parse(readFileSync(`${__dirname}/../dist/help.json`, 'utf8'))[argv.join(' ')]
  } catch {
    return undefined
  }
}

/**
 * Runs the command line and gives its exit code.
 *
 * @param {readonly string[]} argv
 */
async function run(argv) {
  const { loadBundle } = require('./load-bundle.cjs')
  const bundle = loadBundle(argv[0])
  if (bundle === undefined) {
    process.stderr.write('hotshift: not built yet; run `npm run build` in its folder first\n')
    return EXIT_USAGE
  }
  const code = await bundle.main(argv)
  // A run that ended in a message or in help has called too few functions to remember.
  if (code !== EXIT_USAGE && !argv.includes('--help')) bundle.saveCache()
  return code
}

// A reader that has seen enough (`hotshift … | head`) is no error. What cannot be written
// for another reason, as on a full disk, is said once, where that can still be said. In both
// cases the run goes on, because it may be in the middle of writing files.
let isOutputLost = false
for (const [stream, name, other] of /** @type {const} */ ([
  [process.stdout, 'output', process.stderr],
  [process.stderr, 'error output', process.stdout],
])) {
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'EPIPE') return
    if (!isOutputLost) other.write(`hotshift: the ${name} cannot be written: ${error.code}\n`)
    isOutputLost = true
    process.exitCode = EXIT_FAILED
  })
}

const argv = process.argv.slice(2)
if (isTooOld(process.versions.node)) {
  process.stderr.write(
    `hotshift needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer, this is ${process.version}\n`,
  )
  process.exitCode = EXIT_USAGE
} else {
  const answer = preparedAnswer(argv)
  if (answer !== undefined) {
    process.stdout.write(answer)
  } else {
    // No process.exit: what was written to a pipe must still get out.
    run(argv).then(
      (code) => {
        process.exitCode = isOutputLost ? EXIT_FAILED : code
      },
      (error) => {
        process.stderr.write(`hotshift: unexpected error\n${error?.stack ?? error}\n`)
        process.exitCode = EXIT_FAILED
      },
    )
  }
}
