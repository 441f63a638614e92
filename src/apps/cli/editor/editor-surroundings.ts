/** What lies around a document that is open in an editor, as `hotshift check` finds it. */
import { type Dirent, readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { NamedFiles } from '../../../run/boundary.ts'
import { Around, mayBeEnvironment } from '../../../stack/around.ts'
import { isTemplateName, type Loaded, load } from '../../../stack/load.ts'
import { MergedValues } from '../../../stack/merged-values.ts'
import { templatePath } from '../../../stack/registry.ts'
import { directoryOf, fileName, isEnvironment, type SourceFile } from '../../../stack/source-file.ts'
import { valueGiven } from '../../../stack/value-of.ts'
import { stringOf } from '../../../text/document/read.ts'
import { plainText } from '../../editor/plain.ts'
import type { Neighbour, Surroundings } from '../../editor/surroundings.ts'
import type { World } from '../world.ts'

type Read = (path: string) => Uint8Array | undefined
type Reader = Pick<NamedFiles, 'read' | 'exists' | 'folder' | 'refusal'>

/** @param together the environments of the configuration */
export function surroundingsIn(
  { cwd }: Pick<World, 'cwd'>,
  together: readonly string[],
): (path: string, reader: Reader) => Surroundings {
  /** By the folder; which files are environments is found out once, until something is saved. */
  const known = new Map<string, Folder>()
  const load = rememberingLoad()
  return (path, { read, exists, refusal: refused, folder: folderIn }) => {
    const folder = directoryOf(path)
    const files = () => {
      const found = known.get(folder) ?? folderAt(cwd, path, read)
      known.set(folder, found)
      return found
    }
    let made: Around | undefined
    const around = () => {
      made ??= new Around({
        read,
        load,
        exists,
        refused,
        files: files().templates,
        environments: files().environments,
        together,
      })
      return made
    }
    return {
      type(name, resource) {
        const named = around().namesFor(path).type(path, name, resource)
        if (named.is === 'class') return { is: 'class', type: named.type }
        const file = named.is === 'file' ? around().file(named.path) : undefined
        return file === undefined ? { is: 'open' } : { is: 'template', template: neighbour(file) }
      },
      types: () => [...around().registryNames().keys()].filter((name) => !name.includes('*')),
      stack(name) {
        const named = templatePath(path, name)
        const file = named === undefined ? undefined : around().file(named)
        return file === undefined ? undefined : neighbour(file)
      },
      templates(reach) {
        const certain = around().templatesOf(path)
        const own = certain.length > 0 ? certain : templatesIn(files(), path, around())
        return (reach === 'with nested' ? around().withCalled(own) : own).map(neighbour)
      },
      files: (named = '') =>
        namesBelow(folderIn(`${folder}${named}`), named).filter((one) => one !== fileName(path)),
      valuesOf: (parameter) => givenValues(folder, parameter, files().names, { read, load }),
    }
  }
}

/** The bytes of parsed files that are preserved between answers; their trees take about ten times as much memory. */
const MOST_KEPT = 4 * 1024 * 1024

interface KeptFile {
  readonly bytes: Uint8Array
  readonly key: string
  readonly loaded: Loaded
}

/** Every answer asks for the same files: one that is as it was is not parsed again. Those that were asked for last are preserved. */
function rememberingLoad(): typeof load {
  const last = new Map<string, KeptFile>()
  let size = 0
  const remove = (path: string) => {
    size -= last.get(path)?.bytes.length ?? 0
    last.delete(path)
  }
  return (input, options) => {
    const { path, bytes } = input
    const { naming } = options ?? {}
    const key = `${naming !== undefined} ${naming?.together?.length}`
    const before = last.get(path)
    const isSame = before?.key === key && Buffer.compare(before.bytes, bytes) === 0
    const loaded = isSame ? before.loaded : load(input, options)
    remove(path)
    last.set(path, { bytes, key, loaded })
    size += bytes.length
    for (const oldest of last.keys()) {
      if (size <= MOST_KEPT) break
      remove(oldest)
    }
    return loaded
  }
}

/** A folder with the files in it. */
interface Folder {
  /** Without the folder. */
  readonly names: readonly string[]
  readonly templates: readonly string[]
  readonly environments: readonly string[]
}

function folderAt(cwd: string, path: string, read: Read): Folder {
  const folder = directoryOf(path)
  const names = namesIn(dirname(resolve(cwd, path)))
  const templates = names.map((name) => `${folder}${name}`).filter(isTemplateName)
  const environments = templates.filter((one) => {
    const bytes = read(one)
    return bytes !== undefined && (one.endsWith('.env') || mayBeEnvironment(bytes))
  })
  return { names, templates, environments }
}

/** The templates in a folder: an environment whose name says nothing may be that of each of them. */
function templatesIn({ templates }: Folder, environment: string, around: Around): readonly SourceFile[] {
  return templates.flatMap((path) => {
    const file = path === environment ? undefined : around.file(path)
    return file === undefined || isEnvironment(file) ? [] : [file]
  })
}

function namesIn(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((one) => (one.isFile() ? [one.name] : []))
}

/** What may be named by a path that begins with a folder: its files, and its folders with a `/`. */
function namesBelow(folder: string | undefined, named: string): readonly string[] {
  return (folder === undefined ? [] : entriesOf(folder)).flatMap((one) => {
    if (one.name.startsWith('.')) return []
    if (one.isFile()) return [`${named}${one.name}`]
    return one.isDirectory() ? [`${named}${one.name}/`] : []
  })
}

/** None of a folder that is not there, or not yet. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function neighbour({ path, root, document }: SourceFile): Neighbour {
  return { path, root, text: document.text }
}

/** What the environments in the folder of a template say about a parameter of it. */
function givenValues(
  folder: string,
  parameter: string,
  names: readonly string[],
  { read, load: loadFile }: { readonly read: Read; readonly load: typeof load },
): readonly { readonly path: string; readonly value: string }[] {
  return names.flatMap((name) => {
    if (!/\.(?:env|ya?ml)$/.test(name)) return []
    const bytes = read(`${folder}${name}`)
    const loaded = bytes === undefined ? undefined : loadFile({ path: `${folder}${name}`, bytes })
    if (loaded?.is !== 'file' || loaded.file.kind !== 'environment') return []
    const value = valueGiven(new MergedValues([loaded.file], () => 'unknown'), parameter)?.node
    return value === undefined ? [] : [{ path: name, value: stringOf(value) ?? plainText(value) }]
  })
}
