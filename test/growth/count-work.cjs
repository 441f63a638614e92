'use strict'
// Runs command lines one after the other in one process, and says of each how much was done: how often the blocks of the
// program ran, as V8 counts them. That is the same on every machine, however busy it is.
//
// node count-work.cjs <lines.json> <counts.json>: a list of command lines, each with its folder, becomes a list of counts

const { readFileSync, writeFileSync } = require('node:fs')
const { Session } = require('node:inspector')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { loadBundle } = require('../../bin/load-bundle.cjs')

const [, , lines = '', counts = ''] = process.argv
const BUNDLE = join(__dirname, '../../dist/hotshift.cjs')
const URL_OF_BUNDLE = pathToFileURL(BUNDLE).href

const session = new Session()
session.connect()

/**
 * In the same process, an answer comes at once.
 *
 * @type {(method: string, params?: object) => any}
 */
function post(method, params = {}) {
  /** @type {unknown} */
  let answer
  session.post(method, params, (error, result) => {
    if (error !== null) throw error
    answer = result
  })
  return answer
}

/** What ran since the last time. */
function work() {
  const { result } = post('Profiler.takePreciseCoverage')
  let sum = 0
  for (const { url, functions } of result)
    if (url === URL_OF_BUNDLE)
      for (const { ranges } of functions) for (const { count } of ranges) sum += count
  return sum
}

async function countAll() {
  const found = []
  process.stdout.write = () => true
  process.stderr.write = () => true
  const main = loadBundle('check', BUNDLE)?.main
  if (main === undefined) throw new Error('there is no bundle')
  for (const { cwd, line } of JSON.parse(readFileSync(lines, 'utf8'))) {
    process.chdir(cwd)
    work()
    const code = await main(line)
    found.push({ code, work: work(), memory: process.memoryUsage().rss / 2 ** 20 })
  }
  writeFileSync(counts, JSON.stringify(found))
}

post('Profiler.enable')
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
countAll().then(
  () => process.exit(0),
  (error) => {
    writeFileSync(counts, JSON.stringify({ error: String(error.stack) }))
    process.exit(1)
  },
)
