/** Packages repaired for SDC: after the transforms their manifest, and what is left. */

import { type About, aboutAnyName, aboutKey } from '../../heat/about.ts'
import { type InNewNames, inNewFileNames } from '../../rules/onap/new-file-names.ts'
import { sdcFindings } from '../../rules/sdc/findings.ts'
import { repairedManifest, writtenManifest } from '../../rules/sdc/repaired-manifest.ts'
import type { SdcLocated } from '../../rules/sdc/rule.ts'
import type { SdcFile } from '../../rules/sdc/sdc-file.ts'
import { manifestName, SdcPackage } from '../../rules/sdc/sdc-package.ts'
import type { FileInput } from '../../stack/load.ts'
import { directoryOf, fileName } from '../../stack/source-file.ts'
import { push } from '../../text/document/multimap.ts'
import { editJson } from '../../text/print/print.ts'
import type { Engine } from '../engine-contract.ts'
import { changed, left } from '../file-outcome.ts'
import type { Finding } from '../findings/finding.ts'
import { followRenames } from '../names/follow-renames.ts'
import type { FileOutcome } from '../outcome.ts'
import { withStage } from './packages-engine.ts'
import { SdcPackages, sdcFinding, sdcPackageOf, withFindings, withoutManifest } from './sdc.ts'

/**
 * The engine, which also writes manifests and says what SDC still finds.
 * @param folders the directories that the run was given, as `directoryOf` names them
 */
export function withSdcRemediation(engine: Engine, folders: readonly string[] = []): Engine {
  const packages = new SdcPackages(folders)
  return withStage(engine, {
    see: (inputs, outcomes) =>
      [...packages.sets(inputs)].reduce(
        (current, [root, files]) => remediated(root, files, current),
        outcomes,
      ),
    sets: (inputs) => packages.partition(inputs),
  })
}

function remediated(
  root: string,
  files: readonly FileInput[],
  outcomes: readonly FileOutcome[],
): readonly FileOutcome[] {
  const before = sdcPackageOf(root, files)
  const paths = new Set(files.map(({ path }) => path))
  const isOwn = ({ path, isNew }: FileOutcome) =>
    paths.has(path) || (isNew === true && path.startsWith(root) && directoryOf(path) === root)
  const written = withManifest(root, before, outcomes, isOwn)
  const after = packageAfter(root, before, written.filter(isOwn))
  return withLeft(before, after, written, files)
}

/** The package as it is once everything is written: what names a file with a new name follows it by then. */
function packageAfter(root: string, before: SdcPackage, own: readonly FileOutcome[]): SdcPackage {
  const texts = new Map([...before.files.values()].map(({ path, text }) => [path, text]))
  const outcomes = followRenames(own, (path) => texts.get(path))
  const files = new Map<string, SdcFile>(
    [
      ...before.files.values(),
      ...before.inFolders,
      ...(before.manifestFile === undefined ? [] : [before.manifestFile]),
    ].map((file) => [file.path, file]),
  )
  for (const { path, after, newPath } of outcomes) {
    if (after === undefined) continue
    files.delete(path)
    files.set(path, { path, name: (newPath ?? path).slice(root.length), text: after })
  }
  return new SdcPackage([...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)))
}

const giver = { id: 'onap/write-manifest', changes: 1 } as const

function withManifest(
  root: string,
  before: SdcPackage,
  outcomes: readonly FileOutcome[],
  isOwn: (outcome: FileOutcome) => boolean,
): readonly FileOutcome[] {
  const after = packageAfter(root, before, outcomes.filter(isOwn))
  const path = `${root}${manifestName}`
  const isEmpty = after.manifestFile === undefined || after.manifestFile.text?.trim() === ''
  const text = isEmpty ? writtenManifest(after, nameOf(root)) : repairedText(after)
  if (text === undefined) return outcomes
  const old = outcomes.find((one) => one.path === path)
  if (old === undefined) {
    const details = { transforms: [{ ...giver, gives: 'file' as const }] }
    return [...outcomes, changed(path, 'manifest', { after: text, isNew: true }, details)]
  }
  const transforms = [...old.transforms, giver]
  const next = changed(
    path,
    'manifest',
    { after: text, ...(old.group === undefined ? {} : { group: old.group }) },
    { before: old.before ?? before.manifestFile?.text ?? '', transforms },
  )
  return outcomes.map((one) => (one === old ? next : one))
}

function repairedText(after: SdcPackage): string | undefined {
  const repaired = repairedManifest(after)
  return repaired === undefined ? undefined : editJson(repaired.document, repaired.root)
}

/** A package is called like its folder or archive. */
function nameOf(root: string): string {
  return fileName(root.slice(0, -1)).replace(/\.(?:zip|csar)$/i, '') || 'package'
}

/**
 * What is left of what was found, at its location in what was read, and what is not; what is only there now stands at the
 * beginning of its file.
 */
function withLeft(
  before: SdcPackage,
  after: SdcPackage,
  outcomes: readonly FileOutcome[],
  files: readonly FileInput[],
): readonly FileOutcome[] {
  const leftOver = new LeftOver(sdcFindings(after))
  const all = sdcFindings(before)
  // Those about the same come first: no other one is to be taken for them.
  const same = all.map((one) => leftOver.take(one, aboutKey))
  const inNewNames = inNewFileNames(outcomes, '.env')
  const found = new Map<string, Finding[]>()
  for (const [index, one] of all.entries()) {
    const now = same[index] ?? leftOver.take(one, aboutAnyName)
    push(
      found,
      one.path,
      now === undefined ? repairedFinding(one, inNewNames) : sdcFinding({ ...now, range: one.range }),
    )
  }
  for (const one of leftOver.rest) push(found, one.path, sdcFinding({ ...one, range: undefined }))
  const byPath = new Map(files.map((file) => [file.path, file]))
  return outcomes.map((outcome) => {
    const own = found.get(outcome.path)
    // A manifest that is blocked, and of which SDC says nothing, needs the reason that it has.
    if (own === undefined) return outcome.status === 'changed' ? withoutManifest(outcome) : outcome
    return blockedByErrors(withFindings(withoutManifest(outcome), own, byPath.get(outcome.path)))
  })
}

/** What is found after a repair, until it is known what it was before. */
class LeftOver {
  readonly #open: Set<SdcLocated>

  constructor(all: readonly SdcLocated[]) {
    this.#open = new Set(all)
  }

  /** The first of the same check and file that is about the same. */
  take(before: SdcLocated, subject: (about: About) => string): SdcLocated | undefined {
    for (const one of this.#open) {
      const { check, path } = one
      if (check !== before.check || path !== before.path || subject(one.about) !== subject(before.about))
        continue
      this.#open.delete(one)
      return one
    }
    return undefined
  }

  get rest(): readonly SdcLocated[] {
    return [...this.#open]
  }
}

function repairedFinding(found: SdcLocated, inNewNames: InNewNames): Finding {
  const { remedy } = found
  const help =
    remedy.kind === 'repaired' ? `Repaired: ${inNewNames(remedy.does)}.` : 'Repaired by other changes.'
  return { ...sdcFinding(found), severity: 'info', help }
}

/** What only a person can decide keeps a file from being done. */
function blockedByErrors(outcome: FileOutcome): FileOutcome {
  const isLeft =
    outcome.status === 'unchanged' && outcome.findings.some(({ severity }) => severity === 'error')
  if (!isLeft) return outcome
  const { path, kind, findings, ...details } = outcome
  const made = left(path, kind, 'blocked', {
    findings,
    transforms: details.transforms,
    ...(details.before === undefined ? {} : { before: details.before }),
  })
  return { ...made, findings }
}
