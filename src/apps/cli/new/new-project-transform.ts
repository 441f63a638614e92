/** What `hotshift new transform` writes in a checkout of hotshift itself: the whole set that the tests of the project ask for. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageName } from '../../../show/report/version.ts'
import { exportedName, RESOURCES, titleOf } from './new-own-transform.ts'

/** Whether a folder is the root of a checkout of hotshift. */
export function isOwnCheckout(folder: string): boolean {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest) || !existsSync(join(folder, 'transforms/registry.ts'))) return false
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).name === packageName
  } catch {
    return false
  }
}

/** The files of a transform of the project, by their paths in its folder. */
export function projectTransformFiles(id: string): ReadonlyMap<string, string> {
  const version = 'heat_template_version: 2018-08-31'
  const before = `${version} # preserved\n${RESOURCES}`
  const after = `${version} # preserved\ndescription: To be described\n${RESOURCES}`
  const commented = `# licence\n\n${version}\n\n# disks\n${RESOURCES}# end\n`
  return new Map([
    ['index.ts', source(id)],
    ['README.md', readme(id, before, after)],
    ['fixtures/change/input.yaml', before],
    ['fixtures/change/expected.yaml', after],
    ['fixtures/comments/input.yaml', commented],
    [
      'fixtures/comments/expected.yaml',
      commented.replace(`${version}\n`, `${version}\n\ndescription: To be described\n`),
    ],
    ['fixtures/no-op/input.yaml', `${version}\ndescription: A disk\n${RESOURCES}`],
    ['fixtures/look-alike/input.yaml', `${version}\n"description": A disk\n${RESOURCES}`],
  ])
}

/** Apart from the templates that begin with it, because the sources of hotshift are searched for what they export. */
export const EXPORT = 'export const'

function source(id: string): string {
  return `import {
  entry,
  entryOf,
  rewriteTemplate,
  string,
  withEntries,
} from '../../../src/engine/authoring/authoring.ts'

${EXPORT} ${exportedName(id)} = rewriteTemplate(
  {
    title: '${titleOf(id)}',
    description: 'Adds a description to templates that have none.',
    references: ['HOT specification, description'],
    safety: 'exact',
    keeps: 'meaning',
    kinds: 'hot',
  },
  ({ root, change, intend }) => {
    const [version, ...others] = root.entries
    if (version === undefined || entryOf(root, 'description') !== undefined) return root
    change(version, 'Add a description')
    intend('description-added')
    return withEntries(root, [version, entry('description', string('To be described')), ...others])
  },
)
`
}

function readme(id: string, before: string, after: string): string {
  const block = (text: string) => `\`\`\`yaml\n${text}\`\`\``
  return `# ${id}

Adds a description to templates that have none.

Before:

${block(before)}

After:

${block(after)}

## Rule

HOT specification, \`description\`.
`
}

/**
 * The source of \`transforms/registry.ts\` with one more transform: its import and its row, each in alphabetical order.
 * @throws Error where the source does not have the form of the registry
 */
export function registered(id: string, registry: string): string {
  const name = exportedName(id)
  const imports = inserted(
    registry,
    /^import \{ \w+ \} from '\.\/(.+)\/index\.ts'$/,
    id,
    `import { ${name} } from './${id}/index.ts'`,
  )
  return inserted(imports, /^ {2}'(.+)': \w+,$/, id, `  '${id}': ${name},`)
}

/** The lines with another one before the first whose id comes later, or after the last. */
export function inserted(source: string, row: RegExp, id: string, line: string): string {
  const lines = source.split('\n')
  const rows = lines.flatMap((text, at) => {
    const found = row.exec(text)?.[1]
    return found === undefined ? [] : [{ at, id: found }]
  })
  const last = rows.at(-1)
  if (last === undefined) throw new Error(`there is no line such as "${line.trim()}"`)
  return lines.toSpliced(rows.find((each) => each.id > id)?.at ?? last.at + 1, 0, line).join('\n')
}
