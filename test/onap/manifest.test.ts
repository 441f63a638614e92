import { configurationNames } from '../../src/apps/cli/configuration/find-configuration.ts'
import { updatedManifest } from '../../src/engine/packages/manifests.ts'
import { manifestProblems } from '../../src/rules/onap/manifest.ts'
import { isOwnFile, load } from '../../src/stack/load.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const manifest = `{
  "name": "lamp",
  "data": [
    {
      "file": "base_lamp.yaml",
      "type": "HEAT",
      "isBase": "true",
      "data": [
        {"file": "base_lamp.env", "type": "HEAT_ENV"},
        {"file": "base_lamp_volume.yaml", "type": "HEAT_VOL"}
      ]
    },
    {"file": "install.sh", "type": "SHELL"}
  ]
}
`
const files = ['MANIFEST.json', 'base_lamp.yaml', 'base_lamp.env', 'base_lamp_volume.yaml', 'install.sh']

const problems = (text: string, all = files) =>
  manifestProblems('v/MANIFEST.json', text, [...all.map((one) => `v/${one}`), 'w/other.yaml']).map(
    ({ code, message }) => `${code}: ${message}`,
  )

describe('a manifest', () => {
  it('says nothing of one that lists what is there', () => {
    expect(problems(manifest)).toEqual([])
  })

  it('finds what is missing on either side', () => {
    expect(
      problems(manifest, ['MANIFEST.json', 'base_lamp.yaml', 'base_lamp.env', 'install.sh', 'new.yaml']),
    ).toEqual([
      'manifest-wrong: the manifest lists "base_lamp_volume.yaml", which is not in the package',
      'manifest-incomplete: the manifest does not list "new.yaml"',
    ])
  })

  it('finds wrong types and what is listed twice', () => {
    const wrong = manifest
      .replace('HEAT_ENV', 'HEAT')
      .replace('HEAT_VOL', 'HEAT')
      .replace('"SHELL"', '"HEAT"}, {"file": "install.sh", "type": "SHELL", "isBase": true')
    expect(problems(wrong)).toEqual([
      'manifest-wrong: the manifest says that "base_lamp.env" is of type HEAT; it is HEAT_ENV',
      'manifest-wrong: the manifest says that "base_lamp_volume.yaml" is of type HEAT; it is HEAT_VOL',
      'manifest-wrong: the manifest says that "install.sh" is of type HEAT, and its name is that of no template or environment',
      'manifest-wrong: the manifest lists "install.sh" twice',
      'manifest-wrong: the manifest says that "install.sh" is the base module, and "base_lamp.yaml" is called so',
    ])
  })

  it.each([['{'], ['[]'], ['{"data": 1}'], [''], ['null']])('says that %j is none', (text) => {
    expect(problems(text)).toHaveLength(1)
    expect(problems(text)[0]).toMatch(/^manifest-wrong: the manifest (?:is not JSON|has no list)/)
    expect(updatedManifest(text, { created: ['a.env'], renamed: new Map() })).toBe(text)
  })

  it('takes up what is created and renamed, and changes nothing else', () => {
    const after = updatedManifest(manifest, {
      created: ['base_lamp_volume.env', 'notes.txt'],
      renamed: new Map([['base_lamp.yaml', 'base_light.yaml']]),
    })
    expect(
      problems(after, [
        ...files.map((one) => one.replace('base_lamp.yaml', 'base_light.yaml')),
        'base_lamp_volume.env',
        'notes.txt',
      ]),
    ).toEqual([])
    expect(after).toContain('  "name": "lamp",\n  "data": [\n    {\n      "file": "base_light.yaml",\n')
    expect(after).toContain('        {"file": "base_lamp.env", "type": "HEAT_ENV"},\n')
    expect(JSON.parse(after).data[0].data[1].data).toEqual([
      { file: 'base_lamp_volume.env', type: 'HEAT_ENV' },
    ])
    expect(updatedManifest(after, { created: ['notes.txt'], renamed: new Map() })).toBe(after)
  })

  it('lays out what it lists as what is there', () => {
    const lines = (text: string, created: readonly string[]) =>
      updatedManifest(text, { created, renamed: new Map() })
    const pretty = `{
\t"data": [
\t\t{
\t\t\t"file": "base_a.yaml",
\t\t\t"type": "HEAT"
\t\t}
\t]
}
`
    expect(lines(pretty, ['base_a.env', 'n.sh'])).toBe(`{
\t"data": [
\t\t{
\t\t\t"file": "base_a.yaml",
\t\t\t"type": "HEAT",
\t\t\t"data": [
\t\t\t\t{
\t\t\t\t\t"file": "base_a.env",
\t\t\t\t\t"type": "HEAT_ENV"
\t\t\t\t}
\t\t\t]
\t\t},
\t\t{
\t\t\t"file": "n.sh",
\t\t\t"type": "OTHER"
\t\t}
\t]
}
`)
    const oneLine = '{"data": [{"file": "base_a.yaml", "type": "HEAT"}]}'
    expect(lines(oneLine, ['base_a.env'])).toBe(
      '{"data": [{"file": "base_a.yaml", "type": "HEAT", "data": [{"file": "base_a.env", "type": "HEAT_ENV"}]}]}',
    )
    const onEachLine = '{"data": [\n  {"file": "base_a.yaml", "type": "HEAT"}\n]}\n'
    expect(lines(onEachLine, ['n.sh'])).toBe(
      '{"data": [\n  {"file": "base_a.yaml", "type": "HEAT"},\n  {"file": "n.sh", "type": "OTHER"}\n]}\n',
    )
    expect(lines('\ufeff{"data": []}\n', ['n.sh'])).toBe(
      '\ufeff{"data": [{"file": "n.sh", "type": "OTHER"}]}\n',
    )
  })

  it('gives new names at once: what one file leaves another may take', () => {
    const both = '{"data": [{"file": "a.yaml", "type": "HEAT"}, {"file": "b.yaml", "type": "HEAT"}]}'
    const renamed = new Map([
      ['a.yaml', 'b.yaml'],
      ['b.yaml', 'a.yaml'],
    ])
    expect(updatedManifest(both, { created: [], renamed })).toBe(
      '{"data": [{"file": "b.yaml", "type": "HEAT"}, {"file": "a.yaml", "type": "HEAT"}]}',
    )
  })

  it.each([
    ['{"data": [] // none\n}', 1],
    ['{"data": [],}', 1],
    ['data: []', 1],
    ['{"data": [], "data": [{"file": "a.yaml", "type": "HEAT"}]}', 1],
  ])('reads what SDC reads: %j', (text, count) => {
    expect(problems(text, ['MANIFEST.json'])).toHaveLength(count)
  })

  it('keeps line breaks as they are', () => {
    const after = updatedManifest(manifest.replaceAll('\n', '\r\n'), {
      created: ['base_lamp_volume.env'],
      renamed: new Map(),
    })
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

const template = `heat_template_version: 2018-03-02
description: A lamp
parameters:
  lamp_image_name: {type: string, description: image}
