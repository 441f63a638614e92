/** Manifests of packages: what they say is held against the files, and follows them. */
import {
  type FileChanges,
  isManifestName,
  type ManifestProblem,
  manifestAfter,
  manifestProblems,
} from '../../rules/onap/manifest.ts'
import { decode, type FileInput, isOwnFile } from '../../stack/load.ts'
import { directoryOf, fileName } from '../../stack/source-file.ts'
import { editJson } from '../../text/print/print.ts'
import { failed } from '../defect.ts'
import { blocked, changed, notSkipped } from '../file-outcome.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import type { AppliedTransform, FileOutcome } from '../outcome.ts'

/** The outcomes, with what is wrong with the manifests beside templates. */
export function withManifestFindings(
  inputs: readonly FileInput[],
  outcomes: readonly FileOutcome[],
): readonly FileOutcome[] {
  return withManifests(inputs, outcomes, (outcome, text) => {
    const problems = manifestProblems(
      outcome.path,
      text,
      pathsAfter(inputs, outcomes),
      templateTest(outcomes),
    )
    return problems.length === 0 ? outcome : withFindings(outcome, text, findingsOf(problems))
  })
}

/**
 * The outcomes, with manifests that list what a run creates and renames. They are written with these files, or none is:
 * a manifest belongs to all of their groups.
 */
export function withUpdatedManifests(
  inputs: readonly FileInput[],
  outcomes: readonly FileOutcome[],
): readonly FileOutcome[] {
  const joined = new Map<string, string>()
  const updated = withManifests(inputs, outcomes, (outcome, text) => {
    const { path } = outcome
    const beside = outcomes.filter(
      (one) => one.status === 'changed' && directoryOf(one.path) === directoryOf(path) && isAnotherFile(one),
    )
    const created = beside.filter(({ isNew }) => isNew === true).map((one) => fileName(one.path))
    const renamed = new Map(
      beside.flatMap((one) =>
        one.newPath === undefined ? [] : [[fileName(one.path), fileName(one.newPath)] as const],
      ),
    )
    const after = updatedManifest(text, { created, renamed })
    const findings = findingsOf(
      manifestProblems(path, after, pathsAfter(inputs, outcomes), templateTest(outcomes)),
    )
    const errors = findings.filter(({ severity }) => severity === 'error')
    if (after === text) {
      if (findings.length === 0) return outcome
      if (errors.length > 0) return blocked(path, 'manifest', text, findings)
      return withFindings(outcome, text, findings)
    }
    const group = `manifest ${path}`
    for (const one of beside) joined.set(one.group ?? `file ${one.path}`, group)
    const details = { before: text, findings, transforms: giversOf(beside) }
    return changed(path, 'manifest', { after, group }, details)
  })
  return updated.map((outcome) => {
    if (outcome.status !== 'changed') return outcome
    const group = joined.get(outcome.group ?? `file ${outcome.path}`)
    return group === undefined ? outcome : { ...outcome, group }
  })
}

/** The source of a manifest updated for changed files; returned as it is if nothing applies or it cannot be parsed. */
export function updatedManifest(text: string, changes: FileChanges): string {
  const after = manifestAfter(text, changes)
  return after === undefined ? text : (editJson(after.document, after.root) ?? text)
}

function withManifests(
  inputs: readonly FileInput[],
  outcomes: readonly FileOutcome[],
  look: (outcome: FileOutcome, text: string) => FileOutcome,
): readonly FileOutcome[] {
  const manifests = new Map(
    inputs.filter(({ path }) => isManifestName(path)).map((input) => [input.path, input]),
  )
  if (manifests.size === 0) return outcomes
  const directories = new Set(
    outcomes
      .filter(({ kind }) => kind === 'hot' || kind === 'environment')
      .map(({ path }) => directoryOf(path)),
  )
  return outcomes.map((outcome) => {
    const input = manifests.get(outcome.path)
    if (input === undefined || !directories.has(directoryOf(outcome.path))) return outcome
    const decoded = decode(input.bytes)
    if (!('text' in decoded)) return outcome
    try {
      return look(outcome, decoded.text)
    } catch (error) {
      return failed(outcome.path, error, 'manifest', decoded.text)
    }
  })
}

function withFindings(outcome: FileOutcome, text: string, findings: readonly Finding[]): FileOutcome {
  return {
    ...notSkipped({ ...outcome, findings: blocked('', '', text, findings).findings }),
    kind: 'manifest',
  }
}

/** The transforms that created or renamed files, with how many. */
function giversOf(files: readonly FileOutcome[]): readonly AppliedTransform[] {
  const counts = new Map<string, number>()
  for (const { isNew, transforms } of files) {
    const giver = transforms.find(({ gives }) => gives === (isNew === true ? 'file' : 'name'))?.id
    if (giver !== undefined) counts.set(giver, (counts.get(giver) ?? 0) + 1)
  }
  return [...counts].map(([id, changes]) => ({ id, changes }))
}

function isAnotherFile({ isNew, newPath }: FileOutcome): boolean {
  return isNew === true || newPath !== undefined
}

/** Whether a file is a template or might be one; a list of tasks, say, is none. */
function templateTest(outcomes: readonly FileOutcome[]): (path: string) => boolean {
  const others = new Set(
    outcomes.filter(({ kind }) => kind === 'not-a-template').map(({ path, newPath = path }) => newPath),
  )
  return (path) => !others.has(path)
}

/** The names that the files of the packages have after a run. */
function pathsAfter(inputs: readonly FileInput[], outcomes: readonly FileOutcome[]): readonly string[] {
  const own = new Set(inputs.filter(isOwnFile).map(({ path }) => path))
  return outcomes.filter(({ path }) => !own.has(path)).map(({ path, newPath = path }) => newPath)
}

function findingsOf(problems: readonly ManifestProblem[]): readonly Finding[] {
  return problems.map(({ code, message, offset }) => findingOf(code, message, { start: offset, end: offset }))
}
