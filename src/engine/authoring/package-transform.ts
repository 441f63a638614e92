/** The contract of transforms: from package to package. One over single templates is adapted to it. */

import type { TemplateKind } from '../../heat/kind.ts'
import type { DeclarationChange } from '../../meaning/side.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { memoized } from '../../text/document/attached.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { extended } from '../../text/document/records.ts'
import type { ReportableCode } from '../findings/catalogue.ts'
import type { RequirementFacts } from '../findings/finding.ts'
import type { TemplateContext, TemplateTransform, TransformFacts } from './transform.ts'

export type { DeclarationChange } from '../../meaning/side.ts'

/** Optional details of a report beyond its code, location and message. */
export interface ReportDetails {
  readonly help?: string
  /** What is missing, or which of several, where one location, or a file as a whole, has several findings of the code. */
  readonly item?: string | undefined
  /** What the requirement says whose number is the code. */
  readonly requirement?: RequirementFacts
}

/**
 * What a transform changes in the meaning on purpose, as a fact about its result. The proof takes it as given and
 * holds all else against what was.
 *
 * - `declaration`: the declaration of a parameter changes in a way that says nothing about what is deployed;
 *   `parameter` is undefined for the template itself.
 * - `value`: the changes rely on a parameter having the value that its environment or default gives it, or one of a
 *   nested template its default; the proof does not try others.
 * - `accepted`: the change that the catalogue describes for the code, to which the user agreed.
 * - `repaired`: the same, which needs nobody's leave, because Heat refuses the template that was read.
 */
export type IntendedChange =
  | {
      readonly kind: 'declaration'
      readonly change: DeclarationChange
      readonly path: string
      readonly parameter: string | undefined
    }
  | { readonly kind: 'value'; readonly path: string; readonly parameter: string }
  | { readonly kind: 'accepted' | 'repaired'; readonly code: string }

/** What a transform may ask and report while it runs. */
export interface PackageContext {
  /**
   * Reports a finding about a file of the package. An `error` says that something was left to a person; it
   * does not keep other changes from being made.
   * @param at a node or entry of that file's tree; undefined for the file as a whole
   */
  report(
    code: ReportableCode,
    path: string,
    at: Node | Entry | undefined,
    message: string,
    details?: ReportDetails,
  ): void
  /** Says that something failed over one file by a defect: the file fails, with what changes together with it. */
  fail(path: string, error: unknown): void
  /** Declares a change of meaning that is made on purpose. */
  intend(change: IntendedChange): void
  /** Notes one change of a file for the report. */
  change(path: string, at: Node | Entry | undefined, message: string): void
  /** The context of a transform over this file alone; undefined for one that such transforms leave as it is. */
  forTemplate(file: SourceFile): TemplateContext | undefined
}

/** One codemod over files that belong together. Pure: it sees a package and returns one. */
export interface Transform extends TransformFacts {
  /** The requirements that it repairs, for example `R-90526`. */
  readonly requirements?: readonly string[]
  /** Of one that is made of a transform over single templates: that one. */
  readonly ofTemplate?: TemplateTransform
  /**
   * Of one that looks at every file alone, and makes other files of it: the kind of files that it is about. Runs
   * without any need not read files together for its sake.
   */
  readonly ofKind?: TemplateKind
  /** The file of one that is not hotshift's own; such a one is watched while it runs. */
  readonly file?: string
  /**
   * The package with the concern rewritten, the very same object when there is nothing to do. New files
   * come from `createdFile` or `createdEnvironment`, nodes of other files from `transplanted`. A rewrite of several
   * locations is made at all of them or at none.
   */
  run(pkg: Workspace, context: PackageContext): Workspace
}

/** A transform over single templates as one over packages: it runs over each template that it applies to. */
export const templateTransform = memoized((transform: TemplateTransform): Transform => {
  const { appliesTo: _appliesTo, run: _run, ...facts } = transform
  return { ...facts, ofTemplate: transform, run: (pkg, context) => runOver(pkg, transform, context) }
})

/** Whether a transform of single templates may have something to do with one. */
export function concerns(transform: TemplateTransform, file: SourceFile): boolean {
  // What a file is does not change for the transforms of a chain, whatever they make of it.
  return transform.appliesTo(file.recognition.kind) && transform.mayConcern?.(file) !== false
}

/**
 * Runs a transform of single templates on every template that it applies to.
 * @param onError called with what it throws for a template, which is then left unchanged; rethrown without it
 */
export function runOver(
  pkg: Workspace,
  transform: TemplateTransform,
  context: PackageContext,
  onError: (path: string, error: unknown) => void = rethrow,
): Workspace {
  const changed: SourceFile[] = []
  for (const file of pkg.files.values()) {
    try {
      const own = concerns(transform, file) ? context.forTemplate(file) : undefined
      if (own === undefined) continue
      const next = transform.run(file, own)
      if (next?.root?.kind !== 'map') throw new TypeError('run gives no template')
      const { root, kind, version, syntax } = next
      if (next !== file) changed.push(extended(file, { root, kind, version, syntax }))
    } catch (error) {
      onError(file.path, error)
    }
  }
  return pkg.withFiles(changed)
}

function rethrow(_path: string, error: unknown): never {
  throw error
}
