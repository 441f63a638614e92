import { dirname, relative } from 'node:path'
import { errnoOf } from './file-system.ts'
import type { Walk } from './walk.ts'

/**
 * Says what becomes of the symbolic links that a walk met. One whose target is part
 * of the run adds nothing: the target is there under its own name. Any other is
 * reported and not followed, so that nothing outside of the given paths is changed.
 */
export function resolveLinks(walk: Walk): void {
  for (const link of walk.links) {
    try {
      const target = walk.fs.realpathSync(link)
      if (walk.files.has(target) || walk.directories.has(target)) continue
      const message = `links to ${relative(dirname(link), target)}, which is not part of this run`
      walk.report(link, 'skipped', { code: 'link-not-followed', message })
    } catch (error) {
      const message =
        errnoOf(error) === 'ELOOP'
          ? 'is a link that leads back to itself'
          : 'is a link whose target is missing'
      walk.report(link, 'skipped', { code: 'broken-link', message })
    }
  }
}
