import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** What `npm pack` says of the package that it made. */
export interface Packed {
  /** The path of the tarball. */
  readonly tarball: string
  readonly files: readonly { readonly path: string }[]
}

/** What a build reads, or makes anew; tests and templates are no part of a package. */
const NOT_COPIED = new Set(['.git', 'corpus', 'dist', 'node_modules', 'test'].map((name) => join(ROOT, name)))

/**
 * Packs the project as it stands, built from a copy of its own: what else runs at the same
 * time goes on reading `dist/`, and may pack too.
 *
 * @param folder where the copy and the tarball go
 * @throws Error with what npm said
 */
export function pack(folder: string): Packed {
  const copy = join(folder, 'source')
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(path) })
  mkdirSync(join(copy, 'dist'))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['pack', '--json', '--silent', '--pack-destination', folder],
    { cwd: copy, shell: process.platform === 'win32', encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`npm pack: ${status}\n${stdout}\n${stderr}`)
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  return { tarball: join(folder, filename), files }
}
