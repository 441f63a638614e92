/** The modules that a configuration may run: itself, the transforms that it names, and what these import. */
import { createHash } from 'node:crypto'
import { readdirSync, realpathSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { basename, dirname, extname, isAbsolute, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realFileSystem, statOf } from '../../../run/file-system.ts'
import { readRegular } from '../../../run/read-file.ts'
import { ruleFiles } from '../../../run/rule-files.ts'
import { transformFile } from '../../../run/transform-file.ts'
import { moduleEndings, type TrustedModules } from '../../../run/user-module.ts'

/** No configuration has so many. */
const MOST_FILES = 10_000
/** No path in a source is longer. */
const LONGEST = 300
const importedEndings = [...moduleEndings, '.cts', '.json', '.node', '.wasm']

/**
 * The SHA-256 of each file that a configuration may run, by its path. Which ones it imports is not found out by running it:
 * each string in a source that leads to a module counts, so that there are rather too many. What is imported under a name that
 * is put together while it runs is not among them, and is not run.
 *
 * @param path of the configuration, absolute
 * @param others files that are run as well, absolute
 */
export function codeOf(path: string, others: readonly string[] = []): TrustedModules {
  const found = new Map<string, string>()
  const open = [path, ...others].map((one) => realpathSync(one))
  for (let file = open.pop(); file !== undefined && found.size < MOST_FILES; file = open.pop()) {
    if (found.has(file)) continue
    const bytes = readRegular(file, realFileSystem)
    found.set(file, createHash('sha256').update(bytes).digest('hex'))
    open.push(...namedIn(bytes.toString('utf8'), file))
  }
  return found
}

/** The files that a source names, links resolved: modules by any string, data only where it is imported. */
function namedIn(source: string, file: string): readonly string[] {
  const strings = isForeign(file) ? [] : stringsIn(source, file)
  const paths = [
    ...importsIn(source).flatMap((name) => pathsOf(name, file, importedEndings)),
    ...[...new Set(strings)].flatMap((name) => [
      ...pathsOf(name, file, moduleEndings),
      // Folders of rules.
      ...(name.length > LONGEST || name.includes('\0') ? [] : ruleFiles(name, dirname(file))),
    ]),
  ]
  return paths.map((one) => realpathSync(one))
}

/** Of packages there may be megabytes, whose strings are mostly none of names. */
function isForeign(file: string): boolean {
  return file.split(sep).includes('node_modules')
}

function importsIn(source: string): readonly string[] {
  return [...source.matchAll(/\b(?:from|import|require)\b\s*\(?\s*(['"`])([^'"`\n]{1,300})\1/g)].map(
    ([, , name = '']) => name,
  )
}

/** In data, words that no quotes enclose as well. */
function stringsIn(source: string, file: string): readonly string[] {
  const quoted = [...source.matchAll(/(['"`])((?:(?!\1)[^\n\\]|\\.){1,300})\1/g)].map(([, , one = '']) => one)
  const words = /\.(?:ya?ml|json)$/.test(file) ? source.split(/[\s'"[\]{},]+/) : []
  return [...quoted.flatMap((one) => [one, ...one.split(',')]), ...words].map((one) => one.trim())
}

function pathsOf(name: string, file: string, endings: readonly string[]): readonly string[] {
  if (name.length > LONGEST || name.includes('\0') || isBuiltin(name)) return []
  const isPath = /^(?:\.{0,2}[/\\]|file:)/.test(name) || isAbsolute(name)
  if (isPath || /[/.]/.test(name)) {
    const paths = modulesAt(pathOfUrl(name), file, endings)
    if (isPath || paths.length > 0) return paths
  }
  return /^(?:@[\w.-]+\/)?[\w.-]+(?:\/[\w./-]*)?$/.test(name) ? packageFiles(name, createRequire(file)) : []
}

function pathOfUrl(name: string): string {
  try {
    return name.startsWith('file:') ? fileURLToPath(name) : name
  } catch {
    return name
  }
}

/** As `import`, `require` and hotshift read a path. */
function modulesAt(name: string, file: string, endings: readonly string[]): readonly string[] {
  const folder = dirname(file)
  const path = resolve(folder, name)
  const candidates = [path, ...endings.map((ending) => `${path}${ending}`)]
  const files = candidates.filter((one) => endings.includes(extname(one)) && statOf(one)?.isFile() === true)
  const index = transformFile(name, folder)
  return index === undefined || index === path ? files : [...files, index]
}

/** The entries of a package: which of them counts, its `exports` and the manner of the import decide. */
function packageFiles(name: string, load: NodeJS.Require): readonly string[] {
  const files: string[] = []
  try {
    const found = load.resolve(name)
    if (isAbsolute(found)) files.push(found)
  } catch {
    // One that is for `import` only.
  }
  const [scope = '', rest = ''] = name.split('/')
  const own = scope.startsWith('@') ? `${scope}/${rest}` : scope
  const folders = (load.resolve.paths(own) ?? []).map((one) => join(one, own))
  const folder = folders.find((one) => statOf(join(one, 'package.json'))?.isFile() === true)
  return folder === undefined ? files : [...files, ...entriesOf(folder)]
}

function entriesOf(folder: string): readonly string[] {
  const data = readRegular(realpathSync(join(folder, 'package.json')), realFileSystem).toString('utf8')
  const named = [...data.matchAll(/"(\.{0,2}\/?[^"\n*]{1,300}\.(?:[cm]?js|json|node|wasm))"/g)].map(
    ([, one = '']) => one,
  )
  const index = readdirSync(folder).filter((one) => /^(?:index|package)\.[a-z]+$/.test(basename(one)))
  return [...named, ...index].map((one) => join(folder, one)).filter((one) => statOf(one)?.isFile() === true)
}

/** A module that is not as it was when somebody said yes. */
interface ChangedModule {
  /** Absolute. */
  readonly path: string
  readonly change: 'changed' | 'new'
}

/** What of the code that is there now was not said yes to. */
export function changedCode(now: TrustedModules, trusted: TrustedModules): readonly ChangedModule[] {
  return [...now].flatMap(([path, hash]): readonly ChangedModule[] => {
    const before = trusted.get(path)
    if (before === hash) return []
    return [{ path, change: before === undefined ? 'new' : 'changed' }]
  })
}
