/** Fifty changes of the kind "a parameter through all layers", each by one command, and judged by Heat. */
import { hotshift } from '../cli/hotshift.ts'
import { before, layerEdits, layouts, listed, type Server } from '../refactor/layers.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeat } from './installed.ts'
import { layersOf, type Stack } from './layers-of.ts'

const withHeat = hasHeat ? describe : describe.skip

afterAll(removeTemporaryTrees)

interface Answer {
  readonly refused: string | null
  readonly servers: readonly Server[]
}

function repeated(server: Server, count: number): readonly Server[] {
  return Array.from({ length: count }, () => server)
}

/** What a command makes of the files of a layout. */
function madeBy(args: readonly string[], files: Readonly<Record<string, string>>) {
  const tree = temporaryTree(files)
  const { status, stderr } = hotshift([...args, '--write'], tree.root)
  return { status, stderr, files: Object.fromEntries(tree.list().map((path) => [path, tree.read(path)])) }
}

type Made = ReturnType<typeof madeBy>

/** An environment with nothing but its registry. */
function registryOf(files: Made['files']): Made['files'] {
  const { 't.env': environment = '', ...templates } = files
  const registry = environment.replace(/\n(?=parameters:|parameter_defaults:)[\s\S]*/, '\n')
  return registry.startsWith('resource_registry:') ? { ...templates, 't.env': registry } : templates
}

const all = [...layouts, listed]

withHeat('a parameter through all layers', () => {
  const ok = (made: Made) => expect({ status: made.status, stderr: made.stderr }).toMatchObject({ status: 0 })
  let edited: readonly (readonly Made[])[]
  let extracted: readonly Made[]
  let renamed: readonly Made[]
  let answers: { readonly [kind in 'own' | 'given']: readonly (readonly Answer[])[] } & {
    readonly [kind in 'before' | 'extracted' | 'without' | 'renamed']: readonly Answer[]
  }

  // Heat takes seconds to start, so it is asked once about everything.
  beforeAll(() => {
    edited = layerEdits.map(({ command: [kind = '', name = '', ...options] }) =>
      layouts.map(({ files }) => madeBy(['parameter', kind, name, '.', ...options], files)),
    )
    extracted = all.map(({ files }) => madeBy(['extract-defaults', '.', '-e', 't.env'], files))
    renamed = all.map(({ files }) => {
      const given = files['t.env'] === undefined ? [] : ['-e', 't.env']
      return madeBy(['rename', '.', '--rename', 'size=flavor_name', ...given], files)
    })
    const stacks: Stack[] = []
    const positions = (more: readonly Stack[]) => more.map((stack) => stacks.push(stack) - 1)
    const at = {
      before: positions(layouts.map(({ files }) => ({ files }))),
      own: edited.map((made) => positions(made)),
      given: edited.map((made, index) => {
        const parameters = layerEdits[index]?.given?.parameters
        return parameters === undefined ? [] : positions(made.map(({ files }) => ({ files, parameters })))
      }),
      extracted: positions(extracted),
      without: positions(extracted.map(({ files }) => ({ files: registryOf(files) }))),
      renamed: positions(renamed),
    }
    const said = layersOf(
      stacks.map(({ files, parameters }) => ({ files, ...(parameters && { parameters }) })),
    )
    const answer = (index: number): Answer => {
      const { refused, servers } = said[index] as Answer
      return { refused, servers }
    }
    answers = {
      before: at.before.map(answer),
      own: at.own.map((one) => one.map(answer)),
      given: at.given.map((one) => one.map(answer)),
      extracted: at.extracted.map(answer),
      without: at.without.map(answer),
      renamed: at.renamed.map(answer),
    }
  })

  it('begins with layouts that Heat takes', () => {
    expect(answers.before).toEqual(
      layouts.map(({ count }) => ({ refused: null, servers: repeated(before, count) })),
    )
  })

  it.each(layerEdits.map((edit, index) => ({ ...edit, index })))(
    'makes $what by one command in every layout',
    ({ command: [kind], server, given, gone, index }) => {
      const results = edited[index] ?? []
      for (const made of results) ok(made)
      const [own, others] = [answers.own[index], answers.given[index]]
      for (const [at, { count }] of layouts.entries()) {
        if (kind === 'drop-default') expect(own?.[at]?.refused).toContain('(size) was not provided')
        else expect(own?.[at]).toEqual({ refused: null, servers: repeated(server, count) })
        if (given !== undefined)
          expect(others?.[at]).toEqual({ refused: null, servers: repeated(given.server, count) })
      }
      if (gone !== undefined) expect(JSON.stringify(results.map(({ files }) => files))).not.toContain(gone)
    },
  )

  it.each(all.map((layout, index) => ({ ...layout, index })))(
    'takes all defaults to the environment, and needs them from there: $what',
    ({ count, index }) => {
      const made = extracted[index] as Made
      ok(made)
      for (const [path, text] of Object.entries(made.files))
        if (path !== 't.env') expect(text).not.toContain('default:')
      expect(answers.extracted[index]).toEqual({ refused: null, servers: repeated(before, count) })
      expect(answers.without[index]?.refused).toContain('was not provided')
    },
  )

  it.each(all.map((layout, index) => ({ ...layout, index })))(
    'gives a parameter another name: $what',
    ({ count, index }) => {
      const made = renamed[index] as Made
      ok(made)
      expect(JSON.stringify(made.files)).not.toMatch(/\bsize:/)
      expect(answers.renamed[index]).toEqual({ refused: null, servers: repeated(before, count) })
    },
  )
})
