/** Fast suite: everything except `*.slow.test.ts`, which `jest.slow.config.js` runs. */
export const base = {
  testEnvironment: '<rootDir>/test/house/environment.cjs',
  setupFiles: ['<rootDir>/src/run/node-machine.ts'],
  testSequencer: '<rootDir>/test/house/sequencer.cjs',
  globalSetup: '<rootDir>/test/house/build-first.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/transforms'],
  transform: { '\\.(ts|mjs)$|/yargs-parser/.*\\.js$': '<rootDir>/test/house/transformer.cjs' },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  testPathIgnorePatterns: ['/node_modules/', '/fixtures/'],
  transformIgnorePatterns: ['/node_modules/(?!yargs-parser/)'],
  clearMocks: true,
  // Only what never ends is to fail by this, however many others use the machine.
  testTimeout: 120_000,
  // Jest gives a worker half a second to end. With nothing open it needs half of that, and more where others use the machine.
  workerGracefulExitTimeout: 10_000,
  // Jest leaves one core idle, which on two cores doubles the time.
  maxWorkers: '100%',
}

export default {
  ...base,
  testMatch: ['<rootDir>/{test,transforms}/**/*.test.ts'],
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, '\\.slow\\.test\\.ts$'],
}
