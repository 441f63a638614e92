import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cycles, type Import, importsOf, readImportGraph, wrongDirections } from './import-rules.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('the sources', () => {
  const graph = readImportGraph(ROOT)

  it('are found', () => {
    expect(graph.get('src/yaml/node.ts')).toBeDefined()
    expect(graph.size).toBeGreaterThan(5)
  })

  it('import downwards only', () => {
    expect(wrongDirections(graph)).toEqual([])
  })

  it('import without cycles', () => {
    expect(cycles(graph)).toEqual([])
  })

  it('name files with their extension', () => {
    const own = [...graph].flatMap(([file, imports]) =>
      imports
        .filter(({ target }) => /^(src|transforms)\//.test(target))
        .map(({ target }) => ({ file, target })),
    )
    expect(own.filter(({ target }) => !/\.(ts|jsonl?)$/.test(target))).toEqual([])
  })

  // What docs/security.md promises.
  const importing = (modules: RegExp) =>
    [...graph].flatMap(([file, imports]) =>
      imports.some(({ target }) => modules.test(target)) ? [file] : [],
    )

  it('start three programs: git, an editor and a pager', () => {
    expect(importing(/^node:child_process$/)).toEqual([
      'src/cli/interview.ts',
      'src/cli/pager.ts',
      'src/runner/git.ts',
    ])
    const said = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').replace(/\s+/g, ' ')
    expect(said).toContain('It runs three other programs. One is git')
  })

  it('listen for the review only, and connect to nothing', () => {
    expect(importing(/^node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)$/)).toEqual([
      'src/cli/review-server.ts',
    ])
    const connects = /\bfetch\(|new (?:WebSocket|XMLHttpRequest|EventSource)\b/
    const connecting = [...graph.keys()].filter((file) =>
      connects.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    // Pages: each asks the server that it came from.
    expect(connecting.filter((file) => !/^src\/(?:page|playground)\//.test(file))).toEqual([])
  })
})

/** What the rules say of one file with one import. */
function judge(file: string, target: string, kind: Import['kind'] = 'value'): string[] {
  return wrongDirections(new Map([[file, [{ target, kind }]]]))
}

describe('wrongDirections', () => {
  it.each([
    ['src/document/a.ts', 'src/heat/b.ts', 'src/document/ may not import src/heat/b.ts'],
    ['src/heat/a.ts', 'src/engine/b.ts', 'src/heat/ may not import src/engine/b.ts'],
    ['src/semantics/a.ts', 'src/engine/b.ts', 'src/semantics/ may not import src/engine/b.ts'],
    ['src/engine/a.ts', 'src/runner/b.ts', 'src/engine/ may not import src/runner/b.ts'],
    ['src/engine/a.ts', 'transforms/cfn/b/index.ts', 'src/engine/ may not import transforms/cfn/b/index.ts'],
    ['src/runner/a.ts', 'src/cli/b.ts', 'src/runner/ may not import src/cli/b.ts'],
    ['src/report/a.ts', 'src/engine/b.ts', 'src/report/ may import only types from src/engine/b.ts'],
    ['src/report/a.ts', 'src/document/b.ts', 'src/report/ may not import src/document/b.ts'],
    ['transforms/cfn/a/index.ts', 'src/cli/b.ts', 'transforms/ may not import src/cli/b.ts'],
    ['transforms/cfn/a/index.ts', 'src/report/b.ts', 'transforms/ may not import src/report/b.ts'],
    [
      'transforms/cfn/a/index.ts',
      'src/engine/b.ts',
      'transforms/ may import only types from src/engine/b.ts',
    ],
    [
      'transforms/cfn/a/index.ts',
      'node:fs',
      'only src/runner/ and src/cache/ and src/testing/ and src/cli/ and src/report/spill.ts and src/report/formats.ts may import node:fs',
    ],
    ['transforms/cfn/a/index.ts', 'node:os', 'a transform may not import node:os'],
    ['src/engine/a.ts', 'node:path', 'src/engine/ may not import node:path: it runs without Node, too'],
    ['src/heat/a.ts', 'yaml', 'only src/yaml/ may import yaml'],
    ['src/cli/a.ts', 'jsonc-parser', 'only src/document/ may import jsonc-parser'],
    ['src/runner/a.ts', 'yargs-parser', 'only src/cli/ may import yargs-parser'],
    ['src/engine/a.ts', 'test/b.ts', 'src/engine/ may not import test/b.ts'],
    ['src/other/a.ts', 'yaml', 'stands outside the known folders'],
  ])('%s may not import %s', (file, target, what) => {
    expect(judge(file, target)).toEqual([`${file}: ${what}`])
  })

  it.each([
    ['src/heat/a.ts', 'src/document/b.ts'],
    ['src/cli/a.ts', 'src/report/b.ts'],
    ['src/cli/a.ts', 'transforms/index.ts'],
    ['src/yaml/a.ts', 'yaml'],
    ['src/cli/a.ts', 'yargs-parser'],
    ['src/runner/a.ts', 'node:fs'],
    ['src/report/a.ts', 'diff'],
    ['transforms/cfn/a/index.ts', 'transforms/cfn/b.ts'],
    ['transforms/cfn/a/index.ts', 'src/engine/authoring.ts'],
  ])('%s may import %s', (file, target) => {
    expect(judge(file, target)).toEqual([])
  })

  it('lets transforms and reports see types of the engine', () => {
    expect(judge('transforms/cfn/a/index.ts', 'src/engine/b.ts', 'type')).toEqual([])
    expect(judge('src/report/a.ts', 'src/engine/b.ts', 'type')).toEqual([])
  })
})

describe('cycles', () => {
  const graph = (edges: Record<string, string[]>) =>
    new Map(
      Object.entries(edges).map(([file, targets]) => [
        file,
        targets.map((target) => ({ target, kind: 'type' as const })),
      ]),
    )

  it('finds the way round', () => {
    expect(cycles(graph({ a: ['b'], b: ['c', 'd'], c: ['b'], d: [] }))).toEqual(['b -> c -> b'])
  })

  it('is content with a diamond', () => {
    expect(cycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
  })
})

describe('importsOf', () => {
  it('sees every form of import', () => {
    const text = [
      "import a from './a.ts'",
      "import type { B } from '../b.ts'",
      "import { readFileSync } from 'fs'",
      "import 'yaml'",
      "export { c } from './c.ts'",
      "export type { D } from './d.ts'",
      "export * from './e.ts'",
      "import data from './f.json' with { type: 'json' }",
      'export const g = 1',
      "export async function load() { return (await import('./h.ts')).h }",
      'const text = "import x from \'./not-an-import.ts\'"',
    ].join('\n')
    expect(importsOf('src/x/y.ts', text)).toEqual([
      { target: 'src/x/a.ts', kind: 'value' },
      { target: 'src/b.ts', kind: 'type' },
      { target: 'node:fs', kind: 'value' },
      { target: 'yaml', kind: 'value' },
      { target: 'src/x/c.ts', kind: 'value' },
      { target: 'src/x/d.ts', kind: 'type' },
      { target: 'src/x/e.ts', kind: 'value' },
      { target: 'src/x/f.json', kind: 'value' },
      { target: 'src/x/h.ts', kind: 'value' },
    ])
  })
})
