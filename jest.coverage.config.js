/** `npm run coverage`: the fast suites, with the lines that they run of the rooms that decide what a template means. */
import fast from './jest.config.js'

/** Per cent of the lines of each room that the suites run at least. */
const rooms = {
  'src/meaning/': 95,
  'src/rules/': 99,
  'src/stack/': 98,
  'src/text/print/': 98,
}

export default {
  ...fast,
  testEnvironment: '<rootDir>/test/house/coverage-environment.cjs',
  reporters: ['default', ['<rootDir>/test/house/coverage-reporter.cjs', { rooms }]],
}
