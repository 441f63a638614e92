/**
 * The order of the suites: those that take longest first, so that all workers end at about the same time. Jest knows how long
 * suites take only from a run before, which a new machine has not seen, and goes by the size of their files otherwise.
 */
const { relative } = require('node:path')
const { default: TestSequencer } = require('@jest/test-sequencer')
/** About how many seconds suites take on one core, if it is more than a few. @type {Record<string, number>} */
const seconds = require('./seconds.json')

module.exports = class extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const secondsOf = (/** @type {import('@jest/test-result').Test} */ { path, context }) =>
      seconds[relative(context.config.rootDir, path).replaceAll('\\', '/')] ?? 0
    const sorted = await super.sort(tests)
    return sorted.sort((a, b) => secondsOf(b) - secondsOf(a))
  }
}
