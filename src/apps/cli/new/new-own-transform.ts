/** What `hotshift new transform` writes into the folder of a user. */
import { packageName } from '../../../show/report/version.ts'

/** The files of a new transform, by their paths in its folder. */
export function ownTransformFiles(id: string, file: 'index.ts' | 'index.mjs'): ReadonlyMap<string, string> {
  const title = titleOf(id)
  return new Map([
    [file, file === 'index.ts' ? typeScript(title) : javaScript(title)],
    ['README.md', readmeText(title)],
    [ownTestName, TEST],
    ['fixtures/change/input.yaml', `heat_template_version: 2018-08-31 # kept\n${RESOURCES}`],
    [
      'fixtures/change/expected.yaml',
      `heat_template_version: 2018-08-31 # kept\ndescription: To be described\n${RESOURCES}`,
    ],
    ['fixtures/no-op/input.yaml', `heat_template_version: 2018-08-31\ndescription: A disk\n${RESOURCES}`],
  ])
}

/** The words of an id as a title: `acme/add-labels` is `Add labels`. */
export function titleOf(id: string): string {
  const name = id.slice(id.indexOf('/') + 1).replaceAll('-', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The name that a transform or a rule of the project is exported by: `hot/add-labels` is `addLabels`. */
export function exportedName(id: string): string {
  return id.slice(id.indexOf('/') + 1).replace(/-+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** The resources of the templates in its cases. */
export const RESOURCES = 'resources:\n  disk: {type: OS::Cinder::Volume, properties: {size: 1}}\n'

/** The name of its test. */
export const ownTestName = 'index.test.mjs'

// The build of the command line replaces calls of import, but those whose argument begins in a line of its own.
const TEST = `import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

/** hotshift of this project, or the one that is installed globally. */
const loading = import('${packageName}/testing').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  const shell = process.platform === 'win32'
  const folder = execFileSync('npm', ['root', '-g'], { encoding: 'utf8', shell }).trim()
  return import(
    pathToFileURL(join(folder, '${packageName}/dist/library/testing.js')).href
  )
})

const { fixtureTests } = await loading
for (const { name, run } of await fixtureTests(import.meta.url)) test(name, run)
`

/** What the new transform does. */
const BODY: readonly string[] = [
  'const { root } = template',
  'const [version, ...others] = root.entries',
  "if (version === undefined || entryOf(root, 'description') !== undefined) return template",
  "context.change(version, 'Add a description')",
  "context.intend('description-added')",
  "const description = entry('description', string('To be described'))",
  'return withRoot(template, withEntries(root, [version, description, ...others]))',
]

const IMPORTS =
  "import { entry, entryOf, string, templateTransform, withEntries, withRoot } from 'hotshift'\n"

function typeScript(title: string): string {
  return `${IMPORTS}
export default templateTransform({
  title: '${title}',
  kinds: ['hot'],
  run(template, context) {
${BODY.map((line) => `    ${line}\n`).join('')}  },
})
`
}

/** Editors check JavaScript by the types in its comments. */
function javaScript(title: string): string {
  return `${IMPORTS}
/** @type {import('hotshift').TemplateTransformSpec['run']} */
const run = (template, context) => {
${BODY.map((line) => `  ${line}\n`).join('')}}

export default templateTransform({ title: '${title}', kinds: ['hot'], run })
`
}

function readmeText(title: string): string {
  return `# ${title}

Before:

\`\`\`yaml
heat_template_version: 2018-08-31 # kept
${RESOURCES}\`\`\`

After:

\`\`\`yaml
heat_template_version: 2018-08-31 # kept
description: To be described
${RESOURCES}\`\`\`

Why: name the rule behind it.
`
}
