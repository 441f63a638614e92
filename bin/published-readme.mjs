/**
 * The README as the registry shows it: without a repository in package.json, the registry leads relative links nowhere.
 * `npm publish` makes the links absolute before (`absolute`) and puts the file back afterwards (`restore`).
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * The source with links to the files of the published package; fenced code is preserved.
 *
 * @param {string} text
 * @param {string} published the package with its version, `hotshift@1.0.0`
 */
export function withAbsoluteLinks(text, published) {
  return text
    .split(/^(```.*?^```$)/ms)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/(\]\()(?![a-z]+:|#)([^)\s]+)/g, `$1https://unpkg.com/${published}/$2`),
    )
    .join('')
}

const [readme, original] = [join(root, 'README.md'), join(root, 'dist/README.md')]

if (process.argv[2] === 'absolute') {
  mkdirSync(dirname(original), { recursive: true })
  // What a publishing that failed left is the original.
  if (!existsSync(original)) copyFileSync(readme, original)
  writeFileSync(readme, withAbsoluteLinks(readFileSync(original, 'utf8'), `${name}@${version}`))
} else if (process.argv[2] === 'restore' && existsSync(original)) renameSync(original, readme)
