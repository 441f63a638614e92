/** What the editor offers to change, each as edits of one version of a document. */
import type { CodeAction, CodeActionParams, Diagnostic, WorkspaceEdit } from 'vscode-languageserver/node'
import { applied, areRepaired, type Edit } from '../../engine/findings/fixes.ts'
import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import type { Range } from '../../text/document/node.ts'
import type { DocumentProblem } from '../../text/yaml/position.ts'
import { syntaxFixes } from '../editor/syntax-fixes.ts'
import { commandActions } from './command-actions.ts'
import { wholeFile } from './diagnostics.ts'
import { documentEdit, editsBetween } from './edits.ts'
import type { OpenText, Project } from './host.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

interface ActionScope {
  readonly document: OpenDocument
  readonly project: Project
  readonly path: string
  readonly open: OpenText
  readonly findings: readonly LocatedFinding[]
  readonly asksForCloudFormation: boolean
  /** The edit that makes files of the project what they became. */
  readonly editOf: (outcomes: readonly FileOutcome[]) => WorkspaceEdit
}

interface TrialScope extends ActionScope {
  readonly tried: Trials
}

/** How many fixes are tried for an answer, each by a check of the document and of what it needs: at least, and at most. */
const trials = { least: 2, most: 24, milliseconds: 400 }

/** Counts the fixes that are tried. All are checked with the same neighbouring files. */
class Trials {
  readonly check: Awaited<ReturnType<Project['checks']>>
  readonly #begin = performance.now()
  #count = 0

  constructor(check: Trials['check']) {
    this.check = check
  }

