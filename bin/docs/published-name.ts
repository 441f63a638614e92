/**
 * The name under which hotshift is published, which is `name` of package.json: wherever a page or a file for another
 * program says what npm is to install or to run, `npm run docs` puts it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

/** A name as npm takes it, perhaps with a scope. */
const NAME = String.raw`(?:@[\w.-]+\/)?[\w-]+`

/** What stands before a name, the name, and what stands behind it. */
const MENTIONS: readonly RegExp[] = [
  `(\\bnpx (?:--yes )?)${NAME}(?= [a-z])`,
  `(\\bnpm uninstall --global )${NAME}(?=$)`,
  `(description: What npm is to install[^\\n]*\\n\\s+default: ")${NAME}(?="$)`,
  `(\\bnode_modules/)${NAME}(?=/(?:dist/schema|docs/reference)/)`,
  `(In code they are \`)${NAME}(?=/schema/)`,
  `(\`")${NAME}(?=": "file:)`,
].map((pattern) => new RegExp(pattern, 'gm'))

/** The archive that `npm pack` makes, which has the scope as a word of its name. */
const ARCHIVE = /(\.\/)[\w-]+(?=-\*\.tgz)/g

/** The page with that name wherever it says what npm is to install or to run. */
export function withPublishedName(text: string, name: string): string {
  const archive = name.replace('@', '').replace('/', '-')
  return MENTIONS.reduce(
    (changed, mention) => changed.replace(mention, (_, before: string) => before + name),
    text.replace(ARCHIVE, (_, before: string) => before + archive),
  )
}

/** Files for other programs that say it, besides the pages. */
export function filesWithName(root: string): readonly string[] {
  return ['action.yml', ...readdirSync(join(root, 'docs/ci')).map((name) => `docs/ci/${name}`)]
}

/** The name, by package.json. */
export function publishedName(root: string): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
}
