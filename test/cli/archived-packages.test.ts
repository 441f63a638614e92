/** A zip is a package for every command that takes a folder: read in place, its references resolved inside. */
import { join } from 'node:path'
import { openArchive, readMembers } from '../../src/run/archive/archive.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import { zipOf } from '../run/archive/zip.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const nested = `heat_template_version: 2013-05-23
parameters:
  size: {type: number}
resources:
  v: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`
const files = {
  'base.yaml': `heat_template_version: 2013-05-23
parameters:
  size: {type: number, default: 1} # GB
resources:
  n:
    type: lib/nested.yaml
    properties: {size: {get_param: size}, wrong: 1}
  m: {type: My::Thing}
`,
  'base.env': 'parameters: {size: one}\nresource_registry: {My::Thing: lib/nested.yaml}\n',
  'lib/nested.yaml': nested,
  'web.template': `AWSTemplateFormatVersion: "2010-09-09"
Resources:
  v: {Type: AWS::EC2::Volume, Properties: {Size: "1", AvailabilityZone: nova}}
`,
}

function packed() {
  const tree = temporaryTree()
  tree.write('p.zip', zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))))
  for (const [path, text] of Object.entries(files)) tree.write(`p/${path}`, text)
  return tree
}

type Report = {
  readonly files: readonly {
    readonly path: string
    readonly status: string
    readonly findings: readonly { code: string; line?: number; column?: number }[]
  }[]
}

/** What a command says of the package, without the name that it has. */
async function said(root: string, name: string, ...args: readonly string[]) {
  const { status, stdout } = await inProcess([...args, '--format', 'json', name], root)
  const { files: outcomes } = JSON.parse(stdout) as Report
  const lines = outcomes.map(
    ({ path, status: end, findings }) =>
      `${path.replace(`${name}/`, '')} ${end} ${findings.map((one) => `${one.code}:${one.line}:${one.column}`).join(' ')}`,
  )
  return [status, ...lines.sort()]
}

it.each([
  [['check']],
  [['migrate']],
  [['migrate', '--native']],
  [['upgrade', '--to', '2018-08-31']],
  [['upgrade', '--to', 'latest', '--modernize', '--check']],
  [['nativize']],
  [['extract-defaults']],
  [['run', '-t', 'hot/target-version']],
  [['rename', '--rename', 'parameter:size=gigabytes']],
])('%j says of an archive what it says of the folder', async (args) => {
  const { root } = packed()
  expect(await said(root, 'p.zip', ...args)).toEqual(await said(root, 'p', ...args))
})

it('is checked with its nested templates, environments and files', async () => {
  const { root } = packed()
  expect(await said(root, 'p.zip', 'check')).toEqual([
    1,
    'base.env unchanged bad-value:1:14',
    'base.yaml unchanged unknown-property:7:43 nested-parameter:8:13',
    'lib/nested.yaml unchanged ',
    'web.template unchanged ',
  ])
})

async function contentOf(root: string, name: string): Promise<Record<string, string>> {
  const archive = await openArchive(name, join(root, name), realFileSystem)
  const contents = 'problem' in archive ? archive : readMembers(archive)
  if ('problem' in contents) throw new Error(contents.problem.message)
  return Object.fromEntries([...contents].map(([one, bytes]) => [one.name, Buffer.from(bytes).toString()]))
}

it.each(['--output', '--out'])('is written to a new archive by %s, and never in place', async (option) => {
  const { root } = packed()
  const { status, stderr } = await inProcess(
    ['upgrade', '--to', '2018-08-31', 'p.zip', option, 'new.zip'],
    root,
  )
  expect([status, stderr]).toEqual([0, expect.stringContaining('the package is in new.zip\n')])
  const made = await contentOf(root, 'new.zip')
  expect(made).toEqual({
    ...files,
    'base.yaml': files['base.yaml'].replace('2013-05-23', '2018-08-31'),
    'lib/nested.yaml': nested.replace('2013-05-23', '2018-08-31'),
  })
  expect((await inProcess(['upgrade', '--to', '2018-08-31', 'p.zip', '--write'], root)).status).toBe(64)
  expect(await contentOf(root, 'p.zip')).toEqual(files)
})
