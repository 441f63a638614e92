// Bundles src/apps/cli/main.ts and all it imports into dist/hotshift.cjs, and renders
// the help that the shim prints without loading the bundle.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { billOfMaterials } from './bill-of-materials.mjs'
import { buildLibrary } from './build-library.mjs'
import { buildPage } from './build-page.mjs'
import { importByLoader, lateBuiltins, latePackages, packagesApart, parsedData } from './build-plugins.mjs'
import { schemaTexts } from './build-schemas.mjs'
import { bundled, packagesIn } from './bundled.mjs'
import { ruleExplanations } from './rule-explanations.mjs'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const { name: published, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/**
 * How sources become a bundle; `npm run bench` makes its own in the same way.
 *
 * @type {import('esbuild').BuildOptions}
 */
export const BUNDLE_OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  // jsonc-parser's `main` is a UMD build that hides its requires.
  mainFields: ['module', 'main'],
  alias: {
    // The same code as the build for Node, except that its parser does not ask
    // process.env for a debugging switch at every lexeme: a sixth of all parsing.
    yaml: join(ROOT, 'node_modules/yaml/browser/index.js'),
    // The same parser without what reads configurations from files, which takes a millisecond to start.
    'yargs-parser': join(ROOT, 'node_modules/yargs-parser/browser.js'),
  },
  define: {
    'import.meta.url': 'bundleUrl',
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
  },
  plugins: [importByLoader, lateBuiltins, packagesApart, parsedData],
  minifySyntax: true,
  minifyWhitespace: true,
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'warning',
}

/** Large tables, which a bundle reads when it needs them, from the folder that it stands in. */
export const FACT_FILES = [
  'src/heat/facts/resource-types.jsonl',
  'src/heat/facts/aws-types.jsonl',
  'src/heat/facts/descriptions.jsonl',
  'src/rules/onap/facts/examples.json',
  'src/rules/onap/facts/reasons.json',
  'src/rules/onap/facts/requirements.json',
  'src/rules/onap/facts/sdc-checks.json',
  'src/heat/facts/type-releases.jsonl',
  'src/apps/cli/explain/example-reports.json',
  'src/apps/cli/explain/explanations.yaml',
  'src/apps/cli/explain/heat-messages.jsonl',
]

/** @type {(name: string, text: string) => string} */
const compact = (name, text) => (name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text)

/** Their names and contents; what rules explain of their codes is with the other explanations. */
export const factTexts = () =>
  FACT_FILES.map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const name = basename(file)
    return /** @type {const} */ ([
      name,
      name === 'explanations.yaml' ? `${text}\n${ruleExplanations(ROOT)}` : compact(name, text),
    ])
  })

/**
 * What only few runs load, as a bundle of its own.
 *
 * @param {string} entryPoint
 */
const apart = (entryPoint) => bundled({ ...BUNDLE_OPTIONS, minify: true, entryPoints: [entryPoint] })

/**
 * The source of the bundle, and the folders of the packages that are part of it.
 *
 * @param {{ readonly names: 'short' | 'as written' }} options short names of functions and variables load sooner
 */
async function bundle({ names }) {
  const result = await build({
    ...BUNDLE_OPTIONS,
    minifyIdentifiers: names === 'short',
    entryPoints: ['src/apps/cli/main.ts'],
    write: false,
    metafile: true,
  })
  const packages = new Set(packagesIn(result.metafile))
  const code = result.outputFiles.map((file) => file.text).join('')
  // Regular expressions alone keep such characters, and the bundle is read byte by byte.
  const odd = /.{0,40}[^\x00-\x7f].{0,40}/.exec(code)
  if (odd !== null) throw new Error(`write this in ASCII (\\u00ab for «): ${odd[0]}`)
  return { code, packages: [...packages].sort() }
}

/**
 * The bundle as one function expression, which is what load-bundle.cjs evaluates;
 * its first line names version and content, its tables included, for what is stored between runs.
 *
 * @param {string} code
 * @param {readonly { readonly code: string }[]} late the packages beside it
 */
function asScript(code, late) {
  const hash = createHash('sha256').update(code)
  // What a run finds out depends on them as well, and a cache holds it.
  for (const [, text] of factTexts()) hash.update(text)
  for (const { code } of late) hash.update(code)
  return [
    `// ${version}-${hash.digest('hex').slice(0, 12)}`,
    '(function(exports,require,module,__filename,__dirname,importModule){',
    'const bundleUrl=require("node:url").pathToFileURL(__filename).href;',
    code,
    '})\n',
  ].join('\n')
}

