import type { Entry, Node } from '../document/node.ts'
import type { Package } from '../package/package.ts'
import type { DeclarationChange } from '../semantics/side.ts'
import type { FindingCode } from './catalogue.ts'
import type { RequirementFacts, Severity } from './finding.ts'
import type { Safety } from './transform.ts'

export type { DeclarationChange } from '../semantics/side.ts'

/** The code of a finding: one of the catalogue's, or the number of a requirement. */
export type PackageFindingCode = FindingCode | `R-${string}`

/** What a report may say beyond its code, place and message. */
export interface ReportDetails {
  readonly help?: string
  /** Instead of the catalogue's; required for requirements, which the catalogue does not know. */
  readonly severity?: Severity
  readonly requirement?: RequirementFacts
}

/** What a package transform may ask and tell while it runs. */
export interface PackageContext {
  /**
   * Reports a finding about a file of the package. An `error` says that something was left to a person; it
   * does not keep other changes from being made.
   * @param at a node or entry of that file's tree; undefined for the file as a whole
   */
  report(
    code: PackageFindingCode,
    path: string,
    at: Node | Entry | undefined,
    message: string,
    details?: ReportDetails,
  ): void
  /**
   * Says that the changes rely on a parameter of a module having the value that its environment or default
   * gives it, or one of a nested template its default: the proof does not try others.
   */
  assume(template: string, parameter: string): void
  /**
   * Says that the declaration of a parameter changes on purpose, in a way that says nothing about what is
   * deployed; all else is held against what was.
   * @param parameter undefined for the template itself
   */
  declare(change: DeclarationChange, path: string, parameter: string | undefined): void
  /** Notes one change of a file for the report. */
  change(path: string, at: Node | Entry | undefined, message: string): void
}

/** One codemod over files that belong together. Pure: it sees a package and returns one. */
export interface PackageTransform {
  /** Its folder below `transforms/`, for example `env/move-defaults`. */
  readonly id: string
  /** Imperative, no full stop. */
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** Where the rule comes from: a specification section, a class of Heat, a requirement. */
  readonly references: readonly string[]
  readonly safety: Safety
  /** The requirements that it repairs, for example `R-90526`. */
  readonly requirements?: readonly string[]
  /**
   * The package with the concern rewritten, the very same object when there is nothing to do. New files
   * come from `createdEnvironment`, text of other files from `transplanted`. A rewrite of several places
   * is made at all of them or at none.
   */
  run(pkg: Package, context: PackageContext): Package
}
