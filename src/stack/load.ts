/** From bytes to a recognised source file: the only way by which a file gets into hotshift. */

import { looksLikeTemplate } from '../heat/candidate.ts'
import { keyOfCfnVersion } from '../heat/dialects.ts'
import { cfnKind, type Recognition, recognise, type TemplateKind } from '../heat/kind.ts'
import { chooseReading } from '../heat/reading.ts'
import { isCfn, type ReadingOption } from '../heat/template.ts'
import { looksTemplated, templatedByName } from '../heat/templated.ts'
import { versionOf } from '../heat/versions.ts'
import { mapping } from '../text/document/build.ts'
import { type Document, type Reading, type ReadSource, readDocument } from '../text/document/document.ts'
import { type Mapping, type Range, textRange } from '../text/document/node.ts'
import type { SyntaxCode } from '../text/yaml/position.ts'
import { fileName, isNamedAsTemplate, type SourceFile } from './source-file.ts'
import { type EnvironmentNaming, isEnvironmentName } from './workspace.ts'

/** A file as it comes from a disk, an archive or a caller's memory. */
export interface FileInput {
  /** Relative to the working directory, `/` as separator. */
  readonly path: string
  readonly bytes: Uint8Array
  /** The bytes as they were read already, by whoever has done so. */
  readonly read?: ReadSource
}

export interface LoadOptions {
  /** Files under such names are environments, whatever they hold; without it only their content decides. */
  readonly naming?: EnvironmentNaming
  /** What a template counts as that declares no version of Heat's: one of HOT, or one of CloudFormation. */
  readonly assumedVersion?: string
  /** How CloudFormation is read; `auto` without it. */
  readonly from?: ReadingOption
}

/** A template or an environment. */
export interface LoadedFile {
  readonly is: 'file'
  readonly file: SourceFile
  /** Why a template language has to run over it first, although it can be read. */
  readonly templated?: string
}

/** Why a template or an environment cannot be read. */
type UnreadableCode = SyntaxCode | 'invalid-utf8' | 'not-a-template'

/** What cannot be read of a file: its bytes as a string, the string as YAML or JSON, or its data as an environment. */
export function unreadableAs(code: UnreadableCode): 'string' | 'tree' | 'environment' {
  if (code === 'invalid-utf8') return 'string'
  return code === 'not-a-template' ? 'environment' : 'tree'
}

/** What looks like a template or an environment and cannot be read. */
export interface UnreadableInput {
  readonly is: 'unreadable'
  readonly path: string
  /** As far as it could be decoded. */
  readonly text: string
  /** What it would be, by its marker words. */
  readonly kind: TemplateKind
  readonly code: UnreadableCode
  readonly message: string
  readonly range: Range | undefined
  /** What to do, where more is known than by the code. */
  readonly help?: string
  /** Why a template language has to run over it first. */
  readonly templated?: string
}

/** Neither a template nor an environment. */
interface OtherInput {
  readonly is: 'other'
  readonly path: string
  readonly reason: 'binary file' | 'empty file' | 'not a template'
  /** Undefined for what was not decoded: of binary files, all that have no name of a template. */
  readonly text?: string
  /** Why a template language has to run over it first, which may make a template of it. */
  readonly templated?: string
}

export type Loaded = LoadedFile | UnreadableInput | OtherInput

/** Decodes, reads and recognises one file. Never throws for bad input. */
export function load({ path, bytes, read }: FileInput, options: LoadOptions = {}): Loaded {
  if (areBinary(bytes) && !isNamedAsTemplate(path)) return { is: 'other', path, reason: 'binary file' }
  const decoded = decode(bytes)
  const text = 'text' in decoded ? decoded.text : decoded.lossy
  if (isBinary(text)) return { is: 'other', path, text, reason: 'binary file' }
  const { naming } = options
  const isNamed = naming !== undefined && isEnvironmentName(path, naming)
  // A report of very many findings would cost much to read, and its words make it look like a template.
  if (!isNamed && (!looksLikeTemplate(text) || isOwnFile({ path, bytes }))) return otherText(path, text)
  // A string that UTF-8 cannot hold is another one in bytes.
  const source = read?.text === text ? read : { text }
  const loaded = loadText(path, source, isNamed, options)
  if ('text' in decoded || loaded.is === 'other') return loaded
  const at = decoded.validUpTo
  const kind = loaded.is === 'file' ? loaded.file.recognition.kind : loaded.kind
  const range = { start: at, end: at + 1 }
  return {
    is: 'unreadable',
    path,
    text,
    kind,
    code: 'invalid-utf8',
    message: 'a byte here is not UTF-8',
    range,
    help: conversionHelp(bytes, path),
  }
}

function otherText(path: string, text: string): OtherInput {
  return { is: 'other', path, text, reason: text.trim() === '' ? 'empty file' : 'not a template' }
}

