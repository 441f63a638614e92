import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { latestVersion } from '../../src/heat/versions.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const parent = `# the bakery
heat_template_version: 2013-05-23   # since the beginning
parameters:
  flour: {type: string}
resources:
  oven:
    type: oven.yaml
    properties: {flour: {Ref: flour}}   # removed by now
`
const oven = 'heat_template_version: "2014-10-16"\r\nparameters: {flour: {type: string}}\r\n'
const environment = 'parameters: {flour: rye}\nresource_registry: {My::Oven: oven.yaml}\n'
const tripleo = 'heat_template_version: rocky\ndescription: "{{role.name}}"\n'
const cloudFormation = "HeatTemplateFormatVersion: '2012-12-12'\nOutputs: {A: {Value: a}}\n"

describe('hotshift upgrade', () => {
  it('says where Heat refuses the original and accepts the result', async () => {
    const early =
      'heat_template_version: 2015-10-15\nconditions: {warm: true}\noutputs: {a: {value: {if: [warm, 1, 2]}}}\n'
    const half = 'heat_template_version: 2018-08-31\noutputs: {a: {value: {if: [true, 1]}}}\n'
    const tree = temporaryTree({ 'early.yaml': early, 'half.yaml': half })
    const refused = async (args: readonly string[]) => {
      const { files } = JSON.parse(
        (await inProcess(['upgrade', ...args, '--format', 'json'], tree.root)).stdout,
      )
      return files.map(
        ({ path, findings }: { path: string; findings: readonly Record<string, unknown>[] }) => [
          path,
          ...findings
            .filter(({ code }) => code === 'refused-before')
            .map(({ line, column, message }) => `${line}:${column} ${message}`),
        ],
      )
    }
    expect(await refused(['--to', '2021-04-16'])).toEqual([
      [
        'early.yaml',
        '2:1 Heat rejects the original because of the section conditions, which 2015-10-15 does not have, and accepts the result',
      ],
      [
        'half.yaml',
        '2:22 Heat rejects the original because of if with two items, which 2018-08-31 does not have, and accepts the result',
      ],
    ])
    // Here Heat refuses the result, too.
    expect(await refused(['--to', '2016-04-08', 'early.yaml'])).toEqual([['early.yaml']])
  })

  it('shows, writes, and has nothing left to do', async () => {
    const tree = temporaryTree({
      'bakery.yaml': parent,
      'oven.yaml': oven,
      'env.yaml': environment,
      'role.j2.yaml': tripleo,
      'old.template': cloudFormation,
    })
    const dry = await inProcess(['upgrade', '--to', '2018-08-31'], tree.root)
    expect(dry.status).toBe(0)
    expect(dry.stdout).toBe(`diff --git a/bakery.yaml b/bakery.yaml
--- a/bakery.yaml
+++ b/bakery.yaml
@@ -1,8 +1,8 @@
 # the bakery
-heat_template_version: 2013-05-23   # since the beginning
+heat_template_version: 2018-08-31   # since the beginning
 parameters:
   flour: {type: string}
 resources:
   oven:
     type: oven.yaml
-    properties: {flour: {Ref: flour}}   # removed by now
+    properties: {flour: {get_param: flour}}   # removed by now
diff --git a/oven.yaml b/oven.yaml
--- a/oven.yaml
+++ b/oven.yaml
@@ -1,2 +1,2 @@
-heat_template_version: "2014-10-16"\r
+heat_template_version: "2018-08-31"\r
 parameters: {flour: {type: string}}\r
