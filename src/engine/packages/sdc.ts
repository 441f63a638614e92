/** Packages before SDC's onboarding: what it would find in the files of a run. */

import { checks } from '../../rules/sdc/checks.ts'
import { reportedAs, sdcFindings } from '../../rules/sdc/findings.ts'
import type { SdcLocated } from '../../rules/sdc/rule.ts'
import type { SdcFile } from '../../rules/sdc/sdc-file.ts'
import { manifestName, SdcPackage } from '../../rules/sdc/sdc-package.ts'
import { hasVersionLine } from '../../rules/sdc/text-scan.ts'
import { areBinary, decode, type FileInput, isOwnFile } from '../../stack/load.ts'
import { archiveOf, directoriesAbove, directoryOf, fileName } from '../../stack/source-file.ts'
import { readDocument } from '../../text/document/document.ts'
import { push } from '../../text/document/multimap.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import { failed } from '../defect.ts'
import { located, notSkipped } from '../file-outcome.ts'
import { behaves } from '../findings/catalogue.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import { sifted } from '../findings/ignored-findings.ts'
import type { FileOutcome, LocatedFinding } from '../outcome.ts'
import { partOf } from './empty-packages.ts'

/** The packages that SDC would be handed, among the files of a run. */
export class SdcPackages {
  readonly #folders: readonly string[]
  /** Known as soon as the run is partitioned; a run of one piece is not. */
  #roots: ReadonlySet<string> | undefined

  /** @param folders the directories that the run was given, as `directoryOf` names them */
  constructor(folders: readonly string[] = []) {
    this.#folders = folders
  }

  /** What must be seen at once, of all files of the run. */
  partition(inputs: Iterable<FileInput>): readonly (readonly string[])[] {
    const all = [...inputs]
    this.#roots = rootsOf(all, this.#folders)
    return [...this.sets(all).values()].map((set) => set.map(({ path }) => path))
  }

  /** The files by the directory of their package. */
  sets(inputs: readonly FileInput[]): ReadonlyMap<string, readonly FileInput[]> {
    const roots = this.#roots ?? rootsOf(inputs, this.#folders)
    const sets = new Map<string, FileInput[]>()
    for (const input of inputs) {
      const root = isOwnFile(input) ? undefined : rootAbove(input.path, roots)
      if (root !== undefined) push(sets, root, input)
    }
    return sets
  }
}

export function sdcPackageOf(root: string, files: readonly FileInput[]): SdcPackage {
  return new SdcPackage(files.map((input) => sdcFile(root, input)))
}

function sdcFile(root: string, { path, bytes }: FileInput): SdcFile {
  const name = path.slice(root.length)
  if (areBinary(bytes)) return { name, path, text: undefined }
  const decoded = decode(bytes)
  return { name, path, text: 'text' in decoded ? decoded.text : undefined }
}

/**
 * All of an archive is one package, whatever folders it has; of directories those that hold templates, a manifest or an
 * environment, and those that the run was given where there is none of these above or below.
 */
function rootsOf(inputs: readonly FileInput[], folders: readonly string[]): ReadonlySet<string> {
  const manifests = new Set<string>()
  const templates = new Set<string>()
  for (const { path, bytes } of inputs) {
    const archive = archiveOf(path)
    if (archive !== undefined) manifests.add(archive)
    else if (fileName(path) === manifestName) manifests.add(directoryOf(path))
    else if (/\.ya?ml$/.test(path) && !templates.has(directoryOf(path)) && isTemplate(bytes))
      templates.add(directoryOf(path))
  }
  const all = [...templates].filter(
    (one) =>
      !directoriesAbove(one)
        .slice(1)
        .some((above) => templates.has(above) || manifests.has(above)),
  )
  const roots = new Set([...manifests, ...all])
  const withRoots = new Set([...roots].flatMap(directoriesAbove))
  const addIfAlone = (directory: string) => {
    const above = directoriesAbove(directory)
    if (withRoots.has(directory) || above.some((one) => roots.has(one))) return
    roots.add(directory)
    for (const one of above) withRoots.add(one)
  }
  // The outermost one: what lies in a package is a part of it.
  for (const one of environmentDirectories(inputs, withRoots)) addIfAlone(one)
  for (const one of folders) addIfAlone(one)
  return roots
}

