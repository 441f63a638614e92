import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { packageSchemas } from '../../src/heat/schema/package-schemas.ts'
import { packed } from './packed.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')

/** The project of somebody who has installed hotshift, and a folder beside it. */
let folder: string
const inProject = (...path: readonly string[]) => join(folder, 'project', ...path)

/** The code on the page in the block that is marked with a word. */
function onPage(mark: string): string {
  const code = new RegExp(`^\`\`\`ts ${mark}\\n(.*?)^\`\`\``, 'ms').exec(PAGE)?.[1]
  if (code === undefined) throw new Error(`docs/library.md has no block ${mark}`)
  return code
}

function run(
  command: string,
  args: readonly string[],
  cwd = inProject(),
  more: Readonly<Record<string, string>> = {},
) {
  const env = { ...process.env, ...more, XDG_CACHE_HOME: join(folder, 'cache'), NODE_OPTIONS: '' }
  const shell = process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, shell, encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** Runs a command that has to succeed; its standard output. */
function output(command: string, args: readonly string[], cwd = inProject()): string {
  const { status, stdout, stderr } = run(command, args, cwd)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${status}\n${stdout}\n${stderr}`)
  return stdout
}

const hotshift = (...args: readonly string[]) => run(inProject('node_modules/.bin/hotshift'), args)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-library-'))
  mkdirSync(inProject(), { recursive: true })
  writeFileSync(inProject('package.json'), '{"name": "project", "private": true, "type": "module"}\n')
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--omit=dev']
  output('npm', ['install', ...options, packed().tarball])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const template = `heat_template_version: 2018-08-31
parameters: {}

resources:
  disk: # the database's
    type: OS::Cinder::Volume
    properties: {size: 0644}
`

describe('the installed library', () => {
  it('has the JSON schemas of the present facts', () => {
    const names = [...packageSchemas().keys()]
    const schemas = `${JSON.stringify(names)}.map((name) => require('hotshift/schema/' + name))`
    const code = `require('fs').writeFileSync('schemas.json', JSON.stringify(${schemas}))`
    output('node', ['--input-type=commonjs', '--eval', code])
    const required = JSON.parse(readFileSync(inProject('schemas.json'), 'utf8'))
    expect(names.length).toBeGreaterThan(5)
    for (const [index, [name, schema]] of [...packageSchemas()].entries()) {
      expect(JSON.stringify(required[index])).toBe(JSON.stringify(schema))
      expect(readFileSync(inProject('node_modules/hotshift/dist/schema', name), 'utf8')).toBe(
        `${JSON.stringify(schema)}\n`,
      )
    }
  })

  it('has types of its own alone, with which the example of the page compiles, and the transform too', () => {
    writeFileSync(inProject('example.ts'), onPage('example'))
    writeFileSync(inProject('transform.ts'), onPage('transform'))
    writeFileSync(
      inProject('testing.ts'),
      "import { fixtureTests } from 'hotshift/testing'\nexport const tests = fixtureTests('fixtures')\n",
    )
    // The example prints; nothing else of a machine is declared, neither Node's types nor those of a browser.
    writeFileSync(inProject('console.d.ts'), 'declare const console: { log(value: unknown): void }\n')
    const options = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--target', 'es2023']
    options.push('--lib', 'es2023', '--types', '')
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const settings = [
      ['--module', 'node16'],
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ]
    const files = ['example.ts', 'transform.ts', 'testing.ts', 'console.d.ts']
    for (const setting of settings)
      expect(run(process.execPath, [tsc, ...options, ...setting, ...files])).toMatchObject({
        status: 0,
        stdout: '',
      })
  })

  it('does what the example of the page says', () => {
    writeFileSync(inProject('example.mjs'), transformSync(onPage('example'), { loader: 'ts' }).code)
    const lines = output(process.execPath, ['example.mjs']).split('\n')
    expect(lines[0]).toBe('diff --git a/disk.yaml b/disk.yaml')
    expect(lines).toContain("   Disk: # the database's")
    const after = lines.slice(lines.indexOf('true'))
    expect(after.slice(0, 3)).toEqual(['true', 'equal', '0'])
    expect(after[3]).toMatch(/^path,line,column,/)
  })
})

describe('a transform of ten lines in a folder outside of hotshift', () => {
  it('runs with proof and diff', () => {
    mkdirSync(inProject('mine'))
    const { code } = transformSync(onPage('transform'), { loader: 'ts' })
    writeFileSync(inProject('mine/remove-empty-sections.mjs'), code)
    writeFileSync(inProject('disk.yaml'), template)
    const { status, stdout, stderr } = hotshift(
      'run',
      '-t',
      './mine/remove-empty-sections.mjs',
      'disk.yaml',
      '--verbose',
    )
    expect(stdout).toBe(
      [
        'diff --git a/disk.yaml b/disk.yaml',
        '--- a/disk.yaml',
        '+++ b/disk.yaml',
        '@@ -1,5 +1,4 @@',
        ' heat_template_version: 2018-08-31',
        '-parameters: {}',
        ' ',
        ' resources:',
        "   disk: # the database's",
        '',
      ].join('\n'),
    )
    expect(stderr).toContain('1 proved equal')
    expect(stderr).toContain('mine/remove-empty-sections  ')
    expect(status).toBe(0)
  })

  it('is the same in a folder that knows no hotshift', () => {
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'transform.mjs'), transformSync(onPage('transform'), { loader: 'ts' }).code)
    writeFileSync(join(elsewhere, 'disk.yaml'), template)
    const bin = inProject('node_modules/.bin/hotshift')
    expect(run(bin, ['run', '-t', './transform.mjs', 'disk.yaml'], elsewhere)).toMatchObject({ status: 0 })
  })
})

describe('hotshift new transform', () => {
  it('writes a transform whose test passes', () => {
    const made = hotshift('new', 'transform', 'acme/describe-templates')
    expect(made).toMatchObject({ status: 0 })
    const [, test = 'none is named'] = /^node --test (.+)$/m.exec(made.stdout) ?? []
    const tested = run(process.execPath, ['--test', test])
    expect(tested.stdout).toMatch(/^[#ℹ] pass 2$/m)
    expect(tested.status).toBe(0)
    writeFileSync(inProject('disk.yaml'), template)
    const { stdout } = hotshift('run', '-t', 'transforms/acme/describe-templates', '--jobs', '2', 'disk.yaml')
    expect(stdout).toContain('\n+description: To be described\n')
  })

  it('writes a test that a global installation serves', () => {
    const modules = join(folder, 'prefix/lib/node_modules')
    mkdirSync(modules, { recursive: true })
    const outside = join(folder, 'with-global')
    mkdirSync(outside)
    symlinkSync(inProject('node_modules/hotshift'), join(modules, 'hotshift'))
    run(inProject('node_modules/.bin/hotshift'), ['new', 'transform', 'acme/describe'], outside)
    const global = { npm_config_prefix: join(folder, 'prefix') }
    const tested = run(
      process.execPath,
      ['--test', 'transforms/acme/describe/index.test.mjs'],
      outside,
      global,
    )
    expect(tested.stdout).toMatch(/^[#ℹ] pass 2$/m)
  })
})
