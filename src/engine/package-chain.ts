/** Runs package transforms one after the other. */
import { relinkAliases } from '../document/aliases.ts'
import type { Entry, Node } from '../document/node.ts'
import { rangeOf } from '../document/read-range.ts'
import type { Package } from '../heat/package/package.ts'
import { catalogue, isFindingCode } from './catalogue.ts'
import type { Finding } from './finding.ts'
import type { AppliedTransform } from './outcome.ts'
import type {
  DeclarationChange,
  PackageContext,
  PackageFindingCode,
  PackageTransform,
  ReportDetails,
} from './package-transform.ts'

/** A part of a chain that keeps the meaning: what it began with, and what it made. */
export interface ExactStretch {
  readonly from: Package
  readonly to: Package
  /** What its transforms change in declarations on purpose. */
  readonly declares: ReadonlySet<DeclarationChange>
}

export interface PackageChainResult {
  readonly pkg: Package
  /** The parts between transforms that lose something; the whole chain when there are none. */
  readonly exact: readonly ExactStretch[]
  /** By path. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>
  readonly applied: ReadonlyMap<string, readonly AppliedTransform[]>
  /** By module, the parameters that the changes take to have their own value. */
  readonly assumed: ReadonlyMap<string, readonly string[]>
}

/** Each transform sees the package that the one before it made. */
export function runPackageChain(pkg: Package, transforms: readonly PackageTransform[]): PackageChainResult {
  const findings = new Map<string, Finding[]>()
  const applied = new Map<string, AppliedTransform[]>()
  const assumed = new Map<string, string[]>()
  const exact: ExactStretch[] = []
  let current = pkg
  let from = pkg
  let declares = new Set<DeclarationChange>()
  for (const transform of transforms) {
    const changes = new Map<string, number>()
    const next = transform.run(current, contextFor(transform.id, { findings, assumed, changes }))
    for (const path of changedPaths(current, next)) {
      push(applied, path, { id: transform.id, changes: Math.max(1, changes.get(path) ?? 0) })
    }
    const made = relinked(current, next)
    const isChanged = made !== current
    if (transform.safety === 'lossy' && isChanged) {
      if (from !== current) exact.push({ from, to: current, declares })
      from = made
      declares = new Set()
    } else if (isChanged) for (const one of transform.declares ?? []) declares.add(one)
    current = made
  }
  if (from !== current) exact.push({ from, to: current, declares })
  return { pkg: current, exact, findings, applied, assumed }
}

/** The files whose trees differ between two states of a package, in the order of their paths. */
export function changedPaths(before: Package, after: Package): readonly string[] {
  if (before === after) return []
  return [...after.files.values()]
    .filter((file) => file.root !== before.files.get(file.path)?.root)
    .map(({ path }) => path)
}

function relinked(before: Package, after: Package): Package {
  let result = after
  for (const path of changedPaths(before, after)) {
    const file = result.files.get(path)
    if (file?.document.hasAnchors === true) result = result.withRoot(path, relinkAliases(file.root))
  }
  return result
}

interface Records {
  readonly findings: Map<string, Finding[]>
  readonly assumed: Map<string, string[]>
  /** Of this transform, by path. */
  readonly changes: Map<string, number>
}

function contextFor(transform: string, { findings, assumed, changes }: Records): PackageContext {
  return {
    assume: (module, parameter) => push(assumed, module, parameter),
    report(code, path, at, message, details = {}) {
      const finding = findingOf(transform, code, at, message, details)
      const isKnown = findings.get(path)?.some((one) => isSame(one, finding)) === true
      if (!isKnown) push(findings, path, finding)
    },
    change(path) {
      changes.set(path, (changes.get(path) ?? 0) + 1)
    },
  }
}

function findingOf(
  transform: string,
  code: PackageFindingCode,
  at: Node | Entry | undefined,
  message: string,
  { help, severity, requirement }: ReportDetails,
): Finding {
  const range = at === undefined ? undefined : rangeOf(at)
  const usual = isFindingCode(code) ? catalogue[code].severity : 'error'
  return {
    code,
    severity: severity ?? usual,
    message,
    transform,
    ...(range === undefined ? {} : { range }),
    ...(help === undefined ? {} : { help }),
    ...(requirement === undefined ? {} : { requirement }),
  }
}

function isSame(a: Finding, b: Finding): boolean {
  return a.code === b.code && a.message === b.message && a.range?.start === b.range?.start
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
