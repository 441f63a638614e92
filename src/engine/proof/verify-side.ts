/** The stacks of `verify` and `diff`: a template with its environments and the files that it names, read when they are asked for. */

import { environmentSections } from '../../heat/candidate.ts'
import { dialectOf } from '../../heat/dialect.ts'
import { versionEntry } from '../../heat/kind.ts'
import { entriesRead } from '../../heat/merge-keys.ts'
import type { Side } from '../../meaning/side.ts'
import { stackSide } from '../../meaning/stack-side.ts'
import { decode, isBinary, load } from '../../stack/load.ts'
import { isEnvironment, type SourceFile } from '../../stack/source-file.ts'
import { type FileContent, type Found, type Stack, type StackFiles, stackOf } from '../../stack/stack.ts'
import { defaultNaming, Workspace } from '../../stack/workspace.ts'
import { rangeOf } from '../../text/document/node.ts'
import { isNull, nameOf } from '../../text/document/read.ts'
import { sha256 } from '../../text/document/sha256.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import { decidedReadings } from '../decided-readings.ts'

/** A file with its bytes. */
export interface GivenFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** A file to be compared, with its environments where it has some. */
export interface VerifyInput extends GivenFile {
  /** One environment; the same as `environments` with nothing else in it. */
  readonly environment?: GivenFile
  /** In the order in which they are given to Heat: later ones win. */
  readonly environments?: readonly GivenFile[]
  /** Gives the files that this side names. */
  readonly read?: ReadFile
  /** Whether there is a file that is not read, for a reason that is reported elsewhere. */
  readonly isRefused?: (path: string) => boolean
}

/** The environments of one side, in the order in which Heat merges them. */
export function environmentsOf({
  environment,
  environments = environment === undefined ? [] : [environment],
}: VerifyInput): readonly GivenFile[] {
  return environments
}

/** Why a file cannot be compared, with its location (from 1). */
export interface VerifyProblem {
  readonly path: string
  readonly line: number
  readonly column: number
  /** Of the catalogue. */
  readonly code: string
  readonly message: string
}

type Failed = { readonly problem: VerifyProblem }

/** The bytes of a file, undefined when there is none. */
export type ReadFile = (path: string) => Uint8Array | undefined

/** What a template and its neighbours say. */
export interface VerifySide {
  readonly side: Side
  readonly stack: Stack
}

/** What becomes of a file before Heat gets it: of a template, or of what `get_file` asks for. */
type Sending = (bytes: Uint8Array, as: 'template' | 'content') => Uint8Array

/**
 * The stack of one side; nested templates, and files for `get_file`, where they can be read.
 * @param read relative to the same directory as the paths of the input
 * @param sent files are read as they are by default
 */
export function sideOf(
  input: VerifyInput,
  read: ReadFile,
  sent: Sending = (bytes) => bytes,
): VerifySide | Failed {
  const template = loadedOf({ path: input.path, bytes: sent(input.bytes, 'template') }, 'template')
  if ('problem' in template) return template
  const trees: SourceFile[] = []
  for (const one of environmentsOf(input)) {
    const tree = loadedOf(one, 'environment')
    if ('problem' in tree) return tree
    trees.push(tree)
  }
  const stack = stackOf(readAsMeant(template, trees), filesRead(read, sent, input.isRefused), {
    environments: trees,
  })
  const side = stackSide(stack, 'all sections')
  if (side === undefined) return { problem: notTemplate(input.path, 'of a version that Heat knows') }
  return { side, stack }
}

/** The files of a stack that `read` gives. */
function filesRead(read: ReadFile, sent: Sending, isRefused: VerifyInput['isRefused']): StackFiles {
  const bytesAt = (path: string, as: Parameters<Sending>[1]): Found<Uint8Array> => {
    const bytes = read(path)
    if (bytes !== undefined) return { is: 'there', thing: sent(bytes, as) }
    return isRefused?.(path) === true ? { is: 'unknown', why: 'was not read' } : { is: 'none' }
  }
  return {
    template(path) {
      const found = bytesAt(path, 'template')
      if (found.is !== 'there') return found
      const file = loadedOf({ path, bytes: found.thing }, 'template')
      return 'problem' in file
        ? { is: 'unknown', why: `cannot be read: ${file.problem.message}` }
        : { is: 'there', thing: readAsMeant(file) }
    },
    content(path) {
      const found = bytesAt(path, 'content')
      return found.is === 'there' ? { is: 'there', thing: contentOf(found.thing) } : found
    },
  }
}

/** A file of either side: a template that can be compared, or an environment that Heat takes. */
function loadedOf({ path, bytes }: GivenFile, as: 'template' | 'environment'): SourceFile | Failed {
  const naming = { ...defaultNaming, named: new Set([path]) }
  const loaded = load({ path, bytes }, as === 'environment' ? { naming } : {})
  switch (loaded.is) {
    case 'file':
      return as === 'environment' ? environmentOf(loaded.file) : templateOf(loaded.file)
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
      return { problem: notTemplate(path) }
    }
  }
}

/** As `migrate` reads it: with AWS's meaning where Heat refuses it. */
function readAsMeant(file: SourceFile, environments: readonly SourceFile[] = []): SourceFile {
  const stack = Workspace.of(file).withFiles(environments)
  return decidedReadings(stack, () => true).pkg.files.get(file.path) ?? file
}

function templateOf(file: SourceFile): SourceFile | Failed {
  const dialect = dialectOf(file.recognition, file.reading)
  if (dialect !== undefined) return file
  if (!isEnvironment(file)) return { problem: notTemplate(file.path, 'of a version that Heat knows') }
  return { problem: { ...notTemplate(file.path), message: 'the file is an environment, not a template' } }
}

/** Heat takes no environment with a section that it does not know, or an empty one (heat/common/environment_format.py: `validate`). */
function environmentOf(file: SourceFile): SourceFile | Failed {
  const wrong =
    versionEntry(file.root) ??
    entriesRead(file.root).find(
      (one) => !environmentSections.includes(nameOf(one) ?? '') || isNull(one.value),
    )
  if (wrong === undefined) return file
  const name = nameOf(wrong) ?? ''
  const location = new LineIndex(file.document.text).position(rangeOf(wrong)?.start ?? 0)
  const [code, message] = environmentSections.includes(name)
    ? ['missing-key', `the section ${name} is empty, which Heat rejects`]
    : ['unknown-section', `an environment has no section "${name}"`]
  return { problem: { path: file.path, ...location, code, message } }
}

/** What is wrong with a template that is given as an environment; undefined for what is no template. */
export function templateGiven({ path, bytes }: GivenFile): VerifyProblem | undefined {
  const loaded = load({ path, bytes })
  if (loaded.is !== 'file' || versionEntry(loaded.file.root) === undefined) return undefined
  const unfit = environmentOf(loaded.file)
  return 'problem' in unfit ? unfit.problem : undefined
}

function notTemplate(path: string, which?: string): VerifyProblem {
  const message = ['the file is not a template', which].filter((one) => one !== undefined).join(' ')
  return { path, line: 1, column: 1, code: 'not-a-template', message }
}

const mostText = 1 << 20

/** Represents the contents of a file: its source, or a digest if it is binary or huge. */
function contentOf(bytes: Uint8Array): FileContent {
  const decoded = bytes.length > mostText ? undefined : decode(bytes)
  if (decoded !== undefined && 'text' in decoded && !isBinary(decoded.text)) return decoded.text
  return { digest: sha256(bytes) }
}
