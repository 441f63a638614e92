/** One side of `verify`: a template with its environment and the files that it names. */
import { join } from 'node:path/posix'
import { dialectOf } from '../heat/dialect.ts'
import { decode, load } from '../package/load.ts'
import type { PackageFile } from '../package/package-file.ts'
import type { FileContent, NestedTemplate, Side } from '../semantics/side.ts'
import { LineIndex } from '../yaml/position.ts'
import { environmentValues } from './environment-values.ts'
import { neighboursOf, type ReadFile } from './verify-neighbours.ts'

/** A file to be compared, with the bytes of its environment where it has one. */
export interface VerifyInput {
  readonly path: string
  readonly bytes: Uint8Array
  readonly environment?: { readonly path: string; readonly bytes: Uint8Array }
  /** Gives the files that this side names. */
  readonly read?: ReadFile
}

/** Why a file cannot be compared, with its place (from 1). */
export interface VerifyProblem {
  readonly path: string
  readonly line: number
  readonly column: number
  /** Of the catalogue. */
  readonly code: string
  readonly message: string
}

export type Failed = { readonly problem: VerifyProblem }

/** What a template and its neighbours say. */
export interface VerifySide extends Side {
  readonly nested: ReadonlyMap<string, NestedTemplate>
  readonly files: ReadonlyMap<string, FileContent>
  /** Every name of a file that stands in the template or in one that it calls. */
  readonly mentioned: ReadonlySet<string>
}

/** A file of either side: a template that can be compared, or an environment. */
function loadedOf(path: string, bytes: Uint8Array, as: 'template' | 'environment'): PackageFile | Failed {
  const loaded = load({ path, bytes }, as === 'environment' ? { naming: { suffix: path } } : {})
  switch (loaded.is) {
    case 'file':
      return loaded.file
    case 'unreadable': {
      const location = new LineIndex(loaded.text).position(loaded.range?.start ?? 0)
      return { problem: { path, ...location, code: loaded.code, message: loaded.message } }
    }
    case 'other': {
      const decoded = decode(bytes)
      if (!('text' in decoded)) {
        const location = new LineIndex(decoded.lossy).position(decoded.validUpTo)
        return { problem: { path, ...location, code: 'invalid-utf8', message: 'the file is not UTF-8' } }
      }
      const message = 'the file is not a template'
      return { problem: { path, line: 1, column: 1, code: 'not-a-template', message } }
    }
  }
}

function templateOf(path: string, bytes: Uint8Array): NestedTemplate | Failed {
  const file = loadedOf(path, bytes, 'template')
  if ('problem' in file) return file
  const { root, recognition, document, reading } = file
  const dialect = dialectOf(recognition, reading)
  if (dialect !== undefined) return { root, dialect, text: document.text }
  const message = 'the file is not a template of a version that Heat knows'
  return { problem: { path, line: 1, column: 1, code: 'not-a-template', message } }
}

/**
 * The template of one side; nested templates, and files for `get_file`, where they can be read.
 * @param read relative to the same directory as the paths of the input
 */
export function sideOf(input: VerifyInput, read: ReadFile): VerifySide | Failed {
  const template = templateOf(input.path, input.bytes)
  if ('problem' in template) return template
  const { environment } = input
  const tree =
    environment === undefined ? undefined : loadedOf(environment.path, environment.bytes, 'environment')
  if (tree !== undefined && 'problem' in tree) return tree
  const registry =
    tree === undefined || environment === undefined ? [] : [{ path: environment.path, root: tree.root }]
  const nestedOf = (path: string): NestedTemplate | undefined => {
    const bytes = read(path)
    const nested = bytes === undefined ? undefined : templateOf(path, bytes)
    return nested === undefined || 'problem' in nested ? undefined : nested
  }
  const neighbours = neighboursOf({ path: join(input.path), root: template.root }, registry, nestedOf, read)
  return {
    ...template,
    ...neighbours,
    ...(tree === undefined ? {} : { environment: environmentValues(tree.root, 'all sections') }),
  }
}
