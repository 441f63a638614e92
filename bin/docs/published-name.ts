/**
 * The name under which hotshift is published, which is `name` of package.json: wherever a page or a file for another
 * program says what npm is to install or to run, `npm run docs` writes it, and the version of package.json where a version
 * is named.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

interface Published {
  readonly name: string
  readonly version: string
}

/** A name as npm takes it, perhaps with a scope. */
const NAME = String.raw`(?:@[\w.-]+\/)?[\w-]+`

const VERSION = String.raw`\d+\.\d+\.\d+(?:-[\w.-]+)?`

/** What stands before a name, the name, its version, and what stands behind it. */
const MENTIONS: readonly RegExp[] = [
  `(\\bnpx (?:--yes )?)${NAME}(@${VERSION})?(?= [a-z])`,
  `(\\bnpm uninstall --global )${NAME}(?=$)`,
  `(description: What npm is to install[^\\n]*\\n\\s+default: ")${NAME}(@${VERSION})?(?="$)`,
  `(\\bnode_modules/)${NAME}(?=/(?:dist/schema|docs/reference)/)`,
  `(In code they are \`)${NAME}(?=/schema/)`,
  `(\`")${NAME}(?=": "file:)`,
].map((pattern) => new RegExp(pattern, 'gm'))

/** The tag of a release, in what includes files of it. */
const TAGS = new RegExp(`(\\b(?:ref|rev): )v${VERSION}(?=$)`, 'gm')

/** The archive that `npm pack` makes, which has the scope as a word of its name. */
const ARCHIVE = /(\.\/)[\w-]+(?=-\*\.tgz)/g

/** The page with that name wherever it says what npm is to install or to run, and with the version where it says one. */
export function withPublishedName(text: string, { name, version }: Published): string {
  const archive = name.replace('@', '').replace('/', '-')
  const named = MENTIONS.reduce(
    (changed, mention) =>
      changed.replace(mention, (_, before: string, pinned: unknown) =>
        typeof pinned === 'string' ? `${before}${name}@${version}` : before + name,
      ),
    text.replace(ARCHIVE, (_, before: string) => before + archive),
  )
  return named.replace(TAGS, (_, before: string) => `${before}v${version}`)
}

/** Files for other programs that say it, besides the pages. */
export function filesWithName(root: string): readonly string[] {
  return ['action.yml', ...readdirSync(join(root, 'docs/ci')).map((name) => `docs/ci/${name}`)]
}

/** The name and the version, by package.json. */
export function published(root: string): Published {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { name, version }
}