  /** Whether there is time for another one. */
  next(): boolean {
    const isLate = performance.now() - this.#begin > trials.milliseconds
    if (this.#count >= (isLate ? trials.least : trials.most)) return false
    this.#count += 1
    return true
  }
}

const fixAllKind = 'source.fixAll.hotshift'

/** The actions for a range of a document; while it cannot be read, those that make it readable. */
export async function actionsFor(
  scope: ActionScope,
  { context, range }: CodeActionParams,
  { CodeActionKind: kinds }: Pick<typeof Protocol, 'CodeActionKind'>,
): Promise<CodeAction[]> {
  const { document } = scope
  const wants = (kind: string) =>
    context.only === undefined || context.only.some((one) => kind === one || kind.startsWith(`${one}.`))
  const { problem } = document.reading
  if (problem !== undefined)
    return wants(kinds.QuickFix) ? readable(document, problem, context.diagnostics, kinds.QuickFix) : []
  const actions: CodeAction[] = []
  const whole = { start: document.text.offsetAt(range.start), end: document.text.offsetAt(range.end) }
  const modernized = wants(kinds.QuickFix) || wants(fixAllKind) ? await modernEdits(scope) : []
  if (wants(kinds.QuickFix)) {
    const tried = new Trials(await scope.project.checks(scope.path, scope.open))
    for (const finding of findingsAt(scope, whole)) {
      const diagnostics = context.diagnostics.filter((one) => isOf(one, finding, document))
      actions.push(...quickFixes({ ...scope, tried }, finding, modernized, diagnostics, kinds.QuickFix))
      if (tried.next()) actions.push(...(await packageFixes(scope, finding, diagnostics, kinds.QuickFix)))
    }
  }
  if (wants(fixAllKind) && modernized.length > 0)
    actions.push({
      title: 'Replace deprecated names (proved equal)',
      kind: fixAllKind,
      edit: { documentChanges: [documentEdit(document, modernized)] },
    })
  return [
    ...withoutRepeated(actions),
    ...commandActions(document, wants, {
      target: scope.project.target,
      asksForCloudFormation: scope.asksForCloudFormation,
    }),
  ]
}

/** One action where several findings have the same fix: all properties that are missing are given at once. */
function withoutRepeated(actions: readonly CodeAction[]): CodeAction[] {
  const first = new Map<string, CodeAction>()
  for (const action of actions) {
    const key = JSON.stringify([action.title, action.edit])
    const same = first.get(key)
    const diagnostics = [...(same?.diagnostics ?? []), ...(action.diagnostics ?? [])]
    first.set(key, { ...(same ?? action), diagnostics: [...new Set(diagnostics)] })
  }
  return [...first.values()]
}

/** Fixes of what keeps a document from being read, wherever the cursor is: nothing else is known of it. */
function readable(
  document: OpenDocument,
  problem: DocumentProblem,
  diagnostics: readonly Diagnostic[],
  kind: string,
): CodeAction[] {
  return syntaxFixes(document.source, problem).map(({ title, edits }) => ({
    title,
    kind,
    diagnostics: diagnostics.filter(({ code }) => code === problem.code),
    edit: { documentChanges: [documentEdit(document, edits)] },
  }))
}

/** Findings that a range touches; without any those of its lines, as editors ask with nothing but the cursor. */
function findingsAt(
  { findings, document: { source } }: ActionScope,
  asked: Range,
): readonly LocatedFinding[] {
  const touching = ({ start, end }: Range) =>
    findings.filter(({ range = wholeFile }) => range.start <= end && range.end >= start)
  const direct = touching(asked)
  if (direct.length > 0) return direct
  const behind = source.indexOf('\n', asked.end)
  return touching({
    start: source.lastIndexOf('\n', asked.start - 1) + 1,
    end: behind === -1 ? source.length : behind,
  })
}

function isOf(
  diagnostic: Diagnostic,
  { code, range = wholeFile }: LocatedFinding,
  document: OpenDocument,
): boolean {
  const start = document.text.offsetAt(diagnostic.range.start)
  return diagnostic.source === 'hotshift' && diagnostic.code === code && start === range.start
}

async function modernEdits({ project, path, document }: ActionScope): Promise<readonly Edit[]> {
  const outcome = await project.modernized(path, document.source)
  const isEqual =
    outcome?.status === 'changed' &&
    outcome.proof === 'equal' &&
    project.provedEqual(path, document.source, outcome.after)
  return isEqual ? editsBetween(document.source, outcome.after) : []
}

function quickFixes(
  scope: TrialScope,
  finding: LocatedFinding,
  modernized: readonly Edit[],
  diagnostics: Diagnostic[],
  kind: string,
): CodeAction[] {
  const { document, project, path } = scope
  const here = modernized.filter(
    ({ start, end }) =>
      finding.range !== undefined && start <= finding.range.end && end >= finding.range.start,
  )
  const modern = applied(document.source, here)
  // A part of what was proved together is proved again.
  const isProved = here.length > 0 && project.provedEqual(path, document.source, modern)
  const own = (finding.fixes ?? [])
    .filter(({ edits }) => !isProved || applied(document.source, edits) !== modern)
    .map(({ title, edits }) => ({ title, edits, isPreferred: false }))
  const offers = [
    ...own,
    ...(isProved ? [{ title: 'Write the new name', edits: here, isPreferred: true }] : []),
    ...ignoring(document.source, finding),
  ]
  const actions: CodeAction[] = []
  for (const { title, edits, isPreferred } of offers) {
    if (!scope.tried.next()) break
    // What does not make the finding go, or brings another one about, is no fix.
    if (!repairs(scope, finding, edits)) continue
    const edit = { documentChanges: [documentEdit(document, edits)] }
    actions.push({ title, kind, diagnostics, edit, ...(isPreferred ? { isPreferred } : {}) })
  }
  return actions
}

/** The repairs of the package, which have been tried; each says what it costs. */
async function packageFixes(
  { project, path, open, editOf }: ActionScope,
  finding: LocatedFinding,
  diagnostics: Diagnostic[],
  kind: string,
): Promise<readonly CodeAction[]> {
  const found = await project.repairs(path, finding, open)
  return found.map(({ title, isSafe, outcomes }) => ({
    title,
    kind,
    diagnostics,
    edit: editOf(outcomes),
    ...(isSafe ? { isPreferred: true } : {}),
  }))
}

/** Whether the source with the edits has one finding less of the kind, and nothing new that is wrong. */
function repairs(
  { document, findings, tried }: TrialScope,
  finding: LocatedFinding,
  edits: readonly Edit[],
): boolean {
  const after = tried.check({ text: applied(document.source, edits) })
  return areRepaired([finding], findings, after.findings)
}

/** A comment above the line that says why the finding is accepted. */
function ignoring(source: string, { code, range }: LocatedFinding) {
  if (range === undefined) return []
  const start = source.lastIndexOf('\n', range.start - 1) + 1
  const indent = /^[ ]*/.exec(source.slice(start, range.start))?.[0] ?? ''
  const lineBreak = source.includes('\r\n') ? '\r\n' : '\n'
  const text = `${indent}# hotshift-ignore ${code}: say why${lineBreak}`
  return [
    { title: `Ignore ${code} here, with a reason`, edits: [{ start, end: start, text }], isPreferred: false },
  ]
}
