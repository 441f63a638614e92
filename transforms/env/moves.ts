/** What the transforms that move defaults report of those that they leave, and of values. */

import type { PackageContext } from '../../src/engine/authoring/package-transform.ts'
import { declaredType } from '../../src/heat/parameters.ts'
import { literalOf } from '../../src/heat/values/nodes.ts'
import { misfitAsWritten, misfitInUse } from '../../src/heat/values/parameters.ts'
import { literalLimits } from '../../src/rules/constraints.ts'
import { hotWords } from '../../src/rules/vocabulary.ts'
import type { DefaultMove } from '../../src/stack/refactor/default-move.ts'
import type { OwnDefault } from '../../src/stack/refactor/own-default.ts'
import type { Declaration } from '../../src/stack/values.ts'
import { sameData } from '../../src/text/document/data.ts'
import type { Document } from '../../src/text/document/document.ts'
import { type Node, parsedNode, textRange } from '../../src/text/document/node.ts'

export function reportPreserved(
  context: PackageContext,
  path: string,
  { name, entry }: Declaration,
  move: Extract<DefaultMove, { kind: 'assigned' | 'kept' }>,
): void {
  if (move.kind === 'assigned') {
    context.report('default-assigned', path, entry, `the default of "${name}" is kept: ${move.why}`)
    return
  }
  const { blocker } = move
  const at = blocker.path === path ? (blocker.at ?? entry) : entry
  context.report('default-kept', path, at, `the default of "${name}" is kept: ${blocker.why}`)
}

/** Longer values are cut short in messages. */
const longest = 60

/** A value as a message names it: its own source on one line, and never one that its parameter hides. */
function valueText(document: Document, node: Node, secrecy: 'hidden' | 'open'): string {
  if (secrecy === 'hidden') return 'a hidden value'
  const range = textRange(parsedNode(node))
  const text = range === undefined ? 'another value' : document.text.slice(range.start, range.end)
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = line === '' ? "''" : line
  return shown.length > longest ? `${shown.slice(0, longest - 3)}...` : shown
}

/** A default as the subject of a message, with its value unless its parameter hides that. */
export function defaultText({ file, declaration: { name }, value, isHidden }: OwnDefault): string {
  return isHidden
    ? `the hidden default of "${name}"`
    : `the default ${valueText(file.document, value, 'open')} of "${name}"`
}

/** What an environment takes, or gave already. */
export function reportGiven(
  context: PackageContext,
  path: string,
  move: Exclude<DefaultMove, { kind: 'assigned' | 'kept' | 'passed' }>,
): void {
  switch (move.kind) {
    case 'null-deleted':
      context.change(path, move.own.entry, 'Delete a default that is null')
      return
    case 'overridden':
      context.change(path, move.own.entry, 'Move a default into the environment')
      reportDropped(context, move)
      return
    case 'moved':
      context.change(path, move.own.entry, 'Move a default into the environment')
      context.change(move.environment, undefined, 'Take a default over')
  }
}

/**
 * That Heat refuses a default, as the rest of a clause about it; empty where it does not. It refuses some even where another
 * value is given (heat/engine/parameters.py: `Schema._validate_default`): without them it accepts the template.
 */
export function refusalOf({ declaration, file, value, isHidden }: OwnDefault): string {
  const { map, name } = declaration
  const type = declaredType(map)
  if (map === undefined || type === undefined || file.version === undefined) return ''
  const limits = literalLimits({ name, map }, type, hotWords(file.version, undefined))
  const always = misfitAsWritten(type, limits, literalOf(value))
  const misfit = always ?? misfitInUse(type, limits, literalOf(value))
  if (misfit === undefined) return ''
  const fate = always === undefined ? 'Heat rejects it where it is used' : 'Heat rejects the template with it'
  // What is wrong with a list names the item.
  return ` (it ${isHidden ? 'is not what the parameter accepts' : misfit.problem}, so ${fate})`
}

/** The environment won all the same; what had no effect because of it is lost now. */
function reportDropped(
  context: PackageContext,
  { own, because, value, environment }: Extract<DefaultMove, { kind: 'overridden' }>,
): void {
  const refusal = refusalOf(own)
  if (sameData(value, own.value) && refusal === '') return
  const { file, entry } = own
  const secrecy = own.isHidden ? 'hidden' : 'open'
  const given = environment === undefined ? 'another value' : valueText(environment.document, value, secrecy)
  const message = `${defaultText(own)} is removed${refusal}: ${because} of ${environment?.path ?? 'the environment'} set it to ${given}`
  context.report('default-dropped', file.path, entry, message)
}
