import { sameData } from '../../../src/document/data.ts'
import type { Document } from '../../../src/document/document.ts'
import { type Node, parsedNode, textRange } from '../../../src/document/node.ts'
import type { PackageContext, Transform } from '../../../src/engine/package-transform.ts'
import type { Package } from '../../../src/package/package.ts'
import { directoryOf, fileName } from '../../../src/package/package-file.ts'
import {
  type DefaultMove,
  type DefaultMoveOptions,
  moveDefaults as moved,
  type RecordMove,
} from '../../../src/refactor/move-defaults.ts'
import { reportStaying } from '../moves.ts'

/** Longer values are cut short in messages. */
const longest = 60

/** A value as a message names it: its own text on one line, and never one that its parameter hides. */
function valueText(document: Document, node: Node, secrecy: 'hidden' | 'open'): string {
  if (secrecy === 'hidden') return 'a hidden value'
  const range = textRange(parsedNode(node))
  const text = range === undefined ? 'another value' : document.text.slice(range.start, range.end)
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = line === '' ? "''" : line
  return shown.length > longest ? `${shown.slice(0, longest - 3)}...` : shown
}

/** With the given exceptions; a profile such as ONAP's has some. */
export function moveDefaultsWith(
  options: DefaultMoveOptions,
  record: RecordMove = () => undefined,
): Transform {
  return {
    id: 'env/move-defaults',
    title: 'Move defaults into the environment',
    description:
      'Moves the default of each parameter of a template that no other one calls into its environment file.',
    references: ['HOT specification, Parameters section', 'heat.engine.environment', 'R-90526', 'R-26124'],
    safety: 'exact',
    requirements: ['R-90526', 'R-26124'],
    run(pkg, context) {
      const { pkg: next, modules } = moved(pkg, options, (path, declaration, move) => {
        record(path, declaration, move)
        if (move.kind === 'assigned' || move.kind === 'kept') reportStaying(context, path, declaration, move)
        else report(context, path, move)
      })
      reportOthers(context, pkg, modules)
      return next
    },
  }
}

export const moveDefaults: Transform = moveDefaultsWith({})

function report(
  context: PackageContext,
  path: string,
  move: Exclude<DefaultMove, { kind: 'assigned' | 'kept' }>,
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
      return
    case 'passed':
      throw new Error('the default of a module is not passed')
  }
}

/** The environment won all the same; what it kept from having an effect is lost now. */
function reportDropped(
  context: PackageContext,
  { own, because, value, environment }: Extract<DefaultMove, { kind: 'overridden' }>,
): void {
  if (sameData(value, own.value)) return
  const { file, declaration, entry, isHidden } = own
  const secrecy = isHidden ? 'hidden' : 'open'
  const dropped = valueText(file.document, own.value, secrecy)
  const given = environment === undefined ? 'another value' : valueText(environment.document, value, secrecy)
  const message = `the default of "${declaration.name}" is dropped, which was ${dropped}: ${because} of ${environment?.path ?? 'the environment'} say ${given}`
  context.report('default-dropped', file.path, entry, message)
}

/** Environments that belong to no template of their name do not get the value, and may need it. */
function reportOthers(context: PackageContext, pkg: Package, modules: readonly string[]): void {
  const { common, together = [] } = pkg.naming
  if (common !== undefined) {
    const others = together.filter((path) => path !== common)
    const message = `stacks need ${common} beside ${others.join(', ')} now: it has the defaults that moved`
    if (others.length > 0)
      for (const path of modules) context.report('other-environment', path, undefined, message)
    return
  }
  const lonely = new Map<string, string[]>()
  for (const { path } of pkg.unpairedEnvironments()) {
    if (path === pkg.naming.hidden) continue
    const directory = directoryOf(path)
    lonely.set(directory, [...(lonely.get(directory) ?? []), fileName(path)])
  }
  for (const path of modules) {
    const others = lonely.get(directoryOf(path)) ?? []
    if (others.length === 0) continue
    const own = fileName(pkg.environmentPathOf(path))
    const message = `${others.join(', ')} in this directory did not get the defaults that moved to ${own}`
    context.report('other-environment', path, undefined, message)
  }
}
