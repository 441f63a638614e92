import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ignore from 'ignore'
import seconds from './seconds.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const OLDEST_NODE = '20.19.0'

/** The files that git tracks or would track, as text in which one character stands for one byte. */
function repositoryFiles(): { readonly path: string; readonly text: string }[] {
  const rules = ignore()
    .add('.git/')
    .add(readFileSync(join(ROOT, '.gitignore'), 'utf8'))
  const walk = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder + entry.name
      if (entry.isDirectory()) return rules.ignores(`${path}/`) ? [] : walk(`${path}/`)
      return entry.isFile() && !rules.ignores(path) ? [path] : []
    })
  return walk('').map((path) => ({ path, text: readFileSync(join(ROOT, path), 'latin1') }))
}

interface LockedPackage {
  readonly version: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly engines?: { readonly node?: string }
}

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
)

describe('the repository', () => {
  it('has no test that looks at the clock: the machine may be busy', () => {
    const tests = repositoryFiles().filter(({ path }) => /^test\/.*\.test\.ts$/.test(path))
    const timed = tests.filter(({ text }) => /performance\.now\(|hrtime\(/.test(text))
    expect(tests.length).toBeGreaterThan(200)
    expect(timed.map(({ path }) => path)).toEqual([])
  })

  it('has the suites that begin first', () => {
    expect(Object.keys(seconds).length).toBeGreaterThan(20)
    expect(Object.keys(seconds).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  // A checkout must install from whatever registry its user has configured. The names
  // are put together here, so that this file does not contain them.
  const hosts = [
    ['registry', 'npmjs', 'org'],
    ['registry', 'yarnpkg', 'com'],
    ['npm', 'pkg', 'github', 'com'],
    ['pypi', 'org'],
    ['files', 'pythonhosted', 'org'],
    ['proxy', 'golang', 'org'],
  ].map((labels) => labels.join('.'))

  it('names no package registry', () => {
    const files = repositoryFiles()
    expect(files.length).toBeGreaterThan(20)
    const found = files.flatMap(({ path, text }) =>
      hosts.filter((host) => text.includes(host)).map((host) => `${path}: ${host}`),
    )
    expect(found).toEqual([])
  })

  it('locks no download address', () => {
    const packages = Object.entries(lock.packages)
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  // `npm install` leaves out what its registry happens not to have for other platforms,
  // and `npm ci` then refuses the lockfile everywhere.
  it('locks the optional packages of every platform', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) =>
          [`node_modules/${name}`, `${path}/node_modules/${name}`].every((key) => !(key in lock.packages)),
        )
        .map((name) => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })
})

/** Whether a version satisfies an `engines` range made of `>=`, `^` and `||`. */
function allows(range: string, version: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number)
  const [major = 0, minor = 0, patch = 0] = numbers(version)
  return range.split('||').some((part) => {
    const [, operator, wanted = ''] = /^\s*(>=|\^)?\s*v?([\d.]+|\*)(?:\.[x*])?\s*$/.exec(part) ?? []
    if (wanted === '*') return true
    const [least = Number.NaN, leastMinor = 0, leastPatch = 0] = numbers(wanted)
    const isLater = minor > leastMinor || (minor === leastMinor && patch >= leastPatch)
    if (operator === '>=' && major > least) return true
    return major === least && isLater
  })
}

describe('the oldest Node that is promised', () => {
  it('is the one in package.json', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(engines.node).toBe(`>=${OLDEST_NODE}`)
  })

  it('is accepted by every locked package', () => {
    const refusing = Object.entries(lock.packages).flatMap(([path, { engines }]) =>
      engines?.node === undefined || allows(engines.node, OLDEST_NODE) ? [] : [`${path}: ${engines.node}`],
    )
    expect(refusing).toEqual([])
  })

  it.each([
    ['>=22', false],
    ['^18.14.0 || ^20.0.0', true],
    ['^20.20.0 || ^22', false],
    ['>=20.20.0', false],
    ['>= 4', true],
    ['>=6.9.0', true],
    ['20.x', true],
    ['6.* || >= 10.*', true],
    ['18 || 22', false],
  ])('allows(%s) is %s', (range, expected) => {
    expect(allows(range, OLDEST_NODE)).toBe(expected)
  })
})
