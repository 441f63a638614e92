import { buildIfStale } from '../../bin/setup.mjs'

/** Builds the command line for the tests that spawn it; without it, all the others still tell something. */
export default async function buildFirst() {
  try {
    await buildIfStale()
  } catch {
    process.stderr.write('hotshift: does not build, so tests that spawn it will fail\n')
  }
}
