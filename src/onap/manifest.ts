/** `MANIFEST.json`: the list of its files that SDC reads of a package. */
import { type JSONPath, readJson, withJsonValue } from '../document/json/json-edits.ts'
import { baseName, directoryOf, fileName } from '../package/package-file.ts'

/** What is wrong with a manifest. */
export interface ManifestProblem {
  readonly code: 'manifest-wrong' | 'manifest-incomplete'
  readonly message: string
  /** Where in the text. */
  readonly offset: number
}

/** One file that a manifest lists. */
interface Listed {
  readonly file: string
  readonly type: string
  readonly isBase: boolean
  /** Where the entry stands. */
  readonly path: JSONPath
}

export function isManifestName(path: string): boolean {
  return fileName(path) === 'MANIFEST.json'
}

/**
 * Holds a manifest against the files beside it.
 * @param path of the manifest
 * @param files all files of the run
 */
export function manifestProblems(
  path: string,
  text: string,
  files: readonly string[],
): readonly ManifestProblem[] {
  const read = readManifest(text)
  if ('problem' in read) return [{ code: 'manifest-wrong', ...read.problem }]
  const directory = directoryOf(path)
  const beside = files.filter((one) => directoryOf(one) === directory && one !== path).map(fileName)
  const there = new Set(beside)
  const problems: ManifestProblem[] = []
  const seen = new Set<string>()
  for (const { file, type, isBase } of read.listed) {
    const offset = Math.max(text.indexOf(JSON.stringify(file)), 0)
    const add = (message: string) => problems.push({ code: 'manifest-wrong', message, offset })
    if (seen.has(file)) add(`the manifest lists "${file}" twice`)
    seen.add(file)
    if (!there.has(file)) add(`the manifest lists "${file}", which is not in the package`)
    const wanted = typeOf(file)
    if (wanted !== undefined && type !== wanted)
      add(`the manifest says that "${file}" is of type ${type || 'none'}; it is ${wanted}`)
    else if (wanted === undefined && /^HEAT(?:_|$)/.test(type) && type !== 'HEAT_ARTIFACT')
      add(
        `the manifest says that "${file}" is of type ${type}, and its name is that of no template or environment`,
      )
    if (isBase && !/base/i.test(file)) add(`the manifest says that "${file}" is the base module`)
  }
  const missing = beside.filter((file) => !seen.has(file) && !file.startsWith('.'))
  for (const file of missing)
    problems.push({ code: 'manifest-incomplete', message: `the manifest does not list "${file}"`, offset: 0 })
  return problems
}

/** The type of a file by its name; undefined for what is neither a template nor an environment. */
function typeOf(file: string): string | undefined {
  if (file.endsWith('.env')) return 'HEAT_ENV'
  if (!/\.ya?ml$/.test(file)) return undefined
  return baseName(file).endsWith('_volume') ? 'HEAT_VOL' : 'HEAT'
}

/** What a run changes in the files beside a manifest; names without directories. */
export interface FileChanges {
  readonly created: readonly string[]
  readonly renamed: ReadonlyMap<string, string>
}

/**
 * The manifest that lists what is created, environments below their templates, and new names in the place of old ones;
 * the same text where it lists nothing that changes, or cannot be read.
 */
export function updatedManifest(text: string, { created, renamed }: FileChanges): string {
  let current = text
  for (const [from, to] of renamed) {
    const read = readManifest(current)
    if ('problem' in read) return text
    for (const { file, path } of read.listed)
      if (file === from) current = withJsonValue(current, [...path, 'file'], to)
  }
  for (const file of created) {
    const read = readManifest(current)
    if ('problem' in read) return text
    if (read.listed.some((one) => one.file === file)) continue
    const type = typeOf(file) ?? 'OTHER'
    const owner = read.listed.find((one) => type === 'HEAT_ENV' && baseName(one.file) === baseName(file))
    const into = [...(owner?.path ?? []), 'data']
    const count = countAt(current, into)
    const value = { file, type }
    current =
      count === undefined
        ? withJsonValue(current, into, [value])
        : withJsonValue(current, [...into, count], value, 'insert')
  }
  return current
}

function countAt(text: string, path: JSONPath): number | undefined {
  const read = readJson(text)
  let node: unknown = 'value' in read ? read.value : undefined
  for (const step of path) node = (node as Record<string | number, unknown> | undefined)?.[step]
  return Array.isArray(node) ? node.length : undefined
}

type ReadManifest =
  | { readonly listed: readonly Listed[] }
  | { readonly problem: Pick<ManifestProblem, 'message' | 'offset'> }

function readManifest(text: string): ReadManifest {
  const read = readJson(text)
  if ('problem' in read) {
    const { message, offset } = read.problem
    return { problem: { message: `the manifest is not JSON: ${message}`, offset } }
  }
  const listed: Listed[] = []
  const isWhole = collect(read.value, [], listed)
  return isWhole
    ? { listed }
    : { problem: { message: 'the manifest has no list "data" of files', offset: 0 } }
}

/** Whether a mapping has a list of files, itself not counted; they may have lists of their own. */
function collect(holder: unknown, path: JSONPath, listed: Listed[]): boolean {
  const data = fieldOf(holder, 'data')
  if (!Array.isArray(data)) return false
  data.forEach((item, index) => {
    const [file, type, isBase] = [fieldOf(item, 'file'), fieldOf(item, 'type'), fieldOf(item, 'isBase')]
    const own = [...path, 'data', index]
    if (typeof file === 'string') {
      listed.push({
        file,
        type: typeof type === 'string' ? type : '',
        isBase: isBase === true || isBase === 'true',
        path: own,
      })
    }
    collect(item, own, listed)
  })
  return true
}

function fieldOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined
}
