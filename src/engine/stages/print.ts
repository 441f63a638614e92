/** The fifth stage: prints the trees and parses the printed sources, which all later stages rely on. */

import { recognise } from '../../heat/kind.ts'
import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { declarations } from '../../heat/sections.ts'
import { connectedFiles, joinedFiles } from '../../stack/connected-files.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { rangeOf } from '../../text/document/node.ts'
import { mapOf } from '../../text/document/read.ts'
import { type ChainResult, changedPaths, type Stretch } from '../chain.ts'
import { type Command, isOfTemplates } from '../command.ts'
import { defectFinding } from '../defect.ts'
import { blocks } from '../file-outcome.ts'
import {
  type ChangingStretch,
  eachFile,
  type FileRun,
  type PackageRun,
  type PrintedRun,
  type RewrittenRun,
} from '../file-run.ts'
import { catalogueEntry, type FindingCode } from '../findings/catalogue.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import { CommentsOfPackage, lostComments } from '../findings/lost-comments.ts'
import type { ResultCheck } from '../findings/result-check.ts'
import type { Step } from '../outcome.ts'
import { type Printed, printFile } from '../print-file.ts'
import { withoutReplaced } from '../proof/tree-guards.ts'
import type { TargetedRun } from '../target.ts'
import { isToBeWritten } from './check.ts'
import { chainOver } from './rewrite.ts'

export function printed({ before, files, run }: RewrittenRun, command: Command): PrintedRun {
  const { chain, target } = run
  const changed = changedPaths(before, chain.pkg)
  const texts: PackageRun = eachFile({ before, files }, (one) => printedFile(one, command))
  const after = chain.pkg.withFiles(
    [...texts.files.values()].flatMap(({ file, after }) =>
      file === undefined || after === undefined ? [] : [file],
    ),
  )
  const settled = isOfOthers(command) ? settledFiles(texts, after, changed, command) : texts
  const created = createdIn(settled)
  const ofPackage = isOfTemplates(command) ? undefined : new CommentsOfPackage(after.files.values())
  const lostOf = ({ before: old, file }: FileRun) =>
    ofPackage === undefined
      ? lostComments(old, [file, ...created])
      : old === undefined
        ? []
        : ofPackage.lostOf(old)
  const told = eachFile(settled, (one) => withResult(one, lostOf))
  return {
    before,
    files: eachFile(told, (one) =>
      one.after === undefined || !command.steps
        ? one
        : { ...one, steps: stepsTo(one.after, one, chain, command) },
    ).files,
    after,
    changed,
    groups: isOfTemplates(command)
      ? joinedFiles(changed, chain.followed)
      : connectedFiles(chain.pkg, changed, before),
    stretches: chain.stretches.map((one) => changingStretch(one, run, after)),
    target,
    isAssuming: chain.stretches.some(({ intended }) =>
      intended.some(({ kind }) => kind === 'accepted' || kind === 'value'),
    ),
    made: command.audit === undefined ? undefined : chain.pkg,
  }
}

function printedFile(one: FileRun, command: Command): FileRun {
  const { file } = one
  if (file === undefined || !isToBeWritten(one)) return one
  const text = fileText(file, one.closed === undefined, command)
  if ('refusal' in text) return { ...one, refusals: [text.refusal] }
  return { ...one, after: text.after, file: reread(file, text) }
}

/** A file as parsed from its new source. */
function reread(file: SourceFile, { document }: Extract<Printed, { after: string }>): SourceFile {
  const { root } = document
  if (root?.kind !== 'map') return file
  const recognition =
    file.kind === file.recognition.kind ? file.recognition : recognise(root, document.syntax)
  return { ...file, document, root, recognition }
}

/** With what is to be said of the result: what Heat refuses there, and what got lost on the way. */
function withResult(one: FileRun, lostOf: (one: FileRun) => readonly Finding[]): FileRun {
  const { before, after, result } = one
  if (after === undefined) return one
  const found = [...(result?.findings ?? []), ...lostOf(one)]
  if (found.length === 0) return one
  const errors = found.filter(blocks)
  const findings = withoutReplaced([...one.findings, ...found])
  const isRefused = errors.length > 0 && one.refusals.length === 0
  const made = { ...one, findings, ...(isRefused ? { refusals: errors } : {}) }
  return result === undefined ? made : { ...made, result: withOffer(result, before, findings) }
}

/** What is reported instead of errors in a result, and whose acceptance removes the part that they are about. */
const removing: FindingCode = 'aws-only-property'

