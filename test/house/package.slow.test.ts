import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { packageSchemas } from '../../src/heat/schema/package-schemas.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms } from '../../transforms/registry.ts'
import { withoutFences } from '../docs/handbook.ts'
import { type Packed, packed } from './packed.ts'

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
let made: Packed

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
  made = packed()
  // There is nothing to fetch.
  const options = ['--offline', '--no-audit', '--no-fund', '--prefix', join(folder, 'global')]
  run('npm', ['install', '--global', ...options, made.tarball], folder)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package', () => {
  it('holds what it needs and nothing else', () => {
    const files = made.files.map(({ path }) => path)
    const pages = [...transforms.keys(), ...packageTransforms.keys()].map(
      (id) => `transforms/${id}/README.md`,
    )
    expect(files.filter((path) => path.startsWith('transforms/')).sort()).toEqual(pages.sort())
    const isOfLibrary = (path: string) => /^dist\/(?:library|types)\//.test(path)
    const library = files.filter(isOfLibrary)
    expect(library).toEqual(expect.arrayContaining(['dist/library/index.js', 'dist/library/testing.js']))
    expect(library).toEqual(
      expect.arrayContaining(['dist/types/src/index.d.ts', 'dist/types/src/testing.d.ts']),
    )
    expect(library.filter((path) => !/(?:\.js|\.d\.ts|\.json)$/.test(path))).toEqual([])
    const isPage = (path: string) => /^docs\/(?:.*\.md|ci\/|container\/|pictures\/|reference\/)/.test(path)
    const pagesHere = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((name) => `docs/${name.replaceAll('\\', '/')}`)
      .filter((path) => isPage(path) && statSync(join(ROOT, path)).isFile())
    expect(files.filter(isPage).sort()).toEqual(pagesHere.sort())
    const others = files.filter((path) => !/^(?:transforms|docs)\//.test(path) && !isOfLibrary(path))
    expect(others.sort()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'bin/hotshift.cjs',
      'bin/load-bundle.cjs',
      'bin/transform-hooks.mjs',
      'bin/trust-hooks.mjs',
      'bin/worker.cjs',
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/aws-types.jsonl',
      'dist/descriptions.jsonl',
      'dist/example-reports.json',
      'dist/examples.json',
      'dist/explanations.yaml',
      'dist/heat-messages.jsonl',
      'dist/help.json',
      'dist/hotshift-named.cjs',
      'dist/hotshift.cdx.json',
      'dist/hotshift.cjs',
      'dist/language-server.cjs',
      'dist/packages/fast-glob.cjs',
      'dist/packages/re2js.cjs',
      'dist/packages/write-excel-file.cjs',
      'dist/packages/yaml.cjs',
      'dist/packages/yauzl.cjs',
      'dist/page/open.js',
      'dist/page/review.css',
      'dist/page/review.js',
      'dist/reasons.json',
      'dist/requirements.json',
      'dist/resource-types.jsonl',
      ...[...packageSchemas().keys()].sort().map((name) => `dist/schema/${name}`),
      'dist/sdc-checks.json',
      'dist/strip-types.cjs',
      'dist/type-releases.jsonl',
      'package.json',
    ])
  })

  it('runs nothing when it is installed, and has no script that npm would warn of', () => {
    const isWindows = process.platform === 'win32'
    const installed = join(folder, isWindows ? 'global/node_modules' : 'global/lib/node_modules', 'hotshift')
    const { scripts, name } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect({ scripts, name }).toEqual({ scripts: undefined, name: 'hotshift' })
    // The one that was packed has them again.
    const source = JSON.parse(readFileSync(join(made.source, 'package.json'), 'utf8'))
    expect(source.scripts.prepare).toBe('node bin/prepare.mjs')
  })

  it('holds what its pages link to', () => {
    const files = new Set(made.files.map(({ path }) => path))
    // Who contributes has a checkout.
    const isThere = (target: string, page: string) =>
      files.has(target) ||
      [...files].some((path) => path.startsWith(`${target}/`)) ||
      (page === 'CONTRIBUTING.md' &&
        /^(?:src|bin|transforms)\//.test(target) &&
        existsSync(join(ROOT, target)))
    const pages = [...files].filter((path) =>
      /^(?:README|CONTRIBUTING|CHANGELOG|docs\/.*)(?:\.md)$/.test(path),
    )
    const dead = pages.flatMap((page) => {
      const text = withoutFences(readFileSync(join(ROOT, page), 'utf8'))
      return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^https?:/.test(link) && !isThere(posix.join(posix.dirname(page), link), page))
        .map((link) => `${page}: ${link}`)
    })
    expect(pages.length).toBeGreaterThan(100)
    expect(dead).toEqual([])
  })

  const { man } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

  it('has a manual', () => {
    expect(made.files.map(({ path }) => path)).toEqual(expect.arrayContaining(man))
  })

  const withGroff = spawnSync('groff', ['--version']).error === undefined ? it : it.skip

  withGroff('has a manual that roff sets without a warning', () => {
    const groff = spawnSync('groff', ['-man', '-Tutf8', '-ww', join(ROOT, man[0])], { encoding: 'utf8' })
    expect([groff.status, groff.stderr]).toEqual([0, ''])
    // What makes letters bold: colours of a terminal, or each letter twice.
    const shown = groff.stdout.replace(/\u001b\[[\d;]*m|.\u0008/g, '')
    for (const line of ['hotshift migrate [paths..]', '--shard <i/n>', 'EXIT STATUS'])
      expect(shown).toContain(line)
  })

  it('brings no other package along', () => {
    const modules = process.platform === 'win32' ? 'global/node_modules' : 'global/lib/node_modules'
    expect(readdirSync(join(folder, modules)).filter((name) => !name.startsWith('.'))).toEqual(['hotshift'])
    expect(existsSync(join(folder, modules, 'hotshift/node_modules'))).toBe(false)
  })

  it('runs every command without other packages', () => {
    const help = hotshift('--help')
    const names = [
      ...new Set([...help.matchAll(/^ {2}([a-z][a-z-]*) {2,}\S/gm)].map(([, name = '']) => name)),
    ]
    const lines: Readonly<Record<string, readonly string[]>> = {
      run: ['run', '-t', 'cfn/ref-to-get', 'folder/*.template'],
      upgrade: ['upgrade', '--to', 'latest', 'folder', '--plan', 'plan.json'],
      show: ['show', 'plan.json'],
      review: ['review', '--help'],
      apply: ['apply', 'plan.json'],
      remediate: ['remediate', '--profile', 'onap', 'folder'],
      verify: ['verify', 'folder/a.template', 'folder/a.template'],
      bundle: ['bundle', 'folder/a.template'],
      graph: ['graph', 'folder/a.template'],
      fleet: ['fleet', '--from', '2023.1', '--to', '2025.1', 'folder'],
      render: ['render', 'folder/a.template'],
      eval: ['eval', 'folder/a.template', 'resources'],
      diff: ['diff', 'folder/a.template', 'folder/a.template'],
      merge: ['merge', 'report.json'],
      explain: ['explain', 'R-90526'],
      list: ['list'],
      rules: ['rules'],
      trust: ['trust', '--list'],
      config: ['config'],
      rename: ['rename', '--rename', 'a=b', 'folder'],
      capabilities: ['capabilities', 'list', 'folder'],
      completion: ['completion', 'bash'],
      parameter: ['parameter', '--help'],
      'same-edit': ['same-edit', '--help'],
      lsp: ['lsp', '--help'],
      new: ['new', 'transform', 'acme/describe-templates'],
    }
    mkdirSync(join(folder, 'work/folder'))
    writeFileSync(join(folder, 'work/folder/a.template'), TEMPLATE)
    writeFileSync(
      join(folder, 'work/folder/b.json'),
      '{"HeatTemplateFormatVersion": "2012-12-12", "Resources": {}}\n',
    )
    const bin = join(folder, process.platform === 'win32' ? 'global/hotshift.cmd' : 'global/bin/hotshift')
    spawnSync(bin, ['check', 'folder', '--format', 'json', '--output', 'report.json'], {
      cwd: join(folder, 'work'),
    })
    expect(names).toEqual(
      expect.arrayContaining(['migrate', 'check', 'extract-defaults', ...Object.keys(lines)]),
    )
    for (const name of names) {
      const args = lines[name] ?? [name, 'folder']
      const { status, stderr } = spawnSync(bin, args, { cwd: join(folder, 'work'), encoding: 'utf8' })
      expect([name, /Cannot find|unexpected|internal-error/.exec(stderr)?.[0]]).toEqual([name, undefined])
      expect([name, [0, 1, 3].includes(status ?? -1), stderr]).toEqual([name, true, stderr])
    }
  }, 120_000)

  it('comes with a bill of the packages in it', () => {
    const modules = process.platform === 'win32' ? 'global/node_modules' : 'global/lib/node_modules'
    const bill = JSON.parse(readFileSync(join(folder, modules, 'hotshift/dist/hotshift.cdx.json'), 'utf8'))
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', name: 'hotshift', version } },
    })
    const licences = readFileSync(join(folder, modules, 'hotshift/dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    expect(bill.components.length).toBeGreaterThan(5)
    const refs = new Set<string>()
    for (const one of bill.components) {
      expect(one).toMatchObject({
        type: 'library',
        name: expect.stringMatching(/./),
        version: expect.stringMatching(/^\d/),
        purl: expect.stringMatching(/^pkg:npm\//),
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      })
      expect(licences).toContain(`${one.name} ${one.version} (`)
      refs.add(one['bom-ref'])
    }
    expect(refs.size).toBe(bill.components.length)
    const { dependencies } = bill as {
      readonly dependencies: readonly { readonly dependsOn: readonly string[] }[]
    }
    expect(new Set(dependencies.flatMap(({ dependsOn }) => dependsOn))).toEqual(refs)
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

describe('the repository as a dependency', () => {
  it('builds itself when npm installs it from a git address', () => {
    const clone = join(folder, 'clone')
    const user = join(folder, 'user')
    run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone], folder)
    mkdirSync(user)
    writeFileSync(join(user, 'package.json'), '{"name": "user", "version": "1.0.0", "private": true}\n')
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    run('npm', ['install', ...options, `git+file://${clone}`], user)
    expect(run('node', ['node_modules/hotshift/bin/hotshift.cjs', '--version'], user)).toBe(`${version}\n`)
    expect(existsSync(join(user, 'node_modules/hotshift/dist/library/index.js'))).toBe(true)
    expect(existsSync(join(user, 'node_modules/hotshift/src'))).toBe(false)
  }, 600_000)
})
