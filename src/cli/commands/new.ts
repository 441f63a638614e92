import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { messageOf } from '../../engine/finding.ts'
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
    'Creates a folder with a working transform: index.ts, README.md, a case in fixtures/, and a test for `node --test`. Change it to what you need; docs/library.md says what a transform may use.',
  ],
  options: [
    {
      name: 'dir',
      value: '<folder>',
      group: 'Options',
      description: 'The folder for families of transforms. Default: transforms',
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
    const files = filesOf(id)
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
function filesOf(id: string): ReadonlyMap<string, string> {
  const name = id.slice(id.indexOf('/') + 1).replaceAll('-', ' ')
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return new Map([
    ['index.ts', transformText(title)],
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

const TEST = `import { test } from 'node:test'
import { fixtureTests } from 'hotshift/testing'

for (const { name, run } of await fixtureTests(import.meta.url)) test(name, run)
`

function transformText(title: string): string {
  return `import { entry, entryOf, string, templateTransform, withEntries, withRoot } from 'hotshift'

export default templateTransform({
  title: '${title}',
  kinds: ['hot'],
  run(template, context) {
    const { root } = template
    const [version, ...others] = root.entries
    if (version === undefined || entryOf(root, 'description') !== undefined) return template
    context.change(version, 'Add a description')
    context.intend('description-added')
    const description = entry('description', string('To be described'))
    return withRoot(template, withEntries(root, [version, description, ...others]))
  },
})
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
