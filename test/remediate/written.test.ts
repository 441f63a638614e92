/** Reports on a repair speak of the package as it is written: its lines, its checksums, its names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WrittenState } from '../../src/run/run-report.ts'
import { sha256 } from '../../src/text/document/sha256.ts'
import { inProcess } from '../cli/in-process.ts'
import { packageTexts } from '../onap/changes.ts'
import { zipOf } from '../run/archive/zip.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const noon = { SOURCE_DATE_EPOCH: '1790000000' }

const pier = `heat_template_version: 2018-03-02
description: A pier
parameters:
  pier_image_name:
    type: string
    description: Image of the pier
    default: oak
  pier_flavor_name: {type: string, description: Size of the pier}
  title: {type: string, description: Name of the pier}
resources:
  pier_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: title}
      image: {get_param: pier_image_name}
      flavor: {get_param: pier_flavor_name}
  sea: {type: OS::Neutron::Port, properties: {network: sea}}
`
const files = {
  'p/base_pier.yaml': pier,
  'p/base_pier.env': 'parameters: {pier_flavor_name: long, title: x}\n',
  'p/README': 'hello\n',
}

type Tree = ReturnType<typeof temporaryTree>

async function repaired(tree: Tree, ...args: readonly string[]): Promise<WrittenState> {
  const run = await inProcess(
    ['remediate', '--profile', 'onap', '--lossy', '--format', 'json', ...args],
    tree.root,
    noon,
  )
  return (JSON.parse(run.stdout) as { readonly written: WrittenState }).written
}

interface Checked {
  readonly files: readonly {
    readonly findings: readonly {
      code: string
      path: string
      line: number
      column: number
      message: string
    }[]
  }[]
}

/** What a check of the same files says, as far as it is about requirements. */
async function checked(tree: Tree, path: string) {
  const { stdout } = await inProcess(['check', '--profile', 'onap', '--format', 'json', path], tree.root)
  return (JSON.parse(stdout) as Checked).files.flatMap((one) =>
    one.findings
      .filter(({ code }) => code.startsWith('R-'))
      .map(({ code, path, line, column, message }) => ({ code, path, line, column, message })),
  )
}

const places = ({ left }: WrittenState) =>
  left.map(({ code, path, line, column, message }) => ({ code, path, line, column, message }))

