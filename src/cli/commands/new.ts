import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { messageOf } from '../../engine/finding.ts'
import { packageName } from '../../report/version.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { UsageError } from '../usage-error.ts'

export const newCommand: Command = {
  name: 'new',
  positional: 'transform <family>/<id>',
  positionalDescription: 'What to create: a transform, with its family and a name that begins with a verb',
  firstArguments: ['transform'],
  arity: { min: 2, max: 2 },
  summary: 'Create your own transform',
  description: [
    'Creates a folder with a working transform: index.mjs with types in comments (index.ts with --typescript), README.md, a case in fixtures/, and a test for `node --test`. Change it to what you need; docs/library.md says what a transform may use.',
  ],
  options: [
    {
      name: 'dir',
      value: '<folder>',
      group: 'Options',
      description: 'The folder for families of transforms. Default: transforms',
    },
    {
      name: 'typescript',
      group: 'Options',
      description: 'Write index.ts; hotshift removes the types when it loads the transform',
    },
  ],
  examples: {
    'transforms/acme/describe-templates': 'hotshift new transform acme/describe-templates',
    'Run it': 'hotshift run -t transforms/acme/describe-templates templates',
  },
  async run(args, world) {
    const [what = '', id = ''] = args.positionals
    if (what !== 'transform')
      throw new UsageError(`new ${what}: there is only new transform`, [
        'hotshift new transform <family>/<id>',
      ])
    if (!/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(id)) {
      throw new UsageError(`${id}: an id has a family and a name, of lowercase letters, digits and hyphens`, [
        'for example acme/describe-templates',
      ])
    }
    const folder = join(args.value('dir') ?? 'transforms', id)
    const target = resolve(world.cwd, folder)
    if (existsSync(target)) throw new UsageError(`${folder} exists already`)
    const files = filesOf(id, args.has('typescript') ? 'index.ts' : 'index.mjs')
    try {
      for (const [path, text] of files) {
        mkdirSync(dirname(join(target, path)), { recursive: true })
        writeFileSync(join(target, path), text, { flag: 'wx' })
      }
    } catch (error) {
      await world.err.write(`hotshift: ${folder}: cannot be written: ${messageOf(error)}\n`)
      return exitCodes.failed
    }
    const shown = [...files.keys()].map((path) => `  ${join(relative(world.cwd, target), path)}\n`)
    // Only Node 20 takes a folder for the tests in it.
    const commands = [`hotshift run -t ${folder} <templates>`, `node --test ${join(folder, TEST_NAME)}`]
    await world.out.write(`${shown.join('')}\n${commands.join('\n')}\n`)
    return exitCodes.done
  },
}

/** The files of a new transform, by their paths in its folder. */
function filesOf(id: string, file: 'index.ts' | 'index.mjs'): ReadonlyMap<string, string> {
  const name = id.slice(id.indexOf('/') + 1).replaceAll('-', ' ')
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return new Map([
    [file, file === 'index.ts' ? typeScript(title) : javaScript(title)],
    ['README.md', readmeText(title)],
    [TEST_NAME, TEST],
    ['fixtures/change/input.yaml', `heat_template_version: 2018-08-31 # kept\n${RESOURCES}`],
    [
      'fixtures/change/expected.yaml',
      `heat_template_version: 2018-08-31 # kept\ndescription: To be described\n${RESOURCES}`,
    ],
    ['fixtures/no-op/input.yaml', `heat_template_version: 2018-08-31\ndescription: A disk\n${RESOURCES}`],
  ])
}

const RESOURCES = 'resources:\n  disk: {type: OS::Cinder::Volume, properties: {size: 1}}\n'

const TEST_NAME = 'index.test.mjs'

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
