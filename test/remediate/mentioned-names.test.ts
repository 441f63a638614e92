/** Old names in files that no repair rewrites are listed, by file and line. */
import { mentionedNames } from '../../src/engine/names/mentioned-names.ts'
import type { NewName } from '../../src/engine/names/new-names.ts'
import { commandLine } from '../cli/command-line.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const names: readonly NewName[] = [
  { path: 'p/base.yaml', kind: 'parameter', from: 'pier_name', to: 'pier_name_0' },
  { path: 'p/other.yaml', kind: 'parameter', from: 'pier_name', to: 'pier_name_0' },
  { path: 'p/base.yaml', kind: 'resource', from: 'title', to: 'pier_server_0' },
  { path: 'p/nested-pier.yaml', kind: 'file', from: 'nested-pier.yaml', to: 'nested_pier.yaml' },
]

/** `line name` of each mention in a file of one package. */
function mentioned(text: string, path = 'p/README'): string[] {
  return mentionedNames([{ path, text }], names).map(({ line, from }) => `${line} ${from}`)
}

describe('names in other files', () => {
  it('are found as whole words, once for a line, whatever the line breaks are', () => {
    expect(
      mentioned('pier_name and pier_name\r\nand\rmy_pier_name, pier_names, pier_name-2\npier_name.'),
    ).toEqual(['1 pier_name', '4 pier_name'])
    expect(mentioned('$pier_name {{params.pier_name}} --pier_name=3\n{get_param: pier_name}')).toEqual([
      '1 pier_name',
      '2 pier_name',
    ])
  })

  it('of files may stand behind a path, and are not the end of a longer name', () => {
    expect(
      mentioned('heat/nested-pier.yaml\n./nested-pier.yaml\nmy-nested-pier.yaml\nnested-pier.yaml.bak'),
    ).toEqual(['1 nested-pier.yaml', '2 nested-pier.yaml'])
  })

  it('count as a plain word only where they are written like code', () => {
    expect(mentioned('the title of it\nTitle: x\na title')).toEqual([])
    expect(mentioned('`title`\n"title"\ntitle=x\ntitle: x\n$title')).toEqual([
      '1 title',
      '2 title',
      '3 title',
      '4 title',
      '5 title',
    ])
  })

  it('are those of packages along the way to the file', () => {
    const at = (path: string) => mentioned('pier_name', path).length
    expect([at('README'), at('p/docs/a.md'), at('p/x.sh'), at('q/README'), at('p2/README')]).toEqual([
      1, 1, 1, 0, 0,
    ])
  })

  it('take time that grows with the text', () => {
    const text = `${'a.-'.repeat(100_000)}\n${'pier_name '.repeat(100_000)}\n${'.'.repeat(300_000)}`
    expect(mentioned(text)).toEqual(['2 pier_name'])
  })
})

const pier = `heat_template_version: 2018-03-02
description: A pier
parameters:
  pier_image_name: {type: string, description: Image}
  pier_flavor_name: {type: string, description: Size}
  pier_title: {type: string, description: Name}
resources:
  pier_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: pier_title}
      image: {get_param: pier_image_name}
      flavor: {get_param: pier_flavor_name}
`
const files = {
  'p/base_pier.yaml': pier,
  'p/base_pier.env': 'parameters: {pier_image_name: oak, pier_flavor_name: long}\n',
  'p/README.md': '# Pier\n\nSet `pier_title` before you start.\n',
  'p/start.sh': `#!/bin/sh\n${'openstack stack create --parameter pier_title=x\n'.repeat(6)}`,
  'q/README.md': 'pier_title\n',
}

describe('remediate', () => {
  it('lists them in reports, shows the first on a terminal, and rewrites none', async () => {
    const tree = temporaryTree(files)
    const line = 'remediate --profile onap --lossy --write p --output r.json --output r.html --output r.csv'
    const { err } = await commandLine(tree.root, line)
    expect(tree.read('p/base_pier.yaml')).toContain('name: {get_param: pier_name_0}')
    expect(tree.read('p/README.md')).toBe(files['p/README.md'])
    expect(err).toContain(`
p/README.md:3 names the parameter "pier_title", which becomes "pier_name_0"; nothing rewrites that file
p/start.sh:2 names`)
    expect(err).toContain('\nand 2 more locations; a report lists them: --output report.html\n')
    const { written } = JSON.parse(tree.read('r.json'))
    expect(written.mentions.map((one: { path: string; line: number }) => `${one.path}:${one.line}`)).toEqual([
      'p/README.md:3',
      ...[2, 3, 4, 5, 6, 7].map((number) => `p/start.sh:${number}`),
    ])
    expect(tree.read('r.html')).toContain('Old names in other files, which are not rewritten')
    expect(tree.read('r.csv')).toContain(
      'p/README.md,3,,old-name,info,,,,,"parameter ""pier_title"" is ""pier_name_0"""',
    )
  })

  it('says nothing where nothing gets another name', async () => {
    const tree = temporaryTree(files)
    const { err } = await commandLine(tree.root, 'remediate --profile onap p')
    expect(err).not.toContain('README')
  })
})
