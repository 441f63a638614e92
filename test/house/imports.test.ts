import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cycles, type Import, importsOf, readImportGraph, wrongDirections } from './import-rules.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('the sources', () => {
  const graph = readImportGraph(ROOT)

  it('are found', () => {
    expect(graph.get('src/text/yaml/node.ts')).toBeDefined()
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
      'src/apps/cli/output/interview.ts',
      'src/apps/cli/output/pager.ts',
      'src/run/git.ts',
    ])
    const said = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').replace(/\s+/g, ' ')
    expect(said).toContain('It runs three other programs. One is git')
  })

  it('listen for the review only, and connect to nothing', () => {
    expect(importing(/^node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)$/)).toEqual([
      'src/apps/cli/output/review-server.ts',
    ])
    const connects = /\bfetch\(|new (?:WebSocket|XMLHttpRequest|EventSource)\b/
    const connecting = [...graph.keys()].filter((file) =>
      connects.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    // Pages: each asks the server that it came from.
    expect(connecting.filter((file) => !/^src\/(?:show\/page|apps\/playground)\//.test(file))).toEqual([])
  })
})

/** What the rules say of one file with one import. */
function judge(file: string, target: string, kind: Import['kind'] = 'value'): string[] {
  return wrongDirections(new Map([[file, [{ target, kind }]]]))
}

describe('wrongDirections', () => {
  it.each([
    ['src/text/document/a.ts', 'src/heat/b.ts', 'src/text/document/ may not import src/heat/b.ts'],
    ['src/heat/a.ts', 'src/engine/b.ts', 'src/heat/ may not import src/engine/b.ts'],
    ['src/meaning/a.ts', 'src/engine/b.ts', 'src/meaning/ may not import src/engine/b.ts'],
    ['src/engine/a.ts', 'src/run/b.ts', 'src/engine/ may not import src/run/b.ts'],
    ['src/engine/a.ts', 'transforms/cfn/b/index.ts', 'src/engine/ may not import transforms/cfn/b/index.ts'],
    ['src/run/a.ts', 'src/apps/cli/b.ts', 'src/run/ may not import src/apps/cli/b.ts'],
    [
      'src/show/report/a.ts',
      'src/engine/b.ts',
      'src/show/report/ may import only types from src/engine/b.ts',
    ],
    [
      'src/show/report/a.ts',
      'src/text/document/b.ts',
      'src/show/report/ may not import src/text/document/b.ts',
    ],
    ['transforms/cfn/a/index.ts', 'src/apps/cli/b.ts', 'transforms/ may not import src/apps/cli/b.ts'],
    ['transforms/cfn/a/index.ts', 'src/show/report/b.ts', 'transforms/ may not import src/show/report/b.ts'],
    [
      'transforms/cfn/a/index.ts',
      'src/engine/b.ts',
      'transforms/ may import only types from src/engine/b.ts',
    ],
    [
      'transforms/cfn/a/index.ts',
      'node:fs',
      'only src/run/ and src/run/cache/ and src/show/report/formats.ts and src/apps/testing/ and src/apps/cli/ may import node:fs',
    ],
    ['transforms/cfn/a/index.ts', 'node:os', 'a transform may not import node:os'],
    ['src/engine/a.ts', 'node:path', 'src/engine/ may not import node:path: it runs without Node, too'],
    ['src/heat/a.ts', 'yaml', 'only src/text/yaml/ may import yaml'],
    ['src/apps/cli/a.ts', 'jsonc-parser', 'only src/text/document/ may import jsonc-parser'],
    ['src/run/a.ts', 'yargs-parser', 'only src/apps/cli/ may import yargs-parser'],
    ['src/engine/a.ts', 'test/b.ts', 'src/engine/ may not import test/b.ts'],
    ['src/other/a.ts', 'yaml', 'stands outside the known folders'],
  ])('%s may not import %s', (file, target, what) => {
    expect(judge(file, target)).toEqual([`${file}: ${what}`])
  })

  it.each([
    ['src/heat/a.ts', 'src/text/document/b.ts'],
    ['src/apps/cli/a.ts', 'src/show/report/b.ts'],
    ['src/apps/cli/a.ts', 'transforms/index.ts'],
    ['src/text/yaml/a.ts', 'yaml'],
    ['src/apps/cli/a.ts', 'yargs-parser'],
    ['src/run/a.ts', 'node:fs'],
    ['src/show/report/a.ts', 'diff'],
    ['transforms/cfn/a/index.ts', 'transforms/cfn/b.ts'],
    ['transforms/cfn/a/index.ts', 'src/engine/authoring/authoring.ts'],
  ])('%s may import %s', (file, target) => {
    expect(judge(file, target)).toEqual([])
  })

  it('lets transforms and reports see types of the engine', () => {
    expect(judge('transforms/cfn/a/index.ts', 'src/engine/b.ts', 'type')).toEqual([])
    expect(judge('src/show/report/a.ts', 'src/engine/b.ts', 'type')).toEqual([])
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
