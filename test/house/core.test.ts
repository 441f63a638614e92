import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { createChecker } from '../../src/engine/check.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { outcomesOf } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What a browser has, and nothing else. */
const browser = () =>
  createContext({ TextEncoder, TextDecoder, performance: { now: () => 0 }, structuredClone, URL, atob, btoa })

const entry = `
  export { useMachine } from './src/text/document/machine.ts'
  export { createChecker } from './src/engine/check.ts'
  export { createEngine } from './src/engine/engine.ts'
  export { outcomesOf } from './src/engine/outcome.ts'
  export { verify } from './src/engine/proof/verify.ts'
  export { transforms } from './transforms/registry.ts'
  export { packageTransforms } from './transforms/package-registry.ts'
`

interface Core {
  readonly useMachine: (machine: object) => void
  readonly createChecker: typeof createChecker
  readonly createEngine: typeof createEngine
  readonly outcomesOf: typeof outcomesOf
  readonly transforms: typeof transforms
}

async function coreInBrowser(): Promise<Core> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    stdin: { contents: entry, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'core',
    write: false,
    logLevel: 'silent',
    define: { 'import.meta.url': '""' },
  })
  const context = browser()
  runInContext(outputFiles.map(({ text }) => text).join(''), context)
  const core = runInContext('core', context) as Core
  core.useMachine({ facts: (file: string) => readFileSync(join(ROOT, 'src/heat/facts', file), 'utf8') })
  return core
}

/** What both make of a file, as text: objects of another realm are never equal to ours. */
function results(core: Omit<Core, 'useMachine'>, path: string): string {
  const input = () => ({ path, bytes: new Uint8Array(readFileSync(join(ROOT, 'corpus', path))) })
  const options = { chain: 'modernize', to: '2018-08-31', accept: [], partial: true } as const
  const engine = core.createEngine({ ...options, registry: core.transforms })
  const checked = core.outcomesOf(core.createChecker().run(input()))
  return JSON.stringify([checked, core.outcomesOf(engine.run(input()))], (key, value) =>
    /milliseconds$/i.test(key) ? undefined : value,
  )
}

describe('the core', () => {
  let core: Core

  beforeAll(async () => {
    core = await coreInBrowser()
  })

  const files = readdirSync(join(ROOT, 'corpus'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(?:yaml|json|env|template)$/.test(file))
    .sort()
    .filter((_, index) => index % 8 === 0)

  it('gives without Node what it gives on Node', () => {
    expect(files.length).toBeGreaterThan(10)
    const here = { createChecker, createEngine, outcomesOf, transforms }
    const differing = files.filter((path) => results(core, path) !== results(here, path))
    expect(differing).toEqual([])
  })
})
