import { spawnSync } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

const BIN = join(import.meta.dirname, '../../bin')

/** A bundle that says how it was called; its first argument can be an exit code. */
const BUNDLE = `// 0.0.1-abc
(function (exports, require, module, __filename, __dirname, importModule) {
  exports.main = async (argv) => {
    if (argv[0] === 'crash') throw new Error('broken inside')
    if (argv[0] === 'import') return (await importModule(argv[1])).default
    if (argv[0] === 'flood') for (let i = 0; i < 20000; i++) process.stdout.write('a line of text\\n')
    else process.stdout.write('ran ' + argv.join(' ') + '\\n')
    return Number(argv[1] ?? 0)
  }
})
`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-shim-'))
  for (const name of ['bin', 'dist', 'home', 'user', 'tree']) mkdirSync(join(folder, name), { mode: 0o755 })
  // Where the system says that the user is at home; an environment cannot say so.
  writeFileSync(
    join(folder, 'at-home.cjs'),
    `require('node:os').userInfo = () => ({ homedir: ${JSON.stringify(join(folder, 'user'))} })\n`,
  )
  for (const name of ['hotshift.cjs', 'load-bundle.cjs'])
    copyFileSync(join(BIN, name), join(folder, 'bin', name))
  writeFileSync(join(folder, 'dist/hotshift.cjs'), BUNDLE)
  writeFileSync(
    join(folder, 'dist/help.json'),
    '{"--help":"short help\\n","migrate --help":"migrate help\\n"}\n',
  )
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the shim with a cache directory of the test's own. */
function hotshift(...args: string[]) {
  return hotshiftIn({}, ...args)
}

function hotshiftIn(variables: Readonly<Record<string, string>>, ...args: string[]) {
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'home'), ...variables }
  const program = ['-r', join(folder, 'at-home.cjs'), join(folder, 'bin/hotshift.cjs')]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    encoding: 'utf8',
    env,
    cwd: join(folder, 'tree'),
  })
  return { status, stdout, stderr }
}

const list = (path: string) => readdirSync(join(folder, path)).sort()
const cacheName = (word: string) => `0.0.1-abc-${process.version}-${process.arch}-${word}.bin`

describe('the hotshift executable', () => {
  it('prints prepared help without the bundle', () => {
    rmSync(join(folder, 'dist/hotshift.cjs'))
    expect(hotshift('--help')).toEqual({ status: 0, stdout: 'short help\n', stderr: '' })
    expect(hotshift('migrate', '--help')).toEqual({ status: 0, stdout: 'migrate help\n', stderr: '' })
  })

  it('asks the bundle for help that is not prepared', () => {
    expect(hotshift('list', '--help').stdout).toBe('ran list --help\n')
    writeFileSync(join(folder, 'dist/help.json'), '{"--he')
    expect(hotshift('--help').stdout).toBe('ran --help\n')
  })

  it.each([0, 1, 2, 3, 64])('exits with what main gives: %d', (code) => {
    expect(hotshift('migrate', String(code))).toEqual({
      status: code,
      stdout: `ran migrate ${code}\n`,
      stderr: '',
    })
  })

  it('reports an unexpected error as a failure, with its stack', () => {
    const { status, stderr } = hotshift('crash')
    expect(status).toBe(2)
    expect(stderr).toContain('hotshift: unexpected error\nError: broken inside\n    at ')
  })

  it('runs the bundle with the names of the sources where stacks are asked for', () => {
    const debugging = { HOTSHIFT_DEBUG: '1' }
    expect(hotshiftIn(debugging, 'list').stdout).toBe('ran list\n')
    writeFileSync(join(folder, 'dist/hotshift-named.cjs'), BUNDLE.replace('ran ', 'ran by name '))
    expect(hotshiftIn(debugging, 'list').stdout).toBe('ran by name list\n')
    expect(hotshift('list').stdout).toBe('ran list\n')
  })

  it('says what to do when it was never built', () => {
    rmSync(join(folder, 'dist'), { recursive: true })
    expect(hotshift('list')).toEqual({
      status: 64,
      stdout: '',
      stderr: 'hotshift: not built yet; run `npm run build` in its folder first\n',
    })
  })

  it('lets the bundle import modules', () => {
    const module = join(folder, 'seven.mjs')
    writeFileSync(module, 'export default 7\n')
    expect(hotshift('import', module).status).toBe(7)
    expect(hotshift('import', module).status).toBe(7)
  })

  const itOnPosix = process.platform === 'win32' ? it.skip : it
  itOnPosix('does not complain when the reader of a pipe goes away', () => {
    const command = `"${process.execPath}" "${join(folder, 'bin/hotshift.cjs')}" flood 3 | head -n 1; echo "\${PIPESTATUS[0]}"`
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'home') }
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8', env })
    expect({ stdout, stderr }).toEqual({ stdout: 'a line of text\n3\n', stderr: '' })
  })
})

