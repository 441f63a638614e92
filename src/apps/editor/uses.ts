/** Where other files name what a template declares, and the template itself. */

import { entryRead, readValue } from '../../heat/merge-keys.ts'
import { attributeCalls, indexOfWay, waysTo } from '../../stack/output-names.ts'
import { registryMappings } from '../../stack/registry.ts'
import { directoryOf, type SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { Node, Range } from '../../text/document/node.ts'
import { textRange } from '../../text/document/node.ts'
import { join } from '../../text/document/paths.ts'
import { itemsOf, stringOf } from '../../text/document/read.ts'
import { type Mention, mentionsIn } from './mentions.ts'

/** What is declared in a template. */
export interface Part extends Pick<Mention, 'kind' | 'name'> {
  /** The template; of the kind `file` the part itself. */
  readonly path: string
}

interface Use {
  readonly file: SourceFile
  /** In the source of the file. */
  readonly range: Range
}

/** @param pkg the files that belong together with the template */
export function usesElsewhere(pkg: Workspace, part: Part): readonly Use[] {
  switch (part.kind) {
    case 'parameter':
      return [...passedBy(pkg, part), ...givenBy(pkg, part)]
    case 'output':
      return askedBy(pkg, part)
    case 'file':
      return namedBy(pkg, part)
    default:
      return []
  }
}

function useOf(file: SourceFile | undefined, at: Node | undefined): readonly Use[] {
  const range = textRange(at)
  return file === undefined || range === undefined ? [] : [{ file, range }]
}

/** Properties of callers. */
function passedBy(pkg: Workspace, { path, name }: Part): readonly Use[] {
  return distinct(
    pkg
      .callsOf(path)
      .flatMap(({ caller, properties }) => useOf(pkg.files.get(caller), entryRead(properties, name)?.key)),
  )
}

/** Values in environments: those of a stack of its own, and defaults for all templates of a stack. */
function givenBy(pkg: Workspace, { path, name }: Part): readonly Use[] {
  const isNested = pkg.roleOf(path) === 'nested'
  const own = pkg.modulesReaching(path).flatMap((module) => pkg.environmentsOf(module))
  const all = new Set([...own, ...pkg.unpairedEnvironments()])
  return [...all].flatMap((file) => {
    const { root } = file
    const owners = pkg.templatesOf(file.path)
    const isDirect = !isNested && (owners.length === 0 || owners.some((one) => one.path === path))
    const sections = ['parameter_defaults', ...(isDirect ? ['parameters', 'parameter_merge_strategies'] : [])]
    const listed = isDirect ? itemsOf(readValue(root, 'encrypted_param_names')) : []
    return [
      ...sections.flatMap((one) => useOf(file, entryRead(readValue(root, one), name)?.key)),
      ...listed.flatMap((item) => (stringOf(item) === name ? useOf(file, item) : [])),
    ]
  })
}

/** Outputs that callers ask for as attributes. */
function askedBy(pkg: Workspace, { path, name }: Part): readonly Use[] {
  const found = pkg.callsOf(path).flatMap((call) => {
    const file = pkg.files.get(call.caller)
    if (file === undefined) return []
    const ways = waysTo(name, call)
    return attributeCalls(file.root).flatMap(({ items }) => {
      if (stringOf(items[0]) !== call.resource) return []
      const way = ways[indexOfWay(ways, items)]
      return way === undefined ? [] : useOf(file, items[way.length])
    })
  })
  return distinct(found)
}

/** Types of resources and of members, files of `get_file`, and targets of registries. */
function namedBy(pkg: Workspace, { path }: Part): readonly Use[] {
  const calls = pkg.callsOf(path).flatMap(({ caller, at }) => useOf(pkg.files.get(caller), at))
  const others = [...pkg.files.values()].flatMap((file) =>
    fileNames(file).flatMap(({ target, range }) => (target === path ? [{ file, range }] : [])),
  )
  return distinct([...calls, ...others])
}

/** A file that is named somewhere. */
interface NamedFile {
  /** As it is written. */
  readonly name: string
  /** Relative to the working directory; undefined for what leads elsewhere. */
  readonly target: string | undefined
  readonly range: Range
}

/** The files that a template or an environment names, whether they are there or not. */
export function fileNames({ path, root }: Pick<SourceFile, 'path' | 'root'>): readonly NamedFile[] {
  if (readValue(root, 'resource_registry') !== undefined)
    return registryMappings(path, root).flatMap(({ targets }) =>
      targets.flatMap(({ node, target, path: leadsTo }) => {
        const range = textRange(node)
        const isFile = leadsTo !== undefined || isUrl(target)
        return range === undefined || !isFile ? [] : [{ name: target, target: leadsTo, range }]
      }),
    )
  return mentionsIn(root).flatMap(({ kind, name, range }) => {
    if (kind !== 'file') return []
    return [{ name, target: isUrl(name) ? undefined : join(directoryOf(path), name), range }]
  })
}

export function isUrl(name: string): boolean {
  return /^\w[\w+.-]*:\/\//.test(name)
}

/** A location that several uses of a template lead to stands once. */
function distinct(uses: readonly Use[]): readonly Use[] {
  const byLocation = new Map(uses.map((one) => [`${one.file.path} ${one.range.start}`, one]))
  return [...byLocation.values()]
}
