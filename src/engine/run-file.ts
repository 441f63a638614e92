import { type Document, readDocument } from '../document/document.ts'
import { rangeOf } from '../document/node.ts'
import { looksLikeTemplate } from '../heat/candidate.ts'
import { type Recognition, recognise, type TemplateKind } from '../heat/kind.ts'
import { awsEvidence } from '../heat/reading.ts'
import { isCfn, type Template } from '../heat/template.ts'
import { isNamedTemplated, looksTemplated } from '../heat/templated.ts'
import { type HotVersion, hotVersions, versionOf } from '../heat/versions.ts'
import type { DocumentProblem } from '../yaml/position.ts'
import { type ChainResult, runChain } from './chain.ts'
import { areBinary, decode, isBinary } from './decode.ts'
import type { FileInput } from './engine-contract.ts'
import { blocked, blocks, outcome } from './file-outcome.ts'
import type { Finding } from './finding.ts'
import { concluded, type Rewrite, rewritten, type Subject } from './finish.ts'
import type { FileOutcome } from './outcome.ts'
import type { Plan } from './plan.ts'
import { checkAliases, checkMergedCalls, checkShadowed } from './tree-guards.ts'

const fallbackTarget: HotVersion = '2018-08-31'

/** Takes one file through recognition, the chain and its guards. Pure; throws only for defects of ours. */
export function runFile(input: FileInput, plan: Plan): FileOutcome {
  if (areBinary(input.bytes))
    return outcome(input.path, 'not-a-template', 'skipped', { reason: 'binary file' })
  const decoded = decode(input.bytes)
  const text = 'text' in decoded ? decoded.text : decoded.lossy
  const skip = (reason: string): FileOutcome =>
    outcome(input.path, 'not-a-template', 'skipped', { before: text, reason })
  if (text.trim() === '' || text === '\ufeff') return skip('empty file')
  if (isBinary(text)) return skip('binary file')
  if (!looksLikeTemplate(text)) return skip('not a template')
  if (!('text' in decoded)) return invalidUtf8(input.path, decoded.validUpTo, text)
  const reading = readDocument(text)
  if ('problem' in reading) return unreadable(input.path, text, reading.problem, plan)
  return runDocument(input.path, reading.document, plan)
}

/** Names under which templates go; prose and programs may mention the marker words as well. */
const templateName = /(?:^|\/)[^./]+$|\.(?:ya?ml|json|template|heat|hot|cfn|env|txt)$/i

/**
 * A template that cannot be read is blocked; what only looks like one, or is made one by another program first, is
 * skipped. Without a name that says so, this is believed of HOT, of which many are generated.
 */
function unreadable(path: string, text: string, problem: DocumentProblem, plan: Plan): FileOutcome {
  const templated = looksTemplated(text, path)
  const skip = (reason: string): FileOutcome =>
    outcome(path, 'not-a-template', 'skipped', { before: text, reason })
  const kind = guessKind(text)
  if (templated !== undefined && (isNamedTemplated(templated) || kind === 'hot')) return skip(templated)
  if (!templateName.test(path)) return skip('not a template')
  if (!plan.kinds(kind)) return skip(`cannot be read: ${problem.message}`)
  const { code, message, start, end } = problem
  const finding: Finding = { code, severity: 'error', message, range: { start, end } }
  if (templated === undefined) return blocked(path, kind, text, [finding])
  return blocked(path, kind, text, [{ ...finding, code: 'template-language', message: templated }])
}