/** A function that is called so often; the first argument is the exit code. */
const STEPS = `
  const step = (from) => { let sum = from; for (let i = 0; i < 10; i++) sum = (sum + i) % 7; return sum }
  for (let i = 0; i < Number(process.argv.at(-1)); i++) step(i)
`

const itOnNode20 = process.versions.v8.startsWith('11.') ? it : it.skip
itOnNode20('has V8 optimise later than it does by itself', () => {
  const [alone, shim] = [join(folder, 'alone.cjs'), join(folder, 'bin/hotshift.cjs')]
  writeFileSync(alone, STEPS)
  writeFileSync(
    join(folder, 'dist/hotshift.cjs'),
    `// 0.0.1-abc\n(function (exports) { exports.main = async () => { ${STEPS}; return 0 } })\n`,
  )
  const isOptimised = (script: string, steps: number) => {
    const args = ['--trace-opt', script, 'step', String(steps)]
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'home') }
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
    return /marking .*<JSFunction step /.test(stdout)
  }
  expect(isOptimised(alone, 1_000)).toBe(true)
  expect(isOptimised(shim, 1_000)).toBe(false)
  expect(isOptimised(shim, 100_000)).toBe(true)
})

describe('the code cache', () => {
  it('is kept in the cache directory of the user, one file per command', () => {
    hotshift('migrate')
    hotshift('--write', 'migrate')
    expect(list('home/hotshift')).toEqual([cacheName('migrate'), cacheName('other')])
    expect(list('dist')).toEqual(['help.json', 'hotshift.cjs'])
    expect(hotshift('migrate').stdout).toBe('ran migrate\n')
  })

  it('is kept beside the bundle where the build made a folder for it', () => {
    mkdirSync(join(folder, 'dist/cache'), { mode: 0o755 })
    hotshift('migrate')
    expect(list('dist/cache')).toEqual([cacheName('migrate'), 'key'])
    expect([list('home'), list('user')]).toEqual([[], []])
  })

  it('is written once', () => {
    hotshift('migrate')
    const file = join(folder, 'home/hotshift', cacheName('migrate'))
    const { ino } = statSync(file)
    hotshift('migrate')
    expect(statSync(file).ino).toBe(ino)
  })

  it('is accepted after a run that has changed flags of V8', () => {
    const changing = `require('node:v8').setFlagsFromString('--heap-growing-percent=50')`
    writeFileSync(
      join(folder, 'dist/hotshift.cjs'),
      BUNDLE.replace('exports.main', `${changing}\n  exports.main`),
    )
    hotshift('migrate')
    const file = join(folder, 'home/hotshift', cacheName('migrate'))
    const { ino } = statSync(file)
    hotshift('migrate')
    expect(statSync(file).ino).toBe(ino)
  })

  it('is not written after a usage error', () => {
    hotshift('migrate', '64')
    expect(list('home')).toEqual([])
  })

  it('belongs to one content of the bundle', () => {
    hotshift('migrate')
    writeFileSync(
      join(folder, 'dist/hotshift.cjs'),
      BUNDLE.replace('-abc', '-abd').replace("'ran '", "'RAN '"),
    )
    expect(hotshift('migrate').stdout).toBe('RAN migrate\n')
  })

  it('is replaced when it is broken', () => {
    hotshift('migrate')
    const file = join(folder, 'home/hotshift', cacheName('migrate'))
    const { size } = statSync(file)
    writeFileSync(file, 'no code at all')
    expect(hotshift('migrate')).toEqual({ status: 0, stdout: 'ran migrate\n', stderr: '' })
    expect(statSync(file).size).toBe(size)
  })

  it('is not used with any bit of it flipped', () => {
    hotshift('migrate')
    const file = join(folder, 'home/hotshift', cacheName('migrate'))
    const whole = readFileSync(file)
    for (let index = 0; index < 25; index++) {
      const broken = Buffer.from(whole)
      const at = Math.floor((index / 25) * whole.length)
      broken[at] = (broken[at] ?? 0) ^ (1 << (index % 8))
      writeFileSync(file, broken)
      expect([at, hotshift('migrate')]).toEqual([at, { status: 0, stdout: 'ran migrate\n', stderr: '' }])
    }
  }, 60_000)

  /** Compiled code that says something other than the bundle, which V8 accepts for it: it compares the length. */
  const forged = () => {
    const bundle = join(folder, 'dist/hotshift.cjs')
    writeFileSync(bundle, BUNDLE.replace("'ran '", "'RAN '"))
    hotshiftIn({ XDG_CACHE_HOME: join(folder, 'forger') }, 'migrate')
    writeFileSync(bundle, BUNDLE)
    return readFileSync(join(folder, 'forger/hotshift', cacheName('migrate'))).subarray(32)
  }

  it('is code of this user: a file that came with a tree is not run', () => {
    hotshift('migrate')
    const file = join(folder, 'home/hotshift', cacheName('migrate'))
    const data = forged()
    const sum = Buffer.alloc(4)
    sum.writeUInt32LE(crc32(data))
    const keys = [Buffer.alloc(32), randomBytes(32)]
    const seals = keys.map((key) =>
      createHmac('sha256', key)
        .update(`${cacheName('migrate')}\n`)
        .update(data),
    )
    const hash = createHash('sha256').update(data).digest()
    for (const seal of [sum, hash, ...seals.map((one) => one.digest())]) {
      writeFileSync(file, Buffer.concat([seal, data]), { mode: 0o600 })
      expect(hotshift('migrate').stdout).toBe('ran migrate\n')
    }
    const key = readFileSync(join(folder, 'user/.cache/hotshift/key'))
    const seal = createHmac('sha256', key)
      .update(`${cacheName('migrate')}\n`)
      .update(data)
      .digest()
    writeFileSync(file, Buffer.concat([seal, data]))
    // The forgery is a real one: with the key it would be run.
    expect(hotshift('migrate').stdout).toBe('RAN migrate\n')
    copyFileSync(file, join(folder, 'home/hotshift', cacheName('check')))
    expect(hotshift('check').stdout).toBe('ran check\n')
  })

  it.each([
    ['below the working directory', 'tree/cache', undefined],
    ['in a repository', 'other/cache', 'other/.git'],
    ['below another kind of repository', 'other/deep/cache', 'other/.hg'],
  ])('is neither read nor written %s', (_, path, repository) => {
    if (repository !== undefined) mkdirSync(join(folder, repository), { recursive: true })
    for (const variables of [
      { XDG_CACHE_HOME: join(folder, path) },
      { XDG_CACHE_HOME: '', HOME: join(folder, path) },
    ]) {
      expect(hotshiftIn(variables, 'migrate').stdout).toBe('ran migrate\n')
      expect(existsSync(join(folder, path))).toBe(false)
    }
    // Nor where a link leads there.
    mkdirSync(join(folder, path), { recursive: true })
    symlinkSync(join(folder, path), join(folder, 'link'))
    hotshiftIn({ XDG_CACHE_HOME: join(folder, 'link') }, 'migrate')
    expect(list(path)).toEqual([])
    expect(list('user')).toEqual([])
  })

  it('is not kept where the user is at home in a repository', () => {
    mkdirSync(join(folder, 'user/.git'))
    hotshift('migrate')
    expect([list('home'), list('user')]).toEqual([[], ['.git']])
  })

  it('has a key that nobody else may write', () => {
    hotshift('migrate')
    const [file, key] = [cacheName('migrate'), join(folder, 'user/.cache/hotshift/key')]
    const { ino } = statSync(join(folder, 'home/hotshift', file))
    expect(statSync(key).mode & 0o777).toBe(0o600)
    chmodSync(key, 0o622)
    hotshift('migrate')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'home/hotshift', file)).ino).not.toBe(ino)
  })

  it('is not used when others can write to the file', () => {
    hotshift('migrate')
    const file = join(folder, 'home/hotshift', cacheName('migrate'))
    const { ino } = statSync(file)
    chmodSync(file, 0o666)
    expect(hotshift('migrate').stdout).toBe('ran migrate\n')
    expect(statSync(file).ino).not.toBe(ino)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('never lies below a relative path', () => {
    const before = readdirSync(folder, { recursive: true })
    expect(hotshiftIn({ XDG_CACHE_HOME: 'home', HOME: '.' }, 'migrate').status).toBe(0)
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
  })

  it('is left alone in a directory that others can write to', () => {
    const home = join(folder, 'home/hotshift')
    mkdirSync(home)
    chmodSync(home, 0o777)
    expect(hotshift('migrate')).toEqual({ status: 0, stdout: 'ran migrate\n', stderr: '' })
    expect(list('home/hotshift')).toEqual([])
  })

  it('is done without when it cannot be written', () => {
    writeFileSync(join(folder, 'home/hotshift'), 'a file in the way')
    expect(hotshift('migrate')).toEqual({ status: 0, stdout: 'ran migrate\n', stderr: '' })
  })
})