function loadText(path: string, source: ReadSource, isNamed: boolean, options: LoadOptions): Loaded {
  const { text } = source
  const reading = readAsHeat(source, isNamed, options.naming !== undefined)
  const isRead = 'document' in reading
  const templated = isRead ? templatedByName(text, path) : looksTemplated(text, path)
  const because = templated === undefined ? {} : { templated }
  if (!isRead) {
    const { problem } = reading
    const { code, start, end } = problem
    return {
      is: 'unreadable',
      path,
      text,
      kind: guessKind(text),
      code,
      // Computed only where it is shown: it costs another reading of the source.
      get message() {
        return problem.message
      },
      range: { start, end },
      ...because,
    }
  }
  const { document, recognition } = reading
  const { root } = document
  const isMisused = options.naming?.together?.includes(path) === true && recognition.kind !== 'environment'
  if (root?.kind === 'map' && recognition.kind !== 'not-a-template' && !isMisused)
    return {
      is: 'file',
      file: sourceFile(path, document, root, assumed(recognition, options), options),
      ...because,
    }
  return isNamed ? namedEnvironment(path, document) : { ...otherText(path, text), ...because }
}

/** A file with what is known of it before any transform. */
function sourceFile(
  path: string,
  document: Document,
  root: Mapping,
  recognition: Recognition,
  { from }: LoadOptions = {},
): SourceFile {
  const { kind, versionText } = recognition
  const version = kind === 'hot' ? versionOf(versionText ?? '') : undefined
  const choice = isCfn(kind) ? chooseReading(root, recognition, from) : undefined
  const { syntax } = document
  const reading = choice?.reading ?? 'heat'
  return choice === undefined
    ? { path, document, root, recognition, kind, version, syntax, reading }
    : { path, document, root, recognition, kind, version, syntax, reading, readingChoice: choice }
}

/**
 * With an assumed version, a fragment is as good as a HOT template, and CloudFormation of any version as good as
 * Heat's.
 */
function assumed(recognition: Recognition, { assumedVersion }: LoadOptions): Recognition {
  const { kind, problem } = recognition
  const isMissing = problem !== undefined && problem !== 'several-versions'
  if (assumedVersion === undefined || !isMissing) return recognition
  const cfnKey = keyOfCfnVersion(assumedVersion)
  // Without any, AWS knows how to read it.
  if (isCfn(kind) && cfnKey !== undefined && problem !== 'no-version')
    return {
      kind: cfnKind(cfnKey, kind.endsWith('json') ? 'json' : 'yaml'),
      versionKey: cfnKey,
      versionText: assumedVersion,
    }
  if (cfnKey !== undefined || (kind !== 'hot' && kind !== 'hot-fragment')) return recognition
  return { kind: 'hot', versionKey: 'heat_template_version', versionText: assumedVersion }
}

/**
 * An environment in braces is YAML too: `1e3` is a string in it (heat/common/environment_format.py: parse).
 * @param isEnvironment whether its name says so
 * @param areMeant whether what is an environment by its content is to be read as one
 */
function readAsHeat(
  source: ReadSource,
  isEnvironment: boolean,
  areMeant: boolean,
):
  | { readonly document: Document; readonly recognition: Recognition }
  | Extract<Reading, { problem: unknown }> {
  const { text } = source
  const reading = isEnvironment ? readDocument(text, 'yaml') : (source.reading ?? readDocument(text))
  if ('problem' in reading) return reading
  const { document } = reading
  const recognition = recognise(document.root, document.syntax)
  const isMisread =
    areMeant && !isEnvironment && document.syntax === 'json' && recognition.kind === 'environment'
  return isMisread ? readAsHeat(source, true, true) : { document, recognition }
}

/** A file that only its name or role makes an environment: empty, or with other sections than Heat knows. */
function namedEnvironment(path: string, document: Document): Loaded {
  const { root, text } = document
  const isNothing = root === undefined || (root.kind === 'scalar' && root.type === 'null')
  const isEmpty = isNothing || (root.kind === 'map' && root.entries.length === 0)
  if (!isEmpty && root.kind !== 'map') {
    const message = 'the environment is not a mapping'
    return {
      is: 'unreadable',
      path,
      text,
      kind: 'environment',
      code: 'not-a-template',
      message,
      range: textRange(root),
    }
  }
  const recognition: Recognition = {
    kind: 'environment',
    ...(isEmpty ? {} : { problem: 'unknown-section' as const }),
  }
  const tree = root?.kind === 'map' ? root : mapping([], { for: root, style: 'block' })
  return { is: 'file', file: sourceFile(path, document, tree, recognition) }
}