resources:
  lamp_server_0:
    type: OS::Nova::Server
    properties: {image: {get_param: lamp_image_name}}
`

describe('remediate', () => {
  it('writes the manifest with the environment that it creates', async () => {
    const tree = temporaryTree({
      'base_lamp.yaml': template,
      'MANIFEST.json':
        '{"name": "", "data": [{"file": "base_lamp.yaml", "type": "HEAT", "isBase": "true"}]}\n',
    })
    await inProcess(['remediate', '--profile', 'onap', '.', '--write'], tree.root)
    expect(tree.list()).toEqual(['MANIFEST.json', 'base_lamp.env', 'base_lamp.yaml'])
    expect(JSON.parse(tree.read('MANIFEST.json')).data).toEqual([
      {
        file: 'base_lamp.yaml',
        type: 'HEAT',
        isBase: 'true',
        data: [{ file: 'base_lamp.env', type: 'HEAT_ENV' }],
      },
    ])
    const before = tree.read('MANIFEST.json')
    await inProcess(['remediate', '--profile', 'onap', '.', '--write'], tree.root)
    expect(tree.read('MANIFEST.json')).toBe(before)
  })

  it('names the base module that it makes, with its nested files and environments under their new names', async () => {
    const tree = temporaryTree({
      'lamp-post.yaml': `heat_template_version: 2018-03-02
description: Lamps
parameters:
  lamp_names: {type: comma_delimited_list, description: Name of the lamp}
resources:
  lamp_0:
    type: lamp-one.yaml
    properties: {lamp_names: {get_param: lamp_names}}
`,
      'lamp-one.yaml': `heat_template_version: 2018-03-02
description: A lamp
parameters:
  lamp_names: {type: comma_delimited_list, description: Name of the lamp}
