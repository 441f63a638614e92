import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const OUTPUT = join(ROOT, 'dist/executable')

/** The executable is for Linux, and its parts come from a registry. */
const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
const isLinux = process.platform === 'linux'
const hasNode =
  isLinux && spawnSync(process.execPath, [join(ROOT, 'bin/executable/tools.mjs'), arch]).status === 0
if (!hasNode)
  process.stderr.write('the executable is not tested: its Node cannot be fetched, or this is not Linux\n')
const describeLinux = hasNode ? describe : describe.skip

/** Whether a program does what it is asked for here; otherwise the tests that need it are skipped by name. */
const works = (command: string, ...args: string[]) => isLinux && spawnSync(command, args).status === 0
const hasNetworkNamespaces = works('unshare', '--net', 'true')
const mayChangeRoot = hasNetworkNamespaces && process.getuid?.() === 0
const hasDpkg = works('dpkg-deb', '--version')

/** What bash does when `hotshift migr` is to be completed. */
const COMPLETE = 'COMP_WORDS=(hotshift migr); COMP_CWORD=1; _hotshift; echo "${COMPREPLY[@]}"'

let folder: string

function build(script: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin/executable', script), ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${script}: ${stderr}`)
}

/** Runs the executable with no environment, where `node` cannot be found. */
function hotshift(...args: string[]): SpawnSyncReturns<string> {
  return spawnSync(join(folder, 'hotshift'), args, { cwd: folder, env: {}, encoding: 'utf8' })
}

/** A report without what another run need not have. */
const comparable = (report: string) =>
  JSON.parse(report, (key, value) => (/seconds|time/i.test(key) ? undefined : value))

