/** From the files of a run to packages. */

import { isManifestName } from '../../rules/onap/manifest.ts'
import type { Groups } from '../../stack/groups.ts'
import {
  type FileInput,
  isForHeat,
  type Loaded,
  type LoadedFile,
  type LoadOptions,
  load,
  unreadableAs,
} from '../../stack/load.ts'
import { relatedTo } from '../../stack/related.ts'
import {
  type Caller,
  callerOf,
  directoryGroups,
  directoryWithGroup,
  packagesOf,
  unreadCallerOf,
} from '../../stack/sets.ts'
import {
  baseName,
  directoryOf,
  isNamedAsTemplate,
  type SourceFile,
  type UnreadableFile,
} from '../../stack/source-file.ts'
import {
  type EnvironmentNaming,
  isEnvironmentName,
  sharedEnvironments,
  type Workspace,
} from '../../stack/workspace.ts'
import { spelledOut } from '../../text/document/mentions.ts'
import { failed } from '../defect.ts'
import { blocked, skipped, unchanged } from '../file-outcome.ts'
import type { FindingCode } from '../findings/catalogue.ts'
import { findingOf } from '../findings/finding.ts'
import type { FileOutcome } from '../outcome.ts'
import { isGenerated } from '../standing.ts'

/** The packages among the files of a run, and what became of the files that belong to none or cannot be read. */
interface PackageInputs {
  readonly packages: readonly Workspace[]
  /** Blueprints belong to no package: nothing of Heat's refers to one. */
  readonly blueprints: readonly SourceFile[]
  /** By path. */
  readonly apart: ReadonlyMap<string, FileOutcome>
}

/** How the files of a run are read. */
export interface ReadingInputs extends Omit<LoadOptions, 'naming'> {
  /**
   * What becomes of files that cannot be read, where each template is for itself but for those that it calls: callers
   * outside of the run are read then, too.
   */
  readonly unread?: (loaded: Exclude<Loaded, LoadedFile>) => FileOutcome
}

/**
 * Loads all files and sorts them into packages. Never throws for bad input.
 * @param exists whether there is a file at a path: an environment that is there and not among the inputs is
 * one that cannot be read
 * @param outside files that are no part of the run and name templates of it
 * @param how how templates are read
 */
export function readPackages(
  inputs: readonly FileInput[],
  naming: EnvironmentNaming,
  exists: (path: string) => boolean = () => false,
  outside: readonly UnreadableFile[] = [],
  how: ReadingInputs = {},
): PackageInputs {
  const { unread, ...reading } = how
  const sorted = new SortedInputs(inputs, naming, how)
  for (const input of inputs) sorted.add(input)
  const { files, unreadable, others, blueprints, apart } = sorted
  for (const one of relatedTo([...files.map(callerOf), ...unreadable.map(unreadCallerOf)], outside)) {
    const file = unread === undefined ? undefined : outsideFile(one, reading)
    if (file === undefined) unreadable.push(one)
    else files.push(file)
  }
  unreadable.push(...leftOut(files, new Set(inputs.map(({ path }) => path)), naming, exists))
  return { packages: packagesOf({ files, unreadable, others, naming }), blueprints, apart }
}

/** The files of a run by what can be done with them. */
class SortedInputs {
  readonly files: SourceFile[] = []
  readonly unreadable: UnreadableFile[] = []
  readonly others: string[] = []
  readonly blueprints: SourceFile[] = []
  readonly apart = new Map<string, FileOutcome>()
  readonly #bases: ReadonlySet<string>
  readonly #naming: EnvironmentNaming
  readonly #unread: ReadingInputs['unread']
  readonly #options: LoadOptions

  constructor(
    inputs: readonly FileInput[],
    naming: EnvironmentNaming,
    { unread, ...reading }: ReadingInputs,
  ) {
    const templates = inputs.filter(({ path }) => isNamedAsTemplate(path))
    this.#bases = new Set(templates.map(({ path }) => baseOf(path)))
    this.#naming = naming
    this.#unread = unread
    this.#options = unread === undefined ? { ...reading, naming } : reading
  }

