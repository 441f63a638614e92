/** Packages of a run without any template: none is formed from their files, and each violates what it MUST all the same. */

import { isManifestName } from '../../rules/onap/manifest.ts'
import { isInScope } from '../../rules/onap/repairing.ts'
import { type RequirementId, requirementOf } from '../../rules/onap/requirement.ts'
import type { Found } from '../../rules/onap/rule.ts'
import { withoutTemplates } from '../../rules/onap/rules/no-template.ts'
import { hasVersionLine } from '../../rules/sdc/text-scan.ts'
import { type FileInput, isOwnFile, isTemplateName, load } from '../../stack/load.ts'
import { archiveOf, directoriesAbove, directoryOf, isYamlName } from '../../stack/source-file.ts'
import { push } from '../../text/document/multimap.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import type { Engine } from '../engine-contract.ts'
import { located } from '../file-outcome.ts'
import { type Finding, requirementFinding } from '../findings/finding.ts'
import type { FileOutcome } from '../outcome.ts'
import { withStage } from './packages-engine.ts'

interface Asked {
  /** The directories that the run was given, as `directoryOf` names them: of others not all files may be part of it. */
  readonly folders: readonly string[]
  readonly isWanted?: (requirement: RequirementId) => boolean
  /** Whether the release has a requirement; all where nothing is said. */
  readonly isAsked?: ((requirement: RequirementId) => boolean) | undefined
}

type Findings = ReadonlyMap<string, readonly Finding[]>

/** The engine, which also says of packages without any template what they violate. */
export function withEmptyPackages(
  engine: Engine,
  { folders, isWanted = () => true, isAsked }: Asked,
): Engine {
  const find = (inputs: readonly FileInput[], sets: readonly (readonly string[])[]) =>
    findingsOf(
      emptyPackages(inputs, sets, folders)
        .flatMap(({ others, environments }) => withoutTemplates(others, environments))
        .filter(({ requirement }) => isInScope({ isWanted, isAsked }, requirement)),
    )
  // Known as soon as the run is partitioned; a run of one piece is not.
  let known: Findings | undefined
  return withStage(engine, {
    see(inputs, outcomes, sets) {
      const findings = known ?? find(inputs, sets())
      return outcomes.map((one) => withMore(one, findings.get(one.path) ?? []))
    },
    sets(inputs, sets) {
      known = find(inputs, sets)
      return []
    },
  })
}

function findingsOf(found: readonly Found[]): Findings {
  const findings = new Map<string, Finding[]>()
  for (const { requirement, path, message, remedy } of found) {
    const keyword = requirementOf(requirement)?.keyword ?? 'MUST'
    const help = remedy.kind === 'by-hand' ? remedy.advice : ''
    push(
      findings,
      path,
      requirementFinding(requirement, message, { keyword, repair: 'by-hand' }, undefined, { help }),
    )
  }
  return findings
}

/** A file that is refused for what it holds was not passed over. */
function withMore(outcome: FileOutcome, added: readonly Finding[]): FileOutcome {
  const known = new Set(outcome.findings.map(({ code }) => code))
  const more = added.filter(({ code }) => !known.has(code))
  if (more.length === 0) return outcome
  const findings = [...located(more, new LineIndex(outcome.before ?? '')), ...outcome.findings]
  return outcome.status === 'skipped' ? { ...outcome, status: 'blocked', findings } : { ...outcome, findings }
}

interface EmptyPackage {
  readonly environments: readonly string[]
  readonly others: readonly string[]
}

/**
 * Archives, directories with a manifest or an environment, and the given directories in which there is none of these: those that
 * have no template in them, below them or above them, and nothing that belongs together with one.
 * @param sets of files that belong together
 */
function emptyPackages(
  inputs: readonly FileInput[],
  sets: readonly (readonly string[])[],
  folders: readonly string[],
): readonly EmptyPackage[] {
  const given = new Set(folders)
  const own = inputs.filter(
    ({ path }) => archiveOf(path) !== undefined || directoriesAbove(path).some((one) => given.has(one)),
  )
  const { parts, aboveTemplates } = partsOf(own, sets)
  const roots = new Set<string>()
  for (const [path, part] of parts) {
    const archive = archiveOf(path)
    if (archive !== undefined) roots.add(archive)
    else if (part === 'environment' || isManifestName(path)) roots.add(directoryOf(path))
  }
  const withRoots = new Set([...roots].flatMap(directoriesAbove))
  for (const folder of folders) if (!withRoots.has(folder) && !aboveTemplates.has(folder)) roots.add(folder)
  const byRoot = new Map<string, { environments: string[]; others: string[] }>()
  for (const [path, part] of parts) {
    // The outermost one: what lies in a package is a part of it.
    const root = archiveOf(path) ?? directoriesAbove(path).findLast((one) => roots.has(one))
    if (root === undefined) continue
    const known = byRoot.get(root) ?? { environments: [], others: [] }
    byRoot.set(root, known)
    known[part === 'environment' ? 'environments' : 'others'].push(path)
  }
  return [...byRoot.values()]
}

/**
 * The files of packages without templates, with what they are, and the directories in which, or below which, there is a template.
 * Files of ours are none of a package.
 */
function partsOf(
  inputs: readonly FileInput[],
  sets: readonly (readonly string[])[],
): {
  readonly parts: ReadonlyMap<string, 'environment' | 'other'>
  readonly aboveTemplates: ReadonlySet<string>
} {
  const setOf = new Map(sets.flatMap((set) => set.map((path) => [path, set] as const)))
  /** Directories of packages with templates, and all directories that lie above one. */
  const full = new Set<string>()
  const aboveTemplates = new Set<string>()
  const isKnown = (path: string) =>
    aboveTemplates.has(directoryOf(path)) || directoriesAbove(path).some((one) => full.has(one))
  const parts = new Map<string, 'environment' | 'other'>()
  // Templates first: in their packages nothing else is read.
  const inOrder = [...inputs].sort((a, b) => Number(isYamlName(b.path)) - Number(isYamlName(a.path)))
  for (const input of inOrder) {
    const { path } = input
    if (isKnown(path)) continue
    const part = partOf(input)
    if (part === 'environment' || part === 'other') parts.set(path, part)
    if (part !== 'template') continue
    for (const one of setOf.get(path) ?? [path]) {
      full.add(directoryOf(one))
      for (const directory of directoriesAbove(one)) aboveTemplates.add(directory)
    }
  }
  for (const path of parts.keys()) if (isKnown(path)) parts.delete(path)
  return { parts, aboveTemplates }
}

/** What a file is of a package that may have no template. */
export function partOf(input: FileInput): 'template' | 'environment' | 'other' | 'of ours' {
  const { path } = input
  if (!isTemplateName(path)) return 'other'
  if (isOwnFile(input)) return 'of ours'
  if (isYamlName(path) && hasVersionLine(Buffer.from(input.bytes).toString('latin1'))) return 'template'
  const loaded = load(input)
  if (loaded.is === 'other') return loaded.templated === undefined ? 'other' : 'template'
  // What cannot be read may be one, and is reported as what it is.
  if (loaded.is === 'unreadable') return path.endsWith('.env') ? 'environment' : 'template'
  if (loaded.file.recognition.kind === 'environment') return 'environment'
  return loaded.file.kind === 'blueprint' ? 'other' : 'template'
}