describeLinux('the single executable', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hotshift-executable-'))
    build('build.mjs', arch)
    copyFileSync(join(OUTPUT, `hotshift-linux-${arch}`), join(folder, 'hotshift'))
    cpSync(join(ROOT, 'corpus'), join(folder, 'corpus'), { recursive: true })
    cpSync(join(ROOT, 'docs/examples'), join(folder, 'examples'), { recursive: true })
  }, 300_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('knows its version, its help and its pages without anything beside it', () => {
    expect(hotshift('--version').stdout).toBe(`${version}\n`)
    expect(hotshift('--help').stdout).toContain('hotshift migrate')
    expect(hotshift('explain', 'cfn/ref-to-get').stdout).toContain('get_param')
  })

  it.each(['1', '2'])('says what the bundle says, with %s threads', (jobs) => {
    const args = ['check', 'corpus', '--format', 'json', '--jobs', jobs]
    const bundled = spawnSync(process.execPath, [join(ROOT, 'bin/hotshift.cjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    const own = spawnSync(join(folder, 'hotshift'), args, {
      cwd: folder,
      env: {},
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    expect(own.status).toBe(bundled.status)
    expect(comparable(own.stdout)).toEqual(comparable(bundled.stdout))
    expect(own.stdout.length).toBeGreaterThan(10_000)
  })

  it('runs a transform in TypeScript that imports hotshift', () => {
    hotshift('new', 'transform', 'acme/describe-templates')
    const input = 'transforms/acme/describe-templates/fixtures/change/input.yaml'
    const expected = readFileSync(join(folder, input.replace('input', 'expected')), 'utf8')
    const { status, stderr } = hotshift('run', '-t', 'transforms/acme/describe-templates', input, '--write')
    expect([status, stderr]).toEqual([0, expect.stringContaining('changed')])
    expect(readFileSync(join(folder, input), 'utf8')).toBe(expected)
  })

  it('makes the page for a review', () => {
    expect(hotshift('migrate', 'examples/volume.yaml', '--format', 'html').stdout).toContain('<script')
  })

  it('serves editors', async () => {
    const params = { processId: null, rootUri: null, capabilities: {} }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const server = spawn(join(folder, 'hotshift'), ['lsp', '--stdio'], { env: {} })
    const said = new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (data: Buffer) => resolve(data.toString()))
      server.once('exit', (code) => reject(new Error(`it ends with ${code}`)))
    })
    server.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`)
    try {
      expect(await said).toContain('Content-Length: ')
    } finally {
      server.removeAllListeners('exit').kill()
    }
  })

  const inContainer = mayChangeRoot ? it : it.skip
  inContainer('runs as the Containerfile has it: read-only, without a network, as its user', () => {
    const file = readFileSync(join(ROOT, 'docs/container/Containerfile'), 'utf8')
    const line = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(file)?.[1] ?? `no ${name}`
    const [user, work, [program]] = [line('USER'), line('WORKDIR'), JSON.parse(line('ENTRYPOINT'))]
    const root = join(folder, 'root')
    for (const name of [dirname(program), work, 'bin']) mkdirSync(join(root, name), { recursive: true })
    chmodSync(folder, 0o755)
    copyFileSync(join(folder, 'hotshift'), join(root, program))
    copyFileSync(join(folder, 'examples/volume.yaml'), join(root, work, 'volume.yaml'))
    // The libraries that the image's packages bring.
    const { stdout: linked } = spawnSync('ldd', [join(folder, 'hotshift')], { encoding: 'utf8' })
    for (const [library] of linked.matchAll(/\/\S+/g)) {
      mkdirSync(join(root, dirname(library)), { recursive: true })
      copyFileSync(library, join(root, library))
    }
    const script = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec chroot --userspec=${user} "$0" ${program} "$@"`
    const container = (...args: string[]) =>
      spawnSync('unshare', ['--net', '--mount', 'sh', '-c', script, root, ...args], {
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
        encoding: 'utf8',
      })
    expect(container('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
    expect(container('migrate', `${work}/volume.yaml`).stdout).toContain('+heat_template_version: 2018-08-31')
    // Nothing may be written there: the file is as it was, and the run says so.
    const written = container('migrate', `${work}/volume.yaml`, '--write')
    expect([written.status, written.stderr]).toEqual([2, expect.stringMatching(/EROFS|read-only/)])
    expect(readFileSync(join(root, work, 'volume.yaml'), 'utf8')).toContain('AWSTemplateFormatVersion')
  })

  const withDpkg = hasDpkg ? it : it.skip
  withDpkg('becomes a Debian package with manual and completions', () => {
    build('debian.mjs', arch)
    const debian = { x64: 'amd64', arm64: 'arm64' }[arch]
    const unpacked = join(folder, 'debian')
    const file = join(OUTPUT, `hotshift_${version}_${debian}.deb`)
    expect(spawnSync('dpkg-deb', ['--extract', file, unpacked]).status).toBe(0)
    const field = (name: string) =>
      spawnSync('dpkg-deb', ['--field', file, name], { encoding: 'utf8' }).stdout
    expect([field('Package'), field('Version'), field('Architecture')]).toEqual([
      'hotshift\n',
      `${version}\n`,
      `${debian}\n`,
    ])
    const installed = spawnSync(join(unpacked, 'usr/bin/hotshift'), ['--version'], {
      env: {},
      encoding: 'utf8',
    })
    expect(installed.stdout).toBe(`${version}\n`)
    for (const path of [
      'man/man1/hotshift.1.gz',
      'bash-completion/completions/hotshift',
      'zsh/vendor-completions/_hotshift',
      'fish/vendor_completions.d/hotshift.fish',
      'doc/hotshift/copyright',
    ])
      expect([path, existsSync(join(unpacked, 'usr/share', path))]).toEqual([path, true])
    const completion = join(unpacked, 'usr/share/bash-completion/completions/hotshift')
    const offered = spawnSync('/bin/bash', ['--norc', '-c', `source ${completion}; ${COMPLETE}`], {
      env: { PATH: join(unpacked, 'usr/bin') },
      encoding: 'utf8',
    })
    expect([offered.stdout, offered.stderr]).toEqual(['migrate\n', ''])
  })
})