/** What a file that cannot be read would have been, by its marker words. */
function guessKind(text: string): TemplateKind {
  if (text.includes('heat_template_version')) return 'hot'
  const isJson = /^\ufeff?\s*\{/.test(text)
  if (text.includes('HeatTemplateFormatVersion')) return isJson ? 'heat-cfn-json' : 'heat-cfn-yaml'
  return isJson ? 'cfn-json' : 'cfn-yaml'
}

function runDocument(path: string, document: Document, plan: Plan): FileOutcome {
  const { root } = document
  const recognition = recognise(root, document.syntax)
  const { kind } = recognition
  const common = { before: document.text }
  if (kind === 'not-a-template' || root?.kind !== 'map') {
    return outcome(path, 'not-a-template', 'skipped', { ...common, reason: 'not a template' })
  }
  if (!plan.kinds(kind) || !plan.transforms.some((transform) => transform.appliesTo(kind)))
    return outcome(path, kind, 'unchanged', common)
  const refused = versionProblem(recognition)
  if (refused !== undefined) return blocked(path, kind, document.text, [refused])
  // What becomes of tags in quotes is as unknown as of those that keep a file from being read.
  const templated = looksTemplated(document.text, path)
  if (templated !== undefined && isNamedTemplated(templated)) {
    return outcome(path, kind, 'skipped', { ...common, reason: templated })
  }
  return runTemplate({ path, document, root, recognition }, plan)
}

function versionProblem(recognition: Recognition): Finding | undefined {
  const { problem, versionNode, versionText } = recognition
  const isConcerned = isCfn(recognition.kind) ? problem !== 'no-version' : problem === 'several-versions'
  if (problem === undefined || !isConcerned) return undefined
  const messages: Readonly<Record<string, string>> = {
    'several-versions': 'the template names several versions; Heat refuses it',
    'version-not-text': 'the version of the template is no text',
    'unknown-version': `"${versionText}" is no version that Heat knows`,
  }
  const message = messages[problem]
  if (message === undefined) return undefined
  const range = versionNode?.range
  return { code: 'template-version', severity: 'error', message, ...(range === undefined ? {} : { range }) }
}

function runTemplate(subject: Subject, plan: Plan): FileOutcome {
  // The tree that the chain makes is as large as the one that was read, and the proof does without it.
  const result = rewrite(subject, plan)
  return 'status' in result ? result : concluded(subject, result, plan)
}

function rewrite(subject: Subject, plan: Plan): Rewrite | FileOutcome {
  const { document, root, recognition } = subject
  const isRead = isCfn(recognition.kind) && plan.transforms.some((transform) => transform.keepsData !== true)
  const evidence = isRead ? awsEvidence(root, recognition) : undefined
  const template: Template = {
    document,
    root,
    ...kindAndVersion(recognition, plan),
    reading: evidence === undefined ? 'heat' : 'aws',
    syntax: document.syntax,
  }
  const result = plan.target === 'oldest' ? runOldest(template, plan) : run(template, plan, plan.target)
  const findings = [...result.findings]
  if (evidence !== undefined) {
    const range = rangeOf(evidence.at)
    const message = `read with AWS's meaning: Heat refuses ${evidence.what}`
    findings.unshift({
      code: 'aws-reading',
      severity: 'info',
      message,
      ...(range === undefined ? {} : { range }),
    })
  }
  findings.push(
    ...checkShadowed(document, result.template.root),
    ...checkAliases(document, result.template.root),
    ...checkMergedCalls(document, result.template.root),
  )
  return rewritten(subject, { ...result, findings }, plan)
}

/** With an assumed version, a fragment is as good as a HOT template. */
function kindAndVersion({ kind, versionText }: Recognition, plan: Plan): Pick<Template, 'kind' | 'version'> {
  if (kind !== 'hot' && kind !== 'hot-fragment') return { kind, version: undefined }
  const version = versionOf(versionText ?? '') ?? plan.assumedVersion
  return { kind: version === undefined ? kind : 'hot', version }
}

function run(template: Template, plan: Plan, target: HotVersion): ChainResult {
  const { accept, targetRelease } = plan
  const release = targetRelease === undefined ? {} : { targetRelease }
  return runChain(template, plan.transforms, { target, accept, ...release })
}

/** The lowest version that can say all of it; where none can, the findings of the usual target. */
function runOldest(template: Template, plan: Plan): ChainResult {
  for (const version of hotVersions) {
    const result = run(template, plan, version)
    if (!result.findings.some(blocks)) return result
  }
  return run(template, plan, fallbackTarget)
}

function invalidUtf8(path: string, at: number, text: string): FileOutcome {
  const finding: Finding = {
    code: 'invalid-utf8',
    severity: 'error',
    message: 'a byte here is no UTF-8',
    range: { start: at, end: at + 1 },
  }
  return blocked(path, guessKind(text), text, [finding])
}
