/** Tells what a text of a package is. */

import { mapping } from '../document/build.ts'
import { type Document, type Reading, readDocument } from '../document/document.ts'
import { looksLikeTemplate } from '../heat/candidate.ts'
import { type Recognition, recognise } from '../heat/kind.ts'
import { looksTemplated } from '../heat/templated.ts'
import { versionOf } from '../heat/versions.ts'
import { type EnvironmentNaming, isEnvironmentName } from './package.ts'
import type { PackageFile, UnreadableFile } from './package-file.ts'

export type ReadFile =
  | { readonly file: PackageFile }
  | { readonly unreadable: UnreadableFile; readonly code?: string }
  | { readonly other: string }

/**
 * Reads a text as a member of a package: a template, an environment (by what is in it, or by its name),
 * neither (`other`, with the reason), or what cannot be read. Never throws for bad input.
 */
export function readPackageFile(path: string, text: string, naming: EnvironmentNaming): ReadFile {
  const isNamed = isEnvironmentName(path, naming)
  if (!isNamed && !looksLikeTemplate(text)) return { other: 'not a template' }
  const reading = readAsHeat(text, isNamed)
  if ('problem' in reading) return unreadable(path, text, reading.problem)
  const { document, recognition } = reading
  const { root } = document
  const templated = looksTemplated(text, path)
  if (templated !== undefined && /jinja/i.test(templated))
    return { unreadable: { path, why: templated, text } }
  if (root?.kind === 'map' && recognition.kind !== 'not-a-template')
    return { file: { path, document, root, recognition, version: versionOf(recognition.versionText ?? '') } }
  return isNamed ? namedEnvironment(path, document) : { other: 'not a template' }
}

/**
 * An environment in braces is YAML too: `1e3` is a text in it (heat/common/environment_format.py: parse).
 */
function readAsHeat(
  text: string,
  isEnvironment: boolean,
):
  | { readonly document: Document; readonly recognition: Recognition }
  | Extract<Reading, { problem: unknown }> {
  const reading = readDocument(text, isEnvironment ? 'yaml' : undefined)
  if ('problem' in reading) return reading
  const { document } = reading
  const recognition = recognise(document.root, document.syntax)
  const isMisread = !isEnvironment && document.syntax === 'json' && recognition.kind === 'environment'
  return isMisread ? readAsHeat(text, true) : { document, recognition }
}

/** A file that only its name makes an environment: empty, or with other sections than Heat knows. */
function namedEnvironment(path: string, document: Document): ReadFile {
  const { root } = document
  const empty = root === undefined || (root.kind === 'scalar' && root.type === 'null')
  if (!empty && root.kind !== 'map') {
    const why = 'the environment is no mapping'
    return { unreadable: { path, why, ...(root.range === undefined ? {} : { range: root.range }) } }
  }
  const recognition: Recognition = {
    kind: 'environment',
    ...(empty ? {} : { problem: 'unknown-section' as const }),
  }
  const tree = root?.kind === 'map' ? root : mapping([], { for: root, style: 'block' })
  return { file: { path, document, root: tree, recognition, version: undefined } }
}

function unreadable(
  path: string,
  text: string,
  problem: { readonly code: string; readonly message: string; readonly start: number; readonly end: number },
): ReadFile {
  const templated = looksTemplated(text, path)
  const why = templated ?? problem.message
  if (templated !== undefined && /jinja/i.test(templated)) return { unreadable: { path, why, text } }
  return {
    unreadable: { path, why, text, range: { start: problem.start, end: problem.end } },
    code: problem.code,
  }
}