`)
    expect(dry.stderr.replace(/(proved equal) in [\d.]+ s/, '$1')).toContain(
      '  changed    2  2 proved equal\n  unchanged  2\n  skipped    1  a Jinja template',
    )
    expect(tree.read('bakery.yaml')).toBe(parent)

    expect((await inProcess(['upgrade', '--to', '2018-08-31', '--write'], tree.root)).status).toBe(0)
    expect(tree.read('oven.yaml')).toBe(oven.replace('2014-10-16', '2018-08-31'))
    expect(tree.read('env.yaml')).toBe(environment)
    expect(tree.read('role.j2.yaml')).toBe(tripleo)
    expect(tree.read('old.template')).toBe(cloudFormation)

    const again = await inProcess(['upgrade', '--to', '2018-08-31', '--check'], tree.root)
    expect([again.status, again.stdout]).toEqual([0, ''])
  })

  it('skips what another program fills in first, and says why', async () => {
    const head = 'heat_template_version: 2013-05-23\nresources:\n  a: {type: OS::Heat::None}\n'
    const tree = temporaryTree({
      'role.j2.yaml': `${head}  b: {type: "{{ type }}"}\n`,
      'stack.yaml.erb': `${head}  b: {type: <%= type %>}\n`,
      'loop.yaml': `${head}{% for one in all %}\n  {{ one }}: {type: OS::Heat::None}\n{% endfor %}\n`,
      'broken.yaml': `${head}  b: {type: [\n`,
      'text.yaml': `${head}description: "{{ braces }} in a text"\n`,
    })
    const { status, stdout } = await inProcess(['upgrade', '--to', 'rocky', '--format', 'json'], tree.root)
    expect(status).toBe(3)
    const files = JSON.parse(stdout).files.map(({ path, status, reason }: never) => [path, status, reason])
    expect(files).toEqual([
      ['broken.yaml', 'blocked', expect.any(String)],
      ['loop.yaml', 'skipped', 'contains tags of a template language (line 4)'],
      ['role.j2.yaml', 'skipped', 'a Jinja template, by its name and tags'],
      ['stack.yaml.erb', 'skipped', 'an ERB template, by its name and tags'],
      ['text.yaml', 'changed', undefined],
    ])
  })

  it('lifts nested templates with their parents; one that is blocked holds up no other', async () => {
    const tree = temporaryTree({
      'parent.yaml': parent.replace('oven.yaml', 'nested/oven.yaml'),
      'nested/oven.yaml': oven.replace('2014-10-16', '2013-05-23'),
      'nested/zones.yaml':
        'heat_template_version: 2013-05-23\noutputs: {zones: {value: {"Fn::GetAZs": ""}}}\n',
    })
    const { status, stdout } = await inProcess(
      ['upgrade', '--to', 'rocky', '--write', '--format', 'json'],
      tree.root,
    )
    expect(status).toBe(3)
    const files = JSON.parse(stdout).files.map(({ path, status }: never) => [path, status])
    expect(files).toEqual([
      ['nested/oven.yaml', 'changed'],
      ['nested/zones.yaml', 'blocked'],
      ['parent.yaml', 'changed'],
    ])
    expect(tree.read('nested/oven.yaml')).toContain('"2018-08-31"')
    expect(tree.read('nested/zones.yaml')).toContain('2013-05-23')
  })

  it('asks --check whether something would change', async () => {
    const tree = temporaryTree({ 'oven.yaml': oven })
    expect((await inProcess(['upgrade', '--to', 'pike', '--check'], tree.root)).status).toBe(1)
  })

  it('leaves what is newer already on request, so that a mixed repository is done', async () => {
    const tree = temporaryTree({
      'new.yaml': 'heat_template_version: pike\noutputs: {a: {value: {make_url: {host: a}}}}\n',
      'same.yaml': 'heat_template_version: 2015-04-30\noutputs: {a: {value: 1}}\n',
      'aws.yaml': "AWSTemplateFormatVersion: '2010-09-09'\nResources: {}\n",
      'prod.env': 'parameters: {a: b}\n',
    })
    const args = ['upgrade', '--to', 'kilo', '--keep-newer', '--check', '--format', 'json']
    const { status, stdout } = await inProcess(args, tree.root)
    expect(status).toBe(0)
    const files = JSON.parse(stdout).files.map((one: never) => {
      const { path, status, findings } = one as FileOutcome
      return [path, status, ...findings.map(({ code, message }) => `${code}: ${message}`)]
    })
    expect(files).toEqual([
      ['aws.yaml', 'unchanged', 'other-kind: a CloudFormation template; hotshift migrate converts it'],
      [
        'new.yaml',
        'unchanged',
        'newer-already: the template declares 2017-09-01 already, which is newer than 2015-04-30',
      ],
      ['prod.env', 'unchanged', 'other-kind: an environment, which has no version; hotshift check checks it'],
      ['same.yaml', 'unchanged'],
    ])
  })

  it('lowers a version where nothing newer is used, or what is has an older form', async () => {
    const strict = '{str_replace_strict: {template: a b, params: {b: {get_param: c}}}}'
    const text = (version: string, value: string) =>
      `heat_template_version: ${version}  # ours\nparameters: {c: {type: string}}\noutputs: {a: {value: ${value}}}\n`
    const tree = temporaryTree({
      'plain.yaml': text('2018-08-31', '{get_param: c}'),
      'strict.yaml': text('rocky', strict),
      'url.yaml': text('pike', '{make_url: {host: {get_param: c}}}'),
    })
    const { status, stderr } = await inProcess(['upgrade', '--to', 'newton', '--write'], tree.root)
    expect(status).toBe(3)
    expect(tree.read('plain.yaml')).toBe(text('2016-10-14', '{get_param: c}'))
    expect(tree.read('strict.yaml')).toBe(text('newton', strict.replace('_strict', '')))
    expect(tree.read('url.yaml')).toBe(text('pike', '{make_url: {host: {get_param: c}}}'))
    expect(stderr).toContain('changed  2  2 proved equal')
    expect(stderr).toContain(
      '  3:22  error    newer-form  the function make_url requires heat_template_version 2017-09-01, which is newer than 2016-10-14\n',
    )
  })

  it.each([
    ['keep', '2018-08-31', '2016-10-14'],
    ['keep', 'rocky', 'newton'],
    ['date', 'rocky', '2016-10-14'],
    ['name', '2018-08-31', 'newton'],
    ['date', 'newton', '2016-10-14'],
    ['name', '2016-10-14', 'newton'],
    ['keep', 'newton', 'newton'],
  ])('writes the version in the style %s: %s becomes %s', async (style, from, to) => {
    const text = (version: string) => `heat_template_version: ${version}\nresources: {}\n`
    const tree = temporaryTree({ 'a.yaml': text(from) })
    const args = ['upgrade', '--to', '2016-10-14', '--version-style', style, '--write']
    expect((await inProcess(args, tree.root)).status).toBe(0)
    expect(tree.read('a.yaml')).toBe(text(to))
  })

  it('says what it is given, where nothing else is to be said', async () => {
    const tree = temporaryTree({ 'aws.yaml': "AWSTemplateFormatVersion: '2010-09-09'\nResources: {}\n" })
    const { stderr } = await inProcess(['upgrade', '--to', 'Stein', 'aws.yaml'], tree.root)
    expect(stderr).toContain('stein has heat_template_version 2018-08-31\n')
    expect(stderr).toContain('a CloudFormation template; hotshift migrate converts it')
  })

  it('does not take an empty directory for a success', async () => {
    const tree = temporaryTree({ 'a/b.yaml': 'heat_template_version: rocky\n', 'empty/.hidden/x': '' })
    rmSync(join(tree.root, 'empty/.hidden/x'))
    const { status, stderr } = await inProcess(['upgrade', '--to', 'rocky', 'empty', 'a'], tree.root)
    expect([status, stderr.includes('empty-directory')]).toEqual([2, true])
    expect((await inProcess(['upgrade', '--to', 'rocky', 'a', 'a'], tree.root)).status).toBe(0)
  })

  it('proposes the version that fits, and takes the one that is assumed', async () => {
    const tree = temporaryTree({
      'a.yaml': 'heat_template_version: 2018-02-01\noutputs: {a: {value: {filter: [[a], [b]]}}}\n',
      'b.yaml': '# no version\nresources: {a: {type: OS::Heat::None}}\n',
    })
    const asked = await inProcess(['upgrade', '--to', 'latest'], tree.root)
    expect(asked.status).toBe(3)
    expect(asked.stderr).toContain(
      '"2018-02-01" is not a heat_template_version; the last one before it is 2017-09-01, which supports the whole template',
    )
    expect(asked.stderr).toContain('To use it: --assume-version 2017-09-01.')
    const told = await inProcess(
      ['upgrade', '--to', 'latest', '--assume-version', 'ocata', '--write'],
      tree.root,
    )
    expect(told.status).toBe(0)
    expect(tree.read('a.yaml')).toBe(
      `heat_template_version: ${latestVersion}\noutputs: {a: {value: {filter: [[a], [b]]}}}\n`,
    )
    expect(tree.read('b.yaml')).toBe(
      `heat_template_version: ${latestVersion}\n# no version\nresources: {a: {type: OS::Heat::None}}\n`,
    )
  })

  it('edits HOT in JSON as JSON', async () => {
    const json = '{\n  "heat_template_version": "2013-05-23",\n  "outputs": {"a": {"value": {"Ref": "p"}}},\n'
    const rest = '  "parameters": {"p": {"type": "string"}}\n}\n'
    const tree = temporaryTree({ 'a.json': json + rest })
    expect((await inProcess(['upgrade', '--to', 'rocky', '--write'], tree.root)).status).toBe(0)
    expect(tree.list()).toEqual(['a.json'])
    expect(tree.read('a.json')).toBe(
      json.replace('2013-05-23', '2018-08-31').replace('"Ref"', '"get_param"') + rest,
    )
  })

  it.each([
    [
      [],
      'upgrade needs a version: hotshift upgrade --to <version>\n  usual is --to latest, or --cloud <release> for the newest version that your cloud has\n  the versions are 2013-05-23, 2014-10-16, 2015-04-30, ',
    ],
    [['--to', 'oldest'], '--to oldest is for migrate\n  upgrade takes a date, a release or latest\n'],
    [['--to', '2018-02-01'], '--to 2018-02-01: no such version\n  did you mean 2017-09-01 or 2018-03-02?\n'],
    [
      ['--to', 'rocky', '--assume-version', 'rockey'],
      '--assume-version rockey: no such version\n  did you mean rocky?\n',
    ],
  ])('refuses the command line %j', async (args, message) => {
    const { status, stdout, stderr } = await inProcess(['upgrade', ...args], temporaryTree().root)
    expect([status, stdout]).toEqual([64, ''])
    expect(stderr).toContain(`hotshift: ${message}`)
  })
})
