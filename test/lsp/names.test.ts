import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from './client.ts'

const files: Readonly<Record<string, string>> = {
  'main.yaml': `heat_template_version: 2018-08-31
parameters:
  size: {type: number}
parameter_groups:
  - parameters: [size]
resources:
  disk:
    type: nodes/disk.yaml
    properties: {size: {get_param: size}}
  disks:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def:
        type: Our::Disk
        properties: {size: 2}
  chain:
    type: OS::Heat::ResourceChain
    properties:
      resources: [nodes/disk.yaml]
      resource_properties: {size: 3}
  apart:
    type: OS::Heat::Stack
    properties:
      template: {get_file: nodes/disk.yaml}
      parameters: {size: 4}
outputs:
  one: {value: {get_attr: [disk, path]}}
  all: {value: {get_attr: [disks, path]}}
  map: {value: {get_attr: [disks, attributes, path]}}
  far: {value: {get_attr: [apart, outputs, path]}}
`,
  'main.env': 'parameters: {size: 1}\nresource_registry:\n  Our::Disk: nodes/disk.yaml\n',
  'nodes/disk.yaml': `heat_template_version: 2018-08-31
description: A disk
parameters:
  size: {type: number, description: In GB}
resources:
  volume:
    type: OS::Cinder::Volume
    properties: {size: {get_param: size}}
outputs:
  path: {value: {get_resource: volume}}
`,
}

let folder: string
let client: Client

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-names-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  client = new Client(folder)
  await client.start()
  for (const [path, text] of Object.entries(files)) await client.open(path, text)
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Located {
  readonly uri: string
  readonly range: { readonly start: { readonly line: number; readonly character: number } }
}

/** The position of the first letter of what is marked by `|` in a line. */
function at(path: string, marked: string) {
  const [before, after] = marked.split('|') as [string, string]
  const lines = (files[path] ?? '').split('\n')
  const line = lines.findIndex((one) => one.includes(before + after))
  return [path, line, (lines[line] ?? '').indexOf(before + after) + before.length] as const
}

/** `main.yaml 9` for each, from 1. */
const places = (locations: readonly Located[]) =>
  locations.map(({ uri, range }) => `${uri.slice(client.uri('').length + 1)} ${range.start.line + 1}`)

const references = async (path: string, marked: string, includeDeclaration = true) =>
  places(await client.at('references', ...at(path, marked), { context: { includeDeclaration } }))

const usesOfPath = ['main.yaml 27', 'main.yaml 28', 'main.yaml 29', 'main.yaml 30', 'nodes/disk.yaml 10']

const usesOfSize = [
  'nodes/disk.yaml 4',
  'nodes/disk.yaml 8',
  'main.yaml 9',
  'main.yaml 15',
  'main.yaml 20',
  'main.yaml 25',
]

describe('references in other files', () => {
  it.each([
    ['the declaration', 'nodes/disk.yaml', '|size: {type: number, desc'],
    ['a use', 'nodes/disk.yaml', 'get_param: s|ize'],
    ['a property of a caller', 'main.yaml', 'properties: {|size: {get_param'],
    ['a property of members', 'main.yaml', 'properties: {|size: 2'],
    ['what a chain passes on', 'main.yaml', 'resource_properties: {|size'],
    ['what a stack passes on', 'main.yaml', 'parameters: {|size: 4'],
  ])('of a parameter, from %s', async (_, path, marked) => {
    expect((await references(path, marked)).sort()).toEqual([...usesOfSize].sort())
  })

  it('are without the declaration where that is not asked for', async () => {
    expect(await references('nodes/disk.yaml', '|size: {type', false)).toEqual(usesOfSize.slice(1))
  })

  it('of a parameter of the stack itself are in its environment and its groups', async () => {
    const all = ['main.yaml 3', 'main.yaml 5', 'main.yaml 9', 'main.env 1']
    expect(await references('main.yaml', 'get_param: |size')).toEqual(all)
    expect((await references('main.env', '{|size: 1')).sort()).toEqual([...all].sort())
  })

  it('are found from an environment whose name says nothing', async () => {
    const text = 'parameters: {size: 1}\nparameter_defaults: {size: 2}\n'
    await client.open('prod.yaml', text)
    const found = await client.at('references', 'prod.yaml', 0, 14, {
      context: { includeDeclaration: false },
    })
    expect(places(found)).toEqual(['main.yaml 5', 'main.yaml 9', 'main.env 1'])
    const declared = await client.at('definition', 'prod.yaml', 1, 22)
    // Defaults are for nested templates, too.
    expect(places(declared)).toEqual(['main.yaml 3', 'nodes/disk.yaml 4'])
    const given = await client.at('definition', 'prod.yaml', 0, 14)
    expect(places(given)).toEqual(['main.yaml 3'])
  })

  it.each([
    ['its declaration', 'nodes/disk.yaml', '|path: {value'],
    ['a caller', 'main.yaml', '[disk, |path]'],
    ['all members', 'main.yaml', '[disks, |path]'],
    ['a stack', 'main.yaml', 'outputs, |path]'],
  ])('of an output, from %s', async (_, path, marked) => {
    const all = await references(path, marked)
    expect(all.sort()).toEqual(usesOfPath)
  })

  it.each([
    ['a type', 'main.yaml', 'type: |nodes'],
    ['a registered type', 'main.yaml', 'type: |Our'],
    ['a registry', 'main.env', 'Disk: |nodes'],
  ])('of a template, from %s', async (_, path, marked) => {
    expect((await references(path, marked)).sort()).toEqual([
      'main.env 3',
      'main.yaml 14',
      'main.yaml 19',
      'main.yaml 24',
      'main.yaml 8',
    ])
  })

  it('count what is open and not saved', async () => {
    const text = (files['main.yaml'] ?? '').replace('properties: {size: 2}', 'properties: {}')
    const found = client.published('main.yaml', 2)
    client.change('main.yaml', 2, [{ text }])
    await found
    expect(await references('nodes/disk.yaml', '|size: {type')).toEqual(
      usesOfSize.filter((one) => one !== 'main.yaml 15'),
    )
  })
})

