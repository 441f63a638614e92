/** `npm run coverage`: the fast suites, with the lines that they run of the rooms that decide what a template means. */
import fast from './jest.config.js'

/**
 * Per cent of the lines of each room, rounded down, that sixteen suites of these rooms run. All fast suites run more: raise these
 * to what `npm run coverage` prints. The aim is 95 for each.
 */
const lines = {
  './src/semantics/': 71,
  './src/check/': 80,
  './src/workspace/': 71,
  './src/print/': 95,
}

export default {
  ...fast,
  // What jest itself does not load, it does not measure.
  testEnvironment: 'node',
  collectCoverage: true,
  coverageProvider: 'v8',
  coverageDirectory: '<rootDir>/dist/coverage',
  collectCoverageFrom: Object.keys(lines).map((room) => `${room.slice(2)}**/*.ts`),
  coverageReporters: [['text', { skipFull: true }]],
  coverageThreshold: Object.fromEntries(
    Object.entries(lines).map(([room, least]) => [room, { lines: least }]),
  ),
}
