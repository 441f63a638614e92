/** `npm run coverage`: the fast suites, with the lines that they run of the rooms that decide what a template means. */
import fast from './jest.config.js'

/** Per cent of the lines of each room; what it holds today, rounded down. */
const lines = {
  './src/semantics/': 95,
  './src/check/': 95,
  './src/workspace/': 95,
  './src/print/': 95,
}

export default {
  ...fast,
  collectCoverage: true,
  coverageProvider: 'v8',
  coverageDirectory: '<rootDir>/dist/coverage',
  collectCoverageFrom: Object.keys(lines).map((room) => `${room.slice(2)}**/*.ts`),
  coverageReporters: [['text', { skipFull: true }]],
  coverageThreshold: Object.fromEntries(
    Object.entries(lines).map(([room, least]) => [room, { lines: least }]),
  ),
}
