import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, normalize } from 'node:path/posix'
import { parseSync } from '@swc/core'

/** One `import`, `export … from` or `import()` of a file. */
export interface Import {
  /** A path relative to the project for a file of ours, else the name of a package or `node:` module. */
  readonly target: string
  readonly kind: 'value' | 'type'
}

/** The imports of every source file, by its path relative to the project, with `/`. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>

/** What a part of the sources may import besides itself. */
interface Room {
  readonly path: string
  readonly values: readonly string[]
  /** May be imported with `import type` only. */
  readonly types?: readonly string[]
}

/** From bottom to top, as in the table of CONTRIBUTING.md; the first path that fits counts. */
const READING = ['src/yaml/', 'src/document/']
/** Words for lists, maps, records and hashes, which know nothing of documents. */
const PLAIN = ['listed', 'machine', 'multimap', 'plain-sha256', 'records', 'sha256', 'sorted'].map(
  (name) => `src/document/${name}.ts`,
)
const DOMAIN = [...READING, 'src/heat/']
const WORKSPACE = [...DOMAIN, 'src/workspace/']

/** The library is made of all rooms but the command line and the review page. */
const LIBRARY = ['yaml', 'document', 'print', 'heat', 'workspace', 'engine', 'report', 'runner']
  .map((name) => `src/${name}/`)
  .concat('transforms/')

const ROOMS: readonly Room[] = [
  { path: 'src/yaml/', values: [] },
  { path: 'src/document/', values: ['src/yaml/'] },
  { path: 'src/print/', values: READING },
  { path: 'src/heat/', values: READING },
  { path: 'src/workspace/', values: DOMAIN },
  { path: 'src/refactor/', values: WORKSPACE },
  { path: 'src/semantics/', values: WORKSPACE },
  { path: 'src/impact/', values: [...WORKSPACE, 'src/semantics/'] },
  { path: 'src/check/', values: [...WORKSPACE, 'src/semantics/'] },
  { path: 'src/schema/', values: DOMAIN },
  { path: 'src/blueprint/', values: DOMAIN },
  { path: 'src/capabilities/', values: WORKSPACE },
  {
    path: 'src/onap/',
    values: [...WORKSPACE, 'src/refactor/', 'src/check/'],
    types: ['src/semantics/'],
  },
  {
    path: 'transforms/',
    // Of the engine, the contract of a transform and what builds one, nothing that runs it.
    values: [
      ...WORKSPACE,
      'src/refactor/',
      'src/check/',
      'src/onap/',
      'src/blueprint/',
      'src/capabilities/',
      'src/engine/transform.ts',
      'src/engine/authoring.ts',
    ],
    types: ['src/engine/'],
  },
  {
    path: 'src/engine/',
    values: [
      ...WORKSPACE,
      'src/print/',
      'src/refactor/',
      'src/semantics/',
      'src/impact/',
      'src/check/',
      'src/blueprint/',
      'src/capabilities/',
      'src/onap/',
    ],
  },
  {
    path: 'src/runner/',
    values: [...WORKSPACE, 'src/semantics/', 'src/check/', 'src/impact/model.ts', 'src/engine/'],
  },
  { path: 'src/cache/', values: [...WORKSPACE, 'src/engine/', 'src/runner/'] },
  // What a format needs besides the report: the version, and what the build made for the page.
  { path: 'src/report/formats.ts', values: ['src/report/', 'src/runner/package-root.ts'] },
  { path: 'src/report/version.ts', values: ['package.json'] },
  {
    path: 'src/report/',
    values: [...PLAIN, 'src/heat/about.ts', 'src/impact/model.ts'],
    types: ['src/engine/', 'src/runner/'],
  },
  { path: 'src/page/', values: ['src/report/in-order.ts'], types: ['src/report/'] },
  // The library without what reads files: the worker of the page has it all.
  { path: 'src/playground/', values: [...LIBRARY, 'src/page/element.ts'] },
  { path: 'src/site/', values: ['src/page/element.ts'] },
  {
    path: 'src/plan/',
    values: [...PLAIN, 'src/heat/', 'src/impact/model.ts', 'src/engine/', 'src/runner/', 'src/report/'],
    types: ['src/semantics/'],
  },
  { path: 'src/editor/', values: [...WORKSPACE, 'src/check/', 'src/engine/'] },
  // The library of the protocol is loaded by its types alone: the build puts it into a bundle of its own.
  {
    path: 'src/lsp/',
    values: [
      ...WORKSPACE,
      'src/engine/',
      'src/editor/',
      'src/impact/locations.ts',
      'src/report/impact-labels.ts',
      'src/report/line-diff.ts',
    ],
    types: ['src/impact/model.ts'],
  },
  { path: 'src/vscode/', values: [], types: ['src/lsp/'] },
  { path: 'src/testing/', values: [...WORKSPACE, 'src/engine/'] },
  { path: 'src/cli/', values: ['src/', 'transforms/', 'package.json'] },
  { path: 'src/index.ts', values: LIBRARY },
  { path: 'src/testing.ts', values: ['src/'] },
]