  add(input: FileInput): void {
    const { path } = input
    const loaded = readGuarded(input, this.#options, (one) => {
      // What it names is asked again where packages are formed; a defect in that is to meet this file alone.
      callerIn(one)
      return one
    })
    if ('status' in loaded) {
      this.apart.set(path, loaded)
      this.unreadable.push({ path, why: loaded.reason ?? '' })
      return
    }
    const why = this.#unread === undefined ? templatedByJinja(loaded) : undefined
    if (loaded.is === 'file' && why === undefined) this.#addFile(loaded.file)
    else if (this.#unread !== undefined && loaded.is !== 'file') {
      this.apart.set(path, this.#unread(loaded))
      if (loaded.is === 'other') this.others.push(path)
      else this.unreadable.push(unreadableFile(loaded, undefined))
    } else if (loaded.is === 'other' && why === undefined) {
      this.apart.set(path, skipped(path, loaded.reason, loaded.text))
      this.others.push(path)
      if (mayCall(loaded)) this.unreadable.push(unreadableFile(loaded, `it is a ${loaded.reason}`))
    } else {
      const file = unreadableFile(loaded, why)
      this.unreadable.push(file)
      this.apart.set(path, unreadableOutcome(loaded, file, why, this.#bases, this.#naming))
    }
  }

  #addFile(file: SourceFile): void {
    if (file.kind !== 'blueprint') {
      this.files.push(file)
      return
    }
    this.apart.set(file.path, unchanged(file.path, 'blueprint', { before: file.document.text }))
    this.blueprints.push(file)
    this.others.push(file.path)
  }
}

/** A caller outside of the run, as far as it can be read. */
function outsideFile({ path, why, text }: UnreadableFile, reading: LoadOptions): SourceFile | undefined {
  if (text === undefined) return undefined
  const loaded = readGuarded({ path, bytes: new TextEncoder().encode(text) }, reading, (one) => one)
  return 'is' in loaded && loaded.is === 'file' ? { ...loaded.file, outside: why } : undefined
}

/**
 * Partitions the files of a run into the sets that packages are formed from, by path; files of no package are in no set.
 * Retains only what forms packages, so that the number of files is not limited by memory.
 */
export function partitionInputs(
  inputs: Iterable<FileInput>,
  naming: EnvironmentNaming,
  outside: readonly UnreadableFile[] = [],
): readonly (readonly string[])[] {
  const paths: string[] = []
  const callers: Caller[] = []
  for (const input of inputs) {
    paths.push(input.path)
    const caller = readGuarded(input, { naming }, callerIn)
    if (caller !== undefined && 'status' in caller)
      callers.push({ path: input.path, targets: [], isTemplate: false })
    else if (caller !== undefined) callers.push(caller)
  }
  const groups = directoryGroups([...callers, ...outside.map(unreadCallerOf)], naming)
  joinManifests(paths, groups)
  const sets = new Map<string, string[]>()
  for (const path of paths) {
    const at = directoryWithGroup(path, groups)
    const leader = at === undefined ? undefined : groups.leaderOf(directoryOf(at))
    if (leader === undefined) continue
    const set = sets.get(leader)
    if (set === undefined) sets.set(leader, [path])
    else set.push(path)
  }
  return [...sets.values()]
}

/** A manifest lists files of the directories below its own. */
function joinManifests(paths: readonly string[], groups: Groups): void {
  const directories = new Set(paths.map(directoryOf))
  const withManifest = new Set(paths.filter(isManifestName).map(directoryOf))
  if (withManifest.size === 0) return
  for (const directory of directories)
    for (const above of directoriesFrom(directory)) if (withManifest.has(above)) groups.join(above, directory)
}

/** A directory and all that it lies in, as `directoryOf` names them. */
function directoriesFrom(directory: string): readonly string[] {
  return directory === '' ? [''] : [directory, ...directoriesFrom(directoryOf(directory.slice(0, -1)))]
}

function callerIn(loaded: Loaded): Caller | undefined {
  const why = templatedByJinja(loaded)
  if (why === undefined && loaded.is === 'other' && !mayCall(loaded)) return undefined
  if (why !== undefined || loaded.is !== 'file') return forgetful(unreadCallerOf(unreadableFile(loaded, why)))
  return loaded.file.kind === 'blueprint' ? undefined : forgetful(callerOf(loaded.file))
}

/** What is no template to Heat, and may have been one before somebody saved it as UTF-16. */
function mayCall(loaded: Loaded): boolean {
  return loaded.is === 'other' && loaded.reason === 'binary file' && loaded.text !== undefined
}

/** Copies the names: a substring would retain the whole source in memory. */
function forgetful({ targets, ...caller }: Caller): Caller {
  return { targets: [...targets].map((target) => JSON.parse(JSON.stringify(target)) as string), ...caller }
}

/** A defect that a file brings out while it is read is its failure alone. */
function readGuarded<Made>(
  input: FileInput,
  options: LoadOptions,
  use: (loaded: Loaded) => Made,
): Made | FileOutcome {
  try {
    return use(loadNamed(input, options))
  } catch (error) {
    return failed(input.path, error)
  }
}

/** Prose and programs mention the words of templates, too: what cannot be read and has the name of none is none. */
function loadNamed(input: FileInput, options: LoadOptions): Loaded {
  const loaded = load(input, options)
  const { path } = input
  const { naming } = options
  if (loaded.is !== 'unreadable' || loaded.templated !== undefined) return loaded
  if (isForHeat(loaded) || (naming !== undefined && isEnvironmentName(path, naming))) return loaded
  return { is: 'other', path, text: loaded.text, reason: 'not a template' }
}

/** Why a file such as `*.j2.yaml` that contains Jinja tags is skipped, readable or not: its final form is unknown. */
function templatedByJinja({ templated }: Loaded | { readonly templated?: string }): string | undefined {
  return templated !== undefined && /jinja/i.test(templated) ? templated : undefined
}

function unreadableFile(loaded: Loaded, why: string | undefined): UnreadableFile {
  const [path, text] =
    loaded.is === 'file' ? [loaded.file.path, loaded.file.document.text] : [loaded.path, loaded.text]
  const known = text === undefined ? {} : { text: spelledOut(text) }
  if (loaded.is !== 'unreadable' || why !== undefined) return { path, why: why ?? '', ...known }
  const { code, range, templated } = loaded
  const isText = unreadableAs(code) === 'tree'
  return {
    path,
    // A getter: the message takes a second parse of the source, and forming packages does not need it.
    get why() {
      return templated ?? loaded.message
    },
    ...(isText ? known : {}),
    ...(range === undefined ? {} : { range }),
  }
}

/** What many programs call `.env` is no concern of ours; what is meant for Heat blocks. */
function unreadableOutcome(
  loaded: Loaded,
  { path, why, range }: UnreadableFile,
  jinja: string | undefined,
  bases: ReadonlySet<string>,
  naming: EnvironmentNaming,
): FileOutcome {
  const text = loaded.is === 'file' ? loaded.file.document.text : (loaded.text ?? '')
  const isMeant = sharedEnvironments(naming).includes(path) || bases.has(path.slice(0, -naming.suffix.length))
  const isConcerned = isMeant || /heat_template_version|resource_registry|parameter_defaults/.test(text)
  const code = blockingCode(loaded, jinja)
  const isText = loaded.is === 'unreadable' && unreadableAs(loaded.code) === 'string'
  if (code === undefined || (!isText && !isConcerned)) return skipped(path, why, text)
  const kind = loaded.is === 'unreadable' ? loaded.kind : 'environment'
  return blocked(path, kind, text, [findingOf(code, why, range)])
}

/** The code by which an unreadable file blocks its package; undefined for one that is skipped. */
function blockingCode(loaded: Loaded, jinja: string | undefined): FindingCode | undefined {
  if (loaded.is !== 'unreadable' || jinja !== undefined) return undefined
  const { code, templated } = loaded
  if (unreadableAs(code) === 'string') return code
  if (unreadableAs(code) === 'environment' || isGenerated(loaded)) return undefined
  return templated === undefined ? code : 'template-language'
}

/** Environments of templates that are on disk and not among the files of the run, for example because an ignore file says so. */
function leftOut(
  files: readonly SourceFile[],
  known: ReadonlySet<string>,
  naming: EnvironmentNaming,
  exists: (path: string) => boolean,
): readonly UnreadableFile[] {
  const wanted = files
    .filter(({ recognition }) => recognition.kind === 'hot')
    .flatMap(({ path }) => (naming.common === undefined ? [baseOf(path) + naming.suffix] : []))
  return [...new Set([...wanted, ...(files.length === 0 ? [] : sharedEnvironments(naming))])]
    .filter((path) => !known.has(path) && exists(path))
    .map((path) => ({ path, why: 'it is left out of this run; name it to have it filled', isOutside: true }))
}

function baseOf(path: string): string {
  return directoryOf(path) + baseName(path)
}
