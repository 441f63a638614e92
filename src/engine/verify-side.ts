/** One side of `verify`: a template with its environment and the files that it names. */
import { join } from 'node:path/posix'
import { readDocument } from '../document/document.ts'
import type { Mapping, Node } from '../document/node.ts'
import { mapOf, nameOf, valueOf } from '../document/read.ts'
import { recognise } from '../heat/kind.ts'
import { awsEvidence } from '../heat/reading.ts'
import { dataOf } from '../semantics/data.ts'
import { dialectOf } from '../semantics/dialect.ts'
import type { EnvironmentValues } from '../semantics/sample.ts'
import type { NestedTemplate, Side } from '../semantics/side.ts'
import type { Value } from '../semantics/value.ts'
import { LineIndex } from '../yaml/position.ts'
import { decode } from './decode.ts'
import { neighboursOf, type ReadFile } from './verify-neighbours.ts'

/** A file to be compared, with the bytes of its environment where it has one. */
export interface VerifyInput {
  readonly path: string
  readonly bytes: Uint8Array
  readonly environment?: { readonly path: string; readonly bytes: Uint8Array }
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
  readonly files: ReadonlyMap<string, string>
  /** Every name of a file that stands in the template or in one that it calls. */
  readonly mentioned: ReadonlySet<string>
}

/** @param offset of the place, in the text of the file */
function failure(path: string, code: string, message: string, text = '', offset = 0): Failed {
  return { problem: { path, ...new LineIndex(text).position(offset), code, message } }
}

interface Tree {
  readonly root: Mapping
  readonly text: string
  readonly syntax: 'json' | 'yaml'
}

function treeOf(path: string, bytes: Uint8Array): Tree | Failed {
  const decoded = decode(bytes)
  if (!('text' in decoded))
    return failure(path, 'invalid-utf8', 'the file is not UTF-8', decoded.lossy, decoded.validUpTo)
  const reading = readDocument(decoded.text)
  if ('problem' in reading) {
    const { code, message, start } = reading.problem
    return failure(path, code, message, decoded.text, start)
  }
  const { root, syntax } = reading.document
  return root?.kind === 'map'
    ? { root, text: decoded.text, syntax }
    : failure(path, 'not-a-template', 'the file is no template')
}

function templateOf(path: string, bytes: Uint8Array): (Tree & NestedTemplate) | Failed {
  const tree = treeOf(path, bytes)
  if ('problem' in tree) return tree
  const recognition = recognise(tree.root, tree.syntax)
  const dialect = dialectOf(recognition, awsEvidence(tree.root, recognition) === undefined ? 'heat' : 'aws')
  return dialect === undefined
    ? failure(path, 'not-a-template', 'the file is no template of a version that Heat knows')
    : { ...tree, dialect }
}

/**
 * The template of one side; nested templates, and files for `get_file`, where they can be read.
 * @param read relative to the same directory as the paths of the input
 */
export function sideOf(input: VerifyInput, read: ReadFile): VerifySide | Failed {
  const template = templateOf(input.path, input.bytes)
  if ('problem' in template) return template
  const { environment } = input
  const tree = environment === undefined ? undefined : treeOf(environment.path, environment.bytes)
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
    ...(tree === undefined ? {} : { environment: environmentOf(tree.root) }),
  }
}

/** `parameters` and `parameter_defaults` of an environment (heat/common/environment_format.py). */
function environmentOf(root: Mapping): EnvironmentValues {
  return {
    parameters: valuesOf(valueOf(root, 'parameters')),
    defaults: valuesOf(valueOf(root, 'parameter_defaults')),
  }
}

function valuesOf(node: Node | undefined): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  for (const entry of mapOf(node)?.entries ?? []) {
    const name = nameOf(entry)
    if (name !== undefined) values.set(name, dataOf(entry.value))
  }
  return values
}
