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
 * Writes files of folders as an archive; the same files give the same bytes.
 *
 * @param {string} file
 * @param {readonly string[]} paths
 */
function archive(file, paths) {
  const parts = Object.fromEntries(
    paths.map((path) => [basename(path), [new Uint8Array(readFileSync(path)), {}]]),
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
      () => {
        const folder = mkdtempSync(join(tmpdir(), 'hotshift-playground-'))
        try {
          node('bin/build-playground.mjs', folder)
          archive(to(`hotshift-${version}-playground.zip`), filesIn(folder))
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      },
    ],
    [
      'the schemas',
      () => {
        const schemas = [
          ...filesIn(join(ROOT, 'dist/schema')),
          ...filesIn(join(ROOT, 'docs/reference'), '.schema.json'),
        ]
        archive(to(`hotshift-${version}-schemas.zip`), schemas)
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