/**
 * Says by which code Heat would take the result, where each of its errors is about what that removes. Inside of the value of a
 * property, `check` says nothing of what it would need besides, and so nothing is offered.
 */
function withOffer(
  result: ResultCheck,
  before: SourceFile | undefined,
  findings: readonly Finding[],
): ResultCheck {
  const { undeployable } = result
  const errors = result.findings.filter(({ code }) => catalogueEntry(code)?.severity === 'error')
  const left = new Set(findings)
  const isRemoved = errors.length > 0 && errors.every((one) => !left.has(one))
  if (undeployable === undefined || !isRemoved || before === undefined) return result
  const properties = new Set(
    [...declarations(before.root).resources.values()].flatMap((resource) =>
      entriesRead(mapOf(readValue(resource, 'Properties'))).map((one) => rangeOf(one)?.start),
    ),
  )
  const removed = findings.filter(({ code }) => code === removing)
  if (removed.some(({ range }) => !properties.has(range?.start))) return result
  return { ...result, undeployable: { ...undeployable, accepting: removing } }
}

/** A tier of a blueprint has a template of its own, with its comments. */
function createdIn({ files }: PackageRun): readonly SourceFile[] {
  return [...files.values()].flatMap(({ before, file }) =>
    before === undefined && file !== undefined ? [file] : [],
  )
}

/** @param after the package parsed from its new sources, replacing the final trees of the chain */
function changingStretch(
  { from, to, intended, keeps }: Stretch,
  { chain, proved = chain.pkg }: TargetedRun,
  after: Workspace,
): ChangingStretch {
  const touched = changedPaths(from, to)
  const sameTrees = touched.filter((path) => from.files.get(path)?.root === to.files.get(path)?.root)
  // What callers pass since then is no part of any stretch.
  const passing = changedPaths(proved, chain.pkg).flatMap((path) => proved.files.get(path) ?? [])
  const made = to === proved ? after.withFiles(passing) : to
  return { from, to: made, intended, keeps, touched, sameTrees: new Set(sameTrees) }
}

/** Refuses single steps of a chain on JSON: they mix dialects, which only YAML can express. Whole files print as JSON. */
function fileText(file: SourceFile, isOpen: boolean, { transforms }: Command): Printed {
  if (
    isOpen &&
    file.syntax === 'json' &&
    file.kind !== 'hot' &&
    transforms.some(({ keeps }) => keeps === 'meaning of the chain')
  ) {
    const message = 'JSON is not rewritten as JSON; run cfn/json-to-yaml first'
    return { refusal: findingOf('json-not-edited', message) }
  }
  try {
    return printFile(file, isOpen ? 'templates' : 'packages')
  } catch (error) {
    return { refusal: defectFinding(error) }
  }
}

/** What each transform made of a file, as far as that can be written; the last one made what is written. */
function stepsTo(
  text: string,
  { path, before, closed }: FileRun,
  { states }: ChainResult,
  command: Command,
): readonly Step[] {
  const steps: Step[] = []
  let last = before
  for (const { transform, pkg } of states) {
    const file = pkg.files.get(path)
    if (file === undefined || (file.root === last?.root && file.syntax === last.syntax)) continue
    last = file
    const one = fileText(file, closed === undefined, command)
    if ('after' in one && one.after !== steps.at(-1)?.after) steps.push({ transform, after: one.after })
  }
  const final = steps.pop()
  return final === undefined ? [] : [...steps, { ...final, after: text }]
}

/** Whether the chain includes third-party transforms, whose effects are unknown. */
function isOfOthers({ transforms }: Command): boolean {
  return transforms.some(({ file }) => file !== undefined)
}

const unsettled = findingOf('not-settled', 'a second run would change the file again')

/** What others' transforms made has all comments, and is what a second run leaves as it is. */
function settledFiles(
  run: PackageRun,
  after: Workspace,
  changed: readonly string[],
  command: Command,
): PackageRun {
  const isOpen = (path: string) => run.files.get(path)?.closed === undefined
  const again = new Set(changedPaths(after, chainOver(after, isOpen, command).chain.pkg))
  const touched = new Set(changed)
  return eachFile(run, (one) => {
    if (!touched.has(one.path) || one.after === undefined) return one
    const guards = [...one.guards, ...lostComments(one.before, [one.file])]
    return again.has(one.path) ? { ...one, guards, refusals: [unsettled] } : { ...one, guards }
  })
}
