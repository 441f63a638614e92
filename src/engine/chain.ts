import { relinkAliases } from '../document/build.ts'
import { type Entry, type Node, type Range, rangeOf } from '../document/node.ts'
import type { Template } from '../heat/template.ts'
import type { HotRelease, HotVersion } from '../heat/versions.ts'
import { catalogue, type FindingCode } from './catalogue.ts'
import type { Finding } from './finding.ts'
import type { AppliedTransform } from './outcome.ts'
import type { Transform, TransformContext } from './transform.ts'

export interface ChainOptions {
  readonly target: HotVersion
  readonly targetRelease?: HotRelease
  /** Codes of findings whose change of meaning the user accepts. */
  readonly accept: ReadonlySet<string>
}

export interface ChainResult {
  readonly template: Template
  readonly findings: readonly Finding[]
  readonly applied: readonly AppliedTransform[]
}

/** Runs transforms one after the other over one template, each on what the one before it made. */
export function runChain(
  template: Template,
  transforms: readonly Transform[],
  options: ChainOptions,
): ChainResult {
  const findings: Finding[] = []
  const applied: AppliedTransform[] = []
  let current = template
  for (const transform of transforms) {
    if (!transform.appliesTo(template.kind)) continue
    let changes = 0
    const context = contextFor(transform, options, findings, () => {
      changes += 1
    })
    const next = transform.run(current, context)
    if (next.root !== current.root || next.syntax !== current.syntax) {
      applied.push({ id: transform.id, changes: Math.max(1, changes) })
    }
    current =
      next.root === current.root || !next.document.hasAnchors
        ? next
        : { ...next, root: relinkAliases(next.root) }
  }
  return { template: current, findings: distinct(findings), applied }
}

function contextFor(
  transform: Transform,
  options: ChainOptions,
  findings: Finding[],
  onChange: () => void,
): TransformContext {
  const add = (
    code: FindingCode,
    severity: Finding['severity'],
    at: Node | Entry,
    message: string,
    help?: string,
  ): void => {
    const range = rangeOf(at)
    findings.push({
      code,
      severity,
      message,
      transform: transform.id,
      ...(range === undefined ? {} : { range }),
      ...(help === undefined ? {} : { help }),
    })
  }
  return {
    target: options.target,
    ...(options.targetRelease === undefined ? {} : { targetRelease: options.targetRelease }),
    isAccepted: (code) => options.accept.has(code),
    report: (code, at, message, help) => add(code, catalogue[code].severity, at, message, help),
    accepts: (code, at, message) => {
      const accepted = options.accept.has(code)
      add(code, accepted ? 'warning' : 'error', at, accepted ? `accepted: ${message}` : message)
      return accepted
    },
    change: onChange,
  }
}

/** One finding per place: several transforms may look at it, and what one has explained needs no second word. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  const errors = findings.filter((finding) => finding.severity === 'error')
  return findings.filter((finding) => {
    const range = finding.range
    const isError = finding.severity === 'error' && range !== undefined
    const key = isError
      ? `${range.start} ${range.end}`
      : `${finding.code}\0${range?.start}\0${finding.message}`
    if (seen.has(key)) return false
    seen.add(key)
    return !(
      isError &&
      (finding.code === 'unknown-function' || finding.code === 'version-too-new') &&
      errors.some((other) => explains(other, range, finding))
    )
  })
}

/** Whether another finding says why the call at `range` was left as it is. */
function explains(other: Finding, range: Range, finding: Finding): boolean {
  if (other === finding || other.range === undefined || other.transform === finding.transform) return false
  return other.range.start >= range.start && other.range.end <= range.end
}