function environmentDirectories(inputs: readonly FileInput[], known: ReadonlySet<string>): readonly string[] {
  const found = inputs.flatMap((input) => {
    const directory = directoryOf(input.path)
    return !known.has(directory) && isEnvironment(input) ? [directory] : []
  })
  return [...new Set(found)].sort((a, b) => a.length - b.length)
}

function isEnvironment(input: FileInput): boolean {
  return input.path.endsWith('.env') && partOf(input) === 'environment'
}

function isTemplate(bytes: Uint8Array): boolean {
  const decoded = decode(bytes)
  return 'text' in decoded && hasVersionLine(decoded.text)
}

function rootAbove(path: string, roots: ReadonlySet<string>): string | undefined {
  return directoriesAbove(path).find((one) => roots.has(one))
}

/**
 * The outcomes, with what SDC finds in their files.
 * @param isWanted whether findings of a code are asked for
 */
export function withSdcFindings(
  inputs: readonly FileInput[],
  outcomes: readonly FileOutcome[],
  packages: SdcPackages,
  isWanted: (code: string) => boolean,
): readonly FileOutcome[] {
  const found = new Map<string, Finding[]>()
  const failures = new Map<string, unknown>()
  for (const [root, files] of packages.sets(inputs)) {
    try {
      for (const one of sdcFindings(sdcPackageOf(root, files))) {
        const finding = sdcFinding(one)
        if (isWanted(finding.code)) push(found, one.path, finding)
      }
    } catch (error) {
      for (const { path } of files) failures.set(path, error)
    }
  }
  const texts = new Map(inputs.map((input) => [input.path, input]))
  return outcomes.map((outcome) => {
    const { path, kind } = outcome
    if (failures.has(path)) return failed(path, failures.get(path), kind, outcome.before)
    const own = found.get(path)
    const input = texts.get(path)
    return own === undefined ? outcome : withFindings(outcome, own, input)
  })
}

/**
 * An outcome with more findings.
 * @param input the file as it was read; undefined for one that a run creates
 */
export function withFindings(
  outcome: FileOutcome,
  own: readonly Finding[],
  input: FileInput | undefined,
): FileOutcome {
  const decoded = input === undefined ? { text: '' } : decode(input.bytes)
  const text = 'text' in decoded ? decoded.text : decoded.lossy
  const lines = new LineIndex(text)
  const { findings, ignored } = siftedOf(own, text)
  const all = [...outcome.findings, ...located(findings, lines)].sort(byPosition)
  const setAside = [...(outcome.ignored ?? []), ...located(ignored, lines)]
  const before = input === undefined ? {} : { before: text }
  const made = {
    ...outcome,
    ...before,
    findings: all,
    ...(setAside.length === 0 ? {} : { ignored: setAside }),
  }
  return notSkipped(made)
}

/** Comments set aside what they name; that one is of no use is for the check that knows all codes to say. */
function siftedOf(own: readonly Finding[], text: string): ReturnType<typeof sifted> {
  if (!text.includes('hotshift-ignore')) return { findings: own, ignored: [] }
  const reading = readDocument(text)
  if ('problem' in reading) return { findings: own, ignored: [] }
  const { findings, ignored } = sifted(own, reading.document)
  return { findings: findings.filter((one) => !behaves(one.code, 'of an ignoring comment')), ignored }
}

function byPosition(a: { line: number; column: number }, b: { line: number; column: number }): number {
  return a.line - b.line || a.column - b.column
}

/** What SDC finds as a finding: its message names SDC's own codes. */
export function sdcFinding(found: SdcLocated): Finding {
  const { check, message, range, remedy, isOwnFault, about } = found
  const code = isOwnFault === true ? 'sdc-own-fault' : checks[check].code
  const [first, ...again] = reportedAs(found)
  const names = again.length === 0 ? first : `${first}, again as ${again.join(', ')}`
  const help =
    remedy.kind === 'by-hand' ? remedy.advice : `\`hotshift remediate --profile sdc\` ${remedy.does}.`
  return { ...findingOf(code, `${message} (SDC: ${names})`, range, { help }), about }
}

/** What SDC says of a manifest it says better. */
export function withoutManifest(outcome: FileOutcome): FileOutcome {
  const isOfManifest = (one: LocatedFinding) => behaves(one.code, 'of a manifest')
  if (!outcome.findings.some(isOfManifest)) return outcome
  return { ...outcome, findings: outcome.findings.filter((one) => !isOfManifest(one)) }
}
