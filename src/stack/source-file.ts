/** The files of a package, as read and as a chain of transforms made them. */

import { type Recognition, recognise } from '../heat/kind.ts'
import type { ReadingChoice } from '../heat/reading.ts'
import type { Template } from '../heat/template.ts'
import { versionOf } from '../heat/versions.ts'
import { type Document, readDocument } from '../text/document/document.ts'
import type { Mapping, Range } from '../text/document/node.ts'

/**
 * The role of a file among those around it: a template that no other one uses is a module, which stacks are created
 * from.
 */
export type FileRole = 'module' | 'nested' | 'environment'

/** A template or an environment, with its current tree; the source of one that a transform created is empty. */
export interface SourceFile extends Template {
  /** Relative to the working directory, `/` as separator. */
  readonly path: string
  /** The path that it is written to, where that is another one; references follow when all files have run. */
  readonly newPath?: string
  /** What it was when it was read. */
  readonly recognition: Recognition
  /** Why CloudFormation is read as it is; only there. */
  readonly readingChoice?: ReadingChoice
  /** Why it is not part of the run: such a file is read for the lookups that it makes, and is not changed. */
  readonly outside?: string
  /** Of a file that this run creates: the file whose layout and line breaks it takes over, and who may read it. */
  readonly created?: { readonly like: Document; readonly access?: 'owner only' }
}

/** A file that would be a template or an environment, if it could be read. */
export interface UnreadableFile {
  readonly path: string
  readonly why: string
  /** The source, to search for names. */
  readonly text?: string
  readonly range?: Range
  /** It is outside of the run, or left out of it: nothing says that it is wrong. */
  readonly isOutside?: true
}

export function isEnvironment({ recognition }: SourceFile): boolean {
  return recognition.kind === 'environment'
}

/**
 * A file that does not exist yet.
 * @param like the document whose layout and line breaks it takes over
 * @param recognition what it is, where its tree does not say so yet
 */
export function createdFile(
  path: string,
  like: Document,
  root: Mapping,
  recognition: Recognition = recognise(root, 'yaml'),
): SourceFile {
  const reading = readDocument('')
  if ('problem' in reading) throw new Error('an empty source is always read')
  const { kind, versionText } = recognition
  return {
    path,
    document: reading.document,
    root,
    recognition,
    kind,
    version: kind === 'hot' ? versionOf(versionText ?? '') : undefined,
    reading: 'heat',
    syntax: 'yaml',
    created: { like },
  }
}

/** A changed file as its tree reads now: what was CloudFormation may be HOT. */
export function recognisedAnew(file: SourceFile): SourceFile {
  const recognition = recognise(file.root, file.syntax)
  const { kind, versionText } = recognition
  return { ...file, recognition, kind, version: kind === 'hot' ? versionOf(versionText ?? '') : undefined }
}

/** Why nothing can be shown of a change to a HOT template; undefined where Heat has the version that it declares. */
export function unknownVersion({ recognition, version }: SourceFile): string | undefined {
  const { kind } = recognition
  if (version !== undefined || (kind !== 'hot' && kind !== 'hot-fragment')) return undefined
  return 'Heat does not have this heat_template_version'
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Whether there is a file that another one names; `outside`: no file of the same archive. Undefined where that is not
 * known.
 */
export type Presence = boolean | 'outside' | undefined

/** What is wrong with the name of a file, if something is. */
export function absence(name: string, presence: Presence, owner: string): string | undefined {
  if (presence === 'outside') return `"${name}" is outside of the archive that contains this ${owner}`
  return presence === false ? `file "${name}" not found (relative to this ${owner})` : undefined
}

/** The path of the archive that a file is in, with a final `/`. */
export function archiveOf(path: string): string | undefined {
  return /^.*?\.(?:zip|csar)\//i.exec(path)?.[0]
}

/** The directory of a path, with its final `/`; empty for the working directory. */
export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** The directories that a file lies in, the nearest first; not those outside of its archive. */
export function directoriesAbove(path: string): readonly string[] {
  const end = archiveOf(path) ?? ''
  const found: string[] = []
  for (let one = directoryOf(path); ; one = directoryOf(one.slice(0, -1))) {
    found.push(one)
    if (one === end || one === '') return found
  }
}

/** Whether the file name is one of YAML. */
export function isYamlName(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

/** Whether the file name is one of a template, and not of an environment. */
export function isNamedAsTemplate(path: string): boolean {
  return /\.(?:ya?ml|json|template|hot|heat)$/i.test(path)
}

/** The name under which clients and Heat read a template as a type: `node.yml` → `node.yaml`. */
export function loadableName(path: string): string {
  return path.replace(/\.[^./]*$/, path.toLowerCase().endsWith('.json') ? '.template' : '.yaml')
}

/** The file name without its last extension. */
export function baseName(path: string): string {
  const name = fileName(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/**
 * `dir/base.template` → `dir/base.yaml`; a name that says YAML already is left as it is, and so is the `.in` of files
 * that are filled in first.
 */
export function yamlName(path: string): string {
  const name = withoutIn(path)
  if (isYamlName(name)) return path
  return `${directoryOf(path)}${baseName(name)}.yaml${path.slice(name.length)}`
}

/** The same after a pattern such as `{stem}-hot.yaml`, in the directory of the file. */
export function namedResult(path: string, pattern: string): string {
  return directoryOf(path) + pattern.replaceAll('{stem}', () => baseName(withoutIn(path)))
}

function withoutIn(path: string): string {
  return path.replace(/(?<=[^/])\.in$/i, '')
}

/** Whether a file gets another name when it is written as YAML. */
export function mayBecomeYaml(path: string, text: string): boolean {
  return !isYamlName(withoutIn(path)) && /^\ufeff?\s*[{/#]/.test(text)
}

/**
 * The path from the directory above all files down to the working directory; empty where that is above them itself.
 * Files refer to one another by names that say nothing of it: `../../a/x.yaml` is `../x.yaml` in `a/b`.
 * @param paths relative to the working directory
 * @param cwd absolute
 */
export function wayFromAbove(paths: readonly string[], cwd: string): string {
  const steps = paths.map((path) => /^(?:\.\.\/)+/.exec(path)?.[0].length ?? 0)
  const levels = steps.reduce((most, length) => Math.max(most, length / 3), 0)
  return levels === 0 ? '' : cwd.split(/[/\\]/).slice(-levels).join('/')
}
