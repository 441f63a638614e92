// What is published, made into one folder.

import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { zipSync } from 'fflate'
import { run } from '../run-command.mjs'
import { ROOT } from '../setup.mjs'

/** @type {(script: string, ...args: string[]) => string} */
const node = (script, ...args) => run(process.execPath, [join(ROOT, script), ...args])

/**
 * Writes files as an archive, with the names that they have in it; the same files give the same bytes.
 *
 * @param {string} file
 * @param {Readonly<Record<string, string>>} paths by name
 */
function archive(file, paths) {
  const parts = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, [new Uint8Array(readFileSync(path)), {}]]),
  )
  writeFileSync(
    file,
    zipSync(/** @type {import('fflate').Zippable} */ (parts), { level: 9, mtime: new Date(1980, 0, 1) }),
  )
}

/** @type {(folder: string, ending?: string) => readonly string[]} */
const filesIn = (folder, ending = '') =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name))

/**
 * Files of a folder and of all below it, as an archive.
 *
 * @param {string} file
 * @param {(folder: string) => void} fill writes the folder
 */
function archiveOf(file, fill) {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-release-'))
  try {
    fill(folder)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort()
    archive(file, Object.fromEntries(files.map((name) => [name, join(folder, name)])))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * What is made, by name, in its order.
 *
 * @param {string} output
 * @param {string} version
 * @returns {readonly (readonly [name: string, make: () => void])[]}
 */
export function artefacts(output, version) {
  /** @type {(name: string) => string} */
  const to = (name) => join(output, name)
  /** @type {(...paths: string[]) => void} */
  const copy = (...paths) => {
    for (const path of paths) copyFileSync(join(ROOT, path), to(basename(path)))
  }
  return [
    ['the package of npm', () => run('npm', ['pack', '--silent', '--pack-destination', output])],
    [
      'the executables for Linux',
      () => {
        node('bin/executable/build.mjs', 'x64', 'arm64')
        copy('dist/executable/hotshift-linux-x64', 'dist/executable/hotshift-linux-arm64')
        copy('dist/executable/LICENSE-node.txt')
      },
    ],
    [
      'the packages of Debian',
      () => {
        node('bin/executable/debian.mjs', 'x64', 'arm64')
        for (const arch of ['amd64', 'arm64']) copy(`dist/executable/hotshift_${version}_${arch}.deb`)
      },
    ],
    ['the extension of VS Code', () => node('bin/build-vscode.mjs', to('hotshift.vsix'))],
    [
      'the playground',
      () =>
        archiveOf(to(`hotshift-${version}-playground.zip`), (folder) =>
          node('bin/build-playground.mjs', folder),
        ),
    ],
    [
      'the handbook as a site, with the playground in it',
      () => archiveOf(to(`hotshift-${version}-site.zip`), (folder) => node('bin/build-site.mjs', folder)),
    ],
    [
      'the schemas',
      () => {
        const schemas = [
          ...filesIn(join(ROOT, 'dist/schema')),
          ...filesIn(join(ROOT, 'docs/reference'), '.schema.json'),
        ]
        archive(
          to(`hotshift-${version}-schemas.zip`),
          Object.fromEntries(schemas.map((path) => [basename(path), path])),
        )
      },
    ],
    [
      'the bills of materials: of what is in it, and of what it is built with',
      () => {
        copy('dist/hotshift.cdx.json', 'dist/THIRD-PARTY-LICENSES.txt', 'LICENSE')
        const bill = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'])
        if (JSON.parse(bill).bomFormat !== 'CycloneDX') throw new Error('npm sbom gives something else')
        writeFileSync(to('hotshift-build.cdx.json'), bill)
      },
    ],
    [
      'the checksums',
      () =>
        writeFileSync(
          to('SHA256SUMS'),
          sums(output)
            .map(({ line }) => line)
            .join(''),
        ),
    ],
  ]
}

/**
 * The files of a folder with their sums, as `sha256sum --check` reads them.
 *
 * @param {string} folder
 */
export function sums(folder) {
  return filesIn(folder)
    .filter((path) => basename(path) !== 'SHA256SUMS')
    .map((path) => {
      const sum = createHash('sha256').update(readFileSync(path)).digest('hex')
      return { name: basename(path), size: statSync(path).size, line: `${sum}  ${basename(path)}\n` }
    })
}
