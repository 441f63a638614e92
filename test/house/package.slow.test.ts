import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms } from '../../transforms/registry.ts'

const ROOT = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const TEMPLATE = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Image:
    Type: String # as the cloud names it
Resources:
  Server:
    Type: OS::Nova::Server
    Properties:
      image: {Ref: Image}
      flavor: m1.small
`

let folder: string
let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] }

/** Runs a command; its standard output. Fails the test, with what it said, when it fails. */
function run(command: string, args: readonly string[], cwd: string): string {
  const shell = process.platform === 'win32'
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, shell, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${status}\n${stdout}\n${stderr}`)
  return stdout
}

/** Runs the installed command in the test's own folder. */
function hotshift(...args: string[]): string {
  const bin = process.platform === 'win32' ? 'global/hotshift.cmd' : 'global/bin/hotshift'
  return run(join(folder, bin), args, join(folder, 'work'))
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-package-'))
  for (const name of ['global', 'work']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'work/server.template'), TEMPLATE)
  const json = run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], ROOT)
  packed = JSON.parse(json.slice(json.indexOf('[')))[0]
  const tarball = join(folder, packed.filename)
  // Its dependencies are those of this checkout, and so most likely in npm's cache.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--prefix', join(folder, 'global')]
  run('npm', ['install', '--global', ...options, tarball], folder)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package', () => {
  it('holds what it needs and nothing else', () => {
    const files = packed.files.map(({ path }) => path)
    const pages = [...transforms.keys(), ...packageTransforms.keys()].map(
      (id) => `transforms/${id}/README.md`,
    )
    expect(files.filter((path) => path.startsWith('transforms/')).sort()).toEqual(pages.sort())
    expect(files.filter((path) => !path.startsWith('transforms/')).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin/hotshift.cjs',
      'bin/load-bundle.cjs',
      'bin/worker.cjs',
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/help.json',
      'dist/hotshift.cjs',
      'dist/resource-types.jsonl',
      'package.json',
    ])
  })

  it('offers hotshift, which knows its version and its commands', () => {
    expect(hotshift('--version')).toBe(`${version}\n`)
    expect(hotshift('--help')).toContain('hotshift migrate')
  })

  it('explains its transforms', () => {
    expect(hotshift('explain', 'cfn/ref-to-get')).toContain('get_param')
  })

  it('shows a migration, and does it', () => {
    expect(hotshift('migrate', 'server.template')).toContain("-AWSTemplateFormatVersion: '2010-09-09'")
    expect(readFileSync(join(folder, 'work/server.template'), 'utf8')).toBe(TEMPLATE)
    hotshift('migrate', 'server.template', '--write')
    const written = readFileSync(join(folder, 'work/server.template'), 'utf8')
    expect(written).toContain('heat_template_version: 2018-08-31')
    expect(written).toContain('type: string # as the cloud names it')
    expect(written).toContain('image: {get_param: Image}')
  })
})
