import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { messageOf } from '../../engine/finding.ts'
import type { Arguments, Command } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { ownTestName, ownTransformFiles } from '../new-own-transform.ts'
import { isOwnCheckout, projectTransformFiles, registered } from '../new-project-transform.ts'
import { UsageError } from '../usage-error.ts'

export const newCommand: Command = {
  name: 'new',
  positional: 'transform <family>/<id>',
  positionalDescription: 'What to create: a transform, with its family and a name that begins with a verb',
  firstArguments: ['transform'],
  arity: { min: 2, max: 2 },
  summary: 'Create your own transform',
  description: [
    'Creates a folder with a working transform: index.mjs with types in comments (index.ts with --typescript), README.md, a case in fixtures/, and a test for `node --test`. Change it to what you need; docs/library.md says what a transform may use. In a checkout of hotshift it writes what the project asks of a transform, and registers it.',
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
    const inProject = args.value('dir') === undefined && isOwnCheckout(world.cwd)
    const { files, edits, next } = inProject ? projectScaffold(id, world.cwd) : ownScaffold(id, folder, args)
    try {
      for (const [path, text] of files) {
        mkdirSync(dirname(join(target, path)), { recursive: true })
        writeFileSync(join(target, path), text, { flag: 'wx' })
      }
      for (const [path, text] of edits) writeFileSync(join(world.cwd, path), text)
    } catch (error) {
      await world.err.write(`hotshift: ${folder}: cannot be written: ${messageOf(error)}\n`)
      return exitCodes.failed
    }
    const created = [...files.keys()].map((path) => `  ${join(relative(world.cwd, target), path)}\n`)
    const edited = [...edits.keys()].map((path) => `  ${path} (edited)\n`)
    await world.out.write(`${[...created, ...edited].join('')}\n${next.join('\n')}\n`)
    return exitCodes.done
  },
}

/** What is written, and the commands to continue with. */
interface Scaffold {
  /** By path in the folder of the transform. */
  readonly files: ReadonlyMap<string, string>
  /** The new source of files that exist, by path from the working directory. */
  readonly edits: ReadonlyMap<string, string>
  readonly next: readonly string[]
}

function ownScaffold(id: string, folder: string, args: Arguments): Scaffold {
  return {
    files: ownTransformFiles(id, args.has('typescript') ? 'index.ts' : 'index.mjs'),
    edits: new Map(),
    // Only Node 20 takes a folder for the tests in it.
    next: [`hotshift run -t ${folder} <templates>`, `node --test ${join(folder, ownTestName)}`],
  }
}

function projectScaffold(id: string, cwd: string): Scaffold {
  const registry = 'transforms/registry.ts'
  return {
    files: projectTransformFiles(id),
    edits: new Map([[registry, registered(id, readFileSync(join(cwd, registry), 'utf8'))]]),
    next: [
      'npm run docs',
      `npm test -- transforms/${id} test/transforms`,
      `npm start -- run -t ${id} <templates>`,
      '',
      'No chain runs it yet: for that it needs a row in transforms/chains.ts.',
    ],
  }
}
