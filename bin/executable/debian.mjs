// `npm run debian -- [x64|arm64]`: dist/executable/hotshift_<version>_<architecture>.deb of the executable that
// `npm run executable` made, with its manual page and completions. Needs dpkg-deb.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { run } from '../run-command.mjs'
import { ROOT } from '../setup.mjs'

const { version, description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const DEBIAN = { x64: 'amd64', arm64: 'arm64' }

/** Where Debian's shells look for completions, by shell. */
const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/hotshift',
  zsh: 'usr/share/zsh/vendor-completions/_hotshift',
  fish: 'usr/share/fish/vendor_completions.d/hotshift.fish',
}

/** @param {string} shell */
const completion = (shell) => run(process.execPath, [join(ROOT, 'bin/hotshift.cjs'), 'completion', shell])

/**
 * @param {'x64' | 'arm64'} arch
 * @returns the path of the package
 * @throws Error when there is no executable, or dpkg-deb fails
 */
export function buildDebianPackage(arch) {
  const output = join(ROOT, 'dist/executable')
  const executable = join(output, `hotshift-linux-${arch}`)
  if (!existsSync(executable)) throw new Error(`${executable} is missing: npm run executable -- ${arch}`)
  const tree = join(output, `.debian-${arch}-${process.pid}`)
  /** @type {(path: string, content: string | Buffer) => void} */
  const write = (path, content) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true, mode: 0o755 })
    writeFileSync(join(tree, path), content, { mode: 0o644 })
  }
  try {
    const manual = readFileSync(join(ROOT, 'docs/reference/hotshift.1'))
    write('usr/share/man/man1/hotshift.1.gz', gzipSync(manual, { level: 9 }))
    for (const [shell, path] of Object.entries(COMPLETIONS)) write(path, completion(shell))
    const licences = ['LICENSE', 'dist/THIRD-PARTY-LICENSES.txt', 'dist/executable/LICENSE-node.txt']
    write(
      'usr/share/doc/hotshift/copyright',
      licences.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n'),
    )
    write('usr/share/doc/hotshift/hotshift.cdx.json', readFileSync(join(ROOT, 'dist/hotshift.cdx.json')))
    mkdirSync(join(tree, 'usr/bin'), { recursive: true })
    copyFileSync(executable, join(tree, 'usr/bin/hotshift'))
    chmodSync(join(tree, 'usr/bin/hotshift'), 0o755)
    write('DEBIAN/control', control(DEBIAN[arch], statSync(executable).size))
    const result = join(output, `hotshift_${version}_${DEBIAN[arch]}.deb`)
    run('dpkg-deb', ['--build', '--root-owner-group', '-Zzstd', '-z9', tree, result], output)
    return result
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

/** @type {(architecture: string, bytes: number) => string} */
const control = (architecture, bytes) =>
  [
    'Package: hotshift',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: the hotshift project <hotshift@localhost>',
    // What Node is linked with; it needs the glibc of Debian 10 and newer.
    'Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6',
    'Section: devel',
    'Priority: optional',
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Description: ${description.split('. ')[0].replace(/\.$/, '')}`,
    ' The program with all that it needs in one file; neither Node nor a network is needed.',
    '',
  ].join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const arch of /** @type {const} */ (['x64', 'arm64'])) {
    if (process.argv.length > 2 && !process.argv.includes(arch)) continue
    const path = buildDebianPackage(arch)
    process.stdout.write(`${path} ${(statSync(path).size / 1e6).toFixed(1)} MB\n`)
  }
}
