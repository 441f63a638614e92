/** Compares two templates that stand in files, whoever rewrote the one into the other. */
import { readDocument } from '../document/document.ts'
import type { Mapping, Node } from '../document/node.ts'
import { mapOf, nameOf, valueOf } from '../document/read.ts'
import { compareTemplates, type Side, type Verdict } from '../evaluate/compare.ts'
import { dataOf } from '../evaluate/data.ts'
import { dialectOf } from '../evaluate/dialect.ts'
import type { EnvironmentValues } from '../evaluate/sample.ts'
import type { Value } from '../evaluate/value.ts'
import { recognise } from '../heat/kind.ts'
import { awsEvidence } from '../heat/reading.ts'
import { decode } from './decode.ts'

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
  readonly message: string
}

export type Verification = { readonly verdict: Verdict } | { readonly problem: VerifyProblem }

/** Resolves both on the same sample values and compares what Heat would build. */
export function verify(before: VerifyInput, after: VerifyInput): Verification {
  const first = sideOf(before)
  if ('problem' in first) return first
  const second = sideOf(after)
  if ('problem' in second) return second
  return { verdict: compareTemplates(first, second) }
}

type Failed = { readonly problem: VerifyProblem }

function failure(path: string, message: string, line = 1, column = 1): Failed {
  return { problem: { path, line, column, message } }
}

function treeOf(
  path: string,
  bytes: Uint8Array,
): { readonly root: Mapping; readonly text: string; readonly syntax: 'json' | 'yaml' } | Failed {
  const decoded = decode(bytes)
  if (!('text' in decoded)) return failure(path, 'the file is not UTF-8')
  const reading = readDocument(decoded.text)
  if ('problem' in reading) {
    const before = decoded.text.slice(0, reading.problem.start)
    const line = before.split('\n').length
    return failure(path, reading.problem.message, line, before.length - before.lastIndexOf('\n'))
  }
  const { root, syntax } = reading.document
  return root?.kind === 'map'
    ? { root, text: decoded.text, syntax }
    : failure(path, 'the file is no template')
}

function sideOf(input: VerifyInput): Side | Failed {
  const tree = treeOf(input.path, input.bytes)
  if ('problem' in tree) return tree
  const recognition = recognise(tree.root, tree.syntax)
  const dialect = dialectOf(recognition, awsEvidence(tree.root, recognition) === undefined ? 'heat' : 'aws')
  if (dialect === undefined)
    return failure(input.path, 'the file is no template of a version that Heat knows')
  const side = { root: tree.root, text: tree.text, dialect }
  if (input.environment === undefined) return side
  const environment = treeOf(input.environment.path, input.environment.bytes)
  return 'problem' in environment ? environment : { ...side, environment: environmentOf(environment.root) }
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
