/** What is reported of defaults that callers pass now. */

import type { PackageContext } from '../../../src/engine/authoring/package-transform.ts'
import type { DefaultMove } from '../../../src/stack/refactor/default-move.ts'
import type { OwnDefault } from '../../../src/stack/refactor/own-default.ts'
import type { Declaration } from '../../../src/stack/values.ts'
import type { Workspace } from '../../../src/stack/workspace.ts'
import { defaultText, refusalOf, reportGiven } from '../moves.ts'

/** What became of one default that is no longer in its nested template. */
export function report(
  context: PackageContext,
  path: string,
  move: Exclude<DefaultMove, { kind: 'assigned' | 'kept' }>,
): void {
  if (move.kind !== 'passed') {
    reportGiven(context, path, move)
    return
  }
  const { callers, environments, shared } = move.passing
  if (callers.length === 0) reportOverridden(context, path, move.own)
  context.change(path, move.own.entry, 'Delete a default that every call passes')
  for (const caller of callers) context.change(caller, undefined, 'Pass what was a default')
  for (const environment of environments) context.change(environment, undefined, 'Take a default over')
  for (const one of shared) reportShared(context, one.path, one.declaration, path)
}

/** Nothing relied on it: what it was is said, so that it does not go without a word. */
function reportOverridden(context: PackageContext, path: string, own: OwnDefault): void {
  const message = `${defaultText(own)} is removed${refusalOf(own)}: every caller passes its own value`
  context.report('default-dropped', path, own.entry, message)
}

/** Who gives the parameter of the caller another value gives it to the nested template now, too. */
function reportShared(
  context: PackageContext,
  path: string,
  { name, entry }: Declaration,
  nested: string,
): void {
  context.intend({ kind: 'value', path, parameter: name })
  const message = `"${name}" is now passed to ${nested}, whose default was the same; a new value for it reaches that template too`
  context.report('default-shared', path, entry, message)
}

/** An environment beside a nested template has no effect on the stacks that call it. */
export function reportOrphan(context: PackageContext, pkg: Workspace, path: string): void {
  const beside = pkg.environmentBeside(path)
  if (beside === undefined || pkg.naming.common !== undefined) return
  const message = `${beside.path} is named after this nested template, and has no effect on the templates that call it; it did not get the defaults`
  context.report('other-environment', path, undefined, message, { item: beside.path })
}
