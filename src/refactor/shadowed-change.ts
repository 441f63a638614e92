import { duplicateEntries } from '../document/data.ts'
import { nameOf } from '../document/read.ts'
import type { Package } from '../package/package.ts'

/**
 * An entry without effect, because its key is given again further down, which a step from one state of a package to
 * the next has changed, deleted or brought to life: which of the two was meant is for a person to say (R-92635).
 */
export function shadowedChange(
  before: Package,
  after: Package,
): { readonly path: string; readonly name: string } | undefined {
  for (const [path, { document, root }] of after.files) {
    const old = before.files.get(path)?.root
    if (old === undefined || old === root || document.shadowed().length === 0) continue
    const still = new Set(duplicateEntries(root))
    const changed = duplicateEntries(old).find((one) => !still.has(one))
    if (changed !== undefined) return { path, name: nameOf(changed) ?? 'a key' }
  }
  return undefined
}
