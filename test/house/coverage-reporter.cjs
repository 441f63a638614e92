/**
 * Reports what `coverage-environment.cjs` has counted: per cent of the lines of each room, which fail the run below their threshold,
 * and in `dist/coverage/uncovered.txt` the lines and functions that no suite runs.
 */
const { readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const FOLDER = join(__dirname, '../../dist/coverage')

/** @typedef {Record<string, { lines: Record<string, boolean>, functions: Record<string, boolean> }>} Coverage */

/** What has run in any of the workers. @returns {Coverage} */
function allWorkers() {
  /** @type {Coverage} */
  const all = {}
  for (const name of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
    /** @type {Coverage} */
    const one = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
    for (const [path, { lines, functions }] of Object.entries(one)) {
      const file = all[path] ?? { lines: {}, functions: {} }
      all[path] = file
      for (const [line, ran] of Object.entries(lines)) file.lines[line] ||= ran
      for (const [name, ran] of Object.entries(functions)) file.functions[name] ||= ran
    }
  }
  return all
}

/** @param {Record<string, boolean>} ran @returns {string[]} */
const without = (ran) => Object.keys(ran).filter((key) => !ran[key])

/** Numbers as ranges: `3-5 9`. @param {readonly number[]} ascending */
function inRanges(ascending) {
  /** @type {[number, number][]} */
  const ranges = []
  for (const number of ascending) {
    const last = ranges.at(-1)
    if (last !== undefined && number - last[1] <= 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ')
}

module.exports = class {
  /** @type {readonly string[]} */
  #below = []
  /** @type {Record<string, number>} */
  #rooms

  /** @param {unknown} _config @param {{ rooms: Record<string, number> }} options per cent of the lines of each folder */
  constructor(_config, { rooms }) {
    this.#rooms = rooms
  }

  onRunStart() {
    rmSync(FOLDER, { recursive: true, force: true })
  }

  onRunComplete() {
    const files = Object.entries(allWorkers()).sort(([a], [b]) => (a < b ? -1 : 1))
    const uncovered = files.flatMap(([path, { lines, functions }]) => {
      const left = without(lines).map(Number)
      if (left.length === 0) return []
      return [`${path}: ${inRanges(left)}`, ...without(functions).map((name) => `  ${name}`)]
    })
    writeFileSync(join(FOLDER, 'uncovered.txt'), `${uncovered.join('\n')}\n`)
    const results = Object.entries(this.#rooms).map(([room, least]) => {
      const lines = files.flatMap(([path, { lines }]) => (path.startsWith(room) ? Object.values(lines) : []))
      const per = (100 * lines.filter((ran) => ran).length) / lines.length
      return {
        text: `${room}: ${per.toFixed(1)} % of ${lines.length} lines run, at least ${least}`,
        is: per >= least,
      }
    })
    process.stderr.write(
      `\n${results.map(({ text }) => text).join('\n')}\nthe others: dist/coverage/uncovered.txt\n`,
    )
    this.#below = results.filter(({ is }) => !is).map(({ text }) => text)
  }

  getLastError() {
    if (this.#below.length > 0) return new Error(`too few lines run: ${this.#below.join('; ')}`)
  }
}
