import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** What `npm pack` says of the package that it made. */
export interface Packed {
  /** The path of the tarball. */
  readonly tarball: string
  readonly files: readonly { readonly path: string }[]
  /** The copy of the project that was packed. */
  readonly source: string
}

/** What a build reads, or makes anew; tests and templates are no part of a package. */
const NOT_COPIED = new Set(['.git', 'corpus', 'dist', 'node_modules', 'test'].map((name) => join(ROOT, name)))

/**
 * Packs the project as it stands, built from a copy of its own: what else runs at the same time goes on reading `dist/`. All
 * suites of a run share one package, in the folder that `prepare-slow.mjs` makes for them; the first to ask makes it.
 *
 * @throws Error with what npm said
 */
export function packed(): Packed {
  const shared = process.env.HOTSHIFT_SHARED_FOLDER
  if (shared === undefined) throw new Error('jest.slow.config.js makes the folder for the package')
  const [folder, answer] = [join(shared, 'package'), join(shared, 'packed.json')]
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    writeFileSync(`${answer}.new`, JSON.stringify(packedOrProblem(folder)))
    renameSync(`${answer}.new`, answer)
  }
  // Another worker is about it.
  while (!existsSync(answer)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  const made = JSON.parse(readFileSync(answer, 'utf8')) as Packed | { readonly problem: string }
  if ('problem' in made) throw new Error(made.problem)
  return made
}

function packedOrProblem(folder: string): Packed | { readonly problem: string } {
  try {
    return pack(folder)
  } catch (error) {
    return { problem: String(error) }
  }
}

function pack(folder: string): Packed {
  const source = join(folder, 'source')
  cpSync(ROOT, source, { recursive: true, filter: (path) => !NOT_COPIED.has(path) })
  mkdirSync(join(source, 'dist'))
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'), 'junction')
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['pack', '--json', '--silent', '--pack-destination', folder],
    { cwd: source, shell: process.platform === 'win32', encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`npm pack: ${status}\n${stdout}\n${stderr}`)
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  return { tarball: join(folder, filename), files, source }
}
