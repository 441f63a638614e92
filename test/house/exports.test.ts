/** What no other file imports is not exported: a reader of an export looks for its users. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from '../docs/handbook.ts'

const folders = ['src', 'transforms', 'bin', 'test']

const texts = new Map(
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs|cjs)$/.test(path))
      .map((path) => [`${folder}/${path}`, readFileSync(join(ROOT, folder, path), 'utf8')] as const),
  ),
)

/** What the library, a command line or an editor starts with: who is outside imports it. */
const entries = /^src\/(?:index|testing|apps\/cli\/main|apps\/vscode\/extension|run\/strip-types)\.ts$/

/** Types that the declaration of a table in another file names. */
const inferred: ReadonlySet<string> = new Set(['EitherForm', 'MappingForm', 'PatternForm'])

interface Imported {
  readonly from: string
  /** `*` for all that there is. */
  readonly name: string
}

const statement =
  /^(?:import|export)\s+(?:type\s+)?(\*(?:\s+as\s+\w+)?|[\w$]+|(?:[\w$]+,\s*)?\{[^}]*\})\s+from\s+['"](\.[^'"]+)['"]/gm
const dynamic = /import\(\s*['"](\.[^'"]+)['"]\s*\)/g

/** What a file imports, by the files that the names are exported by. */
function importsOf(path: string, text: string): readonly Imported[] {
  const at = (specifier: string) => posix.join(posix.dirname(path), specifier)
  const named = (list: string, from: string): readonly Imported[] =>
    list.split(',').flatMap((one) => {
      const [name = ''] = one
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+|\s*:/)
      return name === '' ? [] : [{ from, name }]
    })
  return [
    ...[...text.matchAll(statement)].flatMap(([, what = '', specifier = '']) => {
      const list = /\{([^}]*)\}/.exec(what)?.[1]
      return list === undefined ? [{ from: at(specifier), name: '*' }] : named(list, at(specifier))
    }),
    ...[...text.matchAll(dynamic)].flatMap(({ 0: call, 1: specifier = '', index }) => {
      const before = text.slice(Math.max(0, index - 400), index)
      const [, list] = /\{([^{}]*)\}\s*=\s*await\s*$/.exec(before) ?? []
      if (list !== undefined) return named(list, at(specifier))
      const [, member] = /^\)?\s*\)?\.(\w+)/.exec(text.slice(index + call.length)) ?? []
      return [{ from: at(specifier), name: member === undefined || member === 'then' ? '*' : member }]
    }),
  ]
}

it('only what another file imports is exported', () => {
  const used = new Set(
    [...texts].flatMap(([path, text]) => importsOf(path, text).map(({ from, name }) => `${from} ${name}`)),
  )
  const exported = [...texts].flatMap(([path, text]) =>
    /^(?:src|transforms)\//.test(path) && !entries.test(path)
      ? [
          ...text.matchAll(
            /^export (?:async )?(?:function\*?|const|class|abstract class|interface|type|enum) ([\w$]+)/gm,
          ),
        ].map(([, name = '']) => [path, name] as const)
      : [],
  )
  expect(exported.length).toBeGreaterThan(2500)
  const unused = exported.filter(
    ([path, name]) => !inferred.has(name) && !used.has(`${path} ${name}`) && !used.has(`${path} *`),
  )
  expect(unused.map(([path, name]) => `${path}: ${name}`)).toEqual([])
})
