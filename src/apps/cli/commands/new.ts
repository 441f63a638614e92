import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { messageOf } from '../../../engine/findings/finding.ts'
import { ownCodeForm } from '../../../rules/own-rule.ts'
import type { Arguments, Command } from '../command.ts'
import { leadsOut } from '../configuration/configured-paths.ts'
import { ownTestName, ownTransformFiles } from '../new/new-own-transform.ts'
import { isOwnCheckout, projectTransformFiles, registered } from '../new/new-project-transform.ts'
import { ownRuleFile, ownRuleSource, projectRuleSource, withRule } from '../new/new-rule.ts'
import { exitCodes } from '../output/exit-code.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

export const newCommand: Command = {
  name: 'new',
  positional: 'transform <family>/<id>, or rule <family>/<id>',
  positionalDescription:
    'What to create: a transform, with its family and a name that begins with a verb; or a rule, with its family and the name of its finding',
  firstArguments: ['transform', 'rule'],
  arity: { min: 2, max: 2 },
  summary: 'Create your own transform or rule',
  description: [
    'Creates a folder with a working transform: index.mjs with types in comments (index.ts with --typescript), README.md, a case in fixtures/, and a test for `node --test`. Change it to what you need; docs/library.md says what a transform may use. In a checkout of hotshift it writes what the project asks of a transform, and registers it.',
    'Or creates a working rule for check --rules: one file, NAME.rule.mjs, with the findings that it reports. In a checkout of hotshift it writes and registers a rule of the project, whose id has no family.',
  ],
  options: [
    {
      name: 'dir',
      value: '<folder>',
      group: 'Options',
      description: 'The folder for families of transforms, or for rules. Default: transforms or rules',
    },
    {
      name: 'typescript',
      group: 'Options',
      description: 'Write TypeScript; hotshift removes the types when it loads the transform or the rule',
    },
  ],
  examples: {
    'transforms/acme/describe-templates': 'hotshift new transform acme/describe-templates',
    'Run it': 'hotshift run -t transforms/acme/describe-templates templates',
    'rules/unnamed-volume.rule.mjs': 'hotshift new rule acme/unnamed-volume',
    'Ask it': 'hotshift check --rules rules templates',
  },
  async run(args, world) {
    const [what = '', id = ''] = args.positionals
    if (what !== 'transform' && what !== 'rule')
      throw new UsageError(`new ${what}: there is only new transform and new rule`, [
        'hotshift new transform <family>/<id>',
        'hotshift new rule <family>/<id>',
      ])
    const inProject = args.value('dir') === undefined && isOwnCheckout(world.cwd)
    checkId(what, id, inProject)
    const { folder, files, edits, next } =
      what === 'rule'
        ? ruleScaffold(id, inProject, args, world)
        : transformScaffold(id, inProject, args, world)
    const target = resolve(world.cwd, folder)
    // A folder of rules holds others as well.
    const taken = what === 'rule' ? [...files.keys()].map((path) => join(folder, path)) : [folder]
    // The folder that the user names may be a link; one that came with the tree may not.
    const base = resolve(world.cwd, args.value('dir') ?? '.')
    for (const path of taken) {
      if (existsSync(resolve(world.cwd, path))) throw new UsageError(`${path} exists already`)
      if (leadsOut(resolve(world.cwd, path), base))
        throw new UsageError(`${path} leads out of ${args.value('dir') ?? 'the working directory'} by a link`)
    }
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

/** @throws UsageError for an id of another form */
function checkId(what: 'transform' | 'rule', id: string, inProject: boolean): void {
  const form = what === 'rule' && inProject ? /^[a-z][a-z0-9-]*$/ : ownCodeForm
  if (form.test(id)) return
  const hasFamily = form === ownCodeForm
  throw new UsageError(
    hasFamily
      ? `${id}: an id has a family and a name, of lowercase letters, digits and hyphens`
      : `${id}: a rule of hotshift has a name alone, of lowercase letters, digits and hyphens`,
    [
      what === 'transform'
        ? 'for example acme/describe-templates'
        : `for example ${hasFamily ? 'acme/' : ''}unnamed-volume`,
    ],
  )
}

/** What is written, and the commands to continue with. */
interface Scaffold {
  /** As a user would name it. */
  readonly folder: string
  /** By path in the folder. */
  readonly files: ReadonlyMap<string, string>
  /** The new source of files that exist, by path from the working directory. */
  readonly edits: ReadonlyMap<string, string>
  readonly next: readonly string[]
}

function transformScaffold(id: string, inProject: boolean, args: Arguments, { cwd }: World): Scaffold {
  const folder = join(args.value('dir') ?? 'transforms', id)
  if (!inProject)
    return {
      folder,
      files: ownTransformFiles(id, args.has('typescript') ? 'index.ts' : 'index.mjs'),
      edits: new Map(),
      // Only Node 20 takes a folder for the tests in it.
      next: [`hotshift run -t ${folder} <templates>`, `node --test ${join(folder, ownTestName)}`],
    }
  const registry = 'transforms/registry.ts'
  return {
    folder,
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

function ruleScaffold(id: string, inProject: boolean, args: Arguments, { cwd }: World): Scaffold {
  if (!inProject) {
    const folder = args.value('dir') ?? 'rules'
    const file = ownRuleFile(id, args.has('typescript') ? 'ts' : 'mjs')
    return {
      folder,
      files: new Map([[file, ownRuleSource(id, folder)]]),
      edits: new Map(),
      next: [`hotshift check --rules ${folder} <templates>`],
    }
  }
  const list = 'src/rules/rules.ts'
  return {
    folder: 'src/rules/heat',
    files: new Map([[`${id}.ts`, projectRuleSource(id)]]),
    edits: new Map([[list, withRule(id, readFileSync(join(cwd, list), 'utf8'))]]),
    next: [
      'npm run docs',
      'UPDATE_EXAMPLES=1 npm test -- test/cli/explanations.test.ts test/rules/examples.test.ts',
      'npm start -- check <templates>',
    ],
  }
}
