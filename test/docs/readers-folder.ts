/** What the pages speak of, in a folder: for tests that run their commands. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decisions } from '../../src/run/plan/decisions.ts'
import { hotshift } from '../cli/hotshift.ts'
import { zipOf } from '../run/archive/zip.ts'
import { fences, handbook, ROOT } from './handbook.ts'

/** Names that the pages use for folders and files of the reader. */
const FOLDERS = ['.', 'templates', 'nested', 'teams/net', 'some/dir', 'vendor', 'my-vnf']

/** The calls of hotshift in the shell blocks of a page, without `hotshift`. */
export function calls(text: string): readonly string[] {
  return fences(text, 'sh')
    .flatMap((block) => block.split('\n'))
    .map((line) => /^(?:hotshift|npm start --) (.*)$/.exec(line)?.[1])
    .filter((call) => call !== undefined)
    .map((call) => call.replace(/\s+(#|[|>]|&&).*$/, ''))
}

/** Pages that begin with nothing, or whose commands are about the machine of the reader. */
const others: ReadonlySet<string> = new Set(['docs/cookbook.md', 'docs/installing.md'])

/** The pages for tasks with their calls, which run one after the other in one folder. */
export function taskPages(): readonly (readonly [path: string, calls: readonly string[]])[] {
  return handbook()
    .filter(({ path }) => /^(?:README\.md|docs\/[^/]+\.md)$/.test(path) && !others.has(path))
    .map(({ path, text }) => [path, calls(text)] as const)
    .filter(([, all]) => all.length > 1)
}

/** Files that a page shows and then names, by the name: the first block of the page in that language. */
const SHOWN = [
  ['shop.yaml', 'docs/blueprints.md', 'yaml'],
  ['remove-empty-sections.mjs', 'docs/library.md', 'ts transform'],
] as const

/** The block that stands between the marks of a file on a page. */
function marked(page: string, name: string): string {
  const between = new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)<!-- /${name} -->`).exec(
    readFileSync(join(ROOT, page), 'utf8'),
  )
  const [block] = fences(between?.[1] ?? '', 'yaml')
  if (block === undefined) throw new Error(`${page} does not show ${name}`)
  return block
}

/** Names of a cloud, as docs/native.md shows them. */
const cloud = 'flavors: {t2.micro: m1.small}\n'

/** What stands in the archive that the pages speak of. */
const template = 'heat_template_version: 2018-08-31\nresources: {}\n'

/** The stack that the page about looking into one speaks of. */
const web = `heat_template_version: 2018-08-31
parameters:
  env: {type: string}
  size: {type: string, default: small}
  zones: {type: comma_delimited_list, default: 'zone-1,zone-2'}
resources:
  gate: {type: OS::Nova::Server, properties: {image: fedora, flavor: small}}
  server:
    type: OS::Nova::Server
    properties:
      image: fedora
      flavor: {get_param: size}
      user_data: {list_join: [' ', {get_param: zones}]}
`

/** Made once and copied then: it takes two commands of hotshift and six of git. */
let prepared: string | undefined

/** Makes a folder with all that the pages speak of. */
export function readersFolder(): string {
  prepared ??= made()
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-docs-'))
  cpSync(prepared, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

afterAll(() => {
  if (prepared !== undefined) rmSync(prepared, { recursive: true, force: true })
})

function made(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-docs-'))
  const examples = join(ROOT, 'docs/examples')
  for (const name of FOLDERS) cpSync(examples, join(folder, name), { recursive: true })
  for (const name of ['stack.template', 'old.template', 'new.yaml']) {
    cpSync(join(examples, 'volume.yaml'), join(folder, name))
  }
  writeFileSync(join(folder, 'cloud.yaml'), cloud)
  writeFileSync(join(folder, 'web.yaml'), web)
  writeFileSync(join(folder, 'stack.json'), '{"parameters": {"env": "dev"}}\n')
  writeFileSync(join(folder, 'environment.json'), '{"parameters": {"env": "dev"}}\n')
  writeFileSync(join(folder, 'resources.json'), '[]\n')
  for (const name of ['live.env', 'new.env', 'prod.env', 'common.env'])
    writeFileSync(join(folder, name), 'parameters: {env: prod}\n')
  for (const name of ['live.yaml', 'new.yaml'])
    writeFileSync(join(folder, name), marked('docs/impact.md', name))
  cpSync(join(examples, 'server.yaml'), join(folder, 'stack.yaml'))
  for (const [name, page, language] of SHOWN) {
    const [block = ''] = fences(readFileSync(join(ROOT, page), 'utf8'), language)
    writeFileSync(join(folder, name), `${block}\n`)
  }
  cpSync(join(examples, 'zoo'), folder, { recursive: true })
  cpSync(examples, join(folder, 'services'), { recursive: true })
  mkdirSync(join(folder, 'environments'))
  writeFileSync(join(folder, 'environments/production.yaml'), 'parameter_defaults: {workers: 2}\n')
  writeFileSync(join(folder, 'registry.yaml'), 'resource_registry: {}\n')
  writeFileSync(join(folder, 'my-vnf.zip'), zipOf([{ name: 'base.yaml', content: template }]))
  const blueprint = readFileSync(join(folder, 'shop.yaml'), 'utf8')
  writeFileSync(join(folder, 'shop.zip'), zipOf([{ name: 'heat.yaml', content: blueprint }]))
  prepare(folder)
  return folder
}

/** Runs a command line of a page in such a folder, as the shell would have it; gives its exit code and all that it prints. */
export function called(
  call: string,
  folder: string,
): { readonly status: number | null; readonly said: string } {
  if (call.startsWith('same-edit')) {
    // The page speaks of an edit that was made just now.
    const edited = join(folder, 'server.yaml')
    writeFileSync(edited, readFileSync(edited, 'utf8').replace('m1.small', 'm1.large'))
  }
  const args = [...call.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
  const { status, stdout, stderr } = hotshift(args, folder)
  return { status, said: stdout + stderr }
}

/** A plan, decisions about it, and a repository in which all that is committed. */
function prepare(folder: string): void {
  hotshift(['upgrade', 'templates', '--to', 'rocky', '--plan', 'plan.json'], folder)
  hotshift(['check', '--profile', 'onap,sdc', 'my-vnf.zip', '--output', 'last.json'], folder)
  hotshift(['remediate', '--profile', 'onap', 'my-vnf', '--ask', 'answers.yaml'], folder)
  writeFileSync(join(folder, 'decisions.json'), Decisions.none().text())
  for (const args of [
    ['init', '-q'],
    ['config', 'user.name', 'A'],
    ['config', 'user.email', 'a@example.org'],
    ['add', '-A'],
    ['commit', '-qm', 'first'],
    ['commit', '-qm', 'second', '--allow-empty'],
  ])
    execFileSync('git', args, { cwd: folder })
}
