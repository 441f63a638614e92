/**
 * The README as the registry shows it: without a repository in package.json, the registry leads relative links nowhere.
 * `npm publish` makes the links absolute before (`absolute`) and puts the file back afterwards (`restore`).
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The source with links to the files of the published package; fenced code is preserved.
 *
 * @param {string} text
 * @param {string} version
 */
export function withAbsoluteLinks(text, version) {
  return text
    .split(/^(```.*?^```$)/ms)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/(\]\()(?![a-z]+:|#)([^)\s]+)/g, `$1https://unpkg.com/hotshift@${version}/$2`),
    )
    .join('')
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [readme, original] = [join(root, 'README.md'), join(root, 'dist/README.md')]

if (process.argv[2] === 'absolute') {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(dirname(original), { recursive: true })
  // What a publishing that failed left is the original.
  if (!existsSync(original)) copyFileSync(readme, original)
  writeFileSync(readme, withAbsoluteLinks(readFileSync(original, 'utf8'), version))
} else if (process.argv[2] === 'restore' && existsSync(original)) renameSync(original, readme)