describe('what a repair has made', () => {
  it('has the places of the new text, and the checksums of all files', async () => {
    const tree = temporaryTree(files)
    const state = await repaired(tree, '--write', 'p')
    expect(state.day).toBe('2026-09-21')
    expect(state.requirements).toBe('Honolulu')
    expect(places(state)).toEqual(await checked(tree, 'p'))
    expect(state.left.length).toBeGreaterThan(0)
    expect(state.files).toEqual(
      ['p/README', 'p/base_pier.env', 'p/base_pier.yaml'].map((path) => ({
        path,
        was: path,
        checksum: sha256(readFileSync(join(tree.root, path))),
      })),
    )
  })

  it('is the same before it is written', async () => {
    const [one, other] = [temporaryTree(files), temporaryTree(files)]
    expect(await repaired(one, 'p')).toEqual(await repaired(other, '--write', 'p'))
  })

  it('names what is called otherwise, and what must be given', async () => {
    const { names, values } = await repaired(temporaryTree(files), 'p')
    expect(names).toEqual([{ path: 'p/base_pier.yaml', kind: 'parameter', from: 'title', to: 'pier_name_0' }])
    expect(values).toContainEqual({ path: 'p/base_pier.yaml', name: 'pier_name_0', before: 'given' })
    expect(values).toContainEqual({ path: 'p/base_pier.yaml', name: 'vf_module_id', before: 'absent' })
  })

  it('of an archive is the new archive', async () => {
    const tree = temporaryTree()
    tree.write('p.zip', zipOf([{ name: 'base_pier.yaml', content: pier }]))
    const state = await repaired(tree, 'p.zip', '--output', 'new.zip')
    expect(state.archives).toEqual([
      { path: 'new.zip', checksum: sha256(readFileSync(join(tree.root, 'new.zip'))) },
    ])
    expect(places(state)).toEqual(await checked(tree, 'new.zip'))
    expect(state.files.map(({ path, was }) => [path, was])).toEqual([
      ['new.zip/base_pier.env', 'p.zip/base_pier.env'],
      ['new.zip/base_pier.yaml', 'p.zip/base_pier.yaml'],
    ])
  })

  it('of an archive that is taken out into a folder is that folder', async () => {
    const tree = temporaryTree()
    tree.write('p.zip', zipOf([{ name: 'base_pier.yaml', content: pier }]))
    const state = await repaired(tree, 'p.zip', '--out', 'new')
    expect(state.archives).toEqual([])
    expect(places(state)).toEqual(await checked(tree, 'new'))
    expect(state.files.map(({ path }) => path)).toEqual(['new/base_pier.env', 'new/base_pier.yaml'])
  })

  it('of files with other names has those', async () => {
    const tree = temporaryTree({ ...files, 'p/quay-a.yaml': pier.replaceAll('pier', 'quay') })
    const state = await repaired(tree, '--write', 'p')
    expect(state.files.map(({ path, was }) => [path, was])).toContainEqual(['p/quay_a.yaml', 'p/quay-a.yaml'])
    expect(state.names).toContainEqual({
      path: 'p/quay-a.yaml',
      kind: 'file',
      from: 'quay-a.yaml',
      to: 'quay_a.yaml',
    })
    expect(places(state)).toEqual(await checked(tree, 'p'))
  })

  it('says what is violated only now', async () => {
    const lighthouse = packageTexts('onap-lighthouse')
    const nested = (lighthouse.get('nested_buoy.yaml') ?? '').replace(
      'subnet: {get_param: int_signal_subnet_id}',
      'subnet: signal',
    )
    // The output cannot be removed with what it feeds: an alias refers to it.
    const base = (lighthouse.get('base_lighthouse.yaml') ?? '').replace(
      'Its subnet\n    value: {get_resource: int_signal_subnet_0}\n',
      'Its subnet\n    value: &subnet {get_resource: int_signal_subnet_0}\n  signal: {value: *subnet}\n',
    )
    const tree = temporaryTree({
      ...Object.fromEntries(lighthouse),
      'nested_buoy.yaml': nested,
      'base_lighthouse.yaml': base,
    })
    const added = (await repaired(tree, '--write', '.')).left.filter(({ isNew }) => isNew)
    expect(added.map(({ code, path }) => [code, path])).toEqual([['R-90279', 'module_horn.yaml']])
  })
})

describe('reports for people', () => {
  const reports = async () => {
    const tree = temporaryTree(files)
    const outputs = ['r.html', 'r.md', 'r.csv'].flatMap((name) => ['--output', name])
    await inProcess(
      ['remediate', '--profile', 'onap', '--lossy', '--write', ...outputs, 'p'],
      tree.root,
      noon,
    )
    return tree
  }

  it.each(['r.html', 'r.md', 'r.csv'])(
    '%s say how it came about, new names and new checksums',
    async (name) => {
      const tree = await reports()
      const text = tree.read(name)
      expect(text).toContain('2026-09-21')
      // Once, as the page of a review does not list the command among its facts as well.
      expect(text.split('hotshift remediate --profile onap --lossy')).toHaveLength(2)
      expect(text).toContain('Honolulu')
      expect(text).toContain('pier_name_0')
      for (const path of ['p/README', 'p/base_pier.env', 'p/base_pier.yaml'])
        expect(text).toContain(sha256(tree.read(path)))
    },
  )

  it('list what is left where it is now', async () => {
    const tree = await reports()
    const [first] = await checked(tree, 'p')
    expect(tree.read('r.md')).toContain(`\`p/base_pier.yaml:${first?.line}:${first?.column}\``)
    expect(tree.read('r.csv')).toContain(`p/base_pier.yaml,${first?.line},${first?.column},${first?.code},`)
  })
})