it('files that are not open are read, in other folders, too', async () => {
  const other = new Client(folder)
  await other.start()
  await other.open('nodes/disk.yaml', files['nodes/disk.yaml'] ?? '')
  const [path, line, character] = at('nodes/disk.yaml', '|size: {type')
  const found = await other.at('references', path, line, character, {
    context: { includeDeclaration: true },
  })
  expect(places(found)).toEqual(usesOfSize)
  const { documentChanges } = await other.at('rename', path, line, character, { newName: 'space' })
  expect(documentChanges.map((one: { textDocument: Located }) => one.textDocument.uri).sort()).toEqual([
    client.uri('main.yaml'),
    client.uri('nodes/disk.yaml'),
  ])
})

describe('other names', () => {
  const rename = (path: string, marked: string) =>
    client.at('rename', ...at(path, marked), { newName: 'space' })
  const changed = (edit: {
    readonly documentChanges: readonly {
      readonly textDocument: { readonly uri: string }
      readonly edits: readonly Located[]
    }[]
  }) =>
    edit.documentChanges
      .flatMap(({ textDocument: { uri }, edits }) => places(edits.map(({ range }) => ({ uri, range }))))
      .sort()

  it('of an output of a nested template are given where callers ask for it', async () => {
    const edit = await rename('nodes/disk.yaml', '|path: {value')
    // Lines that follow one another are one edit.
    expect(changed(edit)).toEqual(['main.yaml 27', 'nodes/disk.yaml 10'])
    expect(JSON.stringify(edit).match(/space/g)).toHaveLength(usesOfPath.length)
  })

  it('of an output are refused where a caller may ask for it under a computed name', async () => {
    const text = (files['main.yaml'] ?? '').replace('[disk, path]', '[disk, {get_param: size}]')
    client.change('main.yaml', 2, [{ text }])
    await expect(rename('nodes/disk.yaml', '|path: {value')).rejects.toThrow('may read output path')
  })

  it.each([
    ['|size: {type', 'size'],
    ['|path: {value', 'path'],
  ])('of %j are refused while a caller cannot be read', async (marked, name) => {
    const text = (files['main.yaml'] ?? '').replace('{size: 2}', '{size: 2')
    client.change('main.yaml', 2, [{ text }])
    await expect(rename('nodes/disk.yaml', marked)).rejects.toThrow(
      new RegExp(`"${name}" cannot be renamed to "space": main.yaml names this template but cannot be read`),
    )
  })

  it.each([
    ['what is passed', 'main.yaml', 'properties: {|size: {get_param'],
    ['its declaration in another folder than the callers', 'nodes/disk.yaml', '|size: {type'],
  ])('of a parameter of a nested template are given from %s', async (_, path, marked) => {
    expect(changed(await rename(path, marked))).toEqual([...usesOfSize].sort())
  })

  it('are typed where the name stands, without quotes', async () => {
    const text = (files['main.yaml'] ?? '').replace('get_param: size', 'get_param: "size"')
    client.change('main.yaml', 2, [{ text }])
    const [path, line, character] = at('main.yaml', 'get_param: |size')
    expect(await client.at('prepareRename', path, line, character + 2)).toEqual({
      start: { line, character: character + 1 },
      end: { line, character: character + 5 },
    })
  })
})

it('an environment of the configuration that is not there keeps names as they are, and references are found', async () => {
  writeFileSync(join(folder, 'hotshift.config.yaml'), 'env: [nowhere.yaml]\n')
  client.send({ method: 'workspace/didChangeConfiguration', params: {} })
  expect(await references('main.yaml', 'get_param: |size')).toContain('main.yaml 9')
  await expect(
    client.at('rename', ...at('main.yaml', 'get_param: |size'), { newName: 'space' }),
  ).rejects.toThrow(/nowhere\.yaml:1:1: no such file or directory$/)
})

describe('declarations in other files', () => {
  it.each([
    ['a parameter of a stack', 'parameters: {|size: 4', 'nodes/disk.yaml 4'],
    ['a property of a chain', 'resource_properties: {|size', 'nodes/disk.yaml 4'],
    ['a type of a chain', 'resources: [|nodes', 'nodes/disk.yaml 1'],
    ['an output of all members', '[disks, |path]', 'nodes/disk.yaml 10'],
    ['an output of a stack', 'outputs, |path]', 'nodes/disk.yaml 10'],
    ['the template of a stack', 'get_file: |nodes', 'nodes/disk.yaml 1'],
  ])('are found: %s', async (_, marked, expected) => {
    expect(places(await client.at('definition', ...at('main.yaml', marked)))).toEqual([expected])
  })
})

it('names of files are links', async () => {
  const linksOf = (path: string) =>
    client.request('textDocument/documentLink', { textDocument: { uri: client.uri(path) } })
  const disk = client.uri('nodes/disk.yaml')
  const shown = async (path: string) =>
    (await linksOf(path)).map(({ range, target }: Located & { readonly target: string }) => [
      range.start.line + 1,
      target,
    ])
  expect(await shown('main.yaml')).toEqual([
    [8, disk],
    [19, disk],
    [24, disk],
  ])
  expect(await shown('main.env')).toEqual([[3, disk]])
})
