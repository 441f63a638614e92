/** Packages before SDC's onboarding: what it would find in the files of a run. */
import { readDocument } from '../document/document.ts'
import { push } from '../document/multimap.ts'
import { checks } from '../onap/sdc/checks.ts'
import { reportedAs, sdcFindings } from '../onap/sdc/findings.ts'
import type { SdcFound } from '../onap/sdc/rule.ts'
import type { SdcFile } from '../onap/sdc/sdc-file.ts'
import { manifestName, SdcPackage } from '../onap/sdc/sdc-package.ts'
import { hasVersionLine } from '../onap/sdc/text-scan.ts'
import { areBinary, decode, type FileInput, isOwnFile } from '../workspace/load.ts'
import { archiveOf, directoryOf, fileName } from '../workspace/source-file.ts'
import { LineIndex } from '../yaml/position.ts'
import { failed } from './defect.ts'
import { located } from './file-outcome.ts'
import { type Finding, findingOf } from './finding.ts'
import { aboutIgnoring, sifted } from './ignored-findings.ts'
import type { FileOutcome } from './outcome.ts'

/** The files of a run by the package that SDC would be handed, with the directory of each package. */
export function sdcSets(inputs: readonly FileInput[]): ReadonlyMap<string, readonly FileInput[]> {
  const roots = rootsOf(inputs)
  const sets = new Map<string, FileInput[]>()
  for (const input of inputs) {
    const root = isOwnFile(input) ? undefined : rootAbove(input.path, roots)
    if (root !== undefined) push(sets, root, input)
  }
  return sets
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

/** All of an archive is one package, whatever folders it has; of directories those that hold templates or a manifest. */
function rootsOf(inputs: readonly FileInput[]): ReadonlySet<string> {
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
    (one) => !parentsOf(one).some((above) => templates.has(above) || manifests.has(above)),
  )
  return new Set([...manifests, ...all])
}

function isTemplate(bytes: Uint8Array): boolean {
  const decoded = decode(bytes)
  return 'text' in decoded && hasVersionLine(decoded.text)
}

/** The directories above one, the nearest first. */
function parentsOf(directory: string): readonly string[] {
  const parents: string[] = []
  for (let one = directory; one !== ''; ) {
    one = directoryOf(one.slice(0, -1))
    parents.push(one)
  }
  return parents
}

function rootAbove(path: string, roots: ReadonlySet<string>): string | undefined {
  const own = directoryOf(path)
  return [own, ...parentsOf(own)].find((one) => roots.has(one))
}

/**
 * The outcomes, with what SDC finds in their files.
 * @param isWanted whether findings of a code are asked for
 */
export function withSdcFindings(
  inputs: readonly FileInput[],
  outcomes: readonly FileOutcome[],
  isWanted: (code: string) => boolean = () => true,
): readonly FileOutcome[] {
  const found = new Map<string, Finding[]>()
  const failures = new Map<string, unknown>()
  for (const [root, files] of sdcSets(inputs)) {
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
  return { ...outcome, ...before, findings: all, ...(setAside.length === 0 ? {} : { ignored: setAside }) }
}

/** Comments set aside what they name; that one is of no use is for the check that knows all codes to say. */
function siftedOf(own: readonly Finding[], text: string): ReturnType<typeof sifted> {
  if (!text.includes('hotshift-ignore')) return { findings: own, ignored: [] }
  const reading = readDocument(text)
  if ('problem' in reading) return { findings: own, ignored: [] }
  const { findings, ignored } = sifted(own, reading.document)
  return { findings: findings.filter((one) => !aboutIgnoring.has(one.code)), ignored }
}

function byPosition(a: { line: number; column: number }, b: { line: number; column: number }): number {
  return a.line - b.line || a.column - b.column
}

/** What SDC finds as a finding: its message names SDC's own codes. */
export function sdcFinding(found: SdcFound): Finding {
  const { check, message, range, remedy, isOwnFault } = found
  const code = isOwnFault === true ? 'sdc-own-fault' : checks[check].code
  const [first, ...again] = reportedAs(found)
  const names = again.length === 0 ? first : `${first}, again as ${again.join(', ')}`
  const help =
    remedy.kind === 'by-hand' ? remedy.advice : `\`hotshift remediate --profile sdc\` ${remedy.does}.`
  return findingOf(code, `${message} (SDC: ${names})`, range, { help })
}
