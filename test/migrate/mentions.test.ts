/** What names a file that gets a new name, and is no template. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const site = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Disk": {"Type": "OS::Heat::None"}}}\n'
const readme = '# Site\n\nCreate it with `templates/site.json`.\nA copy: https://bucket.example/site.json\n'
const script = 'openstack stack create \\\r\n  -t "$DIR/site.json" site\r\n'

const tree = () =>
  temporaryTree({
    'templates/site.json': site,
    'README.md': readme,
    'bin/create.sh': script,
    'other.md': 'x\n',
  })

it('is listed with its lines, in the report and in JSON, and stays as it is', async () => {
  const { root, read } = tree()
  const { stderr } = await inProcess(['migrate', '.', '--write', '--allow-dirty'], root)
  expect(stderr).toContain(
    'skipped    README.md\n  3:27  warning  mentions-old-name  mentions "templates/site.json", which is renamed to "site.yaml"',
  )
  expect(stderr).toContain('skipped    bin/create.sh\n  2:12  warning  mentions-old-name  mentions ')
  expect([read('README.md'), read('bin/create.sh')]).toEqual([readme, script])
  const { stdout } = await inProcess(['migrate', '.', '--format', 'json'], tree().root)
  const files: readonly { path: string; findings: readonly { code: string; line: number }[] }[] =
    JSON.parse(stdout).files
  const listed = files.flatMap(({ path, findings }) =>
    findings.map(({ code, line }) => `${code} ${path}:${line}`),
  )
  expect(listed).toEqual([
    'mentions-old-name README.md:3',
    'mentions-old-name README.md:4',
    'mentions-old-name bin/create.sh:2',
  ])
})

it('gets the new name with --rename-mentions, and the address is left', async () => {
  const { root, read } = tree()
  const { stdout } = await inProcess(['migrate', '.', '--rename-mentions'], root)
  expect(stdout).toContain('-Create it with `templates/site.json`.\n+Create it with `templates/site.yaml`.\n')
  const { stderr } = await inProcess(['migrate', '.', '--rename-mentions', '--write', '--allow-dirty'], root)
  expect(stderr).toContain(
    'changed    README.md  1 change by 1 transform\n  4:32  warning  mentions-old-name',
  )
  expect(read('README.md')).toBe(readme.replace('templates/site.json', 'templates/site.yaml'))
  expect(read('bin/create.sh')).toBe(script.replace('site.json', 'site.yaml'))
  const again = await inProcess(['migrate', '.', '--rename-mentions', '--check'], root)
  expect(again.status).toBe(0)
})

it('is not rewritten where its changes are not committed, and the file keeps its name then', async () => {
  const { root, read } = tree()
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.email=a@example.org', '-c', 'user.name=a', 'commit', '-qm', 'x')
  writeFileSync(join(root, 'README.md'), `${readme}more\n`)
  const { status } = await inProcess(['migrate', '.', '--rename-mentions', '--write'], root)
  expect(status).toBe(3)
  expect(read('README.md')).toBe(`${readme}more\n`)
  expect(read('templates/site.json')).toBe(site)
})

it('is no binary file, no plan and no report of hotshift', async () => {
  const { root } = tree()
  writeFileSync(join(root, 'image.bin'), 'site.json\0')
  await inProcess(['migrate', '.', '--output', 'report.json', '--plan', 'plan.json'], root)
  const { stdout } = await inProcess(['migrate', '.', '--rename-mentions'], root)
  expect(stdout.match(/^diff --git a\/\S+/gm)).toEqual([
    'diff --git a/README.md',
    'diff --git a/bin/create.sh',
    'diff --git a/templates/site.json',
  ])
})

it('belongs to the patch that renames the file', async () => {
  const { root, read } = tree()
  const { status } = await inProcess(['migrate', '.', '--rename-mentions', '--patches', 'series'], root)
  expect(status).toBe(0)
  expect(read('series/0002-write-json-as-yaml.patch')).not.toContain('README.md')
  expect(read('series/0003-convert-cloudformation-to-hot.patch')).not.toContain('README.md')
})