/** Packages and modules of Node that only some rooms may import. */
const KEPT_TO: Readonly<Record<string, readonly string[]>> = {
  yaml: ['src/yaml/'],
  'jsonc-parser': ['src/document/'],
  'yargs-parser': ['src/cli/'],
  'vscode-languageserver/node': ['src/lsp/'],
  'vscode-languageserver-textdocument': ['src/lsp/'],
  'vscode-languageclient/node': ['src/vscode/'],
  vscode: ['src/vscode/'],
  'node:fs': [
    'src/runner/',
    'src/cache/',
    'src/testing/',
    'src/cli/',
    'src/report/spill.ts',
    'src/report/formats.ts',
  ],
  'node:fs/promises': ['src/runner/', 'src/cli/'],
}

/** Rooms that run on Node only; the others run in browsers as well, by what `src/document/machine.ts` has. */
const ON_NODE = [
  'src/runner/',
  'src/cache/',
  'src/lsp/',
  'src/report/formats.ts',
  'src/report/',
  'src/plan/',
  'src/testing/',
  'src/testing.ts',
  'src/vscode/',
  'src/cli/',
]

const startsWithOneOf = (text: string, prefixes: readonly string[]) =>
  prefixes.some((prefix) => text.startsWith(prefix))

/** What is wrong with one import, or undefined. */
function objection(file: string, { target, kind }: Import): string | undefined {
  const room = ROOMS.find(({ path }) => file.startsWith(path))
  if (room === undefined) return 'stands outside the known folders'
  const keepers = KEPT_TO[target]
  if (keepers !== undefined) {
    return startsWithOneOf(file, keepers) ? undefined : `only ${keepers.join(' and ')} may import ${target}`
  }
  if (target.startsWith('node:')) {
    if (room.path === 'transforms/') return `a transform may not import ${target}`
    return ON_NODE.includes(room.path)
      ? undefined
      : `${room.path} may not import ${target}: it runs without Node, too`
  }
  if (!startsWithOneOf(target, ['src/', 'transforms/', 'bin/', 'test/', 'package.json'])) return undefined
  if (startsWithOneOf(target, [room.path, ...room.values])) return undefined
  if (!startsWithOneOf(target, room.types ?? [])) return `${room.path} may not import ${target}`
  return kind === 'type' ? undefined : `${room.path} may import only types from ${target}`
}

/** One line per import that goes the wrong way, `file: what is wrong`. */
export function wrongDirections(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imports]) =>
    imports.flatMap((one) => {
      const what = objection(file, one)
      return what === undefined ? [] : [`${file}: ${what}`]
    }),
  )
}

/** Import cycles, types included, each as `a -> b -> a`; one per place where a search runs into itself. */
export function cycles(graph: ImportGraph): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) found.push([...path.slice(start), file].join(' -> '))
    if (start >= 0 || done.has(file)) return
    for (const { target } of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

/** The imports in the text of a TypeScript file at `file` (relative to the project). */
export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = []
  const add = (specifier: string, kind: Import['kind']) => {
    const name = isBuiltin(specifier) ? `node:${specifier.replace('node:', '')}` : specifier
    found.push({ target: name.startsWith('.') ? normalize(join(dirname(file), name)) : name, kind })
  }
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isSourced(node)) add(node.source.value, node.typeOnly === true ? 'type' : 'value')
    if (isDynamicImport(node)) {
      const specifier = node.arguments[0]?.expression.value
      if (specifier !== undefined) add(specifier, 'value')
    }
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(text, { syntax: 'typescript' }).body)
  return found
}

interface Sourced {
  readonly source: { readonly value: string }
  readonly typeOnly?: boolean
}

/** Import and export declarations; a `source` is null on an `export` of the file's own names. */
function isSourced(node: object): node is Sourced {
  return (
    'type' in node &&
    /^(Import|Export\w*)Declaration$/.test(String(node.type)) &&
    'source' in node &&
    node.source !== null
  )
}

interface DynamicImport {
  readonly arguments: readonly { readonly expression: { readonly value?: string } }[]
}

function isDynamicImport(node: object): node is DynamicImport {
  if (!('type' in node) || node.type !== 'CallExpression' || !('callee' in node)) return false
  const { callee } = node
  return typeof callee === 'object' && callee !== null && 'type' in callee && callee.type === 'Import'
}

/** Reads the sources below `root`: `src` and `transforms`, without tests. */
export function readImportGraph(root: string): ImportGraph {
  const files = ['src', 'transforms']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/fixtures/'))
    .sort()
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]))
}
