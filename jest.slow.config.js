import { base } from './jest.config.js'

/** Slow suite: tests that install packages, run whole template collections or measure. */
export default {
  ...base,
  globalSetup: '<rootDir>/test/house/prepare-slow.mjs',
  testMatch: ['<rootDir>/{test,transforms}/**/*.slow.test.ts'],
  testTimeout: 300_000,
}
