/**
 * How the sources, which are ES modules, become CommonJS, the form in which jest loads them fastest.
 *
 * @type {import('@swc/core').Options}
 */
exports.swcOptions = {
  swcrc: false,
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
}
