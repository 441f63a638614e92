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
  /** Rooms, without the rooms inside of them, and files. */
  readonly values: readonly string[]
  /** May be imported with `import type` only. */
  readonly types?: readonly string[]
  /** Imports any of the sources. */
  readonly all?: true
}

const READING = ['src/text/yaml/', 'src/text/document/']
/** Words for lists, maps, records and hashes, which know nothing of documents. */
const PLAIN = ['listed', 'machine', 'multimap', 'plain-sha256', 'records', 'sha256', 'sorted'].map(
  (name) => `src/text/document/${name}.ts`,
)
const DOMAIN = [...READING, 'src/heat/']
const STACKS = [...DOMAIN, 'src/stack/']
const RULES = [
  'src/rules/',
  'src/rules/onap/',
  'src/rules/sdc/',
  'src/rules/blueprint/',
  'src/rules/capabilities/',
]
const FORMATS = ['src/show/report/formats.ts', 'src/show/report/version.ts']

/** The library is made of all rooms but the command line and the review page. */
const LIBRARY = [
  ...STACKS,
  'src/text/print/',
  'src/engine/',
  'src/run/',
  'src/run/diff/',
  'src/show/report/',
  ...FORMATS,
  'transforms/',
]

/** From bottom to top, as in the table of CONTRIBUTING.md. */
const ROOMS: readonly Room[] = [
  { path: 'src/text/yaml/', values: [] },
  { path: 'src/text/document/', values: ['src/text/yaml/'] },
  { path: 'src/text/print/', values: READING },
  { path: 'src/text/jinja/', values: READING },
  { path: 'src/heat/', values: READING },
  { path: 'src/heat/schema/', values: DOMAIN },
  { path: 'src/stack/', values: DOMAIN },
  { path: 'src/stack/refactor/', values: STACKS },
  { path: 'src/meaning/', values: STACKS },
  { path: 'src/meaning/impact/', values: [...STACKS, 'src/meaning/'] },
  { path: 'src/rules/', values: [...STACKS, 'src/meaning/'] },
  { path: 'src/rules/blueprint/', values: [...DOMAIN, 'src/rules/'] },
  { path: 'src/rules/capabilities/', values: [...STACKS, 'src/rules/'] },
  {
    path: 'src/rules/onap/',
    values: [...STACKS, 'src/stack/refactor/', 'src/rules/', 'src/rules/sdc/'],
    types: ['src/meaning/'],
  },
  { path: 'src/rules/sdc/', values: [...STACKS, 'src/rules/', 'src/rules/onap/'] },
  {
    path: 'transforms/',
    // Of the engine, the contract of a transform and what builds one, nothing that runs it.
    values: [
      ...STACKS,
      'src/stack/refactor/',
      ...RULES,
      'src/engine/authoring/transform.ts',
      'src/engine/authoring/authoring.ts',
    ],
    types: ['src/engine/'],
  },
  {
    path: 'src/engine/',
    values: [
      ...STACKS,
      'src/text/print/',
      'src/text/jinja/',
      'src/stack/refactor/',
      'src/meaning/',
      'src/meaning/impact/',
      ...RULES,
    ],
  },
  // Changes as lines; what runs in the page knows them, too.
  { path: 'src/run/diff/', values: PLAIN, types: ['src/engine/'] },
  {
    path: 'src/run/',
    values: [...STACKS, 'src/meaning/', 'src/rules/', 'src/meaning/impact/model.ts', 'src/engine/'],
  },
  { path: 'src/run/cache/', values: [...STACKS, 'src/engine/', 'src/run/'] },
  {
    path: 'src/run/plan/',
    values: [
      ...PLAIN,
      'src/heat/',
      'src/meaning/impact/model.ts',
      'src/engine/',
      'src/run/',
      'src/run/diff/',
    ],
    types: ['src/meaning/'],
  },
  // What a format needs besides the report: the version, and what the build made for the page.
  { path: 'src/show/report/formats.ts', values: ['src/show/report/', 'src/run/package-root.ts', ...FORMATS] },
  { path: 'src/show/report/version.ts', values: ['package.json'] },
  {
    path: 'src/show/report/',
    values: [
      ...PLAIN,
      'src/heat/about.ts',
      'src/heat/code-facts.ts',
      'src/meaning/impact/model.ts',
      'src/run/diff/',
      'src/run/prospect.ts',
      'src/run/spill.ts',
      ...FORMATS,
    ],
    types: ['src/engine/', 'src/run/'],
  },
  { path: 'src/show/page/', values: ['src/show/report/in-order.ts'], types: ['src/show/report/'] },
  { path: 'src/show/site/', values: ['src/show/page/element.ts'] },
  { path: 'src/apps/editor/', values: [...STACKS, 'src/rules/', 'src/engine/'] },
  // The library of the protocol is loaded by its types alone: the build puts it into a bundle of its own.
  {
    path: 'src/apps/lsp/',
    values: [
      ...STACKS,
      'src/engine/',
      'src/apps/editor/',
      'src/meaning/impact/locations.ts',
      'src/run/diff/line-diff.ts',
      'src/show/report/impact-labels.ts',
    ],
    types: ['src/meaning/impact/model.ts'],
  },
  { path: 'src/apps/vscode/', values: [], types: ['src/apps/lsp/'] },
  // The library without what reads files: the worker of the page has it all.
  { path: 'src/apps/playground/', values: [...LIBRARY, 'src/show/page/element.ts'] },
  { path: 'src/apps/testing/', values: [...STACKS, 'src/engine/'] },
  { path: 'src/apps/cli/', values: ['package.json'], all: true },
  { path: 'src/index.ts', values: LIBRARY },
  { path: 'src/testing.ts', values: [], all: true },
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
    'src/show/report/formats.ts',
    'src/apps/testing/',
    'src/apps/cli/',
  ],
  'node:fs/promises': ['src/run/', 'src/apps/cli/'],
}

