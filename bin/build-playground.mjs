// Builds the playground into dist/playground/: one page that needs no server and loads nothing.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minify } from '@swc/core'
import { licences } from './build.mjs'
import { explanationsApart, patternsOfPython } from './build-plugins.mjs'
import { BROWSER_OPTIONS, bundled } from './bundled.mjs'
import { packed } from './packed-facts.mjs'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = join(ROOT, 'src/apps/playground')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/**
 * Templates of the handbook, each with the command that shows something of it.
 *
 * @type {readonly { title: string, command: string, names: readonly string[] }[]}
 */
const EXAMPLES = JSON.parse(readFileSync(join(SOURCES, 'examples.json'), 'utf8'))

/** @type {(name: string) => string} */
const example = (name) => readFileSync(join(ROOT, 'docs/examples', name), 'utf8')

const packedFacts = new Map(
  ['aws-types.jsonl', 'resource-types.jsonl'].map((name) => [
    name,
    packed(name, readFileSync(join(ROOT, 'src/heat/facts', name), 'utf8')),
  ]),
)

/** @type {import('esbuild').Plugin} */
const packedTypes = {
  name: 'packed types',
  setup(build) {
    build.onLoad({ filter: /\.jsonl$/ }, ({ path }) => {
      const facts = packedFacts.get(basename(path))
      return facts === undefined ? undefined : { loader: 'text', contents: facts.text }
    })
  },
}

/**
 * The package `yaml` is a seventh of the page and serves half a sentence: that other readers accept what Heat's refuses.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutOtherReaders = {
  name: 'without other readers',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]text[\\/]yaml[\\/]other-readers\.ts$/ }, () => ({
      contents: 'export const othersRead = () => false',
    }))
  },
}

/**
 * A script, and the folders of the packages in it.
 *
 * @param {string} name
 * @param {Readonly<Record<string, string>>} constants
 */
async function scriptOf(name, constants) {
  const { code, packages } = await bundled({
    plugins: [packedTypes, explanationsApart, patternsOfPython, withoutOtherReaders],
    ...BROWSER_OPTIONS,
    absWorkingDir: ROOT,
    entryPoints: [`src/apps/playground/${name}.ts`],
    loader: { '.jsonl': 'text' },
    define: { 'import.meta.url': '""', ...constants },
  })
  // What esbuild has minified is 3 % larger, compressed, than what a second minifier leaves of it.
  const { code: smaller } = await minify(code, {
    compress: { passes: 4 },
    mangle: true,
    ecma: 2022,
    format: { ascii_only: true },
  })
  return { code: smaller, packages }
}

/**
 * JavaScript that stands in an element of a page, which it must not end.
 *
 * @param {string} code
 */
const inElement = (code) => code.replaceAll('<!--', '\\x3c!--').replace(/<(\/?script)/gi, '\\x3c$1')

/** @type {(text: string) => string} */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Writes the page and its licences; the same sources give the same bytes.
 *
 * @param {string} folder
 */
export async function buildPlayground(folder) {
  const dictionaries = Object.fromEntries(
    [...packedFacts].map(([name, { dictionary }]) => [name, dictionary]),
  )
  const worker = await scriptOf('worker', { FACTS_DICTIONARIES: JSON.stringify(dictionaries) })
  const examples = EXAMPLES.map(({ names, ...rest }) => ({
    ...rest,
    files: names.map((path) => ({ path, text: example(path) })),
  }))
  const main = await scriptOf('main', {
    EXAMPLES: JSON.stringify(examples),
  })
  const { code: style } = await bundled({ ...BROWSER_OPTIONS, entryPoints: [join(SOURCES, 'page.css')] })
  const script = inElement(main.code)
  // Styles are CodeMirror's, too, which puts them into the page while it runs; images are its waves below findings.
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  /** @type {Readonly<Record<string, string>>} */
  const parts = { policy, style, script, version, worker: inElement(worker.code) }
  const page = readFileSync(join(SOURCES, 'index.html'), 'utf8').replace(
    /(?:\/\* )?%(policy|style|script|version|worker)%(?: \*\/)?/g,
    (_, name) => parts[name] ?? '',
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), page)
  const packages = [...new Set([...worker.packages, ...main.packages])].sort()
  writeFileSync(join(folder, 'LICENSES.txt'), licences(packages, 'index.html contains'))
  return page.length
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist/playground'))
  const size = await buildPlayground(folder)
  process.stdout.write(`${folder}/index.html: ${Math.round(size / 1000)} kB\n`)
}
