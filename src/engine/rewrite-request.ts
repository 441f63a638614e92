/** What callers of the library pass, who may write JavaScript: a mistake is named before anything is read. */

import { cfnVersions } from '../heat/dialects.ts'
import { didYouMean, nearNames } from '../heat/near-names.ts'
import { readingOptions } from '../heat/template.ts'
import { hotVersions } from '../heat/versions.ts'
import { listed } from '../text/document/listed.ts'
import { acceptableCodes, acceptedBy } from './findings/catalogue.ts'
import type { Preset } from './presets.ts'

/** A file in memory: its path decides how other files name it, and which syntax it has: environments (`.env`), JSON or YAML. */
export type FileSource =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly bytes: Uint8Array }

type OptionKind = 'string' | 'boolean' | 'list of strings' | 'preset, or a list of transforms'

/** The presets that a library may run. */
const presetNames: readonly Preset[] = [
  'migrate',
  'scripts',
  'migrate-natively',
  'nativize',
  'upgrade',
  'modernize',
]

/** The options of `rewrite`, by what they are. */
const kinds: Readonly<Record<string, OptionKind>> = {
  chain: 'preset, or a list of transforms',
  to: 'string',
  from: 'string',
  assumedVersion: 'string',
  accept: 'list of strings',
  partial: 'boolean',
  allowUnproved: 'boolean',
}

/**
 * Checks what `rewrite` is asked for.
 * @throws TypeError for what is not of the form that it must have, RangeError for a name that there is not
 */
export function checkRewriteOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('rewrite needs options, with a chain: a preset, or a list of transforms')
  if (!('chain' in options) || options.chain === undefined)
    throw new TypeError(
      `no chain is given${meant(Object.keys(options), 'chain') || ': a preset, or a list of transforms'}`,
    )
  checkNames('rewrite', options, Object.keys(kinds))
  for (const [name, value] of Object.entries(options)) {
    const kind = kinds[name] as OptionKind
    if (value !== undefined && !isOf(kind, value))
      throw new TypeError(`the option "${name}" is not a ${kind}`)
  }
  const { chain, accept, from, assumedVersion } = options as {
    readonly chain: unknown
    readonly accept?: readonly string[]
    readonly from?: string
    readonly assumedVersion?: string
  }
  if (typeof chain === 'string' && !presetNames.includes(chain as Preset))
    throw new RangeError(`unknown preset "${chain}"${nearHint(chain, presetNames)}`)
  for (const code of accept ?? []) checkAccepted(code)
  if (from !== undefined) checkName('reading', from, readingOptions)
  if (assumedVersion !== undefined) checkVersion(assumedVersion, cfnVersions)
}

/** @throws TypeError for an option of another name */
export function checkNames(of: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new TypeError(`${of}: unknown option "${name}"${hintAmong(name, known)}`)
}

/**
 * @param others versions that are none of HOT's
 * @throws RangeError for a version that there is not
 */
export function checkVersion(given: string, others: readonly string[] = []): void {
  checkName('version', given, [...hotVersions, ...others])
}

function checkName(what: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return
  throw new RangeError(`there is no ${what} "${given}"${hintAmong(given, known)}`)
}

/** All names where none is near: short words are near to none. */
export function hintAmong(name: string, known: readonly string[]): string {
  return nearHint(name, known) || `, only ${listed(known, ' and ')}`
}

function checkAccepted(given: string): void {
  if (acceptedBy(given) === undefined && !/^R-\d+$/.test(given))
    throw new RangeError(`"${given}" is nothing that can be accepted${nearHint(given, acceptableCodes())}`)
}

function isOf(kind: OptionKind, value: unknown): boolean {
  switch (kind) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'list of strings':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
    case 'preset, or a list of transforms':
      return typeof value === 'string' || Array.isArray(value)
  }
}

/**
 * The file as the engine takes it.
 * @throws TypeError for what is no file in memory
 */
export function fileInput(file: FileSource): { readonly path: string; readonly bytes: Uint8Array } {
  const given: Readonly<Record<string, unknown>> = Object(file)
  const { path, text, bytes } = given
  if (typeof path !== 'string') throw new TypeError('a file needs a path, and its text or bytes')
  const names = Object.keys(given)
  if (bytes instanceof Uint8Array) return { path, bytes }
  if (typeof text !== 'string')
    throw new TypeError(`the file "${path}" has neither text nor bytes${meant(names, 'text')}`)
  return { path, bytes: new TextEncoder().encode(text) }
}

/**
 * The files as the engine takes them.
 * @throws TypeError for what is no list of files in memory
 */
export function fileInputs(
  files: readonly FileSource[],
): readonly { readonly path: string; readonly bytes: Uint8Array }[] {
  if (!Array.isArray(files)) throw new TypeError('the files are not a list')
  return files.map(fileInput)
}

/** Which of the names that were given may be meant, as the end of a message. */
function meant(given: readonly string[], wanted: string): string {
  const near = nearNames(wanted, given, 1)[0]
  return near === undefined ? '' : `; did you mean it by "${near}"?`
}

/** The name of those that are known which may be meant, as the end of a message. */
export function nearHint(name: string, known: readonly string[]): string {
  return didYouMean(name, new Map(known.map((one) => [one, one]))).hint
}
