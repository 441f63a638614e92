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
const READING = ['src/text/yaml/', 'src/text/document/']
/** Words for lists, maps, records and hashes, which know nothing of documents. */
const PLAIN = ['listed', 'machine', 'multimap', 'plain-sha256', 'records', 'sha256', 'sorted'].map(
  (name) => `src/text/document/${name}.ts`,
)
const DOMAIN = [...READING, 'src/heat/']
const WORKSPACE = [...DOMAIN, 'src/stack/']

/** The library is made of all rooms but the command line and the review page. */
const LIBRARY = ['yaml', 'document', 'print', 'heat', 'workspace', 'engine', 'report', 'runner']
  .map((name) => `src/${name}/`)
  .concat('transforms/')

const ROOMS: readonly Room[] = [
  { path: 'src/text/yaml/', values: [] },
  { path: 'src/text/document/', values: ['src/text/yaml/'] },
  { path: 'src/text/print/', values: READING },
  { path: 'src/heat/', values: READING },
  { path: 'src/stack/', values: DOMAIN },
  { path: 'src/stack/refactor/', values: WORKSPACE },
  { path: 'src/meaning/', values: WORKSPACE },
  { path: 'src/meaning/impact/', values: [...WORKSPACE, 'src/meaning/'] },
  { path: 'src/rules/', values: [...WORKSPACE, 'src/meaning/'] },
  { path: 'src/heat/schema/', values: DOMAIN },
  { path: 'src/rules/blueprint/', values: DOMAIN },
  { path: 'src/rules/capabilities/', values: WORKSPACE },
  {
    path: 'src/rules/onap/',
    values: [...WORKSPACE, 'src/stack/refactor/', 'src/rules/'],
    types: ['src/meaning/'],
  },
  {
    path: 'transforms/',
    // Of the engine, the contract of a transform and what builds one, nothing that runs it.
    values: [
      ...WORKSPACE,
      'src/stack/refactor/',
      'src/rules/',
      'src/rules/onap/',
      'src/rules/blueprint/',
      'src/rules/capabilities/',
      'src/engine/authoring/transform.ts',
      'src/engine/authoring/authoring.ts',
    ],
    types: ['src/engine/'],
  },
  {
    path: 'src/engine/',
    values: [
      ...WORKSPACE,
      'src/text/print/',
      'src/stack/refactor/',
      'src/meaning/',
      'src/meaning/impact/',
      'src/rules/',
      'src/rules/blueprint/',
      'src/rules/capabilities/',
      'src/rules/onap/',
    ],
  },
  {
    path: 'src/run/',
    values: [...WORKSPACE, 'src/meaning/', 'src/rules/', 'src/meaning/impact/model.ts', 'src/engine/'],
  },
  { path: 'src/run/cache/', values: [...WORKSPACE, 'src/engine/', 'src/run/'] },
  // What a format needs besides the report: the version, and what the build made for the page.
  { path: 'src/show/report/formats.ts', values: ['src/show/report/', 'src/run/package-root.ts'] },
  { path: 'src/show/report/version.ts', values: ['package.json'] },
  {
    path: 'src/show/report/',
    values: [...PLAIN, 'src/heat/about.ts', 'src/meaning/impact/model.ts'],
    types: ['src/engine/', 'src/run/'],
  },
  { path: 'src/show/page/', values: ['src/show/report/in-order.ts'], types: ['src/show/report/'] },
  // The library without what reads files: the worker of the page has it all.
  { path: 'src/apps/playground/', values: [...LIBRARY, 'src/show/page/element.ts'] },
  { path: 'src/show/site/', values: ['src/show/page/element.ts'] },
  {
    path: 'src/run/plan/',
    values: [
      ...PLAIN,
      'src/heat/',
      'src/meaning/impact/model.ts',
      'src/engine/',
      'src/run/',
      'src/show/report/',
    ],
    types: ['src/meaning/'],
  },
  { path: 'src/apps/editor/', values: [...WORKSPACE, 'src/rules/', 'src/engine/'] },
  // The library of the protocol is loaded by its types alone: the build puts it into a bundle of its own.
  {
    path: 'src/apps/lsp/',
    values: [
      ...WORKSPACE,
      'src/engine/',
      'src/apps/editor/',
      'src/meaning/impact/locations.ts',
      'src/show/report/impact-labels.ts',
      'src/run/diff/line-diff.ts',
    ],
    types: ['src/meaning/impact/model.ts'],
  },
  { path: 'src/apps/vscode/', values: [], types: ['src/apps/lsp/'] },
  { path: 'src/apps/testing/', values: [...WORKSPACE, 'src/engine/'] },
  { path: 'src/apps/cli/', values: ['src/', 'transforms/', 'package.json'] },
  { path: 'src/index.ts', values: LIBRARY },
  { path: 'src/testing.ts', values: ['src/'] },
]

/** Packages and modules of Node that only some rooms may import. */
const KEPT_TO: Readonly<Record<string, readonly string[]>> = {
  yaml: ['src/text/yaml/'],
  'jsonc-parser': ['src/text/document/'],
  'yargs-parser': ['src/apps/cli/'],
  'vscode-languageserver/node': ['src/apps/lsp/'],
  'vscode-languageserver-textdocument': ['src/apps/lsp/'],
  'vscode-languageclient/node': ['src/apps/vscode/'],
  vscode: ['src/apps/vscode/'],
  'node:fs': [
    'src/run/',
    'src/run/cache/',
    'src/apps/testing/',
    'src/apps/cli/',
    'src/run/spill.ts',
    'src/show/report/formats.ts',
  ],
  'node:fs/promises': ['src/run/', 'src/apps/cli/'],
}

/** Rooms that run on Node only; the others run in browsers as well, by what `src/text/document/machine.ts` has. */
const ON_NODE = [
  'src/run/',
  'src/run/cache/',
  'src/apps/lsp/',
  'src/show/report/formats.ts',
  'src/show/report/',
  'src/run/plan/',
  'src/apps/testing/',
  'src/testing.ts',
  'src/apps/vscode/',
  'src/apps/cli/',
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
