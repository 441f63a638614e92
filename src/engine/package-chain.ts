/** Runs package transforms one after the other. */
import { relinkAliases } from '../document/build.ts'
import { type Entry, type Node, rangeOf } from '../document/node.ts'
import type { Package } from '../package/package.ts'
import type { DeclarationChange, DeclaredChanges } from '../semantics/side.ts'
import { catalogue, isFindingCode } from './catalogue.ts'
import type { Finding } from './finding.ts'
import type { AppliedTransform } from './outcome.ts'
import type {
  PackageContext,
  PackageFindingCode,
  PackageTransform,
  ReportDetails,
} from './package-transform.ts'

/** A part of a chain that keeps the meaning: what it began with, and what it made. */
export interface ExactStretch {
  readonly from: Package
  readonly to: Package
  /** What its transforms change in declarations on purpose, by path. */
  readonly declared: ReadonlyMap<string, DeclaredChanges>
}

export interface PackageChainResult {
  readonly pkg: Package
  /** The parts between transforms that lose something; the whole chain when there are none. */
  readonly exact: readonly ExactStretch[]
  /** By path. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>
  readonly applied: ReadonlyMap<string, readonly AppliedTransform[]>
  /** By template, the parameters that the changes take to have their own value. */
  readonly assumed: ReadonlyMap<string, readonly string[]>
}

/** How often a chain may begin anew; each round needs a change that the round before it made possible. */
const mostRounds = 5

/**
 * Each transform sees the package that the one before it made.
 * @param rounds `settled` begins anew until nothing changes any more: where a later transform clears the way for
 * an earlier one, a second run finds nothing to do
 */
export function runPackageChain(
  pkg: Package,
  transforms: readonly PackageTransform[],
  rounds: 'one' | 'settled' = 'one',
): PackageChainResult {
  const run = new ChainRun(pkg)
  for (let round = 0; round < mostRounds; round += 1) {
    const start = run.current
    for (const transform of transforms) run.apply(transform)
    if (rounds === 'one' || run.current === start) break
  }
  return run.result()
}

/** A chain on its way: what it has made so far, and what was said of it. */
class ChainRun {
  current: Package
  readonly #findings = new Map<string, Finding[]>()
  readonly #assumed = new Map<string, string[]>()
  /** By path, the number of changes by transform. */
  readonly #applied = new Map<string, Map<string, number>>()
  readonly #exact: ExactStretch[] = []
  /** Where the stretch began that is being made. */
  #from: Package
  #declared = new Map<string, Map<DeclarationChange, Set<string | undefined>>>()

  constructor(pkg: Package) {
    this.current = pkg
    this.#from = pkg
  }

  apply(transform: PackageTransform): void {
    const changes = new Map<string, number>()
    // What loses something is not compared.
    const declared = transform.safety === 'lossy' ? new Map() : this.#declared
    const records = { findings: this.#findings, assumed: this.#assumed, declared, changes }
    const next = transform.run(this.current, contextFor(transform.id, records))
    for (const path of changedPaths(this.current, next))
      this.#count(path, transform.id, Math.max(1, changes.get(path) ?? 0))
    const made = relinked(this.current, next)
    if (made === this.current) return
    if (transform.safety === 'lossy') {
      this.#endStretch()
      this.#from = made
    }
    this.current = made
  }

  result(): PackageChainResult {
    this.#endStretch()
    const applied = [...this.#applied].map(
      ([path, counts]) => [path, [...counts].map(([id, changes]) => ({ id, changes }))] as const,
    )
    return {
      pkg: this.current,
      exact: this.#exact,
      findings: this.#findings,
      applied: new Map(applied),
      assumed: this.#assumed,
    }
  }

  #count(path: string, id: string, changes: number): void {
    const counts = this.#applied.get(path) ?? new Map<string, number>()
    counts.set(id, (counts.get(id) ?? 0) + changes)
    this.#applied.set(path, counts)
  }

  #endStretch(): void {
    if (this.#from !== this.current)
      this.#exact.push({ from: this.#from, to: this.current, declared: this.#declared })
    this.#from = this.current
    this.#declared = new Map()
  }
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
  readonly declared: Map<string, Map<DeclarationChange, Set<string | undefined>>>
  /** Of this transform, by path. */
  readonly changes: Map<string, number>
}

function contextFor(transform: string, { findings, assumed, declared, changes }: Records): PackageContext {
  return {
    assume: (template, parameter) => push(assumed, template, parameter),
    report(code, path, at, message, details = {}) {
      const finding = findingOf(transform, code, at, message, details)
      const isKnown = findings.get(path)?.some((one) => isSame(one, finding)) === true
      if (!isKnown) push(findings, path, finding)
    },
    declare(change, path, parameter) {
      const changed = declared.get(path) ?? new Map<DeclarationChange, Set<string | undefined>>()
      declared.set(path, changed.set(change, new Set([...(changed.get(change) ?? []), parameter])))
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