/** What a file that cannot be read would have been, by its marker words. */
function guessKind(text: string): TemplateKind {
  if (text.includes('heat_template_version')) return 'hot'
  const isJson = /^\ufeff?\s*\{/.test(text)
  if (text.includes('HeatTemplateFormatVersion')) return isJson ? 'heat-cfn-json' : 'heat-cfn-yaml'
  if (!text.includes('AWSTemplateFormatVersion') && /resource_registry|parameter_defaults/.test(text))
    return 'environment'
  return isJson ? 'cfn-json' : 'cfn-yaml'
}

/** Whether what cannot be read is one that Heat is to read: prose and programs mention the marker words as well. */
export function isForHeat({ path, text }: Pick<UnreadableInput, 'path' | 'text'>): boolean {
  return isTemplateName(path) && !text.startsWith('#!')
}

/** Names under which templates go. */
export function isTemplateName(path: string): boolean {
  return /(?:^|\/)[^./]+$|\.(?:ya?ml|json|template|heat|hot|cfn|env|txt)$/i.test(path)
}

/** Bytes as a string, or where they stop being UTF-8. */
type Decoded = { readonly text: string } | { readonly validUpTo: number; readonly lossy: string }

/** Decodes UTF-8; a byte order mark is preserved, so that encoding gives the same bytes. */
export function decode(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return { validUpTo: firstDifference(bytes, lossy), lossy }
  }
}

/** Offset in the decoded string of the first character that the bytes do not encode. */
function firstDifference(bytes: Uint8Array, lossy: string): number {
  const encoder = new TextEncoder()
  let length = 0
  let known = 0
  for (let at = lossy.indexOf('\ufffd'); at !== -1; at = lossy.indexOf('\ufffd', at + 1)) {
    length += encoder.encode(lossy.slice(known, at)).length
    known = at
    const isWritten = bytes[length] === 0xef && bytes[length + 1] === 0xbf && bytes[length + 2] === 0xbd
    if (!isWritten) return at
  }
  return 0
}

/** Whether a file is binary: a NUL character near its start, the criterion of `git`. */
export function isBinary(text: string): boolean {
  return text.slice(0, 8000).includes('\0')
}

/** The same of bytes, so that images and archives need not be decoded to be passed over. */
export function areBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0)
}

// Files that hotshift reads and writes for itself: they are not part of the package in whose directory they are.

const configuration = /^hotshift\.config\.(?:[cm]?[jt]s|json|ya?ml)$/

/** What reports, plans, decisions and baselines hold near their beginning; JSON Lines near their end. */
const marks = ['"urn:hotshift:', '"hotshiftBaseline"', '<title>hotshift ']

/** At most this many bytes are examined at either end. */
const ENOUGH = 4000

/** Whether a file has a name of hotshift's own configuration. */
export function isConfigurationName(path: string): boolean {
  return configuration.test(fileName(path))
}

/** @param file its path with `/` as separator */
export function isOwnFile({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): boolean {
  if (isConfigurationName(path)) return true
  if (!/\.(?:jsonl?|html)$/.test(path)) return false
  const parts = [bytes.subarray(0, ENOUGH), bytes.subarray(-ENOUGH)].map((part) =>
    new TextDecoder().decode(part),
  )
  return marks.some((mark) => parts.some((part) => part.includes(mark)))
}

interface Encoding {
  /** As people call it. */
  readonly name: string
  /** As iconv calls it. */
  readonly iconv: string
}

const [japanese, korean, chinese] = [/[\u3040-\u30ff\u4e00-\u9fff]/g, /[\uac00-\ud7a3]/g, /[\u4e00-\u9fff]/g]
const kana = /[\u3040-\u30ff]/

/** Encodings of two bytes a character, with the script of their language, and what every sentence of it has. */
const multibyte = [
  { name: 'Shift-JIS', iconv: 'CP932', label: 'shift_jis', script: japanese, needs: kana },
  { name: 'EUC-JP', iconv: 'EUC-JP', label: 'euc-jp', script: japanese, needs: kana },
  { name: 'EUC-KR', iconv: 'EUC-KR', label: 'euc-kr', script: korean, needs: /./ },
  { name: 'GB18030', iconv: 'GB18030', label: 'gb18030', script: chinese, needs: /./ },
] as const

/** The encoding that the bytes look like: one that has no byte that it could not have. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const high = bytes.filter((byte) => byte > 0x7f).length
  for (const { label, script, needs, ...encoding } of multibyte) {
    const text = decoded(bytes, label) ?? ''
    const found = text.match(script)?.length ?? 0
    // The second byte of a character may be one of ASCII, and few letters with accents make up characters by chance.
    if (found > 1 && found >= high * 0.4 && needs.test(text)) return encoding
  }
  const isWindows = bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)
  return isWindows
    ? { name: 'Windows-1252', iconv: 'WINDOWS-1252' }
    : { name: 'Latin-1', iconv: 'ISO-8859-1' }
}

/** Undefined where the bytes are no such source. */
function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What to do about a file, with the command for its directory. */
export function conversionHelp(bytes: Uint8Array, path: string): string {
  const { name, iconv } = encodingOf(bytes)
  const file = /^[\w./@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  const made = file.endsWith("'") ? `${file.slice(0, -1)}.utf8'` : `${file}.utf8`
  return `The file looks like ${name}; convert it: iconv -f ${iconv} -t UTF-8 ${file} > ${made} && mv ${made} ${file}`
}
