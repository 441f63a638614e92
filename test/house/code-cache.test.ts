import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '../../bin')

/** A bundle with much code that runs once; its first argument says what happens then. */
const BUNDLE = `// 0.0.1-abc
(function (exports, require, module, __filename, __dirname) {
  const numbers = []
  ${Array.from({ length: 3000 }, (_, index) => `numbers.push({ at: ${index}, next: numbers.length + ${index} })`).join('\n  ')}
  const flag = '--heap-growing-percent=50'
  exports.main = async ([what]) => {
    require('node:v8').setFlagsFromString('--expose-gc')
    const gc = require('node:vm').runInNewContext('gc')
    if (what === 'collect') for (let i = 0; i < 30; i++) gc()
    if (what !== 'share') return 0
    require('node:v8').setFlagsFromString(flag)
    const { Worker } = require('node:worker_threads')
    const workerData = { command: 'share', flagsOfRun: [flag] }
    const worker = new Worker(require('node:path').join(__dirname, '../bin/worker.cjs'), { workerData })
    return new Promise((resolve) => worker.on('exit', resolve))
  }
  exports.work = async () => {}
})
`

/** Says of each script whether V8 took the code that was stored. */
const WATCH = `const vm = require('node:vm')
const { isMainThread } = require('node:worker_threads')
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    if (options.cachedData === undefined) return
    const where = isMainThread ? 'process' : 'thread'
    require('node:fs').writeSync(2, where + (this.cachedDataRejected ? ' refuses' : ' takes') + '\\n')
  }
}
`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-code-cache-'))
  for (const name of ['bin', 'dist', 'dist/cache']) mkdirSync(join(folder, name), { mode: 0o755 })
  for (const name of ['hotshift.cjs', 'load-bundle.cjs', 'worker.cjs'])
    copyFileSync(join(BIN, name), join(folder, 'bin', name))
  writeFileSync(join(folder, 'dist/hotshift.cjs'), BUNDLE)
  writeFileSync(join(folder, 'watch.cjs'), WATCH)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function hotshift(command: string, ...flags: string[]) {
  const line = [...flags, '-r', join(folder, 'watch.cjs'), join(folder, 'bin/hotshift.cjs'), command]
  return spawnSync(process.execPath, line, { encoding: 'utf8' })
}

function storedSize(command: string): number {
  // V8 drops code at once then, and not after some time.
  expect(hotshift(command, '--stress-flush-code')).toMatchObject({ status: 0, stderr: '' })
  const cache = join(folder, 'dist/cache')
  const [name = ''] = readdirSync(cache).filter((one) => one.endsWith(`-${command}.bin`))
  return statSync(join(cache, name)).size
}

describe('the stored code', () => {
  it('holds what ran once in a long run, which V8 would have dropped by then', () => {
    expect(storedSize('collect') / storedSize('end')).toBeGreaterThan(0.9)
  })

  it('is taken by the next process, and by threads that join after a run has set flags', () => {
    expect(hotshift('share')).toMatchObject({ status: 0, stderr: '' })
    expect(hotshift('share')).toMatchObject({ status: 0, stderr: 'process takes\nthread takes\n' })
  })
})
