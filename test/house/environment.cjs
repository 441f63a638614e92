/**
 * The environment of all suites: jest loads each suite into a realm of its own, and so would load and compile the whole
 * program anew for each. Here the sources are loaded once per worker, outside of these realms, as they are in a process of
 * hotshift; `transformer.cjs` sends the suites there. A suite that replaces modules (`jest.mock`) names jest's own environment
 * in its first comment: `@jest-environment node`.
 */
const { TestEnvironment } = require('jest-environment-node')
const { loadSource } = require('./load-source.cjs')

/** What a suite compares by identity with what the sources make of it: `toEqual` on a Map, `toThrow(TypeError)`. */
const SHARED = {
  Map,
  Set,
  WeakMap,
  WeakSet,
  Date,
  RegExp,
  Promise,
  Error,
  TypeError,
  RangeError,
  SyntaxError,
  process,
  console,
}

class SharedSources extends TestEnvironment {
  /**
   * Here and not in `setup`, which comes after the files of `setupFiles`.
   *
   * @param {ConstructorParameters<typeof TestEnvironment>[0]} config
   * @param {ConstructorParameters<typeof TestEnvironment>[1]} context
   */
  constructor(config, context) {
    super(config, context)
    Object.assign(this.global, SHARED, { loadSource })
  }
}

module.exports = SharedSources