outputs:
  names: {value: {get_param: lamp_names}}
`,
      'lamp-post.env': 'parameters: {lamp_names: [a]}\n',
      'MANIFEST.json': `{"data": [
  {"file": "lamp-post.yaml", "type": "HEAT", "isBase": false, "data": [{"file": "lamp-post.env", "type": "HEAT_ENV"}]},
  {"file": "lamp-one.yaml", "type": "HEAT", "isBase": "true"}
]}
`,
    })
    const command = ['remediate', '--profile', 'onap', '--lossy', '.', '--write']
    await inProcess(command, tree.root)
    const written = `{"data": [
  {"file": "base_lamp_post.yaml", "type": "HEAT", "isBase": "true", "data": [{"file": "base_lamp_post.env", "type": "HEAT_ENV"}]},
  {"file": "lamp_one.yaml", "type": "HEAT", "isBase": "false"}
]}
`
    expect(tree.read('MANIFEST.json')).toBe(written)
    expect(tree.list()).toEqual([
      'MANIFEST.json',
      'base_lamp_post.env',
      'base_lamp_post.yaml',
      'lamp_one.yaml',
    ])
    const again = await inProcess(command, tree.root)
    expect(again.stdout).not.toContain('MANIFEST.json')
    expect(tree.read('MANIFEST.json')).toBe(written)
  })

  it('reports what a person has to see to', async () => {
    const tree = temporaryTree({
      'base_lamp.yaml': template,
      'base_lamp.env': 'parameters: {lamp_image_name: a}\n',
      'MANIFEST.json': '{"data": [{"file": "lamp.yaml", "type": "HEAT"}]}\n',
    })
    for (const args of [['check'], ['remediate']]) {
      const run = await inProcess([...args, '--profile', 'onap', '.', '--format', 'json'], tree.root)
      const file = JSON.parse(run.stdout).files.find(({ path }: { path: string }) => path === 'MANIFEST.json')
      expect(file.findings).toMatchObject([
        { code: 'manifest-incomplete' },
        { code: 'manifest-incomplete' },
        { code: 'manifest-wrong', severity: 'error', line: 1, column: 20 },
      ])
    }
  })

  it('does not count files of hotshift itself as part of the package', async () => {
    const listed = ['base_lamp.yaml', 'base_lamp.env'].map((file) => `{"file": "${file}"}`).join()
    const tree = temporaryTree({
      'base_lamp.yaml': template,
      'base_lamp.env': 'parameters: {lamp_image_name: a}\n',
      'MANIFEST.json': `{"data": [${listed}]}\n`,
      'hotshift.config.json': '{}\n',
      'my.hotshift.config.yaml': 'a: 1\n',
      '.gitignore': 'report.html\n',
    })
    const baseline = ['--baseline', 'known.json', '--update-baseline']
    await inProcess(['check', '--profile', 'onap', '.', ...baseline], tree.root)
    await inProcess(['remediate', '--profile', 'onap', '.', '--plan', 'plan.json'], tree.root)
    for (const name of ['report.html', 'report.json', 'report.jsonl'])
      await inProcess(['check', '--profile', 'onap', '.', '--output', name], tree.root)
    const run = await inProcess(['check', '--profile', 'onap', '.', '--format', 'json'], tree.root)
    const file = JSON.parse(run.stdout).files.find(({ path }: { path: string }) => path === 'MANIFEST.json')
    expect(
      file.findings
        .filter(({ code }: { code: string }) => code === 'manifest-incomplete')
        .map(({ message }: { message: string }) => message),
    ).toEqual(['the manifest does not list "my.hotshift.config.yaml"'])
    expect(tree.list()).toEqual(
      expect.arrayContaining(['known.json', 'plan.json', 'report.html', 'report.jsonl']),
    )
  })

  it('takes no report for a template, whatever it holds', () => {
    const body = '"heat_template_version": "2016-10-14", "resources": {}'
    const loaded = (text: string) => load({ path: 'v/report.json', bytes: Buffer.from(text) }).is
    expect(loaded(`{"$schema": "urn:hotshift:report:1", ${body}}`)).toBe('other')
    expect(loaded(`{${body}}`)).toBe('file')
  })

  it.each(configurationNames)('knows a configuration by its name: %s', (path) => {
    expect(isOwnFile({ path: `v/${path}`, bytes: new Uint8Array() })).toBe(true)
  })
})
