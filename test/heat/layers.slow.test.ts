/** Fifty changes of the kind "a parameter through all layers", each by one command, and judged by Heat. */
import { hotshift } from '../cli/hotshift.ts'
import { before, layerEdits, layouts, listed, type Server } from '../refactor/layers.ts'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'
import { layersOf, type Stack } from './layers-of.ts'
import { hasHeat } from './refusal.ts'

const withHeat = hasHeat ? describe : describe.skip

afterEach(removeTemporaryTrees)

function ask(stacks: readonly Stack[]): readonly { refused: string | null; servers: readonly Server[] }[] {
  return layersOf(stacks).map(({ refused, servers }) => ({ refused, servers }))
}

function repeated(server: Server, count: number): readonly Server[] {
  return Array.from({ length: count }, () => server)
}

withHeat('a parameter through all layers', () => {
  it('begins with layouts that Heat takes', () => {
    const answers = ask(layouts.map(({ files }) => ({ files })))
    expect(answers).toEqual(layouts.map(({ count }) => ({ refused: null, servers: repeated(before, count) })))
  })

  it.each(layerEdits)('makes $what by one command in every layout', ({ command, server, given, gone }) => {
    const [kind = '', name = '', ...options] = command
    const results = layouts.map(({ files }) => {
      const tree = temporaryTree(files)
      const { status, stderr } = hotshift(['parameter', kind, name, '.', ...options, '--write'], tree.root)
      if (status !== 0) throw new Error(stderr)
      return Object.fromEntries(tree.list().map((path) => [path, tree.read(path)]))
    })
    const asked = [results.map((files) => ({ files }))]
    if (given !== undefined) asked.push(results.map((files) => ({ files, parameters: given.parameters })))
    const [own = [], others = []] = asked.map(ask)
    for (const [at, { count }] of layouts.entries()) {
      if (kind === 'drop-default') expect(own[at]?.refused).toContain('(size) was not provided')
      else expect(own[at]).toEqual({ refused: null, servers: repeated(server, count) })
      if (given !== undefined)
        expect(others[at]).toEqual({ refused: null, servers: repeated(given.server, count) })
    }
    if (gone !== undefined) expect(JSON.stringify(results)).not.toContain(gone)
  })

  it.each([...layouts, listed])(
    'takes all defaults to the environment, and needs them from there: $what',
    ({ files, count }) => {
      const tree = temporaryTree(files)
      const { status, stderr } = hotshift(['extract-defaults', '.', '-e', 't.env', '--write'], tree.root)
      if (status !== 0) throw new Error(stderr)
      const made = Object.fromEntries(tree.list().map((path) => [path, tree.read(path)]))
      for (const [path, text] of Object.entries(made))
        if (path !== 't.env') expect(text).not.toContain('default:')
      const { 't.env': environment = '', ...templates } = made
      const registry = environment.replace(/\n(?=parameters:|parameter_defaults:)[\s\S]*/, '\n')
      const isRegistry = registry.startsWith('resource_registry:')
      const [given, without] = ask([
        { files: made },
        { files: isRegistry ? { ...templates, 't.env': registry } : templates },
      ])
      expect(given).toEqual({ refused: null, servers: repeated(before, count) })
      expect(without?.refused).toContain('was not provided')
    },
  )

  it.each([...layouts, listed])('gives a parameter another name: $what', ({ files, count }) => {
    const given = files['t.env'] === undefined ? [] : ['-e', 't.env']
    const tree = temporaryTree(files)
    const args = ['rename', '.', '--rename', 'size=flavor_name', ...given, '--write']
    const { status, stderr } = hotshift(args, tree.root)
    if (status !== 0) throw new Error(stderr)
    const made = Object.fromEntries(tree.list().map((path) => [path, tree.read(path)]))
    expect(JSON.stringify(made)).not.toMatch(/\bsize:/)
    expect(ask([{ files: made }])).toEqual([{ refused: null, servers: repeated(before, count) }])
  })
})