/** Rooms that run on Node only; the others run in browsers as well, by what `src/text/document/machine.ts` has. */
const ON_NODE = [
  'src/run/',
  'src/run/cache/',
  'src/run/plan/',
  'src/show/report/formats.ts',
  'src/show/report/',
  'src/apps/lsp/',
  'src/apps/testing/',
  'src/testing.ts',
  'src/apps/vscode/',
  'src/apps/cli/',
]

/** The innermost room of a file. */
const roomOf = (file: string): Room | undefined =>
  ROOMS.filter(({ path }) => file.startsWith(path)).sort((a, b) => b.path.length - a.path.length)[0]

/** Whether a list names a file or its room; a room outside of that one does not count. */
const names = (list: readonly string[], file: string): boolean =>
  list.includes(file) || list.includes(roomOf(file)?.path ?? file)

const startsWithOneOf = (text: string, prefixes: readonly string[]) =>
  prefixes.some((prefix) => text.startsWith(prefix))

/** What is wrong with one import, or undefined. */
function objection(file: string, { target, kind }: Import): string | undefined {
  const room = roomOf(file)
  if (room === undefined) return 'stands outside the known folders'
  const keepers = KEPT_TO[target]
  if (keepers !== undefined) {
    return keepers.includes(room.path) ? undefined : `only ${keepers.join(' and ')} may import ${target}`
  }
  if (target.startsWith('node:')) {
    if (room.path === 'transforms/') return `a transform may not import ${target}`
    return ON_NODE.includes(room.path)
      ? undefined
      : `${room.path} may not import ${target}: it runs without Node, too`
  }
  if (!startsWithOneOf(target, ['src/', 'transforms/', 'bin/', 'test/', 'package.json'])) return undefined
  if (room.all && startsWithOneOf(target, ['src/', 'transforms/'])) return undefined
  if (names([room.path, ...room.values], target)) return undefined
  if (!names(room.types ?? [], target)) return `${room.path} may not import ${target}`
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
