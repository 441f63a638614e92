/** From the tree that a chain made to the outcome of a file: guards, text, proof. */
import type { Document } from '../document/document.ts'
import type { Mapping } from '../document/node.ts'
import type { Recognition } from '../heat/kind.ts'
import type { Template } from '../heat/template.ts'
import { isJson } from '../print/json-members.ts'
import { editJson, printDocument } from '../print/print.ts'
import type { ChainResult } from './chain.ts'
import { blocks, failed, outcome, reasonOf } from './file-outcome.ts'
import type { Finding } from './finding.ts'
import { yamlName } from './new-name.ts'
import { originalOf } from './original.ts'
import type { FileOutcome } from './outcome.ts'
import type { Plan } from './plan.ts'
import { type Proof, prove } from './proof.ts'
import { reread } from './reread.ts'

/** The file that a chain ran on. */
export interface Subject {
  readonly path: string
  readonly document: Document
  readonly root: Mapping
  readonly recognition: Recognition
}

/** These cannot be left out of a rewrite: the text around them would mean something else. */
const indivisible: ReadonlySet<string> = new Set(['anchor-edit', 'shadowed-edit'])

/** A text that holds what a chain made. */
export interface Rewrite {
  readonly after: string
  /** Read from `after`. */
  readonly document: Document
  readonly findings: readonly Finding[]
  readonly applied: ChainResult['applied']
  readonly kind: Template['kind']
  readonly reading: Template['reading']
  readonly syntax: Template['syntax']
}

/** Writes what a chain made, and reads it again; or ends the file where there is nothing to write. */
export function rewritten(subject: Subject, result: ChainResult, plan: Plan): Rewrite | FileOutcome {
  const { template, findings, applied } = result
  const { document, path } = subject
  if (findings.some(blocks) && (!plan.partial || findings.some(({ code }) => indivisible.has(code)))) {
    return refused(subject, findings)
  }
  if (template.root === document.root && template.syntax === document.syntax) {
    return outcome(path, template.kind, 'unchanged', { before: document.text, findings })
  }
  if (template.syntax === 'json' && template.kind !== 'hot') {
    const message = 'JSON is not rewritten as JSON; run cfn/json-to-yaml first'
    return refused(subject, [...findings, { code: 'json-not-edited', severity: 'error', message }])
  }
  const after = printed(document, template)
  if (after === undefined) {
    const message = 'the result holds a value that JSON has no word for'
    return refused(subject, [...findings, { code: 'json-not-edited', severity: 'error', message }])
  }
  const again = reread(after, template.root)
  if ('defect' in again) return failed(path, template.kind, document.text, [...findings, again.defect])
  const { kind, reading, syntax } = template
  return { after, document: again.document, findings, applied, kind, reading, syntax }
}

/** Proves a rewrite, and so decides what becomes of the file. */
export function concluded(subject: Subject, rewrite: Rewrite, plan: Plan): FileOutcome {
  const { document, path } = subject
  const { after, findings, applied, kind } = rewrite
  const proof = findings.some(blocks) ? noProof : proofOf(subject, rewrite, plan)
  if (proof.findings.some(blocks)) return refused(subject, [...findings, ...proof.findings], proof)
  const newPath = document.syntax !== rewrite.syntax ? yamlName(path) : path
  return outcome(path, kind, 'changed', {
    before: document.text,
    after,
    findings: [...findings, ...proof.findings],
    transforms: applied,
    ...verdictOf(proof),
    ...(newPath === path ? {} : { newPath }),
  })
}

/** HOT in JSON stays JSON; what begins with a brace may also be YAML. */
function printed(document: Document, { root, syntax }: Template): string | undefined {
  const edit = syntax === 'json' && isJson(document.text)
  return edit ? editJson(document, root) : printDocument(document, root, syntax)
}

/** A proof with what it took; there is no time where there was no proof. */
type TimedProof = Proof & { readonly milliseconds?: number }

const noProof: TimedProof = { verdict: 'none', findings: [] }

/** How a template is read that Heat refuses: its calls as those that they look like. */
const repairs = ['foreign-function', 'becomes-call']

/** What differs is never let through; what cannot be shown only on request. */
function proofOf(subject: Subject, rewrite: Rewrite, plan: Plan): TimedProof {
  if (plan.proof === 'none') return noProof
  const started = performance.now()
  const isRepair = rewrite.findings.some(({ code }) => code === 'refused-template')
  const original = originalOf(subject, rewrite.reading, plan)
  const proof = timed(prove(original, rewrite.document, plan.accept, isRepair ? repairs : []), started)
  if (proof.verdict !== 'unproved' || plan.proof === 'strict') return proof
  return { ...proof, findings: proof.findings.map((finding) => ({ ...finding, severity: 'warning' })) }
}

function refused(subject: Subject, findings: readonly Finding[], proof: TimedProof = noProof): FileOutcome {
  return outcome(subject.path, subject.recognition.kind, 'blocked', {
    before: subject.document.text,
    findings,
    reason: reasonOf(findings),
    ...verdictOf(proof),
  })
}

function timed(proof: Proof, started: number): TimedProof {
  return proof.verdict === 'none' ? proof : { ...proof, milliseconds: performance.now() - started }
}

function verdictOf({ verdict, milliseconds }: TimedProof): Pick<FileOutcome, 'proof' | 'proofMilliseconds'> {
  return { proof: verdict, ...(milliseconds === undefined ? {} : { proofMilliseconds: milliseconds }) }
}
