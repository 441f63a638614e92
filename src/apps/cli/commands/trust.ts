import { dirname, relative, resolve } from 'node:path'
import type { Command } from '../command.ts'
import { exitCodes } from '../output/exit-code.ts'
import { UsageError } from '../usage-error.ts'

export const trust: Command = {
  name: 'trust',
  positional: '[directory]',
  positionalDescription: 'A directory of the repository; default: the working directory',
  arity: { min: 0, max: 1 },
  summary: "Allow this repository's configuration to run code",
  description: [
    'A configuration that is a module (.ts, .js, .mjs), and the transforms that a configuration names, run with your rights. hotshift runs them only after you have said yes to the repository with this command, and only if nobody but you and root can write to them. Configurations in YAML and JSON need no yes, except for such transforms.',
    'The yes is for the code as it is now: the configuration, the transforms that it names, and the modules that these import. hotshift asks again when one of them has changed or another one is imported, and says which.',
    'The answer is kept in .config/hotshift/trusted.json of your home directory, by the path of the repository, with the SHA-256 of each file. --trust-config says yes for one run, as in CI.',
  ],
  options: [
    {
      name: 'revoke',
      excludes: [{ option: 'list' }],
      isOfOneRun: true,
      group: 'Options',
      description: 'Take the yes back',
    },
    { name: 'list', isOfOneRun: true, group: 'Options', description: 'List what you have said yes to' },
  ],
  examples: {
    'Look at the configuration first': 'hotshift config',
    'Say yes to this repository': 'hotshift trust',
  },
  async run(args, world) {
    const { setTrusted, treeOf, trustedTrees } = await import('../configuration/trusted-trees.ts')
    if (args.has('list')) {
      await world.out.write(
        trustedTrees()
          .map((path) => `${path}\n`)
          .join(''),
      )
      return exitCodes.done
    }
    const [named = '.'] = args.positionals
    const directory = resolve(world.cwd, named)
    if (world.fileSystem.statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new UsageError(`${named}: there is no such directory`)
    const { findConfiguration } = await import('../configuration/find-configuration.ts')
    const configuration = findConfiguration(directory)
    const tree = treeOf(configuration === undefined ? directory : dirname(configuration))
    if (args.has('revoke')) {
      setTrusted(tree, 'none')
      await world.out.write(`code of configurations in ${tree} does not run any more\n`)
      return exitCodes.done
    }
    const { codeBehind } = await import('../configuration/configured-code.ts')
    const code = configuration === undefined ? new Map<string, string>() : codeBehind(configuration)
    setTrusted(tree, code)
    const what = configuration === undefined ? '' : `, such as ${configuration}`
    const files = [...code.keys()].map((path) => `  ${relative(world.cwd, path)}\n`)
    await world.out.write(
      [
        `code of configurations in ${tree} may run${what}`,
        ', as long as these files are as they are now:\n',
      ].join('') + files.join(''),
    )
    return exitCodes.done
  },
}