/**
 * What the licences of the bundled packages ask to be passed on with them.
 *
 * @param {readonly string[]} packages their folders
 * @param {string} what what contains them
 */
export function licences(packages, what = 'dist/hotshift.cjs and what it loads from dist/ contain') {
  const parts = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
    const file = readdirSync(join(ROOT, folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file === undefined ? '' : readFileSync(join(ROOT, folder, file), 'utf8').trim()
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  // What descriptions.jsonl says of types, and with it the schemas, are Heat's own words.
  const heat = JSON.parse(
    readFileSync(join(ROOT, 'src/heat/facts/descriptions.jsonl'), 'utf8').split('\n', 1)[0] ?? '',
  )
  const ofHeat = `descriptions.jsonl and schema/: ${heat.source}\n\n${readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim()}\n`
  const all = [...parts, ofHeat].join(`\n${'-'.repeat(72)}\n\n`)
  return `${what} these packages, and descriptions of OpenStack Heat.\n\n${all}`
}

/**
 * What the command line prints for each of some command lines that succeed, keyed by command line.
 *
 * @param {readonly (readonly string[])[]} lines
 * @returns {Record<string, string>}
 */
function answersTo(lines) {
  // No code cache from here: it would hold what printing help needs, and little else.
  const env = { ...process.env, XDG_CACHE_HOME: devNull }
  const program = join(ROOT, 'bin/render-help.cjs')
  const input = JSON.stringify(lines)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', env, input })
  if (status !== 0) throw new Error(`the help cannot be rendered: ${stderr}`)
  return JSON.parse(stdout)
}

/** Help of the program and of every command that its help lists, keyed by command line. */
function answers() {
  const { '--help': help } = answersTo([['--help']])
  if (help === undefined) throw new Error('hotshift --help fails')
  const commands = [...help.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm)].map(([, name = '']) => name)
  const lines = commands.flatMap((name) => [
    [name, '--help'],
    [name, '-h'],
  ])
  return { '--help': help, ...answersTo([['--version'], ['-h'], ...lines]) }
}

/** @type {(name: string, text: string) => void} */
function write(name, text) {
  const unfinished = join(DIST, `.${basename(name)}.${process.pid}`)
  writeFileSync(unfinished, text)
  renameSync(unfinished, join(DIST, name))
}

/** @type {(...names: string[]) => void} */
function remove(...names) {
  for (const name of names) rmSync(join(DIST, name), { recursive: true, force: true })
}

/**
 * Builds into `dist/`; several builds at once do not harm one another. `help.json`
 * comes last and carries the time at which the build began: what changed after that
 * is not in it. A failed build leaves no bundle, so that nobody tests an old one.
 */
export async function buildBundle() {
  const begin = new Date()
  mkdirSync(DIST, { recursive: true })
  try {
    const { code, packages: own } = await bundle({ names: 'short' })
    const named = await bundle({ names: 'as written' })
    // What strips types from modules of users, loaded with the first of them.
    const types = await apart('src/run/strip-types.ts')
    const protocol = await apart('src/apps/lsp/protocol.ts')
    const late = await latePackages(BUNDLE_OPTIONS)
    const packages = [
      ...new Set([
        ...own,
        ...[types, protocol, ...late].flatMap(({ packages }) => packages),
        ...(await buildPage()),
      ]),
    ].sort()
    remove('help.json', 'cache')
    mkdirSync(join(DIST, 'packages'), { recursive: true })
    for (const { name, code } of late) write(`packages/${name}`, code)
    write('hotshift.cjs', asScript(code, late))
    write('hotshift-named.cjs', asScript(named.code, late))
    write('strip-types.cjs', types.code)
    write('language-server.cjs', protocol.code)
    await buildLibrary(BUNDLE_OPTIONS)
    for (const [name, text] of factTexts()) write(name, text)
    mkdirSync(join(DIST, 'schema'), { recursive: true })
    for (const [name, text] of await schemaTexts(BUNDLE_OPTIONS, DIST)) write(`schema/${name}`, text)
    write('THIRD-PARTY-LICENSES.txt', licences(packages))
    write(
      'hotshift.cdx.json',
      `${JSON.stringify(billOfMaterials(packages, { type: 'application', name: published, version }), null, 1)}\n`,
    )
    write('help.json', `${JSON.stringify(answers(), null, 1)}\n`)
  } catch (error) {
    remove('help.json', 'hotshift.cjs', 'hotshift-named.cjs')
    throw error
  }
  utimesSync(join(DIST, 'help.json'), begin, begin)
  mkdirSync(join(DIST, 'cache'), { recursive: true, mode: 0o755 })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildBundle()
