import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that holds hotshift's `package.json`, whether this runs from the sources or from the bundle. */
export function packageRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}
