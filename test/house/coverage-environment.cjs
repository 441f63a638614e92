/**
 * The environment of `npm run coverage`: that of all suites, in which V8 counts what runs of the sources. They are loaded once per
 * worker, so that counting costs little. After each suite the worker writes what has run so far, for `coverage-reporter.cjs`.
 */
const { mkdirSync, writeFileSync } = require('node:fs')
const { Session } = require('node:inspector')
const { findSourceMap } = require('node:module')
const { join, relative, sep } = require('node:path')
const { fileURLToPath } = require('node:url')

const ROOT = join(__dirname, '../..')
const SOURCES = join(ROOT, 'src') + sep
const FOLDER = join(ROOT, 'dist/coverage')
/** In characters; what the compiler begins each module with is longer. */
const LONGEST_WRAPPER = 64

const session = new Session()
session.connect()

/**
 * What the profiler answers, which it does before `post` returns.
 *
 * @param {string} method
 * @param {object} [params]
 */
function ask(method, params) {
  /** @type {any} */
  let answer
  session.post(method, params, (error, result) => {
    if (error) throw error
    answer = result
  })
  return answer
}

// Before any source is loaded: V8 counts in what it compiles from here on.
ask('Profiler.enable')
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const SharedSources = require('./environment.cjs')
const { compiled } = require('./load-source.cjs')

/** @typedef {{ readonly lines: Record<number, boolean>, readonly functions: Record<string, boolean> }} FileCoverage */

/**
 * The lines of a source that do something, by where they begin in what it was compiled to: not those of brackets alone, and not
 * what the compiler adds.
 *
 * @param {string} path
 */
function codeLines(path) {
  const code = compiled(path)
  const map = findSourceMap(path)
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  /** @type {(row: number, column: number) => number | undefined} */
  const original = (row, column) => {
    const entry = map?.findEntry(row, column)
    return entry !== undefined && 'originalLine' in entry ? entry.originalLine + 1 : undefined
  }
  /** @type {number[]} */
  const offsets = []
  /** @type {number[]} */
  const lines = []
  starts.forEach((start, row) => {
    const text = code.slice(start, starts[row + 1])
    const column = text.search(/\S/)
    const line = /\w/.test(text) ? original(row, column) : undefined
    if (line === undefined) return
    offsets.push(start + column)
    lines.push(line)
  })
  /** @type {(offset: number) => number | undefined} */
  const lineAt = (offset) => {
    const row = firstFrom(starts, offset + 1) - 1
    return original(row, offset - (starts[row] ?? 0))
  }
  return { length: code.length, offsets, lines, lineAt }
}

/**
 * @param {readonly number[]} ascending
 * @param {number} least
 * @returns the index of the first number that is not less
 */
function firstFrom(ascending, least) {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (Number(ascending[middle]) < least) from = middle + 1
    else to = middle
  }
  return from
}

/** @type {Map<string, ReturnType<typeof codeLines>>} */
const known = new Map()
/** @type {Record<string, FileCoverage>} by path in the project */
const covered = {}

/**
 * Adds what has run of a source since the last time.
 *
 * @param {string} path
 * @param {readonly import('node:inspector').Profiler.FunctionCoverage[]} functions
 */
function add(path, functions) {
  const code = known.get(path) ?? codeLines(path)
  known.set(path, code)
  const { length, offsets, lines, lineAt } = code
  // Jest compiles each source as well, in the realm of the suite: there only what it wraps around it runs, on the first line.
  const isOfWorker = functions.some(({ ranges: [whole] }) => {
    if (whole === undefined || whole.count === 0) return false
    return whole.startOffset === 0 ? whole.endOffset === length : whole.startOffset > LONGEST_WRAPPER
  })
  if (!isOfWorker) return
  covered[relative(ROOT, path)] ??= { lines: {}, functions: {} }
  const file = /** @type {FileCoverage} */ (covered[relative(ROOT, path)])
  const ran = new Uint8Array(lines.length)
  for (const { functionName, ranges } of functions) {
    // The ranges stand in one another, the outer one first.
    for (const { startOffset, endOffset, count } of ranges) {
      ran.fill(count > 0 ? 1 : 0, firstFrom(offsets, startOffset), firstFrom(offsets, endOffset))
    }
    const [whole] = ranges
    // The compiler adds a getter for each export.
    const isNamed = functionName !== '' && !functionName.startsWith('get ')
    const line = whole && isNamed ? lineAt(whole.startOffset) : undefined
    if (line !== undefined) file.functions[`${functionName}:${line}`] ||= Number(whole?.count) > 0
  }
  lines.forEach((line, at) => {
    file.lines[line] ||= ran[at] === 1
  })
}

module.exports = class extends SharedSources {
  /** @override */
  async teardown() {
    /** @type {{ result: import('node:inspector').Profiler.ScriptCoverage[] }} */
    const { result } = ask('Profiler.takePreciseCoverage')
    for (const { url, functions } of result) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url
      if (path.startsWith(SOURCES)) add(path, functions)
    }
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, `${process.pid}.json`), JSON.stringify(covered))
    await super.teardown()
  }
}
