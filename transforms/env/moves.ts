/** What the transforms that move defaults report of those that stay. */
import type { PackageContext } from '../../src/engine/package-transform.ts'
import type { DefaultMove } from '../../src/refactor/move-defaults.ts'
import type { Declaration } from '../../src/workspace/values.ts'

export function reportStaying(
  context: PackageContext,
  path: string,
  { name, entry }: Declaration,
  move: Extract<DefaultMove, { kind: 'assigned' | 'kept' }>,
): void {
  if (move.kind === 'assigned') {
    context.report('default-assigned', path, entry, `the default of "${name}" stays: ${move.why}`)
    return
  }
  const { blocker } = move
  const at = blocker.path === path ? (blocker.at ?? entry) : entry
  context.report('default-kept', path, at, `the default of "${name}" stays: ${blocker.why}`)
}
