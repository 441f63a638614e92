/** From the bytes of a run's files to packages. */
import type { EnvironmentNaming, Package } from '../package/package.ts'
import { baseName, directoryOf, type PackageFile, type UnreadableFile } from '../package/package-file.ts'
import { packagesOf } from '../package/packages-of.ts'
import { readPackageFile } from '../package/read-file.ts'
import { areBinary, decode, isBinary } from './decode.ts'
import type { FileInput } from './engine-contract.ts'
import { blocked, outcome } from './file-outcome.ts'
import type { FileOutcome } from './outcome.ts'

/** The packages among the files of a run, and what became of the files that belong to none or cannot be read. */
export interface PackageInputs {
  readonly packages: readonly Package[]
  /** By path. */
  readonly settled: ReadonlyMap<string, FileOutcome>
}

type Sorted =
  | { readonly file: PackageFile }
  | { readonly unreadable: UnreadableFile; readonly outcome: FileOutcome }
  | { readonly outcome: FileOutcome }

/**
 * Reads all files and sorts them into packages. Never throws for bad input.
 * @param exists whether there is a file at a path: an environment that is there and not among the inputs is
 * one that cannot be read
 */
export function readPackages(
  inputs: readonly FileInput[],
  naming: EnvironmentNaming,
  exists: (path: string) => boolean = () => false,
): PackageInputs {
  const bases = new Set(
    inputs.filter(({ path }) => /\.(?:ya?ml|template|hot|heat)$/i.test(path)).map(({ path }) => baseOf(path)),
  )
  const settled = new Map<string, FileOutcome>()
  const files: PackageFile[] = []
  const unreadable: UnreadableFile[] = []
  const others: string[] = []
  for (const input of inputs) {
    const sorted = sortInput(input, naming, bases)
    if ('file' in sorted) files.push(sorted.file)
    else {
      settled.set(input.path, sorted.outcome)
      if ('unreadable' in sorted) unreadable.push(sorted.unreadable)
      else others.push(input.path)
    }
  }
  unreadable.push(...leftOut(files, new Set(inputs.map(({ path }) => path)), naming, exists))
  return { packages: packagesOf({ files, unreadable, others, naming }), settled }
}

/** Environments of templates that are on disk and not among the files of the run, for example because an ignore file says so. */
function leftOut(
  files: readonly PackageFile[],
  known: ReadonlySet<string>,
  { suffix, common }: EnvironmentNaming,
  exists: (path: string) => boolean,
): readonly UnreadableFile[] {
  const wanted = files
    .filter(({ recognition }) => recognition.kind === 'hot')
    .map(({ path }) => common ?? baseOf(path) + suffix)
  return [...new Set(wanted)]
    .filter((path) => !known.has(path) && exists(path))
    .map((path) => ({ path, why: 'it is left out of this run; name it to have it filled' }))
}

function baseOf(path: string): string {
  return directoryOf(path) + baseName(path)
}

/** @param bases paths of templates, without what stands behind the last dot of the name */
function sortInput(
  { path, bytes }: FileInput,
  naming: EnvironmentNaming,
  bases: ReadonlySet<string>,
): Sorted {
  if (areBinary(bytes))
    return { outcome: outcome(path, 'not-a-template', 'skipped', { reason: 'binary file' }) }
  const decoded = decode(bytes)
  const text = 'text' in decoded ? decoded.text : decoded.lossy
  const skip = (reason: string): { readonly outcome: FileOutcome } => ({
    outcome: outcome(path, 'not-a-template', 'skipped', { before: text, reason }),
  })
  if (isBinary(text)) return skip('binary file')
  const read = readPackageFile(path, text, naming)
  if ('other' in read) return skip(text.trim() === '' ? 'empty file' : read.other)
  if (!('text' in decoded)) {
    const at = decoded.validUpTo
    const why = 'a byte here is no UTF-8'
    return refuse(path, text, { path, why, range: { start: at, end: at + 1 } }, 'invalid-utf8')
  }
  if ('file' in read) return read
  const { unreadable, code } = read
  const isMeant = path === naming.common || bases.has(path.slice(0, -naming.suffix.length))
  const isConcerned = isMeant || /heat_template_version|resource_registry|parameter_defaults/.test(text)
  // Only tags of Jinja come without a code, and what many programs call `.env` is no concern of ours.
  if (code === undefined || !isConcerned) return { unreadable, ...skip(unreadable.why) }
  return refuse(path, text, unreadable, code)
}

function refuse(path: string, text: string, unreadable: UnreadableFile, code: string): Sorted {
  const { why, range } = unreadable
  const kind = text.includes('heat_template_version') ? 'hot' : 'environment'
  const finding = {
    code,
    severity: 'error' as const,
    message: why,
    ...(range === undefined ? {} : { range }),
  }
  return { unreadable, outcome: blocked(path, kind, text, [finding]) }
}
