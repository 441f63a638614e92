import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hasBundle, hasDependencies } from '../../bin/setup.mjs'

const BIN = join(import.meta.dirname, '../../bin')

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hotshift-setup-')))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Writes what package-lock.json asks for and what npm says is installed. */
function lock(wanted: Record<string, unknown>, installed: Record<string, unknown>): void {
  write('package-lock.json', JSON.stringify({ packages: { '': { version: '1.0.0' }, ...wanted } }))
  write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
}

describe('hasDependencies', () => {
  it('wants every locked version, except what is for other platforms', () => {
    const yaml = { version: '2.9.1' }
    lock({ 'node_modules/yaml': yaml }, { 'node_modules/yaml': yaml })
    expect(hasDependencies(root)).toBe(true)
    lock(
      { 'node_modules/yaml': yaml, 'node_modules/other-os': { ...yaml, optional: true } },
      { 'node_modules/yaml': yaml },
    )
    expect(hasDependencies(root)).toBe(true)
  })

  it('notices another version, a missing package and a missing folder', () => {
    const wanted = { 'node_modules/yaml': { version: '2.9.1' } }
    lock(wanted, { 'node_modules/yaml': { version: '2.9.0' } })
    expect(hasDependencies(root)).toBe(false)
    lock(wanted, {})
    expect(hasDependencies(root)).toBe(false)
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(hasDependencies(root)).toBe(false)
  })
})

/** Gives a file or folder an age. */
function age(path: string, seconds: number): void {
  const time = Date.now() / 1000 - seconds
  utimesSync(join(root, path), time, time)
}

describe('hasBundle', () => {
  beforeEach(() => {
    for (const path of ['package.json', 'src/apps/cli/main.ts', 'dist/hotshift.cjs', 'dist/help.json'])
      write(path, '')
    for (const path of ['package.json', 'src/apps/cli/main.ts', 'src/apps/cli', 'src/apps', 'src'])
      age(path, 100)
    age('dist/help.json', 50)
  })

  it('is content with a bundle younger than all sources', () => {
    expect(hasBundle(root)).toBe(true)
  })

  it.each(['src/apps/cli/main.ts', 'package.json', 'src/apps/cli'])('notices a change of %s', (path) => {
    age(path, 10)
    expect(hasBundle(root)).toBe(false)
  })

  it.each(['dist/hotshift.cjs', 'dist/help.json'])('notices that %s is missing', (path) => {
    rmSync(join(root, path))
    expect(hasBundle(root)).toBe(false)
  })
})

describe('dependencies', () => {
  it('are installed also where npm only tries something out, so that prepare is not run for ever', () => {
    lock({ 'node_modules/yaml': { version: '2.9.1' } }, {})
    for (const name of ['dev.mjs', 'setup.mjs']) {
      write(`bin/${name}`, '')
      copyFileSync(join(BIN, name), join(root, 'bin', name))
    }
    // The npm that runs us.
    write('npm.js', 'console.error(...process.argv.slice(2)); process.exitCode = 1')
    const env = { ...process.env, npm_execpath: join(root, 'npm.js'), npm_config_dry_run: 'true' }
    const { stderr } = spawnSync(process.execPath, [join(root, 'bin/dev.mjs'), 'build'], {
      encoding: 'utf8',
      env,
    })
    expect(stderr).toContain('\nci --dry-run=false ')
  })
})

describe('npm start', () => {
  /** A project that is set up, with an executable that says how it was called. */
  beforeEach(() => {
    lock({}, {})
    for (const name of ['dev.mjs', 'setup.mjs']) {
      write(`bin/${name}`, '')
      copyFileSync(join(BIN, name), join(root, 'bin', name))
    }
    write(
      'bin/hotshift.cjs',
      'console.log(process.cwd(), ...process.argv.slice(2)); process.exitCode = Number(process.env.CODE)',
    )
    write('dist/hotshift.cjs', '')
    write('dist/help.json', '')
    mkdirSync(join(root, 'elsewhere'))
  })

  function start(code: number, ...args: string[]) {
    const env = { ...process.env, CODE: String(code), INIT_CWD: join(root, 'elsewhere') }
    const dev = join(root, 'bin/dev.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [dev, 'start', ...args], {
      encoding: 'utf8',
      env,
    })
    return { status, stdout, stderr }
  }

  it('shows one template, and what to try next', () => {
    const { stderr, ...rest } = start(0)
    expect(rest).toEqual({ status: 0, stdout: `${root} migrate docs/examples/volume.yaml\n` })
    expect(stderr).toMatch(/^\nTry next:\n {2}npm start -- migrate <your folder> /)
    expect(existsSync(join(BIN, '../docs/examples/volume.yaml'))).toBe(true)
  })

  it.each([1, 2, 3, 64])('keeps the exit code %d of that', (code) => {
    const stdout = `${root} migrate docs/examples/volume.yaml\n`
    expect(start(code)).toEqual({ status: code, stdout, stderr: '' })
  })

  it.each([0, 1, 3])('runs other command lines where the user is, with their exit code %d', (code) => {
    const stdout = `${root}/elsewhere migrate . --write\n`
    expect(start(code, 'migrate', '.', '--write')).toEqual({ status: code, stdout, stderr: '' })
  })
})
